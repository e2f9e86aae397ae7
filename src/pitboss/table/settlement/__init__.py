"""Settlement of a round, and what is kept of it."""
