"""What a table has shown, as files to be kept: a coup as lines, as a picture."""
