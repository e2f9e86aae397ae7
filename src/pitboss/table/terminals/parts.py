"""What a table knows of its terminals, and the questions that all of their topics ask.

A terminal is a participant of its own at the table: its chip account is `chips_of` its name, and
what it gains or loses comes from the terminals' account, not from the float. While the wagering
period runs its stakes are kept here and no money moves; at expiry the accepted ones become
ordinary wagers.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.editions.conduct import Terminals as Chosen
from pitboss.editions.wagers import Clauses
from pitboss.ledger import chips_of
from pitboss.refusal import refuse
from pitboss.table import machine
from pitboss.table.machine import Query, replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Placed, Role, Table

if TYPE_CHECKING:
    from pitboss.table.settlement.settle import Settled

NAME = "terminals"
ROLE: Role = "terminal"
CLOCK = "clock"
TICKETS_KEPT = 10

decides = partial(machine.decides, procedure=NAME)


class Printed(Part, frozen=True, kw_only=True):
    """A ticket that a terminal made; without a number while the register has not answered."""

    cause: str
    cents: int
    number: int | None = None


class Inserted(Part, frozen=True, kw_only=True):
    """A ticket in the slot of a terminal, or handed to the dealer, until the register answers."""

    cause: str
    number: int
    paid_out: bool = False


class Gain(Part, frozen=True, kw_only=True):
    """An amount credited between a malfunction and its repair, and where it came from."""

    at: dt.datetime
    cents: int
    source: str


class Terminal(Part, frozen=True, kw_only=True):
    """One terminal: its layout and label, since when it has an account, its stakes of the period.

    `lowered` says, by wager, why less lies there than was asked for; `rejected` what became of
    wagers at the last expiry. `rules` is the edition of the rules that its screen said it shows.
    `fault` is the malfunction that put it out of order, `withheld` those over which payment waits,
    each with the moment at which the waiting ends.
    """

    layout: str
    label: str = ""
    since: dt.datetime | None = None
    in_cents: int = 0
    out_cents: int = 0
    stakes: Mapping[str, int] = msgspec.field(default_factory=dict)
    lowered: Mapping[str, str] = msgspec.field(default_factory=dict)
    rejected: Mapping[str, str] = msgspec.field(default_factory=dict)
    printed: tuple[Printed, ...] = ()
    inserted: tuple[Inserted, ...] = ()
    refused: str | None = None
    rules: str = ""
    fault: int | None = None
    withheld: Mapping[int, dt.datetime] = msgspec.field(default_factory=dict)
    gains: tuple[Gain, ...] = ()

    @property
    def staked_cents(self) -> int:
        """What lies on its layout in the running period; debited for good only at expiry."""
        return sum(self.stakes.values())


@own_part
class Terminals(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """The terminals of a table.

    `register` is the stream that bound them; `expired` the round whose period was over at `ended`,
    `entered` the result that was entered and for which round. `frozen` says why accounts
    are frozen, `shut` why the game is; `questioned` are wagers that wait for confirmation.
    """

    terminals: Mapping[str, Terminal] = msgspec.field(default_factory=dict)
    register: str = ""
    aggregate_cents: int = 0
    expired: int = 0
    ended: dt.datetime | None = None
    entered: tuple[int, str] | None = None
    frozen: str | None = None
    shut: str | None = None
    questioned: tuple[int, ...] = ()
    asked: int = 0


NONE = Terminals()


def terminals_of(table: Table) -> Terminals:
    """What the table knows of its terminals."""
    return memory(table, NAME, NONE)


def change(table: Table, **fields: Any) -> Table:
    """The table with what it knows of its terminals changed."""
    return remember(table, NAME, replace(terminals_of(table), **fields))


def change_terminal(table: Table, name: str, **fields: Any) -> Table:
    """The table with one terminal changed."""
    known = terminals_of(table)
    one = replace(known.terminals[name], **fields)
    return change(table, terminals={**known.terminals, name: one})


def chosen(query: Query) -> Chosen:
    """What the edition says of terminals; only asked where it chose to have them."""
    rule = query.edition.conduct.terminals
    assert rule is not None
    return rule


def the_terminal(query: Query, name: str) -> Terminal:
    """A terminal of this table."""
    found = terminals_of(query.table).terminals.get(name)
    if found is None:
        refuse("no-such-terminal", chosen(query).clauses, terminal=name)
    return found


def round_of(table: Table) -> int:
    """The number of the round in progress, or of the one to come."""
    return table.coups + (table.coup is None)


def credit_of(table: Table, name: str) -> int:
    """The credit of a terminal, before what lies on its layout in the running period."""
    return table.balances.get(chips_of(name), 0)


def on_screen(table: Table, name: str) -> int:
    """What of somebody's chips lies on a screen in the running period: nobody can take it there."""
    one = terminals_of(table).terminals.get(name)
    return 0 if one is None else one.staked_cents


