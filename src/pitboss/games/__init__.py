"""The games: one folder each, with everything that knows its cards."""
