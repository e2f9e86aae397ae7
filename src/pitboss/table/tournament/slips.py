"""Undisclosed wagers: a slip handed in sealed, examined, announced in time, shown afterwards.

What a slip says is nowhere in the journal before it is announced: its player commits to it by
the SHA-256 of a nonce and its content. Whoever examines it sees the content, the events do not.
"""

from __future__ import annotations

import hashlib
from typing import Annotated

import msgspec

from pitboss.editions.wagers import Clauses
from pitboss.hexadecimal import DIGITS, Hex, octets
from pitboss.ledger import FLOAT, LAYOUT, Transfer, chips_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.admission import passes
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.offer import offered
from pitboss.table.betting.stakes import in_units, span_of
from pitboss.table.machine import Command, PersonalEvent, Query, TableEvent, Work, decides, replace
from pitboss.table.state import Placed, Table
from pitboss.table.tournament.play import (
    NAME,
    Form,
    Slip,
    acted,
    change_play,
    held,
    play_of,
    player_in,
    the_play,
)
from pitboss.table.tournament.wagers import FIRST, may_act, when_announced

EXAMINE = "examine-slip"
NOT_SAID = ""


def slip_commitment(nonce: str, wager: str, amount_cents: int) -> str:
    """What commits to an undisclosed wager: SHA-256 of the nonce and the slip as JSON."""
    content = msgspec.json.encode([wager, amount_cents])
    return hashlib.sha256(bytes.fromhex(nonce) + content).hexdigest()


class HandInSlip(Command, frozen=True, kw_only=True):
    """Hand in an undisclosed wager; `commitment` says nothing of what it is."""

    commitment: Hex


class ExamineSlip(Command, frozen=True, kw_only=True):
    """Examine a slip before the coup; with its nonce and content it is checked as well.

    Nothing of the content is recorded.
    """

    person: str
    nonce: Hex | None = None
    wager: str = NOT_SAID
    amount_cents: int = 0


class ReturnSlip(Command, frozen=True, kw_only=True):
    """Give a slip back to its player, who may fill in another."""

    person: str


class AnnounceSlip(Command, frozen=True, kw_only=True):
    """Announce an undisclosed wager as it is written: its wager and amount, where it says them.

    Of a slip that the house keeps, the house says nonce and content.
    """

    person: str
    nonce: Hex | None = None
    wager: str = NOT_SAID
    amount_cents: Annotated[int, msgspec.Meta(ge=0)] = 0


class AskForForm(Command, frozen=True, kw_only=True):
    """Examine the form of another player's undisclosed wager of the coup that is over."""

    person: str


class SlipHandedIn(TableEvent, frozen=True, kw_only=True):
    """An undisclosed wager was handed in; what it says, nobody is told."""

    person: str
    commitment: str

    def changes(self, table: Table) -> Table:
        """One more of the player's slips is used."""
        play = play_of(table)
        assert play is not None
        slips = {**play.slips, self.person: Slip(commitment=self.commitment)}
        sealed = {**play.sealed, self.person: play.sealed.get(self.person, 0) + 1}
        return acted(change_play(table, slips=slips, sealed=sealed), self.at)


class SlipExamined(TableEvent, frozen=True, kw_only=True):
    """A slip was examined; an indicator lies in front of its player."""

    person: str

    def changes(self, table: Table) -> Table:
        """It may be played."""
        return _changed(table, self.person, examined=True)


class SlipReturned(TableEvent, frozen=True, kw_only=True):
    """A slip went back to its player."""

    person: str

    def changes(self, table: Table) -> Table:
        """As if it had not been handed in."""
        play = play_of(table)
        assert play is not None
        slips = {name: slip for name, slip in play.slips.items() if name != self.person}
        sealed = {**play.sealed, self.person: play.sealed[self.person] - 1}
        return change_play(table, slips=slips, sealed=sealed)


class SlipLaid(TableEvent, frozen=True, kw_only=True):
    """A slip lies face down for a wager on its player's box, so that cards are dealt to it."""

    number: int
    person: str
    wager: str
    box: int

    def changes(self, table: Table) -> Table:
        """A wager of which nobody knows the amount."""
        placed = alone(self.number, self.person, self.wager, self.box)
        wagers = {**table.wagers, self.number: placed}
        table = replace(table, placed=self.number, wagers=wagers)
        return _changed(table, self.person, number=self.number)