def wagers_of(table: Table, name: str) -> list[Placed]:
    """The wagers of a terminal that are debited and not settled."""
    return [placed for placed in table.wagers.values() if placed.person == name]


def at_terminal(table: Table, name: str) -> bool:
    """Whether a name is a terminal's, here now or before."""
    person = table.people.get(name)
    return person is not None and person.role == ROLE


def has_account(table: Table, name: str) -> bool:
    """Whether somebody plays there: there is credit, or a wager that is not settled."""
    return credit_of(table, name) > 0 or bool(wagers_of(table, name))


def players_at(table: Table) -> list[str]:
    """The terminals at which somebody plays."""
    return [name for name in terminals_of(table).terminals if has_account(table, name)]


def live(table: Table) -> list[Placed]:
    """The wagers of terminals on the layout."""
    known = terminals_of(table).terminals
    return [placed for placed in table.wagers.values() if placed.person in known] if known else []


def running(table: Table) -> bool:
    """Whether a wagering period runs, or has run out without that being recorded."""
    betting = table.betting
    if betting.closed or betting.closes_at is None:
        return False
    return terminals_of(table).expired != round_of(table)


def not_frozen(query: Query) -> None:
    """Refuse while the accounts are frozen."""
    why = terminals_of(query.table).frozen
    if why is not None:
        refuse("accounts-frozen", query.cite("freeze-accounts"))


def in_order(query: Query, name: str) -> None:
    """Refuse while a terminal is out of order, or the game is shut down."""
    known = terminals_of(query.table)
    if known.shut is not None:
        refuse("game-shut", query.cite("shut-down"))
    if the_terminal(query, name).fault is not None:
        refuse("out-of-order", query.cite("malfunction"), terminal=name)


def withheld(query: Query, name: str, at: dt.datetime) -> None:
    """Refuse to pay while a malfunction is looked into, for as long as the rules let it."""
    one = the_terminal(query, name)
    until = [end for end in one.withheld.values() if at < end]
    if until:
        zone = query.edition.identity
        refuse(
            "payment-withheld",
            query.cite("withhold"),
            terminal=name,
            until=f"{zone.there(max(until)):%d %B %H:%M:%S}",
        )


def idle(query: Query, name: str) -> None:
    """Refuse while something is staked at the terminal, or a ticket is on its way."""
    one = the_terminal(query, name)
    if one.stakes or wagers_of(query.table, name):
        refuse("wagers-live", query.cite("cash-out"), terminal=name)


def nothing_on_its_way(query: Query, name: str) -> None:
    """Refuse while a ticket of this terminal waits for the register."""
    one = the_terminal(query, name)
    if one.inserted or any(ticket.number is None for ticket in one.printed):
        refuse("ticket-on-its-way", query.cite("tickets"), terminal=name)


def account_opened(table: Table, name: str, at: dt.datetime, cents: int) -> Table:
    """The table after credit came in: with the first of it an account begins."""
    one = terminals_of(table).terminals[name]
    if one.since is None or not has_account(table, name):
        return change_terminal(
            table, name, since=at, in_cents=cents, out_cents=0, refused=None, rejected={}
        )
    return change_terminal(table, name, in_cents=one.in_cents + cents, refused=None)


def paid_out(table: Table, name: str, cents: int) -> Table:
    """The table after credit went out."""
    one = terminals_of(table).terminals[name]
    return change_terminal(table, name, out_cents=one.out_cents + cents)


def clauses_of(query: Query, *names: str) -> Clauses:
    """The clauses of terminals at all, with those of these rules."""
    return query.cite(*names) or chosen(query).clauses


def gained(table: Table, at: dt.datetime, lines: Sequence[Settled]) -> Table:
    """The table after a settlement, with what it credited to terminals that are out of order."""
    broken = {name for name, one in terminals_of(table).terminals.items() if one.fault is not None}
    for settled in lines if broken else ():
        cents = settled.line.paid_cents
        if settled.person in broken and cents:
            one = terminals_of(table).terminals[settled.person]
            gain = Gain(at=at, cents=cents, source=f"wager {settled.number}")
            table = change_terminal(table, settled.person, gains=(*one.gains, gain))
    return table


def listed_by(query: Query, name: str) -> tuple[str, ...]:
    """The words that a rule lists; none where the edition does not have the rule."""
    rule = query.rule(name)
    return tuple(rule.value) if rule is not None and isinstance(rule.value, list | tuple) else ()
