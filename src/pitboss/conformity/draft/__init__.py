"""For whoever writes an edition: its skeleton, and the list of rules that a table reads."""
