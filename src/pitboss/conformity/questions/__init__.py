"""The questions that people ask of any rulebook, and two rulebooks compared by them."""
