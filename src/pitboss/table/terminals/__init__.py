"""Automated terminals of a table: accounts, wagers, tickets, and what goes wrong with them."""
