"""Proof by behaviour: what guards and effects of the core do, switched off one at a time."""
