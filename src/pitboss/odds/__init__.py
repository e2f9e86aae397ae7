"""Exact odds: what they are of any game; how they are counted is in the game's own folder."""
