"""Bettors who share a hand: whether they follow a double or a split."""

from __future__ import annotations

from pitboss.games.blackjack.play.hands import counted, rounds_of
from pitboss.games.blackjack.play.own import (
    DOUBLE,
    SPLIT,
    box_of,
    boxes_now,
    boxes_of,
    change_boxes,
)
from pitboss.games.blackjack.play.stakes import add_stake
from pitboss.table.machine import Query, TableEvent, Work
from pitboss.table.play import Choice, Staked
from pitboss.table.state import Round, Table

FOLLOWS = {"double": ("double", "no-double"), "split": ("split", "stay")}
"""By what was decided: to follow it, or not."""


class FollowAnswered(TableEvent, frozen=True, kw_only=True):
    """A bettor who shares a hand followed its double or split, or did not."""

    hand: str
    person: str
    answer: str

    def changes(self, table: Table) -> Table:
        """Asked no more; play goes on when nobody is."""
        left = tuple(name for name in boxes_now(table).asked if name != self.person)
        if left:
            return change_boxes(table, asked=left)
        return change_boxes(table, asked=(), asking=None, about=None)


def following(query: Query, coup: Round, person: str) -> list[Choice]:
    """What a bettor who shares the hand may answer."""
    own = boxes_of(coup)
    if person not in own.asked or own.asking is None or own.about is None:
        return []
    hand, rules = own.about, rounds_of(query)
    yes, no = FOLLOWS[own.asking]
    most = counted(query, person, box_of(hand))
    least = query.chips.smallest if own.asking == "double" else most
    wager = rules.double if own.asking == "double" else rules.split_hands
    return [
        Choice(yes, _stake, least, most, hand, wager.clauses + query.cite(f"{own.asking}-shared")),
        Choice(no, _none, hand=hand, clauses=query.cite(f"{own.asking}-shared")),
    ]


def not_following(query: Query) -> Choice:
    """Who says nothing does not follow."""
    asking = boxes_now(query.table).asking
    assert asking is not None  # somebody is asked
    return Choice(FOLLOWS[asking][1], _none, clauses=query.cite("no-decision"))


def _stake(work: Work, person: str, staked: Staked) -> None:
    own = boxes_now(work.table)
    hand, asking = own.about, own.asking
    assert hand is not None
    assert asking is not None
    clauses = work.cite(f"{asking}-shared")
    if asking == "double":
        add_stake(work, person, DOUBLE, hand, staked, clauses)
    else:
        names = list(own.hands)
        new = names[names.index(hand) + 1]  # the one split off stands behind it
        add_stake(work, person, SPLIT, new, staked, clauses)
    _answered(work, person, FOLLOWS[asking][0])


def _none(work: Work, person: str, _staked: Staked) -> None:
    asking = boxes_now(work.table).asking
    assert asking is not None
    _answered(work, person, FOLLOWS[asking][1])


def _answered(work: Work, person: str, answer: str) -> None:
    own = boxes_now(work.table)
    clauses = work.cite(f"{own.asking}-shared")
    work.emit(FollowAnswered, hand=own.about, person=person, answer=answer, clauses=clauses)
