"""What a settlement is: one line for each stake, with its clauses and its reason."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.editions.wagers import Outcome


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A stake on a wager; for wagers that span coups, when and on what it was placed."""

    wager: str
    stake_cents: int
    placed_before: int = 1
    nominated: str | None = None


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The settlement of one stake.

    `outcome` is `open` for a wager that the results given do not settle yet.
    """

    wager: str
    stake_cents: int
    outcome: Outcome | str
    row: str
    paid_cents: int
    returned_cents: int
    clauses: tuple[str, ...]
    why: str
    commission_millionths: int | None = None
    hand: int | None = None
    settled_after: int | None = None
    indicator: int | None = None
    nominated: str | None = None


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """A settled coup, round or series of results."""

    rulebook: str
    game: str
    edition: str
    decks: int
    layout: str | None
    result: dict[str, Any]
    wagers: tuple[Line, ...]
