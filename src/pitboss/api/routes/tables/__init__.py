"""Routes: a table as its people see it and act at it."""
