"""What a house owes its regulator: reports of a month and of a day, duties, how long it keeps."""
