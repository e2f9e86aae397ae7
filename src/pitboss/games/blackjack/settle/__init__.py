"""A round settled from the cards of one box."""
