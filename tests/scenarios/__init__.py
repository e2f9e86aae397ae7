"""Scenario files: their two forms, and what is usual in them."""
