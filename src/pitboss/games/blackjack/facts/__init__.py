"""What is true of the cards at blackjack: values, legal play, the dealer's rule."""
