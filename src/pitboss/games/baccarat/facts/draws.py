"""Draw or stand, with the rule behind it: from the cards that are seen, in one sentence."""

from __future__ import annotations

from typing import Literal

import msgspec

from pitboss.cards import RANKS
from pitboss.decision.space import TOPIC
from pitboss.editions.values import Tableau
from pitboss.editions.wagers import Clauses
from pitboss.games.baccarat.facts.coup import Decision, Seen, Turn, due, turns, walk
from pitboss.games.baccarat.facts.points import COUNTS, Outcome, Side, count, outcome
from pitboss.words.catalogue import Said, spoken


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """What the tableau asks of a hand, and why; nothing while its cards are not seen."""

    decision: Decision | None = None
    sentence: str | None = None
    said: Said | None = None
    clauses: Clauses = ()


class IfDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """What a card would make of the hand that is due one.

    `then` is what Banker does after Player's card; `result` is given where the coup is over.
    """

    ranks: tuple[str, ...]
    value: int
    count: int
    result: Outcome | None
    then: Literal["draws", "stands"] | None


class Draws(msgspec.Struct, frozen=True, kw_only=True):
    """Both hands under the tableau, and whose card is due."""

    player: Decided
    banker: Decided
    due: Side | None


def draws(tableau: Tableau, player: Seen, banker: Seen) -> Draws:
    """What the tableau asks of both hands as they lie."""
    decided = {}
    for one in turns(tableau, player, banker):
        said = _said(one, player, banker)
        decided[one.hand] = Decided(
            decision=one.decision, sentence=spoken(TOPIC, said), said=said, clauses=one.clauses
        )
    turn = due(tableau, player, banker)
    return Draws(
        player=decided.get("player", Decided()),
        banker=decided.get("banker", Decided()),
        due=None if turn is None else turn.hand,
    )


def _said(turn: Turn, player: Seen, banker: Seen) -> Said:
    """A turn in one sentence."""
    two = {"player": _total(player[:2]), "banker": _total(banker[:2])}
    total = two[turn.hand]
    if turn.decision == "natural":
        return Said("draws.natural", {"total": total})
    if turn.decision == "no-card":
        other = "banker" if turn.hand == "player" else "player"
        return Said("draws.no-card", {"other": other, "total": two[other]})
    if turn.hand == "player":
        return Said(f"draws.player.{turn.decision}", {"total": total})
    told = {"total": total, "decision": turn.decision}
    if len(player) > 2:
        return Said("draws.banker.against", {**told, "third": _total(player[2:])})
    return Said("draws.banker.alone", told)


def _total(cards: Seen) -> int:
    """The count of the cards of a hand that are seen."""
    return count([card for card in cards if card is not None])


def if_drawn(tableau: Tableau, player: Seen, banker: Seen, due: Side) -> tuple[IfDrawn, ...]:
    """What each value of card would make of the hand that is due one, ten-value cards first."""
    mine, theirs = _total(player), _total(banker)
    found = []
    for one in COUNTS:
        ranks = tuple(letter for rank, letter in enumerate(RANKS) if min(rank + 1, 10) % 10 == one)
        if due == "banker":
            total = (theirs + one) % 10
            row = IfDrawn(
                ranks=ranks, value=one, count=total, result=outcome(mine, total), then=None
            )
        else:
            total = (mine + one) % 10
            takes = walk(tableau, (mine, theirs), one)[1].decision == "draws"
            row = IfDrawn(
                ranks=ranks,
                value=one,
                count=total,
                result=None if takes else outcome(total, theirs),
                then="draws" if takes else "stands",
            )
        found.append(row)
    return tuple(found)
