"""The journal: append-only streams of events that nobody can quietly change."""
