"""Clauses: their computed status, what stands behind each, terms and amendments."""
