"""Attacks on a server process, each of which once succeeded."""
