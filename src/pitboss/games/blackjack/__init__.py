"""Blackjack: facts, settlement, odds, simulation; no table of it is run yet."""
