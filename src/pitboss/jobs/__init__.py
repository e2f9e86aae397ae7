"""Simulations beside the server: the request, the pool, the worker."""
