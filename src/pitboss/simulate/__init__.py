"""Simulation: kernels that read tables only, statistics with stated error, fan-out."""
