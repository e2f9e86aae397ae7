"""A table's day: opening, notices, closing, a new edition."""
