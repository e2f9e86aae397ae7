"""One module for each schema."""
