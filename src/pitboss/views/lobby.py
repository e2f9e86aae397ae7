"""The tables as a lobby shows them: what the wall shows of each, and nothing more."""

from __future__ import annotations

import datetime as dt

import msgspec

from pitboss.cards import name as card_name
from pitboss.table.procedures.period import betting_time
from pitboss.views.parts.sheet import TimeToBet, period_of
from pitboss.views.parts.shown import Shown

RESULTS = 72
"""So many of the shoe's last results are shown: a small road has no more."""


class LobbyHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a finished round, with its cards."""

    id: str
    cards: tuple[str, ...]


class LobbyCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby: what is played there, for how much, and how it goes.

    `results` are the outcomes of the shoe in play, the last one last; `hands` those of the last
    round. `seats_taken` counts whoever sits, and `rounds_an_hour` is nought where nothing was
    dealt for a while.
    """

    table: str
    rulebook: str
    house: str
    title: str
    game: str | None
    game_title: str | None
    play: str
    open: bool
    phase: str
    paused: bool
    minimum_cents: int
    maximum_cents: int | None
    seats: int
    seats_taken: int
    betting_seconds: int
    period: TimeToBet | None
    rounds: int
    rounds_an_hour: int
    results: tuple[str, ...]
    hands: tuple[LobbyHand, ...]
    sequence: int


class Lobby(msgspec.Struct, frozen=True, kw_only=True):
    """Every table that may be looked at, and the server's time."""

    at: dt.datetime
    demonstration: bool
    tables: list[LobbyCard]


def card_of(shown: Shown, rounds_an_hour: int) -> LobbyCard:
    """A table's card."""
    table, edition = shown.table, shown.rules.edition
    house = table.house
    game = None if house is None else edition.games.get(house.game)
    shoe = table.shoes
    results = [one for one in table.results if one.shoe == shoe][-RESULTS:]
    last = table.results[-1] if table.results else None
    seated = [one for one in table.present("player").values() if one.seat is not None]
    hands = {} if last is None else last.hands
    return LobbyCard(
        table=shown.name,
        rulebook=edition.identity.rulebook,
        house=edition.identity.house,
        title=edition.identity.title,
        game=None if house is None else house.game,
        game_title=None if game is None else game.title,
        play=edition.identity.play,
        open=house is not None and not table.closed,
        phase=table.phase,
        paused=table.trouble is not None,
        minimum_cents=table.sign.minimum_cents,
        maximum_cents=table.sign.maximum_cents,
        seats=0 if house is None else house.seats - len(table.closed_boxes),
        seats_taken=len(seated),
        betting_seconds=betting_time(table),
        period=period_of(table),
        rounds=table.coups,
        rounds_an_hour=rounds_an_hour,
        results=tuple(one.outcome for one in results),
        hands=tuple(
            LobbyHand(id=name, cards=tuple(card_name(one) for one in cards))
            for name, cards in hands.items()
        ),
        sequence=shown.sequence,
    )
