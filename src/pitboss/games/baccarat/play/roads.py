"""The roads of the shoe in play, as they are shown beside a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from pitboss.cards import Card, name, pair_kind
from pitboss.editions.values import Tableau
from pitboss.games.baccarat.facts.points import Outcome, count, outcome, say_result
from pitboss.games.baccarat.facts.tableau import is_natural
from pitboss.games.baccarat.play.coup import cards_of, tableau
from pitboss.games.baccarat.play.own import BANKER, PLAYER, delivery_of
from pitboss.games.baccarat.roads.roads import (
    NOTICE,
    ROWS,
    Ask,
    Bead,
    DrawnRoads,
    Result,
    Ring,
    roads,
)
from pitboss.table.machine import Query
from pitboss.table.own import alike
from pitboss.table.play import RoadSettings
from pitboss.table.state import Result as Finished
from pitboss.table.state import Table

LETTERS: dict[str, Literal["B", "P", "T"]] = {"banker": "B", "player": "P", "tie": "T"}
TWO = 2


class HandFinished(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a finished coup."""

    cards: tuple[str, ...]
    count: int
    natural: bool
    pair: bool


class RoadCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How often each came on the bead plate."""

    banker: int
    player: int
    tie: int
    banker_pair: int
    player_pair: int
    natural: int


class LatestCoup(msgspec.Struct, frozen=True, kw_only=True):
    """The coup of this shoe that was finished last; a void one has no cards."""

    coup: int
    outcome: str
    result: str
    player: HandFinished
    banker: HandFinished


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """What was announced of the coup in progress: the counts, then the result; never a card.

    `player_cards` and `banker_cards` say how many lie there.
    """

    coup: int
    player: int
    banker: int
    player_cards: int
    banker_cards: int
    outcome: Outcome | None
    result: str | None


class RoadsShown(msgspec.Struct, frozen=True, kw_only=True):
    """The five roads of the shoe in play; `last` is the newest coup on the plate.

    The ask roads are there only where this server or this table shows them. `latest` is the last
    finished coup, void or not; `announced` what is known to all of the coup in progress.
    """

    shoe: int
    coups: int
    rows: int
    last: int | None
    notice: str
    columns: tuple[int, ...]
    bead: tuple[Bead, ...]
    big_road: tuple[Ring, ...]
    big_eye_boy: str
    small_road: str
    cockroach_pig: str
    drawn: DrawnRoads
    ask: Ask | None
    counts: RoadCounts
    latest: LatestCoup | None
    announced: Announced | None


def shown_roads(query: Query, settings: RoadSettings) -> RoadsShown:
    """The roads of the shoe in play. Past results do not predict future results."""
    rule, table = tableau(query), query.table
    results = [
        _result(rule, one)
        for one in table.results
        if one.shoe == table.shoes and one.outcome in LETTERS  # a void coup adds nothing
    ]
    made = roads(results, no_bet_shown=settings.no_bet, leading_ties=settings.leading_ties)
    bead = made.bead
    return alike(
        RoadsShown,
        made,
        shoe=table.shoes,
        coups=len(bead),
        rows=ROWS,
        last=bead[-1].coup if bead else None,
        notice=NOTICE,
        ask=made.ask if settings.ask or _asks(table) else None,
        counts=RoadCounts(
            banker=sum(one.result == "B" for one in bead),
            player=sum(one.result == "P" for one in bead),
            tie=sum(one.result == "T" for one in bead),
            banker_pair=sum(one.banker_pair for one in bead),
            player_pair=sum(one.player_pair for one in bead),
            natural=sum(one.natural for one in bead),
        ),
        latest=_latest(rule, table),
        announced=_announced(table),
    )


def _asks(table: Table) -> bool:
    return table.house is not None and table.house.ask_roads


def _latest(rule: Tableau, table: Table) -> LatestCoup | None:
    """The last finished coup of the shoe in play."""
    if not table.results or table.results[-1].shoe != table.shoes:
        return None
    one = table.results[-1]
    player, banker = (_finished(rule, one.hands.get(hand, ())) for hand in (PLAYER, BANKER))
    return LatestCoup(
        coup=one.coup,
        outcome=one.outcome,
        result=say_result(one.outcome, player.count, banker.count),
        player=player,
        banker=banker,
    )


def _finished(rule: Tableau, cards: Sequence[Card]) -> HandFinished:
    two = cards[:TWO]
    full = len(two) == TWO
    return HandFinished(
        cards=tuple(name(card) for card in cards),
        count=count(cards),
        natural=full and is_natural(rule, count(two)),
        pair=full and pair_kind(*two) != "none",
    )


def _announced(table: Table) -> Announced | None:
    """The counts that were announced of the coup in progress, and its result."""
    coup = table.coup
    if coup is None or not delivery_of(coup).counts_announced:
        return None
    player, banker = (
        count(cards_of(tuple(slot for slot in coup.hand(hand) if slot.exposed)))
        for hand in (PLAYER, BANKER)
    )
    won = outcome(player, banker) if coup.complete else None
    return Announced(
        coup=coup.number,
        player=player,
        banker=banker,
        player_cards=len(coup.hand(PLAYER)),
        banker_cards=len(coup.hand(BANKER)),
        outcome=won,
        result=None if won is None else say_result(won, player, banker),
    )


def _result(rule: Tableau, one: Finished) -> Result:
    hands = [_finished(rule, one.hands[hand]) for hand in (PLAYER, BANKER)]
    return Result(
        coup=one.coup,
        result=LETTERS[one.outcome],
        player_pair=hands[0].pair,
        banker_pair=hands[1].pair,
        natural=any(hand.natural for hand in hands),
        no_bet=one.no_bet,
    )
