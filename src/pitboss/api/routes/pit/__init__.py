"""Routes: all tables, reports, files, and what the public may ask."""
