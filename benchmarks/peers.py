"""Rounds of blackjack per second in well-known environments, shown beside our own kernel.

    python -m benchmarks.peers

These are environments to learn in, not simulators: they are shown for scale, never as the
claim. Each is measured only where it is installed (`pip install gymnasium rlcard open_spiel`),
with the same simple play: draw below 17.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

SECONDS = 2.0


def rounds_per_second(play: Callable[[], int]) -> float:
    """How many rounds `play` gets through in a second, over a few seconds."""
    rounds, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        rounds += play()
    return rounds / (time.perf_counter() - began)


def gymnasium() -> Callable[[], int]:
    """Blackjack-v1, an endless deck."""
    import gymnasium as gym

    environment = gym.make("Blackjack-v1")

    def play() -> int:
        seen, _ = environment.reset()
        over = False
        while not over:
            seen, _, over, _, _ = environment.step(1 if seen[0] < 17 else 0)
        return 1

    return play


def rlcard() -> Callable[[], int]:
    """The blackjack of RLCard."""
    import rlcard as cards

    environment = cards.make("blackjack")

    def play() -> int:
        state, _ = environment.reset()
        while not environment.is_over():
            total = int(state["obs"][0])
            state, _ = environment.step(0 if total < 17 else 1)
        return 1

    return play


def open_spiel() -> Callable[[], int]:
    """The blackjack of OpenSpiel, chance moves sampled."""
    import pyspiel

    game = pyspiel.load_game("blackjack")

    def play() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
        return 1

    return play


def ours() -> float:
    """Star Blackjack with the best play and every optional wager, one core."""
    from benchmarks.blackjack import simulation

    return max(one.reached for one in simulation(3)) * 1e6


def main() -> None:
    """Measure what is installed and print JSON."""
    found: dict[str, float | str] = {}
    for name, peer in (("gymnasium", gymnasium), ("rlcard", rlcard), ("open_spiel", open_spiel)):
        try:
            found[name] = rounds_per_second(peer())
        except ImportError:
            found[name] = "not installed"
    found["pitboss simulate star-blackjack"] = ours()
    sys.stdout.write(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
