"""What stands before the application: connections, their number and their time, and bodies."""
