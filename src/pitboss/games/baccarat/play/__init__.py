"""Baccarat at a table: coups dealt, delivered, counted and corrected."""
