"""How a table acts: commands come in, events come out, or a refusal; nothing else happens.

A command and its events stand in the module of their topic. A topic registers the function
that decides a command and the one that applies an event; here they are only called.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

import msgspec

from pitboss.editions.edition import Edition
from pitboss.editions.floor import Rule
from pitboss.editions.wager import Clauses
from pitboss.ledger import Transfer, post
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.compiled import Compiled
from pitboss.settle.lines import settle_stake
from pitboss.settle.model import Bet, Line
from pitboss.settle.setting import Setting, choose
from pitboss.table.state import House, Person, Role, SignState, Table


@cache
def _word(name: str) -> str:
    return "".join("-" + letter.lower() if letter.isupper() else letter for letter in name)[1:]


class Command(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do", tag=_word
):
    """Something a person asks for: who, when, and what its own fields say."""

    by: str
    at: Annotated[dt.datetime, msgspec.Meta(tz=True)]


class Event(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=_word
):
    """Something that happened at the table, under which clauses."""

    by: str
    rank: str
    at: dt.datetime
    clauses: Clauses = ()

    def transfers(self) -> tuple[Transfer, ...]:
        """The money that moved."""
        return ()


C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Applies = Callable[[Table, Any], Table]
Decides = Callable[["Work", Any], None]


@dataclass(frozen=True)
class Entry:
    """What is known of a command: who gives it, when, and which rules and approvals it reads."""

    kind: type[Command]
    decides: Decides
    who: tuple[Role, ...]
    opens: bool
    troubled: bool
    rules: tuple[str, ...]
    approvals: tuple[str, ...]

    @property
    def word(self) -> str:
        """The command's name, as scenarios write it."""
        return _word(self.kind.__name__)

    def may_need(self, edition: Edition) -> tuple[str, ...]:
        """The approvals of the edition that it may need; a `*` stands for any ending."""
        return tuple(
            name
            for name in edition.approvals
            if any(fnmatchcase(name, known) for known in self.approvals)
        )


LINES_KEPT = 20_000

COMMANDS: dict[type[Command], Entry] = {}
EVENTS: dict[type[Event], Applies] = {}


def decides(
    kind: type[C],
    *,
    who: tuple[Role, ...] = ("staff",),
    opens: bool = False,
    troubled: bool = False,
    rules: tuple[str, ...] = (),
    approvals: tuple[str, ...] = (),
) -> Callable[[Callable[[Work, C], None]], Callable[[Work, C], None]]:
    """Register what decides a command.

    `who` is empty where anyone may; `opens`: may be given to a table that is not open;
    `troubled`: also while a situation waits for its ruling. `rules` and `approvals` name what
    of the edition it reads.
    """

    def register(function: Callable[[Work, C], None]) -> Callable[[Work, C], None]:
        COMMANDS[kind] = Entry(kind, function, who, opens, troubled, rules, approvals)
        return function

    return register


def applies(kind: type[E]) -> Callable[[Callable[[Table, E], Table]], Callable[[Table, E], Table]]:
    """Register what applies an event."""

    def register(function: Callable[[Table, E], Table]) -> Callable[[Table, E], Table]:
        EVENTS[kind] = function
        return function

    return register


replace = msgspec.structs.replace


