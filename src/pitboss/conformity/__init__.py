"""Conformity: cases, lint of editions, clause coverage, proof by mutation, comparison."""
