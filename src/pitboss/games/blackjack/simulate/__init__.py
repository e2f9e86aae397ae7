"""Blackjack simulated: the kernel, its automaton, and runs."""
