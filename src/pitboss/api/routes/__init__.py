"""The routes, by who asks for them."""
