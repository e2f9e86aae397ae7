"""What a journal proves of a session: slips open as they were sealed, everybody acted in turn."""

from __future__ import annotations

from pitboss.refusal import Refusal
from pitboss.table.betting.place import WagerPlaced
from pitboss.table.machine import Command, Event, act
from pitboss.table.rules import Rules
from pitboss.table.state import Table
from pitboss.table.tournament.pass_cards import PassCardPlayed, PlayPassCard
from pitboss.table.tournament.play import in_turn, play_of
from pitboss.table.tournament.slips import (
    AnnounceSlip,
    ExamineSlip,
    HandInSlip,
    ReturnSlip,
    SlipAnnounced,
    SlipExamined,
    SlipHandedIn,
    SlipReturned,
    slip_commitment,
)

BROKEN, OUT_OF_ORDER = "slip-broken", "out-of-order"
"""A slip is not what was sealed; an act did not stand where it stands."""


def amiss(rules: Rules, before: Table, event: Event) -> tuple[str, str] | None:
    """What is wrong with an act of a session, worked out again; mostly nothing."""
    play = play_of(before)
    if play is None:
        return None
    if isinstance(event, WagerPlaced):
        turn = not play.order or before.coup is not None or in_turn(before, event.by)
        return None if turn else (OUT_OF_ORDER, f"{event.by} wagered out of turn")
    if isinstance(event, SlipAnnounced):
        return _announced(rules, before, event)
    again = _again(event)
    done = None if again is None else act(rules, before, again)
    if isinstance(done, Refusal):
        return OUT_OF_ORDER, f"it could not be then: {done.sentence}"
    return None


def _again(event: Event) -> Command | None:
    """The command that an event is of, as far as the journal has it."""
    match event:
        case SlipHandedIn():
            return HandInSlip(by=event.by, at=event.at, commitment=event.commitment)
        case SlipExamined():
            return ExamineSlip(by=event.by, at=event.at, person=event.person)
        case SlipReturned():
            return ReturnSlip(by=event.by, at=event.at, person=event.person)
        case PassCardPlayed():
            return PlayPassCard(by=event.by, at=event.at)
    return None


def _announced(rules: Rules, before: Table, event: SlipAnnounced) -> tuple[str, str] | None:
    """Whether a slip opens what was handed in, when it might, and counts for what it says."""
    play = play_of(before)
    slip = None if play is None else play.slips.get(event.person)
    if slip is None:
        return BROKEN, f"{event.person} handed in no slip for this coup"
    opened = slip_commitment(event.nonce, event.wager, event.amount_cents)
    if {opened, event.commitment} != {slip.commitment}:
        return BROKEN, f"nonce and content are not those of the slip that {event.person} handed in"
    command = AnnounceSlip(
        by=event.by,
        at=event.at,
        person=event.person,
        nonce=event.nonce,
        wager=event.wager,
        amount_cents=event.amount_cents,
    )
    done = act(rules, before, command)
    if isinstance(done, Refusal):
        return OUT_OF_ORDER, f"the slip could not be announced then: {done.sentence}"
    if event not in done[1]:
        return BROKEN, f"the rules count the slip of {event.person} otherwise"
    return None
