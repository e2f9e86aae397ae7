"""Whole tournaments from a seed, played by bots at real tables; what an export of one proves."""
