"""How a table acts: commands come in, events come out, or a refusal; nothing else happens.

A command and its events stand in the module of their topic. A topic registers the function
that decides a command; an event says itself what it moves and what it changes. Here they are
only called.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

from pitboss.chips import Chips
from pitboss.editions.edition import Edition
from pitboss.editions.procedures import Rule
from pitboss.editions.wagers import Clauses
from pitboss.ledger import Transfer, post
from pitboss.refusal import refusable, refuse
from pitboss.table.admission import admit, takes_part
from pitboss.table.errand import Errand
from pitboss.table.own import take
from pitboss.table.settlement.least import lowered
from pitboss.table.state import House, Person, Role, Table

if TYPE_CHECKING:
    from pitboss.table.play import Play
    from pitboss.table.rules import Rules


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
    """Something that happened, under which clauses; seen by the house alone."""

    by: str
    rank: str
    at: dt.datetime
    clauses: Clauses = ()

    def __init_subclass__(cls) -> None:
        """Every class that a topic derives is a kind of event; those here only say who sees it."""
        if cls.__module__ == __name__:
            return
        word = _word(cls.__name__)
        other = EVENTS.setdefault(word, cls)
        if other.__module__ != cls.__module__:  # msgspec makes a class anew: that is the same one
            raise TypeError(f"two events are called {word}: a journal could not tell them apart")
        EVENTS[word] = cls

    def transfers(self) -> tuple[Transfer, ...]:
        """The money that moved."""
        return ()

    def changes(self, table: Table) -> Table:
        """The table after it; as it was where the event is only noted."""
        return table

    def tells(self) -> tuple[Errand, ...]:
        """What other streams hear of it."""
        return ()


class PersonalEvent(Event, frozen=True, kw_only=True):
    """An event that a player sees where it is about themselves."""


class TableEvent(Event, frozen=True, kw_only=True):
    """An event that everyone who stands at the table sees."""


class PublicEvent(TableEvent, frozen=True, kw_only=True):
    """An event that everyone may know who looks at the display."""


C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
Applies = Callable[[Table, Any], Table]
Decides = Callable[["Work", Any], None]
Need = Callable[["Standing"], object]
"""Something asked before any field is read; it refuses as the decision would."""
Fit = Callable[["Standing", Any], bool]
"""Whether a field may have a value, as far as edition and state tell."""
Words = Callable[[Edition], Iterable[str]]
"""The words that an edition has for a field."""


@dataclass(frozen=True, eq=False)
class Entry:
    """What is known of a command: who gives it, when, and which rules and approvals it reads."""

    kind: type[Command]
    decides: Decides
    who: tuple[Role, ...]
    opens: bool
    troubled: bool
    barred: bool
    rules: tuple[str, ...]
    approvals: tuple[str, ...]
    procedure: str | None
    needs: tuple[Need, ...]
    fits: Mapping[str, Fit]
    words: Mapping[str, Words]
    worded: bool

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


COMMANDS: dict[type[Command], Entry] = {}
OF_GAME: dict[str, dict[type[Command], Entry]] = {}
"""Commands that a game decides, by the game; the others are decided alike at every table."""
HANDS: set[str] = set()
"""The names of hands that every round of a game has, of the games that are loaded."""
EVENTS: dict[str, type[Event]] = {}
"""The kinds of events by the names that they have in journals."""
ALSO: dict[type[Event], dict[str, Applies]] = {}
"""What an event also changes of a game's own part, by the game that the table plays."""


def decides(
    kind: type[C],
    *,
    game: str | None = None,
    who: tuple[Role, ...] = ("staff",),
    opens: bool = False,
    troubled: bool = False,
    barred: bool = False,
    rules: tuple[str, ...] = (),
    approvals: tuple[str, ...] = (),
    procedure: str | None = None,
    needs: tuple[Need, ...] = (),
    fits: Mapping[str, Fit] = MappingProxyType({}),
    words: Mapping[str, Words] = MappingProxyType({}),
    worded: bool = False,
) -> Callable[[Callable[[Work, C], None]], Callable[[Work, C], None]]:
    """Register what decides a command; with `game`, only at tables of that game.

    `who` is empty where anyone may; `opens`: may be given to a table that is not open;
    `troubled`: also while a situation waits for its ruling; `barred`: also by someone who is
    excluded or detained. `rules` and `approvals` name what else of the edition it reads,
    `procedure` the one that an edition must have chosen. `needs` are rules, rank and phase
    without which the decision refuses, whatever the fields that must be given say; `fits` says
    of such a field which values may do, `words` which ones the edition has for a field.
    `worded`: staff must also say what may be left out, so that it is never offered ready-made.
    """

    def register(function: Callable[[Work, C], None]) -> Callable[[Work, C], None]:
        names = tuple(
            dict.fromkeys((*(need.rule for need in needs if hasattr(need, "rule")), *rules))
        )
        keys = (*(need.key for need in needs if hasattr(need, "key")), *approvals)
        held = (who, opens, troubled, barred, names, keys, procedure, needs, fits, words, worded)
        entry = Entry(kind, function, *held)
        known = COMMANDS if game is None else OF_GAME.setdefault(game, {})
        known[kind] = entry
        return function

    return register


