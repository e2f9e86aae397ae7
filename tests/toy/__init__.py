"""A toy game of one hand and one choice: what the core must not know, it does not know."""
