"""Blackjack at a table."""
