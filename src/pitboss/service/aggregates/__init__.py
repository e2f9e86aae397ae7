"""Aggregates beside the tables: the writer of their streams, and the messages between all."""
