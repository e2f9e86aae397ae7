"""Tests of what proves a journal."""
