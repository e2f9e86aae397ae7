"""Where a round is: the initial deal, what lies on the side, insurance, who is paid at once."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.editions.wagers import Clauses
from pitboss.games.blackjack.facts.hand import is_blackjack
from pitboss.games.blackjack.facts.spaces import dealer_up
from pitboss.games.blackjack.play.hands import (
    as_hand,
    counted,
    most_insured,
    rounds_of,
    stakes_on,
    up_card,
)
from pitboss.games.blackjack.play.own import DEALER, INSURED, MAIN, BoxHand, boxes_of
from pitboss.table.authority.approvals import ApprovalUsed, alive
from pitboss.table.machine import Query, Work
from pitboss.table.play import END
from pitboss.table.procedures.boxes import mains
from pitboss.table.settlement.kept import kept_coup
from pitboss.table.state import Granted, Placed, Round
from pitboss.table.tournament.play import from_marker, play_of, sealed_stakes, slip_boxes

SIDE_SPACES = ("pair", "three")
DEFERRED = "defer-blackjack"
FROM_MARKER = "tournament-deal-from-marker"


def staked_boxes(query: Query) -> list[int]:
    """The boxes with a wager that a hand is dealt for, from the dealer's left.

    In a tournament it may be from the marker on.
    """
    lies = slip_boxes(query.table)
    boxes = range(1, query.house.seats + 1)
    staked = [box for box in boxes if mains(query, box) or box in lies]
    return from_marker(query.table, staked) if by_marker(query) else staked


def by_marker(query: Query) -> Clauses:
    """The clauses by which cards are dealt from the marker on; none where they are not."""
    play = play_of(query.table)
    chosen = play is not None and play.from_marker
    return query.cite(FROM_MARKER) if chosen else ()


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


def begun(coup: Round) -> bool:
    """Whether the subsequent deal has commenced: a decision was made, or a card dealt after it."""
    hands = boxes_of(coup).hands
    decided = any(state != BoxHand() for state in hands.values())
    return decided or any(len(coup.hand(name)) > 2 for name in hands) or len(coup.hand(DEALER)) > 1


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
    if up_card(coup) == "other" and deferral(query) is None:
        for name in own.hands:
            if as_hand(query, coup, name).kind == "blackjack":
                found |= {placed.number for placed in stakes_on(query, name)}
    return frozenset(found) - sealed_stakes(query.table)


def deferral(query: Query) -> Granted | None:
    """The leave by which blackjacks wait for the final settlement, where there is one."""
    table = query.table
    if table.now is None:
        return None
    for one in table.approvals.values():
        if one.key == DEFERRED and one.granted_by is not None and alive(table, one, table.now):
            return one
    return None


def leave_used(work: Work) -> None:
    """A leave for once is at an end with the round in which it kept a blackjack waiting."""
    leave, kept = deferral(work), kept_coup(work.table, work.table.coups)
    if leave is None or leave.scope != "once" or kept is None:
        return
    hands = work.table.results[-1].hands
    if dealer_up(hands[DEALER][0]) != "other":
        return
    waited = any(
        line.moment == END
        and line.wager == MAIN
        and f"{line.box}b" not in hands
        and is_blackjack(hands[str(line.box)])
        for line in kept.lines
    )
    if waited:
        clauses = work.edition.approvals[DEFERRED].clauses
        work.emit(ApprovalUsed, approval=leave.number, clauses=clauses)
