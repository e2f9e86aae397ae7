"""Tournament play at a table: sessions, pass cards, undisclosed wagers, the order of wagering."""
