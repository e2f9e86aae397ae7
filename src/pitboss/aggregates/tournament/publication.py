"""Before anybody enters: conditions, who runs the tournament, who is told, which tables."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.aggregates.shapes import Name
from pitboss.aggregates.tournament.state import Tournament
from pitboss.aggregates.tournament.terms import Conditions, missing, wrong
from pitboss.aggregates.tournament.work import (
    TournamentCommand,
    TournamentEvent,
    Work,
    decides,
)
from pitboss.aggregates.work import STAFF
from pitboss.refusal import refuse


class SetConditions(TournamentCommand, frozen=True, kw_only=True):
    """Write the conditions, or write them anew; once published they are altered so."""

    conditions: Conditions


class AppointManager(TournamentCommand, frozen=True, kw_only=True):
    """Appoint whoever runs the tournament, or a deputy."""

    person: Name


class PublishConditions(TournamentCommand, frozen=True, kw_only=True):
    """Make the conditions available to patrons."""


class AdviseInspectorate(TournamentCommand, frozen=True, kw_only=True):
    """Record that the inspectorate was told of the tournament, and of every change so far."""


class DesignateTables(TournamentCommand, frozen=True, kw_only=True):
    """Say at which tables the tournament is played."""

    tables: tuple[Name, ...]


class NoteManager(TournamentCommand, frozen=True, kw_only=True):
    """Record whether one of those who run the tournament is present."""

    here: bool


class ConditionsSet(TournamentEvent, frozen=True, kw_only=True):
    """The conditions are these; `altered` where they were published before."""

    conditions: Conditions
    altered: bool = False

    def changes(self, tournament: Tournament) -> Tournament:
        """They hold; an alteration is one more thing to tell the regulator."""
        return replace(
            tournament,
            conditions=self.conditions,
            digest=digest(self.conditions) if self.altered else tournament.digest,
            changed=tournament.changed + self.altered,
            unadvised=tournament.unadvised + self.altered,
        )


class ManagerAppointed(TournamentEvent, frozen=True, kw_only=True):
    """Somebody runs the tournament; `called` is what the house calls who does."""

    person: str
    called: str = "manager"

    def changes(self, tournament: Tournament) -> Tournament:
        """One more of those who run it."""
        return replace(tournament, managers=(*tournament.managers, self.person), here=True)


class ConditionsPublished(TournamentEvent, frozen=True, kw_only=True):
    """Patrons can read the conditions; every copy has this digest."""

    digest: str

    def changes(self, tournament: Tournament) -> Tournament:
        """From now on they are altered, not written."""
        return replace(tournament, published=self.at, digest=self.digest)


class InspectorateAdvised(TournamentEvent, frozen=True, kw_only=True):
    """The inspectorate was told."""

    changes_told: int = 0

    def changes(self, tournament: Tournament) -> Tournament:
        """Nothing is left to tell."""
        return replace(tournament, advised=True, unadvised=0)


class TablesDesignated(TournamentEvent, frozen=True, kw_only=True):
    """The tournament is played at these tables."""

    tables: tuple[str, ...]

    def changes(self, tournament: Tournament) -> Tournament:
        """These, and no others."""
        return replace(tournament, tables=self.tables)


class ManagerNoted(TournamentEvent, frozen=True, kw_only=True):
    """One of those who run the tournament is present, or none is."""

    here: bool

    def changes(self, tournament: Tournament) -> Tournament:
        """Without them nothing begins."""
        return replace(tournament, here=self.here)


def digest(conditions: Conditions) -> str:
    """What every copy of the conditions can be compared by."""
    return hashlib.sha256(msgspec.json.encode(conditions, order="deterministic")).hexdigest()


@decides(SetConditions, "tournament-changes-told", "tournament-conditions", "tournament-copy")
def set_conditions(work: Work, command: SetConditions) -> None:
    """Whatever is said; published conditions are altered only whole, and before play begins."""
    now = work.tournament
    work.by(STAFF)
    consistent(work, command.conditions)
    cited: tuple[str, ...] = work.cite("tournament-conditions")
    if now.published is not None:
        if any(one.started is not None for one in now.sessions.values()):
            refuse("tournament-begun", work.cite("tournament-conditions"))
        complete(work, command.conditions)
        if now.entrants and _money(command.conditions) != _money(now.terms):
            refuse("entered-on-these", work.cite("tournament-conditions"))
        cited = work.cite("tournament-changes-told", "tournament-copy")
    work.emit(
        ConditionsSet,
        conditions=command.conditions,
        altered=now.published is not None,
        clauses=cited,
    )


def _money(conditions: Conditions) -> tuple[object, ...]:
    """What players entered on, and nobody changes afterwards."""
    one = conditions
    return one.entry_fee_cents, one.buy_in_cents, one.guarantee_cents, one.prizes


def consistent(work: Work, conditions: Conditions) -> None:
    """Refuse figures that do not fit together, and what the rules of the game do not know."""
    found = next(wrong(work.edition, conditions), None)
    if found is not None:
        refuse("conditions-wrong", work.cite("tournament-rules-prevail"), what=found)


def complete(work: Work, conditions: Conditions) -> None:
    """Refuse conditions that leave out what a clause asks for."""
    gaps = list(missing(work.edition, conditions))
    if gaps:
        cited = tuple(dict.fromkeys(clause for gap in gaps for clause in gap.clauses))
        named = "; ".join(gap.says for gap in gaps)
        refuse("conditions-incomplete", cited, missing=named)


@decides(AppointManager, "tournament-manager")
def appoint(work: Work, command: AppointManager) -> None:
    """By staff, each once; not one who plays in it."""
    work.by(STAFF)
    now = work.tournament
    clauses = work.required("tournament-manager").clauses
    if command.person in now.managers:
        refuse("already-appointed", clauses, person=command.person)
    if command.person in now.entrants:
        refuse("manager-plays", clauses, person=command.person)
    work.emit(ManagerAppointed, person=command.person, called=work.called, clauses=clauses)


@decides(PublishConditions, "tournament-copy", "tournament-conditions", "tournament-rules-prevail")
def publish(work: Work, _: PublishConditions) -> None:
    """Only complete ones."""
    work.by(STAFF)
    now = work.tournament
    if now.published is not None:
        refuse("already-published", work.cite("tournament-copy"))
    if now.conditions is None:
        refuse("no-conditions", work.cite("tournament-conditions"))
    complete(work, now.conditions)
    work.emit(
        ConditionsPublished,
        digest=digest(now.conditions),
        clauses=work.cite("tournament-copy", "tournament-conditions"),
    )


@decides(AdviseInspectorate, "tournament-advice", "tournament-changes-told")
def advise(work: Work, _: AdviseInspectorate) -> None:
    """Told of the tournament, and of what was changed since."""
    work.by(STAFF)
    now, clauses = work.tournament, work.required("tournament-advice").clauses
    if now.advised and not now.unadvised:
        refuse("already-advised", clauses)
    if now.unadvised:
        clauses = tuple(dict.fromkeys((*clauses, *work.cite("tournament-changes-told"))))
    work.emit(InspectorateAdvised, changes_told=now.unadvised, clauses=clauses)


@decides(DesignateTables, "tournament-tables")
def designate(work: Work, command: DesignateTables) -> None:
    """By whoever runs the tournament; as many as the conditions say at most are used at once."""
    work.manager("tournament-tables")
    clauses = work.cite("tournament-tables")
    if not command.tables or len(set(command.tables)) < len(command.tables):
        refuse("tables-unclear", clauses)
    if any(one.started is not None for one in work.tournament.sessions.values()):
        refuse("tournament-begun", clauses)
    work.emit(TablesDesignated, tables=command.tables, clauses=clauses)


@decides(NoteManager, "tournament-manager-present", "tournament-manager")
def note_manager(work: Work, command: NoteManager) -> None:
    """Whoever runs the tournament is there while it lasts; said where it changes."""
    work.by(STAFF)
    clauses = work.required("tournament-manager-present").clauses
    if command.here == work.tournament.here:
        refuse("already-noted", clauses, person=work.called, state=_state(here=command.here))
    work.emit(ManagerNoted, here=command.here, clauses=clauses)


def _state(**said: Any) -> str:
    return "here" if said["here"] else "away"
