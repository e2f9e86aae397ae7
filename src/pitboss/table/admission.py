"""Who may give a command at all, and what it needs before its fields are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitboss.refusal import Refusal, refusable, refuse
from pitboss.table.state import Person, Table

if TYPE_CHECKING:
    from pitboss.table.machine import Entry, Fit, Standing
    from pitboss.table.rules import Rules


@dataclass(frozen=True)
class Ruled:
    """Needs a rule of the edition: without it there is no such act."""

    rule: str

    def __call__(self, standing: Standing) -> None:
        """Refuse where the edition has it not."""
        standing.required(self.rule)


def admit(rules: Rules, table: Table, entry: Entry, by: str) -> None:
    """Refuse who may not give a command now, whatever its fields say: role, table, trouble."""
    actor = table.people.get(by)
    if not entry.opens and (table.house is None or table.closed):
        refuse("table-not-open.admit")
    if actor is not None and not (entry.barred and _own(entry, actor)):
        takes_part(rules, by, actor)
    if entry.who:
        _admit(rules, entry, table, by, actor)


@refusable
def admits(standing: Standing, entry: Entry) -> None:
    """The refusal of someone who may not give a command now, whatever its fields say.

    It is the refusal of the decision, found without one: role, trouble, phase and rank.
    """
    admit(standing.rules, standing.table, entry, standing.by)
    standing.rules.given(entry.word)
    for need in entry.needs:
        need(standing)


def passes(ask: Callable[[Any, Any], object]) -> Fit:
    """Fits what a question of the core does not refuse."""
    asked = refusable(ask)
    return lambda standing, value: not isinstance(asked(standing, value), Refusal)


def in_edition(part: str) -> Fit:
    """Fits what this part of the edition has by name."""
    return lambda standing, name: name in getattr(standing.edition, part)


def at_table(standing: Standing, name: str) -> bool:
    """Whether anyone of this name is or was at the table."""
    return name in standing.table.people


def between_rounds(standing: Standing, _value: object) -> bool:
    """Whether no round is in progress, whatever the field says."""
    return standing.table.coup is None


def _own(entry: Entry, actor: Person) -> bool:
    """Whether a command is one's own affair: staff who are excluded do nothing for patrons."""
    return actor.role in ("player", "spectator") or "player" not in entry.who


def takes_part(rules: Rules, name: str, person: Person) -> None:
    """Refuse whoever is excluded or detained."""
    if person.banned is not None:
        clauses = rules.cite(("exclude-from-game", "exclude-from-casino"))
        refuse("excluded.takes-part", clauses, name=name, banned=person.banned)
    not_detained(rules, name, person)


def not_detained(rules: Rules, name: str, person: Person) -> None:
    """Refuse whoever is detained and not handed over yet."""
    if person.detained:
        clauses = rules.cite(("detain-device-holder", "detention-ends"))
        refuse("detained", clauses, name=name)


BY_PLAYERS = "wagers-by-players"


def _admit(rules: Rules, entry: Entry, table: Table, by: str, actor: Person | None) -> None:
    if actor is None or not actor.present:
        refuse("unknown-person.admit", person=by)
    if actor.role == "spectator" and BY_PLAYERS in entry.rules and rules.cite((BY_PLAYERS,)):
        refuse("spectator.admit", rules.cite((BY_PLAYERS,)), person=by)
    if actor.role not in entry.who:
        allowed = " or ".join(entry.who)
        refuse("wrong-role.admit", word=entry.word, allowed=allowed, person=by, role=actor.role)
    if table.trouble is not None and not entry.troubled:
        trouble = table.trouble
        key = f"ruling-first.{trouble.awaits or 'ruling'}"
        refuse(key, trouble.clauses, word=entry.word, situation=trouble.situation)
