"""When something goes wrong: reports, the legal rulings, and what each does."""
