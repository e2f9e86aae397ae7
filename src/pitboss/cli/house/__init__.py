"""Commands of the house: serve, journals, report, random, bench."""
