"""Malfunctions: what they do to wagers, by the instant, and who confirms what from records."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.admission import passes
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.authority.duties import raise_duty
from pitboss.table.betting.place import none_left
from pitboss.table.betting.returns import give_back, give_part
from pitboss.table.machine import Command, PersonalEvent, PublicEvent, Query, Work
from pitboss.table.matters.matter import given, next_number, open_matter
from pitboss.table.settlement.correct import void_of
from pitboss.table.state import Placed, Table
from pitboss.table.terminals.expiry import Rejected, expire
from pitboss.table.terminals.parts import (
    CLOCK,
    change,
    change_terminal,
    chosen,
    clauses_of,
    credit_of,
    decides,
    live,
    round_of,
    running,
    terminals_of,
    the_terminal,
)

KIND = "malfunction"
DECLARE, CONFIRM = "declare-malfunction", "confirm-terminal-wagers"
Ground = Literal["a", "b", "c", "d"]
What = Literal["terminal", "system", "console", "display", "monitor", "screen"]
EQUIPMENT: Mapping[What, str] = {
    "system": "game-system",
    "console": "enter-result",
    "display": "display-controller",
    "monitor": "monitoring-system",
    "screen": "display-screens",
}
"""The rule that names each piece of equipment beside the terminals."""
MOST = 1_000_000


class DeclareMalfunction(Command, frozen=True, kw_only=True):
    """Hold that equipment does not function: a terminal, or what all of them stand on.

    `happened` is when, where it is not now. Ground (d) is the operator's opinion.
    """

    what: What
    grounds: tuple[Ground, ...]
    reason: str
    terminal: str | None = None
    happened: Annotated[dt.datetime, msgspec.Meta(tz=True)] | None = None


class NoticeMalfunction(Command, frozen=True, kw_only=True):
    """Tell the operator that one's terminal does not work as it should."""

    what: str


class ReportMeter(Command, frozen=True, kw_only=True):
    """What a terminal shows: its credit, numbers of the game, the edition of its rules."""

    credit_cents: int | None = None
    numbers: tuple[int, ...] = ()
    rules: str | None = None


class ConfirmWager(Command, frozen=True, kw_only=True):
    """Confirm a questioned wager from records; for less than it lies at, where they say so."""

    number: int
    records: str
    stake_cents: int | None = None


class VoidUnconfirmed(Command, frozen=True, kw_only=True):
    """Declare void a questioned wager that no records confirm."""

    number: int
    reason: str


class MalfunctionDeclared(PublicEvent, frozen=True, kw_only=True):
    """Equipment malfunctioned. `before`: prior to the expiry of the round's wagering period.

    `voided` are wagers on screens, of which nothing was debited; `questioned` are debited ones
    that wait for confirmation. Payment may be withheld `until` then.
    """

    matter: int
    what: What
    grounds: tuple[Ground, ...]
    reason: str
    happened: dt.datetime
    until: dt.datetime
    terminals: tuple[str, ...]
    coup: int
    before: bool = False
    voided: tuple[Rejected, ...] = ()
    questioned: tuple[int, ...] = ()

    def changes(self, table: Table) -> Table:
        """Out of order until repaired; a case until it is decided."""
        facts = {
            "what": self.what,
            "grounds": " ".join(self.grounds),
            "reason": self.reason,
            "happened": self.happened.isoformat(),
            "until": self.until.isoformat(),
            "coup": str(self.coup),
        }
        facts |= {f"credit {name}": str(credit_of(table, name)) for name in self.terminals}
        one_of = self.terminals[0] if self.what == "terminal" else None
        table = open_matter(table, self.matter, KIND, "open", one_of, facts)
        for name in self.terminals:
            one = terminals_of(table).terminals[name]
            against = {line.wager: line.reason for line in self.voided if line.person == name}
            table = change_terminal(
                table,
                name,
                fault=self.matter,
                gains=(),
                withheld={**one.withheld, self.matter: self.until},
                stakes={} if self.before else one.stakes,
                lowered={} if self.before else one.lowered,
                rejected=against or one.rejected,
            )
        known = terminals_of(table).questioned
        return change(table, questioned=tuple(sorted({*known, *self.questioned})))


class MalfunctionNoticed(PersonalEvent, frozen=True, kw_only=True):
    """A player reported that a terminal does not work as it should."""

    person: str
    what: str


class MeterRead(PersonalEvent, frozen=True, kw_only=True):
    """A terminal shows what it should."""

    person: str
    credit_cents: int
    rules: str | None = None

    def changes(self, table: Table) -> Table:
        """Its rules are known to be those of this edition."""
        if self.rules is None:
            return table
        return change_terminal(table, self.person, rules=self.rules)


