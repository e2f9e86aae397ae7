"""What a thief of the database cannot make: codes of its rows, and an anchor outside of it."""
