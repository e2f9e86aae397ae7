"""Baccarat simulated: the kernel, its arrays, and runs."""
