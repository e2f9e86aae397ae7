"""The exact best play of a shoe, and what it is worth."""
