"""Procedures that differ between houses: small implementations, chosen by the edition."""
