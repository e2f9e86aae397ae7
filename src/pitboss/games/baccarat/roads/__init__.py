"""The five roads of a shoe, and their drawing."""
