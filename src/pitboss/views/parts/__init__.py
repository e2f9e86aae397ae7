"""Parts of a table that pages show: a route answers each, and the stream carries it.

There is one function for each part, so that whoever asks and whoever follows is told the same.
"""
