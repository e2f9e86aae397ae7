"""Where a round is: the initial deal, what lies on the side, insurance, who is paid at once."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.games.blackjack.play.hands import (
    as_hand,
    counted,
    most_insured,
    rounds_of,
    stakes_on,
    up_card,
)
from pitboss.games.blackjack.play.own import DEALER, INSURED, MAIN, boxes_of
from pitboss.table.authority.approvals import alive
from pitboss.table.machine import Query
from pitboss.table.procedures.boxes import mains
from pitboss.table.state import Placed, Round

SIDE_SPACES = ("pair", "three")


def staked_boxes(query: Query) -> list[int]:
    """The boxes with a wager that a hand is dealt for, from the dealer's left."""
    return [box for box in range(1, query.house.seats + 1) if mains(query, box)]


def initial_card(coup: Round) -> str | None:
    """The hand that the next card of the initial deal goes to; none once it is over."""
    hands = boxes_of(coup).hands
    if any(state.split for state in hands.values()):
        return None
    for cards in (1, 2):
        for name in hands:
            if len(coup.hand(name)) < cards:
                return name
        if not coup.hand(DEALER):
            return DEALER
    return None


def side_wagers(query: Query, waiting: Collection[int]) -> dict[int, int]:
    """By number: the box of each wager that the initial deal decides; some are `waiting`."""
    return {
        number: placed.box or 0
        for number, placed in query.table.wagers.items()
        if query.edition.wagers[placed.wager].space in SIDE_SPACES
        and not placed.fixed
        and number not in waiting
    }


def insurable(query: Query, coup: Round) -> bool:
    """Whether insurance is offered: against this card, as signed, while a wager can be insured."""
    up = up_card(coup)
    wager = query.edition.wagers.get(INSURED.get(up, ""))
    if rounds_of(query).insurance is None or wager is None or len(coup.hand(DEALER)) > 1:
        return False
    signed = wager.signed
    if signed is not None and query.table.sign.values.get(signed.key) != signed.value:
        return False
    return any(placed.wager == MAIN for placed in query.table.wagers.values())


def unanswered(query: Query, coup: Round) -> list[tuple[int, str]]:
    """Box and bettor, for each who has not said yet whether they insure."""
    done = boxes_of(coup).insured
    return [
        (placed.box or 0, placed.person)
        for placed in query.table.wagers.values()
        if placed.wager == MAIN
        and answer_key(placed.box or 0, placed.person) not in done
        and (most_insured(query, placed) or even_money(query, coup, placed))
    ]


def even_money(query: Query, coup: Round, placed: Placed) -> bool:
    """Whether an initial wager is on a blackjack that even money may be asked for."""
    rule = rounds_of(query).even_money
    if (
        rule is None
        or up_card(coup) != rule.up
        or not counted(query, placed.person, placed.box or 0)
    ):
        return False
    return as_hand(query, coup, str(placed.box)).kind == "blackjack"


def answer_key(box: int, person: str) -> str:
    """How an answer about insurance is kept."""
    return f"{box}:{person}"


def paid_at_once(query: Query, coup: Round) -> frozenset[int]:
    """The wagers that are settled before the subsequent deal: blackjacks and even money."""
    own, wagers = boxes_of(coup), query.table.wagers
    found = {number for number in own.even if number in wagers}
    if up_card(coup) == "other" and not _deferred(query):
        for name in own.hands:
            if as_hand(query, coup, name).kind == "blackjack":
                found |= {placed.number for placed in stakes_on(query, name)}
    return frozenset(found)


def _deferred(query: Query) -> bool:
    """Whether blackjacks wait for the final settlement, by leave."""
    table = query.table
    return table.now is not None and any(
        one.key == "defer-blackjack" and one.granted_by is not None and alive(table, one, table.now)
        for one in table.approvals.values()
    )
