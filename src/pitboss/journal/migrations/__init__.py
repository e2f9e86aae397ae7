"""Changes of the schema of a store, in order."""
