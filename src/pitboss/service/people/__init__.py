"""Accounts, sessions and sealed records of people."""
