"""Exact counts for full shoes, kept as data, and the tests of the enumerators behind them."""
