"""Cases that stay open beside the game: devices, incidents, disputes, payments."""
