"""The end of a table's day: closing it, its display of results, tournaments, a new edition."""

from __future__ import annotations

from pitboss.ledger import OUTSIDE, Transfer
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.admission import Ruled
from pitboss.table.cards.secured import counted_out
from pitboss.table.cards.shoe import ShoeEnded
from pitboss.table.life.notices import CLOSE, between_coups, carry_out, return_waiting
from pitboss.table.life.open import check_sign, in_force
from pitboss.table.machine import Command, PublicEvent, Query, TableEvent, Work, decides, replace
from pitboss.table.people.bank import DIGITAL, counted
from pitboss.table.people.presence import depart
from pitboss.table.procedures.commission import nothing_owed
from pitboss.table.state import House, Table
from pitboss.table.terminals.bind import emptied


class CloseTable(Command, frozen=True, kw_only=True):
    """Close the table; `float_cents` is the closing count of the float, where it is made now."""

    float_cents: int | None = None


class MoveEdition(Command, frozen=True, kw_only=True):
    """Go on under another edition of the rulebook; decided under that edition."""

    shown: tuple[str, ...] = ()


class AttachDisplay(Command, frozen=True, kw_only=True):
    """Attach a display of winning results to the table."""


class RemoveDisplay(Command, frozen=True, kw_only=True):
    """Take the display of winning results away."""


class OfferTournament(Command, frozen=True, kw_only=True):
    """Offer tournament play at this table."""

    tournament: str


class TableClosed(PublicEvent, frozen=True, kw_only=True):
    """The table is closed; the float stays locked in its tray."""

    digital_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """What was bought digitally is accounted for elsewhere."""
        return (Transfer(DIGITAL, OUTSIDE, self.digital_cents),)

    def changes(self, table: Table) -> Table:
        """Closed; cards that were being made ready are off the table, approvals at an end."""
        return replace(
            table,
            closed=True,
            stack=None,
            notices={},
            next_sign=None,
            next_no_bet=None,
            no_bet_left=0,
            approvals={},
        )


class EditionMoved(PublicEvent, frozen=True, kw_only=True):
    """The table goes on under another edition."""

    edition: str
    before: str
    house: House

    def changes(self, table: Table) -> Table:
        """The next shoe is played under the new edition."""
        return replace(table, house=self.house)


class DisplayAttached(PublicEvent, frozen=True, kw_only=True):
    """A display shows the winning results."""

    def changes(self, table: Table) -> Table:
        """On."""
        return _display(table, attached=True)


class DisplayRemoved(PublicEvent, frozen=True, kw_only=True):
    """The display is gone."""

    def changes(self, table: Table) -> Table:
        """Off."""
        return _display(table, attached=False)


class TournamentOffered(TableEvent, frozen=True, kw_only=True):
    """The table is offered for a tournament."""

    tournament: str

    def changes(self, table: Table) -> Table:
        """Recorded; the tournament itself is played elsewhere."""
        return replace(table, marks={**table.marks, "tournament": self.tournament})


def _between(query: Query) -> None:
    notice = query.edition.notices.get(CLOSE)
    between_coups(query, () if notice is None else notice.clauses)


@decides(CloseTable, rules=("count-at-end", "handled-not-counted"), needs=(_between,))
def close_table(work: Work, command: CloseTable) -> None:
    """After a sign where players are present, at once where none is."""
    _between(work)
    if command.float_cents is not None and command.float_cents < 0:
        refuse("bad-amount.close-table")
    emptied(work)
    nothing_owed(work)
    count = counted_out(work)
    clauses = carry_out(work, CLOSE, empty=not work.table.participants()) + count
    return_waiting(work, clauses)
    for name, person in work.table.patrons().items():
        if not person.detained:  # they leave after the handover, and their chips with them
            depart(work, name)
    shoe = work.table.shoe
    if shoe is not None and shoe.over is None:
        work.emit(ShoeEnded, why="table closed", clauses=clauses)
    if command.float_cents is not None:
        counted(work, command.float_cents)
    work.emit(TableClosed, digital_cents=work.table.balances.get(DIGITAL, 0), clauses=clauses)


def _another_edition(query: Query) -> None:
    name = query.edition.name
    if query.house.edition == name:
        refuse("same-edition", name=name)


@decides(MoveEdition, needs=(_another_edition,))
def move_edition(work: Work, command: MoveEdition) -> None:
    """Between shoes, from the day on which the new edition holds."""
    edition, house = work.edition, work.house
    _another_edition(work)
    rulebook = house.edition.rpartition("/")[0]
    if rulebook != edition.identity.rulebook:
        refuse("another-rulebook", edition.identity.clauses, rulebook=rulebook)
    in_force(edition, command.at)
    between_coups(work, edition.identity.clauses)
    shoe = work.table.shoe
    if work.table.stack is not None or (shoe is not None and shoe.over is None):
        refuse("shoe-in-play.move-edition", edition.identity.clauses)
    if house.method not in edition.methods:
        refuse("unknown-method.move-edition")
    moved = replace(house, edition=edition.name, fingerprint=work.rules.compiled.fingerprint)
    clauses = check_sign(work, moved, work.table.sign, command.shown)
    work.emit(
        EditionMoved,
        edition=edition.name,
        before=house.edition,
        house=moved,
        clauses=join(edition.identity.clauses, clauses),
    )


def _undisplayed(query: Query) -> None:
    if query.house.wrd:
        cited = query.cite("results-display")
        refuse("display-attached", cited)


@decides(AttachDisplay, needs=(Ruled("results-display"), _undisplayed))
def attach_display(work: Work, command: AttachDisplay) -> None:
    """At the operator's discretion."""
    rule = work.required("results-display")
    _undisplayed(work)
    work.emit(DisplayAttached, clauses=rule.clauses)


def _displayed(query: Query) -> None:
    if not query.house.wrd:
        refuse("no-display", query.cite("results-display"))


@decides(RemoveDisplay, rules=("results-display",), needs=(_displayed,))
def remove_display(work: Work, command: RemoveDisplay) -> None:
    """At the operator's discretion."""
    _displayed(work)
    work.emit(DisplayRemoved, clauses=work.cite("results-display"))


def _tournaments(work: Query) -> None:
    if work.rule("low-limit-no-tournament") is None:
        refuse("not-provided.offer-tournament", title=work.edition.identity.title)
    if work.house.low_limit:
        work.forbid("low-limit-no-tournament", "no-tournament")


@decides(OfferTournament, rules=("low-limit-no-tournament",), needs=(_tournaments,))
def offer_tournament(work: Work, command: OfferTournament) -> None:
    """Not where low limit gaming is offered."""
    _tournaments(work)
    work.emit(TournamentOffered, tournament=command.tournament)


def _display(table: Table, *, attached: bool) -> Table:
    assert table.house is not None
    return replace(table, house=replace(table.house, wrd=attached))
