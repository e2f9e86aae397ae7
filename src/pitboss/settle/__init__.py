"""Settlement: cards and stakes in, one line per stake out, through the compiled tables."""
