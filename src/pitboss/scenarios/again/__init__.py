"""A coup that was dealt, made into a scenario that deals it again."""
