"""How a tournament acts: a command comes in, events come out, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from msgspec.structs import replace

from pitboss.aggregates import work as aggregates
from pitboss.aggregates.shapes import AggregateCommand, AggregateEvent
from pitboss.aggregates.tournament.state import Entrant, Session, Tournament
from pitboss.editions.edition import Edition
from pitboss.editions.procedures import Rule
from pitboss.editions.wagers import Clauses
from pitboss.ledger import Transfer, post
from pitboss.refusal import refusable, refuse
from pitboss.table import Rules

TABLE, CLOCK = "table", "clock"


class TournamentCommand(AggregateCommand, frozen=True, kw_only=True):
    """Something asked of a tournament."""


class FromTable(TournamentCommand, frozen=True, kw_only=True):
    """What a table told."""

    table: str


class TournamentEvent(AggregateEvent, frozen=True, kw_only=True):
    """Something that happened to a tournament."""

    def changes(self, tournament: Tournament) -> Tournament:
        """The tournament after it."""
        return tournament

    def transfers(self) -> tuple[Transfer, ...]:
        """The money that moved."""
        return ()


C = TypeVar("C", bound=TournamentCommand)
T = TypeVar("T")
Decides = Callable[["Work", Any], None]


@dataclass(frozen=True, eq=False)
class Entry:
    """What decides a command, and the rules of the edition that it reads."""

    decides: Decides
    rules: tuple[str, ...] = ()


COMMANDS: dict[type[TournamentCommand], Entry] = {}


def decides(
    kind: type[C], *rules: str
) -> Callable[[Callable[[Work, C], None]], Callable[[Work, C], None]]:
    """Register what decides a command, and the rules that it reads."""

    def register(function: Callable[[Work, C], None]) -> Callable[[Work, C], None]:
        COMMANDS[kind] = Entry(function, rules)
        return function

    return register


class Work(aggregates.Work[Tournament, TournamentEvent]):
    """One command to a tournament being decided."""

    def __init__(self, rules: Rules, tournament: Tournament, command: TournamentCommand) -> None:
        super().__init__(rules.edition.ranks, tournament, command, evolve)
        self.rules = rules

    @property
    def tournament(self) -> Tournament:
        """The tournament so far."""
        return self.state

    @property
    def edition(self) -> Edition:
        """The edition that the tournament is under."""
        return self.rules.edition

    def rule(self, name: str) -> Rule | None:
        """The rule of this name, where the edition has it."""
        return self.edition.rules.get(name)

    def cite(self, *names: str) -> Clauses:
        """The clauses of these rules; absent ones give none."""
        return self.rules.cite(names)

    def required(self, name: str) -> Rule:
        """A rule without which there is no such act."""
        rule = self.rule(name)
        if rule is None:
            refuse("not-provided.required", title=self.edition.identity.title)
        return rule

    def forbid(self, rule: str, key: str, /, **params: object) -> None:
        """Refuse where the edition has the rule; go on where it has not."""
        if rule in self.edition.rules:
            refuse(key, self.edition.rules[rule].clauses, **params)

    # Who and what -------------------------------------------------------------------------

    def manager(self, *rules: str) -> None:
        """Refuse whoever does not run the tournament."""
        if self.command.by not in self.tournament.managers:
            refuse(
                "not-the-manager",
                self.cite("tournament-manager", *rules),
                word=self.command.word,
                called=self.called,
            )

    @property
    def called(self) -> str:
        """What the house calls whoever runs a tournament."""
        return str(self.required("tournament-manager").value)

    def set_up(self) -> None:
        """Refuse before the conditions are published."""
        if self.tournament.published is None:
            refuse("conditions-not-published", self.cite("tournament-copy"))

    def undisputed(self) -> None:
        """Refuse while a dispute is open."""
        number = self.tournament.open_dispute
        if number is not None:
            self.forbid("tournament-dispute", "dispute-open", number=number)

    def entrant(self, name: str) -> Entrant:
        """Someone who entered."""
        found = self.tournament.entrants.get(name)
        if found is None:
            refuse("no-such-entrant", person=name)
        return found

    def session(self, number: int) -> Session:
        """A session of the tournament."""
        found = self.tournament.sessions.get(number)
        if found is None:
            refuse("no-such-session", number=number)
        return found

    def running(self, number: int) -> Session:
        """A session that is being played."""
        found = self.session(number)
        if found.started is None or found.ended is not None:
            refuse("session-not-running", number=number)
        return found


def evolve(tournament: Tournament, event: TournamentEvent) -> Tournament:
    """The state after an event."""
    after = event.changes(tournament)
    moved = event.transfers()
    balances = post(after.balances, moved) if moved else after.balances
    return replace(after, events=tournament.events + 1, now=event.at, balances=balances)


@refusable
def act(
    rules: Rules, tournament: Tournament, command: TournamentCommand
) -> tuple[Tournament, tuple[TournamentEvent, ...]]:
    """Decide a command; the state after it and its events, or the refusal."""
    if tournament.now is not None and command.at < tournament.now:
        there = rules.edition.identity.there(tournament.now)
        refuse("clock-backwards.tournament", now=f"{there:%H:%M:%S %Z}")
    work = Work(rules, tournament, command)
    if "tournament-manager" not in rules.edition.rules:
        none_here(work)
    # A coup that was on the table when the tournament was cancelled is dealt out, and told.
    if tournament.ended is not None and not isinstance(command, FromTable):
        refuse("tournament-over", why=tournament.ended)
    if isinstance(command, FromTable):
        work.by(TABLE, CLOCK)
    COMMANDS[type(command)].decides(work, command)
    return work.tournament, tuple(work.events)


def none_here(work: Work) -> NoReturn:
    """The rulebook knows no tournaments."""
    refuse("no-tournaments", title=work.edition.identity.title)


def changed(tournament: Tournament, name: str, **fields: Any) -> Tournament:
    """The tournament with an entrant changed."""
    one = replace(tournament.entrants[name], **fields)
    return replace(tournament, entrants={**tournament.entrants, name: one})


def session_changed(tournament: Tournament, number: int, **fields: Any) -> Tournament:
    """The tournament with a session changed."""
    one = replace(tournament.sessions[number], **fields)
    return replace(tournament, sessions={**tournament.sessions, number: one})
