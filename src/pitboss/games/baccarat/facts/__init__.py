"""What is true of the cards at baccarat: counts, pairs, the tableau, who draws."""
