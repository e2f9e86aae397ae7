"""The typed model of an approved edition, and its loader."""
