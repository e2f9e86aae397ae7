"""Part: the hands of the round in progress with the rule behind each, and whose card is due."""

from __future__ import annotations

import datetime as dt

import msgspec

from pitboss.table.play import HandTold, IfDrawn
from pitboss.views.parts.choices import question
from pitboss.views.parts.questions import Questions
from pitboss.views.parts.shown import Shown, Viewer
from pitboss.words.catalogue import Said


class DrawsNow(msgspec.Struct, frozen=True, kw_only=True):
    """The round in progress by its rules; what a card would make of it, for the house.

    `asked` are the people who choose before play goes on, `turn` the hand it is about, and
    `asked_at` when the question began.
    """

    coup: int | None
    hands: tuple[HandTold, ...]
    due: str | None
    due_sentence: str | None
    due_said: Said | None
    due_clauses: tuple[str, ...]
    if_drawn: tuple[IfDrawn, ...] | None
    turn: str | None
    asked: tuple[str, ...]
    asked_at: dt.datetime | None


def draws(shown: Shown, viewer: Viewer) -> DrawsNow:
    """What the rules ask of each hand, as far as the cards are seen."""
    coup = shown.table.coup
    cards = {} if coup is None else {hand: coup.hand(hand) for hand in coup.hands}
    told = shown.rules.play.told(
        shown.rules.edition,
        {
            hand: [slot.card if slot.exposed else None for slot in slots]
            for hand, slots in cards.items()
        },
        None if coup is None else coup.own,
    )
    asked = question(shown.rules, shown.table)
    due = next((hand for hand in told.hands if hand.id == told.due), None)
    return DrawsNow(
        coup=None if coup is None else coup.number,
        hands=told.hands,
        due=told.due,
        due_sentence=None if due is None else due.sentence,
        due_said=None if due is None else due.said,
        due_clauses=() if due is None else due.clauses,
        if_drawn=told.if_drawn if viewer.house and due is not None else None,
        turn=None if asked is None else asked.hand,
        asked=() if asked is None else asked.people,
        asked_at=None if asked is None else _since(shown),
    )


def _since(shown: Shown) -> dt.datetime | None:
    shown.follower.up_to(shown.sequence)
    return shown.follower.so_far(Questions).since
