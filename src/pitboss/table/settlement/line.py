"""A settled wager as it is kept: with the round until it is over, with its coup afterwards."""

from __future__ import annotations

import msgspec


class KeptLine(msgspec.Struct, frozen=True, array_like=True):
    """A settled wager: what counted of its stake, what was paid, what came back.

    `defect` says why it was invalid, where that was known; `held`: its stake waited for a
    decision of its own.
    """

    number: int
    person: str
    wager: str
    stake_cents: int
    outcome: str
    paid_cents: int
    returned_cents: int
    excess_cents: int = 0
    excess_tokens_cents: int = 0
    tokens_cents: int = 0
    tokens_back: bool = True
    kept_cents: int = 0
    vouchers: dict[str, int] = {}
    box: int | None = None
    moment: str = "end"
    memory: str = ""
    hand: str = ""
    defect: str = ""
    held: bool = False
    nominated: str = ""
    owed_millionths: int = 0

    @property
    def due_chips_cents(self) -> int:
        """The chips that were to come to the player: winnings, stake back, what was over."""
        stake = self.returned_cents - self.tokens_cents if self.returned_cents else 0
        return self.paid_cents + stake + self.excess_cents - self.excess_tokens_cents

    @property
    def due_tokens_cents(self) -> int:
        """The tokens that were to come back to the player."""
        kept = 0
        if not self.returned_cents or (self.outcome == "win" and not self.tokens_back):
            kept = self.tokens_cents
        elif self.outcome == "win":
            kept = self.kept_cents
        return self.excess_tokens_cents + self.tokens_cents - kept

    @property
    def due_cents(self) -> int:
        """All that was to come to the player for this wager."""
        return self.due_chips_cents + self.due_tokens_cents
