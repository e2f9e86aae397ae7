"""A coup, or a series of results, settled from the cards."""
