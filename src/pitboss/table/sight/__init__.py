"""Who sees what of a table: states and events by role."""