class SlipAnnounced(TableEvent, frozen=True, kw_only=True):
    """An undisclosed wager is announced, and placed for what counts of it.

    `deducted_cents` went to the tray instead, where the slip does not say what it must.
    """

    person: str
    nonce: str
    commitment: str
    wager: str
    amount_cents: int
    counts_cents: int
    number: int
    box: int
    deducted_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's hand to the layout, or to the tray."""
        chips = chips_of(self.person)
        return (
            Transfer(chips, LAYOUT, self.counts_cents),
            Transfer(chips, FLOAT, self.deducted_cents),
        )

    def changes(self, table: Table) -> Table:
        """It lies open, where it said something; its form may be examined after the coup."""
        play = play_of(table)
        assert play is not None
        lay = play.slips[self.person].number
        wagers = {number: one for number, one in table.wagers.items() if number != lay or not lay}
        if self.counts_cents:
            placed = alone(self.number, self.person, self.wager, self.box)
            before = table.wagers.get(self.number, placed)
            wagers[self.number] = replace(before, wager=self.wager, stake_cents=self.counts_cents)
        form = Form(
            person=self.person,
            wager=self.wager,
            amount_cents=self.amount_cents,
            counts_cents=self.counts_cents or self.deducted_cents,
            nonce=self.nonce,
            commitment=self.commitment,
        )
        table = replace(table, wagers=wagers, placed=max(table.placed, self.number))
        number = self.number if self.counts_cents else 0
        return _changed(table, self.person, form=form, number=number)


class FormShown(PersonalEvent, frozen=True, kw_only=True):
    """A player examined the form of another's undisclosed wager."""

    of: str
    wager: str
    amount_cents: int
    counts_cents: int


def alone(number: int, person: str, wager: str, box: int) -> Placed:
    """A wager of no amount yet."""
    return Placed(number=number, person=person, wager=wager, stake_cents=0, box=box)


def _changed(table: Table, person: str, **fields: object) -> Table:
    play = play_of(table)
    assert play is not None
    slip = replace(play.slips[person], **fields)
    return change_play(table, slips={**play.slips, person: slip})


@decides(
    HandInSlip,
    who=("player",),
    rules=("tournament-sealed", "tournament-slip", "tournament-slip-form"),
    procedure=NAME,
)
def hand_in(work: Work, command: HandInSlip) -> None:
    """As many as the conditions let each player make, one a coup, before it begins."""
    clauses = work.cite("tournament-sealed", "tournament-slip", "tournament-slip-form")
    play = player_in(work, command.by)
    if work.table.coup is not None or play.no_more:
        refuse("betting-closed.betting-open", clauses)
    may_act(work, command.by)
    if command.by in play.passing:
        refuse("passed-already", work.cite("tournament-pass-cards"), person=command.by)
    if command.by in play.slips:
        refuse("slip-handed-in", clauses, person=command.by)
    if play.sealed.get(command.by, 0) >= play.undisclosed:
        refuse("no-more-slips", clauses, person=command.by, most=play.undisclosed)
    work.emit(SlipHandedIn, command, person=command.by, clauses=clauses)


def _slip(work: Query, person: str) -> Slip:
    """A player's slip of this coup that is not announced."""
    slip = player_in(work, person).slips.get(person)
    if slip is None or slip.announced:
        refuse("no-such-slip", work.cite("tournament-slip"), person=person)
    return slip


def _opens(work: Query, slip: Slip, nonce: str, wager: str, cents: int) -> None:
    if octets(nonce) is None:
        refuse("bad-nonce", work.cite("tournament-slip"), value=DIGITS)
    if slip_commitment(nonce, wager, cents) != slip.commitment:
        refuse("slip-not-this", work.cite("tournament-slip"))


@decides(
    ExamineSlip,
    rules=(
        *("tournament-slip-examined", "tournament-slip-limits", "tournament-slip-with-open"),
        "multiples",
    ),
    approvals=(EXAMINE,),
    needs=(the_play, Ranked(EXAMINE)),
    fits={"person": passes(_slip)},
    procedure=NAME,
)
def examine(work: Work, command: ExamineSlip) -> None:
    """Before the coup, by the rank that the edition names."""
    clauses = join(work.cite("tournament-slip-examined"), authorise(work, EXAMINE))
    slip = _slip(work, command.person)
    if work.table.coup is not None:
        refuse("coup-has-begun", clauses)
    if slip.examined:
        refuse("slip-examined", clauses, person=command.person)
    if command.nonce is not None:
        _opens(work, slip, command.nonce, command.wager, command.amount_cents)
        clauses = join(clauses, _complies(work, command))
    work.emit(SlipExamined, person=command.person, clauses=clauses)


def _complies(work: Work, command: ExamineSlip) -> Clauses:
    """Whether a slip says what it must, within the limits and the chips that are left."""
    limits, chips = work.cite("tournament-slip-limits"), work.cite("tournament-slip-with-open")
    offered(work, command.wager)
    span = span_of(work, command.person, command.wager)
    if command.amount_cents < span.minimum_cents:
        refuse("below-minimum", limits, least=sum_of(span.minimum_cents))
    if span.maximum_cents is not None and command.amount_cents > span.maximum_cents:
        refuse("above-maximum", limits, most=sum_of(span.maximum_cents))
    in_units(work, span, command.amount_cents)
    if command.amount_cents > held(work.table, command.person):
        refuse("slip-beyond-chips", join(limits, chips), person=command.person)
    return join(limits, chips)


