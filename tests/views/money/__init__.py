"""A table's money from its events, counted a second time."""
