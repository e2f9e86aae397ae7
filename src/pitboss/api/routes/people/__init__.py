"""Routes: signing in, accounts, and what is known of people."""