class Rules:
    """An edition ready for a table: compiled tables, and settings looked up once."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.edition: Edition = compiled.edition
        self._settings: dict[tuple[Any, ...], Setting] = {}
        self._lines: dict[tuple[str, int, int, Any], Line] = {}
        self._cited: dict[tuple[str, ...], Clauses] = {}

    def cite(self, names: tuple[str, ...]) -> Clauses:
        """The clauses of these rules and approvals, each once; absent ones give none."""
        clauses = self._cited.get(names)
        if clauses is None:
            found: dict[str, None] = {}
            for name in names:
                for source in (self.edition.rules, self.edition.approvals):
                    if name in source:
                        found.update(dict.fromkeys(source[name].clauses))
            clauses = self._cited[names] = tuple(found)
        return clauses

    def setting(self, house: House, sign: SignState) -> Setting:
        """The setting in which wagers are settled here."""
        key = (house.game, house.decks, house.layout, *sorted(sign.values.items()))
        setting = self._settings.get(key)
        if setting is None:
            chosen = choose(self.edition, house.game, house.decks, house.layout, sign.values)
            setting = self._settings[key] = sure(chosen)
        return setting

    def line(self, wager: str, setting: Setting, stake: int, member: Any) -> Line:
        """The settlement of a stake on the member that came true; kept, as it recurs."""
        key = (wager, id(setting), stake, member)
        line = self._lines.get(key)
        if line is None:
            bet = Bet(wager=wager, stake_cents=stake)
            line = settle_stake(self.compiled, setting, bet, member)
            if len(self._lines) >= LINES_KEPT:
                self._lines.clear()
            self._lines[key] = line
        return line


class Work:
    """One command being decided: the state so far and the events so far."""

    __slots__ = ("actor", "command", "events", "rules", "table")

    def __init__(self, rules: Rules, table: Table, command: Command, actor: Person | None) -> None:
        self.rules = rules
        self.table = table
        self.command = command
        self.actor = actor
        self.events: list[Event] = []

    @property
    def edition(self) -> Edition:
        """The edition the table is under."""
        return self.rules.edition

    @property
    def house(self) -> House:
        """What was fixed at opening."""
        if self.table.house is None:
            refuse("table-not-open", "The table is not open.")
        return self.table.house

    def emit(self, what: type[E], /, **fields: Any) -> None:
        """Something happens: it is recorded and applied.

        Who is not at the table yet has no rank there: then the fields say in which they come.
        """
        command, actor = self.command, self.actor
        if actor is not None:
            fields["rank"] = actor.rank or actor.role
        event = what(by=command.by, at=command.at, **fields)
        self.events.append(event)
        self.table = evolve(self.table, event)

    def rule(self, name: str) -> Rule | None:
        """The rule of procedure of this name, where the edition has it."""
        return self.edition.rules.get(name)

    def value(self, name: str, kind: type[T], default: T) -> T:
        """The figure or word of a rule; `default` where the edition does not have the rule."""
        rule = self.edition.rules.get(name)
        if rule is None:
            return default
        if not isinstance(rule.value, kind):
            raise TypeError(f"rule {name} has no value of type {kind.__name__}")
        return rule.value

    def cite(self, *names: str) -> Clauses:
        """The clauses of these rules and approvals, each once; absent ones give none."""
        return self.rules.cite(names)

    def forbid(self, rule: str, code: str, sentence: str) -> None:
        """Refuse where the edition has the rule; go on where it has not."""
        if rule in self.edition.rules:
            refuse(code, sentence, self.edition.rules[rule].clauses)

    def person(self, name: str, role: Role | None = None) -> Person:
        """Someone present at the table."""
        person = self.table.people.get(name)
        if person is None or not person.present:
            refuse("unknown-person", f"Nobody called '{name}' is at the table.")
        if role is not None and person.role != role:
            refuse("wrong-role", f"{name} is at the table as {person.role}, not as {role}.")
        return person


T = TypeVar("T")


def evolve(table: Table, event: Event) -> Table:
    """The state after an event."""
    table = EVENTS[type(event)](table, event)
    transfers = event.transfers()
    if transfers:
        return replace(
            table,
            events=table.events + 1,
            now=event.at,
            balances=post(table.balances, transfers),
        )
    return replace(table, events=table.events + 1, now=event.at)


@refusable
def act(rules: Rules, table: Table, command: Command) -> tuple[Table, tuple[Event, ...]]:
    """Decide a command; the state after it and its events, or the refusal."""
    entry = COMMANDS[type(command)]
    if table.now is not None and command.at < table.now:
        refuse("clock-backwards", f"It is {table.now:%H:%M:%S} already at this table.")
    actor = table.people.get(command.by)
    if not entry.opens and (table.house is None or table.closed):
        refuse("table-not-open", "The table is not open.")
    if entry.who:
        _admit(entry, table, command, actor)
    work = Work(rules, table, command, actor)
    entry.decides(work, command)
    return work.table, tuple(work.events)


def _admit(entry: Entry, table: Table, command: Command, actor: Person | None) -> None:
    if actor is None or not actor.present:
        refuse("unknown-person", f"Nobody called '{command.by}' is at the table.")
    if actor.role not in entry.who:
        allowed = " or ".join(entry.who)
        refuse("wrong-role", f"'{entry.word}' is for {allowed}; {command.by} is {actor.role}.")
    if table.trouble is not None and not entry.troubled:
        refuse(
            "ruling-first",
            f"'{entry.word}' waits: {table.trouble.situation} must be ruled on first.",
        )


def decide(rules: Rules, table: Table, command: Command) -> tuple[Event, ...] | Refusal:
    """The events of a command, or the refusal; the state is left as it is."""
    done = act(rules, table, command)
    return done if isinstance(done, Refusal) else done[1]


def fields_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The own fields of a command or event with their types."""
    hints = get_type_hints(kind)
    common = set((Command if issubclass(kind, Command) else Event).__struct_fields__)
    return {name: hints[name] for name in kind.__struct_fields__ if name not in common}
