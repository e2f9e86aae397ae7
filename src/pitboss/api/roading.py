"""Route: the roads of the shoe in play."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from litestar import Request, Router, get

from pitboss.api.acting import Table, table_of
from pitboss.api.floor import Shown
from pitboss.api.guard import SIGNED_IN, context_of
from pitboss.api.hands import HandFinished, hand_finished
from pitboss.baccarat.points import count, say_result
from pitboss.baccarat.tableau import is_natural
from pitboss.cards import pair_kind
from pitboss.editions.model import Tableau
from pitboss.roads import NOTICE, ROWS, Ask, Bead, DrawnRoads, Result, Ring, roads
from pitboss.table.state import Result as Finished

Asked = Request[Any, Any, Any]
LETTERS: dict[str, Literal["B", "P", "T"]] = {"banker": "B", "player": "P", "tie": "T"}


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
    outcome: Literal["player", "banker", "tie"] | None
    result: str | None


class RoadsShown(msgspec.Struct, frozen=True, kw_only=True):
    """The five roads of the shoe in play; `last` is the newest coup on the plate.

    The ask roads are there only where this server shows them. `latest` is the last finished coup,
    void or not; `announced` what is known to all of the coup in progress.
    """

    table: str
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


@get("/tables/{name:str}/roads", opt={"roles": SIGNED_IN, "answer": RoadsShown})
async def shown_roads(request: Asked, name: Table) -> RoadsShown:
    """The roads of the shoe in play. Past results do not predict future results."""
    shown, settings = table_of(request, name), context_of(request).settings
    results = results_of(shown)
    made = roads(results, no_bet_shown=settings.no_bet_beads, leading_ties=settings.leading_ties)
    bead = made.bead
    return RoadsShown(
        table=name,
        shoe=shown.table.shoes,
        coups=len(bead),
        rows=ROWS,
        last=bead[-1].coup if bead else None,
        notice=NOTICE,
        columns=made.columns,
        bead=bead,
        big_road=made.big_road,
        big_eye_boy=made.big_eye_boy,
        small_road=made.small_road,
        cockroach_pig=made.cockroach_pig,
        drawn=made.drawn,
        ask=made.ask if settings.ask_roads else None,
        counts=RoadCounts(
            banker=sum(one.result == "B" for one in bead),
            player=sum(one.result == "P" for one in bead),
            tie=sum(one.result == "T" for one in bead),
            banker_pair=sum(one.banker_pair for one in bead),
            player_pair=sum(one.player_pair for one in bead),
            natural=sum(one.natural for one in bead),
        ),
        latest=latest_of(shown),
        announced=announced_of(shown),
    )


def latest_of(shown: Shown) -> LatestCoup | None:
    """The last finished coup of the shoe in play."""
    tableau, table = shown.rules.edition.tableau, shown.table
    if tableau is None or not table.results or table.results[-1].shoe != table.shoes:
        return None
    one = table.results[-1]
    return LatestCoup(
        coup=one.coup,
        outcome=one.outcome,
        result=say_result(one.outcome, count(one.player), count(one.banker)),
        player=hand_finished(tableau, one.player),
        banker=hand_finished(tableau, one.banker),
    )


def announced_of(shown: Shown) -> Announced | None:
    """The counts that were announced of the coup in progress, and its result."""
    coup = shown.table.coup
    if coup is None or not coup.counts_announced:
        return None
    player, banker = (
        count([slot.card for slot in hand if slot.exposed and slot.card is not None])
        for hand in (coup.player, coup.banker)
    )
    outcome: Literal["player", "banker", "tie"] | None = None
    if coup.result_announced:
        outcome = "tie" if player == banker else "player" if player > banker else "banker"
    return Announced(
        coup=coup.number,
        player=player,
        banker=banker,
        player_cards=len(coup.player),
        banker_cards=len(coup.banker),
        outcome=outcome,
        result=None if outcome is None else say_result(outcome, player, banker),
    )


def results_of(shown: Shown) -> list[Result]:
    """The coups of the shoe in play as the roads take them; a void coup adds nothing."""
    tableau, table = shown.rules.edition.tableau, shown.table
    if tableau is None:
        return []
    return [
        _result(tableau, one)
        for one in table.results
        if one.shoe == table.shoes and one.outcome in LETTERS
    ]


def _result(tableau: Tableau, one: Finished) -> Result:
    hands = one.player, one.banker
    return Result(
        coup=one.coup,
        result=LETTERS[one.outcome],
        player_pair=pair_kind(*one.player[:2]) != "none",
        banker_pair=pair_kind(*one.banker[:2]) != "none",
        natural=any(is_natural(tableau, count(hand[:2])) for hand in hands),
        no_bet=one.no_bet,
    )


TYPES: tuple[type[msgspec.Struct], ...] = (RoadsShown,)
router = Router("/", route_handlers=[shown_roads], tags=["tables"])
