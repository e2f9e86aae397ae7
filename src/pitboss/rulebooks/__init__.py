"""The editions, as data."""
