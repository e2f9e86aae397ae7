"""Money: prices, and a table's money from its events: sums, shifts, ratings, slips."""
