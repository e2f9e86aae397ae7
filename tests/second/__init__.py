"""A second settlement engine, written from the rulebooks alone."""
