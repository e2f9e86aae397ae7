"""Exact odds of baccarat's wagers."""
