"""The end of a table's day: closing it, its display of results, tournaments, a new edition."""

from __future__ import annotations

from pitboss.ledger import OUTSIDE, Transfer
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.bank import DIGITAL, counted
from pitboss.table.notices import CLOSE, between_coups, carry_out
from pitboss.table.opening import check_sign, in_force
from pitboss.table.people import depart
from pitboss.table.shoe import ShoeEnded
from pitboss.table.state import House, Table


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


class TableClosed(Event, frozen=True, kw_only=True):
    """The table is closed; the float stays locked in its tray."""

    digital_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """What was bought digitally is accounted for elsewhere."""
        return (Transfer(DIGITAL, OUTSIDE, self.digital_cents),)


class EditionMoved(Event, frozen=True, kw_only=True):
    """The table goes on under another edition."""

    edition: str
    before: str
    house: House


class DisplayAttached(Event, frozen=True, kw_only=True):
    """A display shows the winning results."""


class DisplayRemoved(Event, frozen=True, kw_only=True):
    """The display is gone."""


class TournamentOffered(Event, frozen=True, kw_only=True):
    """The table is offered for a tournament."""

    tournament: str


@decides(CloseTable)
def close_table(work: Work, command: CloseTable) -> None:
    """After a sign where players are present, at once where none is (14.9; in Premium 15.9)."""
    clauses = work.edition.notices[CLOSE].clauses if CLOSE in work.edition.notices else ()
    between_coups(work, clauses)
    if command.float_cents is not None and command.float_cents < 0:
        refuse("bad-amount", "A count is no less than nothing.")
    players = work.table.present("player")
    clauses = carry_out(work, CLOSE, empty=not players)
    for name in players:
        depart(work, name)
    shoe = work.table.shoe
    if shoe is not None and shoe.over is None:
        work.emit(ShoeEnded, why="table closed", clauses=clauses)
    if command.float_cents is not None:
        counted(work, command.float_cents)
    work.emit(TableClosed, digital_cents=work.table.balances.get(DIGITAL, 0), clauses=clauses)


@decides(MoveEdition)
def move_edition(work: Work, command: MoveEdition) -> None:
    """Between shoes, from the day on which the new edition holds."""
    edition, house = work.edition, work.house
    if house.edition == edition.name:
        refuse("same-edition", f"The table is under {edition.name} already.")
    rulebook = house.edition.rpartition("/")[0]
    if rulebook != edition.identity.rulebook:
        refuse("another-rulebook", f"The table plays by {rulebook}.", edition.identity.clauses)
    in_force(edition, command.at)
    between_coups(work, edition.identity.clauses)
    shoe = work.table.shoe
    if work.table.stack is not None or (shoe is not None and shoe.over is None):
        refuse(
            "shoe-in-play",
            "A table moves to another edition between shoes.",
            edition.identity.clauses,
        )
    if house.layout not in edition.layouts or house.method not in edition.methods:
        refuse("unknown-layout", "The new edition has not this layout and dealing method.")
    moved = replace(house, edition=edition.name, fingerprint=work.rules.compiled.fingerprint)
    clauses = check_sign(work, moved, work.table.sign, command.shown)
    work.emit(
        EditionMoved,
        edition=edition.name,
        before=house.edition,
        house=moved,
        clauses=tuple(dict.fromkeys((*edition.identity.clauses, *clauses))),
    )


@decides(AttachDisplay, rules=("results-display",))
def attach_display(work: Work, command: AttachDisplay) -> None:
    """At the operator's discretion (1.1 "WRD")."""
    rule = work.rule("results-display")
    if rule is None:
        refuse("not-provided", "This rulebook has no display of results.")
    if work.house.wrd:
        refuse("display-attached", "A display is attached already.", rule.clauses)
    work.emit(DisplayAttached, clauses=rule.clauses)


@decides(RemoveDisplay, rules=("results-display",))
def remove_display(work: Work, command: RemoveDisplay) -> None:
    """At the operator's discretion (1.1 "WRD")."""
    if not work.house.wrd:
        refuse("no-display", "No display is attached.", work.cite("results-display"))
    work.emit(DisplayRemoved, clauses=work.cite("results-display"))


@decides(OfferTournament, rules=("low-limit-no-tournament",))
def offer_tournament(work: Work, command: OfferTournament) -> None:
    """Not where low limit gaming is offered (6.9.1)."""
    if work.rule("low-limit-no-tournament") is None:
        refuse("not-provided", f"{work.edition.identity.title} has no tournament play.")
    if work.house.low_limit:
        work.forbid(
            "low-limit-no-tournament",
            "no-tournament",
            "Where low limit gaming is offered there is no tournament play.",
        )
    work.emit(TournamentOffered, tournament=command.tournament)


@applies(TableClosed)
def table_closed(table: Table, event: TableClosed) -> Table:
    """Closed; cards that were being made ready are off the table, approvals at an end."""
    return replace(
        table,
        closed=True,
        stack=None,
        notices={},
        next_sign=None,
        next_no_bet=None,
        approvals={},
    )


@applies(EditionMoved)
def edition_moved(table: Table, event: EditionMoved) -> Table:
    """The next shoe is played under the new edition."""
    return replace(table, house=event.house)


def _display(table: Table, *, attached: bool) -> Table:
    assert table.house is not None
    return replace(table, house=replace(table.house, wrd=attached))


@applies(DisplayAttached)
def display_attached(table: Table, event: DisplayAttached) -> Table:
    """On."""
    return _display(table, attached=True)


@applies(DisplayRemoved)
def display_removed(table: Table, event: DisplayRemoved) -> Table:
    """Off."""
    return _display(table, attached=False)


@applies(TournamentOffered)
def tournament_offered(table: Table, event: TournamentOffered) -> Table:
    """Recorded; the tournament itself is played elsewhere."""
    return replace(table, marks={**table.marks, "tournament": event.tournament})
