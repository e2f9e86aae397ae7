"""Terminals come to a table and go: the register of the house says which stands where."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.errand import Errand
from pitboss.table.machine import Command, PublicEvent, Query, Work, replace
from pitboss.table.state import Person, Table
from pitboss.table.terminals.parts import (
    ROLE,
    Terminal,
    change,
    chosen,
    credit_of,
    decides,
    idle,
    listed_by,
    nothing_on_its_way,
    terminals_of,
    the_terminal,
)

SURFACE = "terminal"


class ConnectTerminal(Command, frozen=True, kw_only=True):
    """The register bound a terminal to this table; given by the clock."""

    terminal: str
    layout: str
    register: str
    label: str = ""


class ReleaseTerminal(Command, frozen=True, kw_only=True):
    """Take a terminal off the table; it may then be bound to another."""

    terminal: str


class TerminalConnected(PublicEvent, frozen=True, kw_only=True):
    """A terminal plays at this table from now on.

    `rules` is the edition from which the rules on its screen are made; `elements` and `features`
    are what the screen has beside the drawing of its layout.
    """

    terminal: str
    layout: str
    register: str
    label: str = ""
    rules: str = ""
    elements: tuple[str, ...] = ()
    features: tuple[str, ...] = ()

    def changes(self, table: Table) -> Table:
        """One more terminal, without an account."""
        known = terminals_of(table).terminals
        person = Person(role=ROLE, order=table.events)
        table = replace(table, people={**table.people, self.terminal: person})
        one = Terminal(layout=self.layout, label=self.label)
        return change(table, register=self.register, terminals={**known, self.terminal: one})


class TerminalReleased(PublicEvent, frozen=True, kw_only=True):
    """A terminal plays at this table no longer."""

    terminal: str
    register: str

    def changes(self, table: Table) -> Table:
        """One terminal less."""
        known = terminals_of(table).terminals
        left = {name: one for name, one in known.items() if name != self.terminal}
        gone = replace(table.people[self.terminal], present=False)
        table = replace(table, people={**table.people, self.terminal: gone})
        return change(table, terminals=left)

    def tells(self) -> tuple[Errand, ...]:
        """The register may bind it elsewhere."""
        return (Errand(self.register, {"do": "free-terminal", "terminal": self.terminal}),)


SCREEN = ("screen-elements", "screen-features", "on-screen-rules")


@decides(ConnectTerminal, who=("clock",), opens=True, troubled=True, rules=SCREEN)
def connect(work: Work, command: ConnectTerminal) -> None:
    """On a layout of terminals; nobody else at the table has its name."""
    clauses = chosen(work).clauses
    layout = work.edition.layouts.get(command.layout)
    if layout is None or layout.surface != SURFACE:
        listed = ", ".join(
            name for name, one in work.edition.layouts.items() if one.surface == SURFACE
        )
        refuse("not-a-terminal-layout", clauses, layout=command.layout, listed=listed)
    known = terminals_of(work.table)
    if known.terminals and known.register != command.register:
        refuse("another-register", clauses, register=known.register)
    if command.terminal in known.terminals:
        refuse("terminal-here", clauses, terminal=command.terminal)
    person = work.table.people.get(command.terminal)
    if person is not None and (person.present or person.role != ROLE):
        refuse("terminal-name-taken", clauses, terminal=command.terminal)
    work.emit(
        TerminalConnected,
        command,
        rules=work.edition.name,
        elements=listed_by(work, "screen-elements"),
        features=listed_by(work, "screen-features"),
        clauses=(*clauses, *layout.clauses, *work.cite(*SCREEN)),
    )


@decides(
    ReleaseTerminal,
    troubled=True,
    opens=True,
    rules=("cash-out", "tickets"),
    fits={"terminal": passes(the_terminal)},
)
def release(work: Work, command: ReleaseTerminal) -> None:
    """Without credit, without wagers, and with no ticket on its way."""
    name = command.terminal
    one = the_terminal(work, name)
    idle(work, name)
    nothing_on_its_way(work, name)
    if credit_of(work.table, name):
        refuse("credit-left", work.cite("cash-out"), terminal=name)
    if one.fault is not None or one.withheld:
        refuse("malfunction-open", work.cite("malfunction"), terminal=name)
    register = terminals_of(work.table).register
    work.emit(TerminalReleased, terminal=name, register=register, clauses=chosen(work).clauses)


def emptied(work: Query) -> None:
    """Refuse to close a table at whose terminals credit is left or a ticket is on its way."""
    for name in terminals_of(work.table).terminals:
        nothing_on_its_way(work, name)
        if credit_of(work.table, name):
            refuse("credit-left", work.cite("cash-out"), terminal=name)
