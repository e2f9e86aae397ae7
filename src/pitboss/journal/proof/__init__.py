"""What proves a journal: trees, signed checkpoints, exports and their verification."""
