"""Betting: wagers placed, limited, altered, refused."""
