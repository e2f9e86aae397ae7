"""Exact odds: enumeration for baccarat, the solver for blackjack."""
