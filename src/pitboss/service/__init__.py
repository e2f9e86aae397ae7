"""The service: one writer for each stream; the only place with a clock and randomness."""
