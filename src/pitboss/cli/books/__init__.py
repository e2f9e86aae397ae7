"""Commands about rulebooks: settle, odds, rules, simulate, protect, roads."""
