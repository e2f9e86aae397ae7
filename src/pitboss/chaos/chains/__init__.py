"""Acts in a row that only make sense together, by what they are about."""
