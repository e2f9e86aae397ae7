"""The demonstration's robots: who plays at which table, how they bet, and how a table lives."""
