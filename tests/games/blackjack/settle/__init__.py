"""Settlement of blackjack."""
