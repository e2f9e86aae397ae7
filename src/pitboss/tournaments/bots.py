"""What bots do in a tournament, each thing drawn from its seed: wagers, absences, disputes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

UNENTITLED, WITHDRAWN, FOUND_OUT, DISPUTED, MISSING = 0.01, 0.02, 0.004, 0.03, 0.05
"""How often: who applies may not enter, who entered withdraws, a player breaks a rule in a
session, somebody disputes something in a round, chips of a session are missing."""
PASSED = 0.02
"""How often a bot plays a pass card."""
SEALED = 0.2
"""How often a bot that may seals its wager."""
FAULTY = 0.1
"""How often a slip says too much, or not what it is for."""
BOLD = 0.15
"""How often a bot wagers far more than the minimum."""


class Bots:
    """The players, as far as chance decides for them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - a study from a seed, not a table's shoe

    def happens(self, often: float) -> bool:
        """Whether something that happens so often happens now."""
        return self.chance.random() < often

    def secret(self) -> str:
        """32 bytes of a draw."""
        return self.chance.randbytes(32).hex()

    def one_of(self, people: Sequence[str]) -> str:
        """Any of these people."""
        return self.chance.choice(people)

    def slip(self, wager: str, cents: int) -> tuple[str, str, int]:
        """A slip for a wager: its nonce, and what is written on it, at times with a fault."""
        if self.happens(FAULTY):
            wager, cents = self.chance.choice((("", cents), (wager, 0), (wager, cents * 100)))
        return self.secret(), wager, cents

    def stakes(
        self,
        boxes: Mapping[str, int],
        held: Mapping[str, int],
        limits: tuple[int, int],
        mains: Sequence[str],
    ) -> dict[str, tuple[str, int, int]]:
        """By player a wager on a main hand: in multiples of the minimum."""
        least, most = limits
        found = {}
        for person, cents in held.items():
            units = min(most or cents, cents) // least
            bold = self.happens(BOLD)
            stake = least * (
                self.chance.randint(1, units) if bold else min(units, self.chance.randint(1, 4))
            )
            found[person] = (self.chance.choice(mains), stake, boxes[person])
        return found
