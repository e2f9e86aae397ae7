"""Scenarios: a scripted table in a file that a pit manager can read, write and run."""
