"""The usual way of a table: its next act, what may be done, who may do it."""
