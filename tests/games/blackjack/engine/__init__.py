"""A second engine of the Star Blackjack table, from the printed rules and their readings alone.

It imports the standard library only. Tests drive it and the product with the same steps.
"""
