"""Who is at the table, where they sit, and what chips they hold."""