@decides(
    ReturnSlip,
    rules=("tournament-slip-examined",),
    approvals=(EXAMINE,),
    needs=(the_play, Ranked(EXAMINE)),
    fits={"person": passes(_slip)},
    procedure=NAME,
)
def return_slip(work: Work, command: ReturnSlip) -> None:
    """One that does not comply, before the coup."""
    clauses = join(work.cite("tournament-slip-examined"), authorise(work, EXAMINE))
    _slip(work, command.person)
    if work.table.coup is not None:
        refuse("coup-has-begun", clauses)
    work.emit(SlipReturned, person=command.person, clauses=clauses)


@decides(
    AnnounceSlip,
    rules=(
        *("tournament-slip-announced", "tournament-slip-faults", "tournament-slip-below"),
        *("tournament-slip-above", "tournament-slip-beyond", "tournament-slip-incomplete"),
        "tournament-slip-fixed",
    ),
    approvals=(EXAMINE,),
    needs=(the_play, Ranked(EXAMINE)),
    fits={"person": passes(_slip)},
    procedure=NAME,
)
def announce_slip(work: Work, command: AnnounceSlip) -> None:
    """When the edition has it announced; for no more and no less than a slip may be."""
    clauses = join(work.provides("tournament-slip-announced"), authorise(work, EXAMINE))
    slip, play = _slip(work, command.person), the_play(work)
    nonce = command.nonce or NOT_SAID
    _opens(work, slip, nonce, command.wager, command.amount_cents)
    if not slip.examined:
        refuse("slip-not-examined", work.cite("tournament-slip-examined"), person=command.person)
    coup = work.table.coup
    if when_announced(work) == FIRST:
        if coup is not None or not play.no_more:
            refuse("no-more-bets-first", clauses)
    elif coup is None or not coup.complete:
        refuse("round-first", clauses)
    counts, faults = _counts(work, command)
    said = not faults or counts > 0
    number = slip.number if slip.number and said else work.table.placed + 1
    work.emit(
        SlipAnnounced,
        person=command.person,
        nonce=nonce,
        commitment=slip.commitment,
        wager=command.wager,
        amount_cents=command.amount_cents,
        counts_cents=counts,
        number=number,
        box=play.boxes[command.person],
        deducted_cents=0 if said else _minimum(work, command.person),
        clauses=join(clauses, faults),
    )


def _minimum(work: Query, person: str) -> int:
    return min(work.table.sign.minimum_cents, held(work.table, person))


def _counts(work: Query, command: AnnounceSlip) -> tuple[int, Clauses]:
    """For how much a slip counts, and by which clauses where that is not what it says."""
    faults, wager = work.cite("tournament-slip-faults"), work.edition.wagers.get(command.wager)
    there = held(work.table, command.person)
    if wager is None or wager.chosen is not None or not command.amount_cents:
        return 0, join(faults, work.cite("tournament-slip-incomplete"))
    if command.wager not in work.table.sign.offered and wager.optional is not None:
        return 0, join(faults, work.cite("tournament-slip-incomplete"))
    span = span_of(work, command.person, command.wager)
    most = there if span.maximum_cents is None else min(there, span.maximum_cents)
    if command.amount_cents > there:
        return most, join(faults, work.cite("tournament-slip-beyond"))
    if command.amount_cents > most:
        return most, join(faults, work.cite("tournament-slip-above"))
    if command.amount_cents < span.minimum_cents:
        return min(span.minimum_cents, there), join(faults, work.cite("tournament-slip-below"))
    return command.amount_cents, ()


@decides(AskForForm, who=("player",), rules=("tournament-form-shown",), procedure=NAME)
def ask_for_form(work: Work, command: AskForForm) -> None:
    """By any player of the session, until the first card of the next coup."""
    clauses = work.cite("tournament-form-shown")
    play = player_in(work, command.by)
    if work.table.coup is not None:
        refuse("coup-has-begun", clauses)
    for form in play.forms:
        if form.person == command.person:
            work.emit(FormShown, form, of=form.person, clauses=clauses)
            return
    refuse("no-such-slip", clauses, person=command.person)


def lay_slips(work: Work) -> None:
    """Before the deal: a slip alone on a box lies there for a wager, so that it has cards."""
    play, rule = play_of(work.table), work.rule("tournament-slip-on-hand")
    if play is None or rule is None:
        return
    wager = work.value("tournament-slip-on-hand", str, "")
    for person, slip in play.slips.items():
        lying = any(one.person == person for one in work.table.wagers.values())
        if slip.number or lying:
            continue
        work.emit(
            SlipLaid,
            number=work.table.placed + 1,
            person=person,
            wager=wager,
            box=play.boxes[person],
            clauses=rule.clauses,
        )
