"""What is asked of a simulation: by a client, and by the server of its worker."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

MOST_COUPS = 200_000_000
MOST_SHOES = 500
MOST_SESSIONS = 100_000
MOST_COUPS_A_SESSION = 2_000

Kind = Literal["edges", "protection", "bankroll"]
Unit = Literal["coups", "rounds", "shoes", "sessions"]
Cents = Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class AskSimulation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A simulation to be run; `kind` says which of the fields are read.

    `edges`: coups or rounds dealt, every wager estimated. `protection`: shoes tracked by
    someone who forgets nothing. `bankroll`: sessions of one wager at one stake.
    """

    kind: Kind = "edges"
    game: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    decks: Annotated[int, msgspec.Meta(ge=1, le=16)] | None = None
    sign: dict[str, str] = msgspec.field(default_factory=dict)
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 1
    coups: Annotated[int, msgspec.Meta(ge=1, le=MOST_COUPS)] = 1_000_000
    shoes: Annotated[int, msgspec.Meta(ge=1, le=MOST_SHOES)] = 20
    cut: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    wager: Annotated[str, msgspec.Meta(max_length=60)] = ""
    stake_cents: Cents = 10_000
    bankroll_cents: Cents = 1_000_000
    sessions: Annotated[int, msgspec.Meta(ge=2, le=MOST_SESSIONS)] = 10_000
    coups_per_session: Annotated[int, msgspec.Meta(ge=1, le=MOST_COUPS_A_SESSION)] = 200

    @property
    def asked(self) -> int:
        """How much is asked for, in the unit of its kind."""
        sizes = {"edges": self.coups, "protection": self.shoes, "bankroll": self.sessions}
        return sizes[self.kind]


class Simulate(AskSimulation, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same with the edition under which it is run."""

    rulebook: str
    edition: str