class WagerConfirmed(PersonalEvent, frozen=True, kw_only=True):
    """Records confirm a wager of a terminal."""

    person: str
    number: int
    stake_cents: int
    records: str

    def changes(self, table: Table) -> Table:
        """No longer in question."""
        return _answered(table, self.number)


class WagerUnconfirmed(PersonalEvent, frozen=True, kw_only=True):
    """No records confirm a wager of a terminal: it is void."""

    person: str
    number: int
    reason: str

    def changes(self, table: Table) -> Table:
        """No longer in question; the stake goes back by an event of its own."""
        return _answered(table, self.number)


def _answered(table: Table, number: int) -> Table:
    left = tuple(one for one in terminals_of(table).questioned if one != number)
    return change(table, questioned=left)


@decides(
    DeclareMalfunction,
    who=("staff", "clock"),
    troubled=True,
    rules=(
        *("malfunction", "withhold", "void-before-expiry", "confirm-after-expiry"),
        *("ground-a", "ground-b", "ground-c", *EQUIPMENT.values()),
    ),
    approvals=(DECLARE,),
    worded=True,
)
def declare(work: Work, command: DeclareMalfunction) -> None:
    """On one of the four grounds; the operator's opinion takes the operator's rank."""
    given(command.reason, "a reason")
    if work.actor is not None and work.actor.role == CLOCK and not running(work.table):
        # A server that had stopped says so of a period that nobody has ended, and of no other.
        refuse("no-period", work.cite("void-before-expiry"))
    if not command.grounds:
        refuse("no-fault-ground", work.cite("malfunction"))
    clauses: Clauses = work.cite(*(f"ground-{one}" for one in command.grounds if one != "d"))
    if "d" in command.grounds:
        clauses += authorise(work, DECLARE)
    if (command.what == "terminal") != (command.terminal is not None):
        refuse("terminal-or-system", work.cite("malfunction"))
    if command.terminal is not None:
        the_terminal(work, command.terminal)
    happened = command.happened or command.at
    if happened > command.at:
        refuse("not-yet-happened", work.cite("malfunction"))
    fail(work, command.what, command.grounds, command.reason, command.terminal, happened, clauses)


def fail(
    work: Work,
    what: What,
    grounds: tuple[Ground, ...],
    reason: str,
    terminal: str | None,
    happened: dt.datetime,
    clauses: Clauses = (),
) -> None:
    """Equipment failed at a moment: what follows for wagers, payment, and those who are told."""
    known = terminals_of(work.table).terminals
    names = tuple(known) if terminal is None else (terminal,)
    names = tuple(name for name in names if known[name].fault is None)
    if not names:
        refuse("malfunction-open" if known else "no-terminals", work.cite("malfunction"))
    ends = work.table.betting.closes_at
    ended = ends is not None and running(work.table) and work.command.at >= ends
    before = ends is not None and running(work.table) and happened < ends
    late = _placed(work, names) if before else []
    voided: list[Rejected] = []
    if before:
        voided = [
            Rejected(person=name, wager=wager, stake_cents=cents, reason="malfunction")
            for name in names
            for wager, cents in known[name].stakes.items()
        ]
    elif ended:
        expire(work)
    questioned = () if before else tuple(one.number for one in _placed(work, names))
    # What was recorded as expired may still have failed before: then it is void all the same.
    if not before and _failed_before(work, happened):
        late, questioned, before = _placed(work, names), (), True
    over = _over_since(work, happened)
    more = work.cite("void-before-expiry") if before or over is not None else ()
    if questioned:
        more = work.cite("confirm-after-expiry")
    if what in EQUIPMENT:
        clauses = (*work.cite(EQUIPMENT[what]), *clauses)
    matter = next_number(work)
    work.emit(
        MalfunctionDeclared,
        matter=matter,
        what=what,
        grounds=grounds,
        reason=reason,
        happened=happened,
        until=happened + dt.timedelta(hours=chosen(work).withheld_hours),
        terminals=names,
        coup=round_of(work.table),
        before=before,
        voided=tuple(voided),
        questioned=questioned,
        clauses=tuple(dict.fromkeys((*clauses, *work.cite("malfunction", "withhold"), *more))),
    )
    for placed in late:
        give_back(work, placed, "malfunction before expiry", work.cite("void-before-expiry"))
    if late:
        none_left(work, work.cite("void-before-expiry"))
    if over is not None:
        void_of(work, over, names, work.cite("void-before-expiry"))
    raise_duty(work, "inspector-told", f"malfunction {matter}")
    raise_duty(work, "malfunction-decided", f"malfunction {matter}", happened)


def _placed(work: Query, names: tuple[str, ...]) -> list[Placed]:
    """The debited wagers of these terminals."""
    return [placed for placed in live(work.table) if placed.person in names]


