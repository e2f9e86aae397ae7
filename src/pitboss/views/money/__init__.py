"""A table's money from its events: sums, what was to be expected, shifts, ratings, slips."""
