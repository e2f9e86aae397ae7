"""The cards of a table: sets made ready, cut, burned, replaced, verified."""
