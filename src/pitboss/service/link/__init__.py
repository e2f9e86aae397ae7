"""Links: the writer of their streams, and the messages between them and tables."""
