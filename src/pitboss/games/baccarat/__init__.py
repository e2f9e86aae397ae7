"""Baccarat: facts, roads, settlement, odds, simulation, and its play at a table."""
