"""Routes: rulebooks, prices, strategy, simulations."""