def also_applies(
    kind: type[E], *, game: str
) -> Callable[[Callable[[Table, E], Table]], Callable[[Table, E], Table]]:
    """Register what an event also changes at a table of this game, beside what it says itself."""

    def register(function: Callable[[Table, E], Table]) -> Callable[[Table, E], Table]:
        ALSO.setdefault(kind, {})[game] = function
        return function

    return register


replace = msgspec.structs.replace


class Query:
    """A question to a table as it stands: what the edition, the house and the sign say of it."""

    __slots__ = ("rules", "table")

    def __init__(self, rules: Rules, table: Table) -> None:
        self.rules = rules.at(table)
        self.table = table

    @property
    def edition(self) -> Edition:
        """The edition the table is under."""
        return self.rules.edition

    @property
    def play(self) -> Play:
        """The play of the edition's game."""
        return self.rules.play

    @property
    def house(self) -> House:
        """What was fixed at opening."""
        assert self.table.house is not None  # a command that may come before looks first
        return self.table.house

    @property
    def device(self) -> bool:
        """Whether what the cards are dealt from shuffles them."""
        return self.house.source in self.edition.shoe.source.shuffling

    @property
    def chips(self) -> Chips:
        """The chips of the table."""
        return self.rules.setting(self.house, self.table.sign).sign.chips

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

    def provides(self, *names: str) -> Clauses:
        """The clauses of rules without which there is no such act; refused where one is missing."""
        for name in names:
            self.required(name)
        return self.cite(*names)

    def required(self, name: str) -> Rule:
        """A rule without which there is no such act; refused where the edition has it not."""
        rule = self.edition.rules.get(name)
        if rule is None:
            self.rules.stands(name)
            title = self.edition.identity.title
            refuse("not-provided.required", title=title)
        return rule

    def forbid(self, rule: str, key: str, /, **params: object) -> None:
        """Refuse where the edition has the rule; go on where it has not."""
        if rule in self.edition.rules:
            refuse(key, self.edition.rules[rule].clauses, **params)

    def person(self, name: str, role: Role | None = None) -> Person:
        """Someone present at the table."""
        person = self.table.people.get(name)
        if person is None or not person.present:
            refuse("unknown-person.admit", person=name)
        if role is not None and person.role != role:
            refuse("wrong-role.person", name=name, role=person.role, role_2=role)
        return person

    def player(self, name: str) -> Person:
        """A player at the table who takes part, for whom something is done or who asks for it."""
        person = self.person(name, "player")
        takes_part(self.rules, name, person)
        return person


class Standing(Query):
    """A question about what someone may do: who they are at the table as it stands."""

    __slots__ = ("actor", "by")

    def __init__(self, rules: Rules, table: Table, by: str) -> None:
        super().__init__(rules, table)
        self.by = by
        self.actor: Person | None = table.people.get(by)


class Work(Standing):
    """One command being decided: the state so far and the events so far."""

    __slots__ = ("command", "events")

    def __init__(self, rules: Rules, table: Table, command: Command) -> None:
        super().__init__(rules, table, command.by)
        self.command = command
        self.events: list[Event] = []

    def emit(self, what: type[E], /, *said: msgspec.Struct, **fields: Any) -> None:
        """Something happens: it is recorded and applied.

        A field that is not named is the one of that name in what is `said`, mostly the command;
        clauses are always named. Who is not at the table yet has no rank there: then the fields
        say in which they come.
        """
        command, actor = self.command, self.actor
        if actor is not None:
            fields["rank"] = actor.rank or actor.role
        fields["by"], fields["at"] = command.by, command.at
        if said:
            fields.setdefault("clauses", ())
            take(what, said, fields)
        event = what(**fields)
        self.events.append(event)
        self.table = evolve(self.table, event)


T = TypeVar("T")


def evolve(table: Table, event: Event) -> Table:
    """The state after an event."""
    kind = type(event)
    table = event.changes(table)
    if kind in ALSO and table.house is not None and table.house.play in ALSO[kind]:
        table = ALSO[kind][table.house.play](table, event)
    transfers = event.transfers()
    if transfers:
        balances = post(table.balances, transfers)
        return replace(
            table,
            events=table.events + 1,
            now=event.at,
            balances=balances,
            lows=lowered(table.lows, balances, transfers),
        )
    return replace(table, events=table.events + 1, now=event.at)


@refusable
def act(rules: Rules, table: Table, command: Command) -> tuple[Table, tuple[Event, ...]]:
    """Decide a command; the state after it and its events, or the refusal."""
    rules = rules.at(table)
    entry = rules.entries.get(type(command))
    if entry is None:
        before = rules.base.entries.get(type(command))
        if before is not None and before.procedure is not None:
            rules.stands(before.procedure)
        word, title = _word(type(command).__name__), rules.edition.identity.title
        refuse("not-provided.act", title=title, word=word)
    if table.now is not None and command.at < table.now:
        now = rules.edition.identity.there(table.now)
        refuse("clock-backwards", now=f"{now:%H:%M:%S %Z}")
    admit(rules, table, entry, command.by)
    rules.given(entry.word)
    work = Work(rules, table, command)
    entry.decides(work, command)
    return work.table, tuple(work.events)
