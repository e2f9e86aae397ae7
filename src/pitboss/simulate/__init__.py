"""Simulation of any game: chance, tasks, statistics with stated error, fan-out."""
