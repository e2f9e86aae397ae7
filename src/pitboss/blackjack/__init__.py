"""What is true of the cards at blackjack: hand values, legal play, the dealer's rule, facts."""