def _failed_before(work: Query, happened: dt.datetime) -> bool:
    """Whether a moment lies before the expiry of the round's period, which is recorded already."""
    known = terminals_of(work.table)
    over = known.expired == round_of(work.table)
    return over and known.ended is not None and happened < known.ended


def _over_since(work: Query, happened: dt.datetime) -> int | None:
    """The coup settled last, where a moment lies before the expiry of its period.

    Only until the next coup begins: from then on an amount is refused or demanded back instead.
    """
    table, known = work.table, terminals_of(work.table)
    settled = table.coup is None and known.expired == table.coups > 0
    return table.coups if settled and known.ended is not None and happened < known.ended else None


@decides(NoticeMalfunction, who=("terminal",), troubled=True, rules=("notify-malfunction",))
def notice(work: Work, command: NoticeMalfunction) -> None:
    """Players must; staff see to it."""
    given(command.what, "what does not work")
    clauses = work.cite("notify-malfunction")
    work.emit(MalfunctionNoticed, command, person=command.by, clauses=clauses)
    raise_duty(work, "malfunction-noticed", f"terminal {command.by}")


@decides(
    ReportMeter,
    who=("terminal",),
    troubled=True,
    rules=("ground-a", "ground-b", "ground-c", "malfunction", "withhold", "on-screen-rules"),
)
def report_meter(work: Work, command: ReportMeter) -> None:
    """Credits that no play explains, and numbers that no game has, are malfunctions by themselves.

    So are rules of another edition than the table's. A meter shows the credit less what lies on
    the screen.
    """
    name = command.by
    one = the_terminal(work, name)
    rule = work.rule("ground-b")
    most = rule.value if rule is not None and isinstance(rule.value, int) else MOST
    odd = [number for number in command.numbers if not 0 <= number <= most]
    should = max(0, credit_of(work.table, name) - one.staked_cents)
    grounds: list[Ground] = []
    if command.credit_cents not in (None, should):
        grounds.append("a")
    if odd:
        grounds.append("b")
    if command.rules not in (None, work.edition.name):
        grounds.append("c")
    if not grounds:
        cited = () if command.rules is None else work.cite("on-screen-rules")
        work.emit(
            MeterRead,
            person=name,
            credit_cents=should,
            rules=command.rules,
            clauses=(*clauses_of(work, "terminal-credit"), *cited),
        )
        return
    said = [f"the meter shows {command.credit_cents} cents, not {should}"] if "a" in grounds else []
    said += [f"shown: {', '.join(map(str, odd))}"] if odd else []
    said += [f"its rules are of {command.rules}"] if "c" in grounds else []
    clauses = work.cite(*(f"ground-{ground}" for ground in grounds))
    if "c" in grounds:
        clauses += work.cite("on-screen-rules")
    fail(work, "terminal", tuple(grounds), "; ".join(said), name, command.at, clauses)


def _questioned(query: Query, number: int) -> Placed:
    placed = query.table.wagers.get(number)
    if placed is None or number not in terminals_of(query.table).questioned:
        refuse("not-questioned", query.cite("confirm-after-expiry"), number=number)
    return placed


@decides(
    ConfirmWager,
    troubled=True,
    rules=("confirm-after-expiry",),
    approvals=(CONFIRM,),
    needs=(Ranked(CONFIRM),),
    fits={"number": passes(_questioned)},
)
def confirm(work: Work, command: ConfirmWager) -> None:
    """From records; the part that they do not confirm is void."""
    placed = _questioned(work, command.number)
    given(command.records, "the records")
    clauses = authorise(work, CONFIRM)
    stake = placed.stake_cents if command.stake_cents is None else command.stake_cents
    if not 0 < stake <= placed.stake_cents:
        refuse("confirmed-amount", clauses)
    work.emit(WagerConfirmed, command, person=placed.person, stake_cents=stake, clauses=clauses)
    if stake < placed.stake_cents:
        cited = work.cite("unconfirmed-void")
        give_part(work, placed, placed.stake_cents - stake, "not confirmed", cited)


@decides(
    VoidUnconfirmed,
    troubled=True,
    rules=("confirm-after-expiry", "unconfirmed-void"),
    approvals=(CONFIRM,),
    needs=(Ranked(CONFIRM),),
    fits={"number": passes(_questioned)},
)
def void_unconfirmed(work: Work, command: VoidUnconfirmed) -> None:
    """The stake goes back."""
    placed = _questioned(work, command.number)
    given(command.reason, "a reason")
    clauses = (*authorise(work, CONFIRM), *work.cite("unconfirmed-void"))
    work.emit(WagerUnconfirmed, command, person=placed.person, clauses=clauses)
    give_back(work, placed, "not confirmed", work.cite("unconfirmed-void"))
    none_left(work, work.cite("unconfirmed-void"))
