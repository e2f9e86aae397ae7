"""An overlay: what an edition says otherwise at tables where something special is played.

It is data over the edition, not a copy of it. Sub rules are switched off by their clause, and
everything under them goes; a rule that it names is read instead of the edition's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from pitboss.editions.conduct import Conduct
from pitboss.editions.procedures import Rule
from pitboss.editions.values import LimitRule, Limits
from pitboss.editions.wagers import Cited, Clauses

if TYPE_CHECKING:
    from pitboss.editions.edition import Edition

CITED = ("rules", "approvals", "notices", "duties", "situations")
"""The parts of an edition that go with the clause they stand under, each by name."""
NEEDED = ("below_minimum", "above_maximum")
"""The limits that no table can be without."""
C = TypeVar("C", bound=Cited)


class Closed(Cited, frozen=True, kw_only=True):
    """Commands that nobody gives meanwhile."""

    commands: tuple[str, ...]
    says: str


class Overlay(Cited, frozen=True, kw_only=True):
    """What is otherwise: sub rules that are `off`, rules that are read instead, what is closed.

    `limits` stand in the place of those that were switched off with their sub rules.
    """

    says: str
    off: tuple[str, ...] = ()
    rule: dict[str, Rule] = msgspec.field(default_factory=dict)
    limits: dict[str, LimitRule] = msgspec.field(default_factory=dict)
    closed: tuple[Closed, ...] = ()

    def covers(self, clause: str) -> bool:
        """Whether a clause is switched off, itself or with the sub rule that it is a part of."""
        return any(clause == one or clause.startswith((f"{one}.", f"{one}(")) for one in self.off)

    def ends(self, part: Cited) -> bool:
        """Whether nothing is left of what a part of an edition stands under."""
        return bool(part.clauses) and all(map(self.covers, part.clauses))


@dataclass(frozen=True)
class Laid:
    """An edition with an overlay laid over it, and what went by it: by name, its clauses."""

    edition: Edition
    overlay: Overlay
    off: Mapping[str, Clauses]
    closed: Mapping[str, Closed]


def laid_over(edition: Edition, overlay: Overlay) -> Laid:
    """The edition as it is read under the overlay."""
    parts: dict[str, Any] = {}
    off: dict[str, Clauses] = {}
    for name in CITED:
        held: Mapping[str, Cited] = getattr(edition, name)
        parts[name] = {
            key: _left(overlay, one) for key, one in held.items() if not overlay.ends(one)
        }
        off |= {key: one.clauses for key, one in held.items() if overlay.ends(one)}
    parts["rules"] |= overlay.rule
    idle = edition.idle
    if idle is not None and overlay.ends(idle):
        off["idle"], idle = idle.clauses, None
    conduct, gone = _conduct(edition.conduct, overlay)
    changed = replace(
        edition, **parts, idle=idle, limits=_limits(edition.limits, overlay), conduct=conduct
    )
    closed = {word: one for one in overlay.closed for word in one.commands}
    return Laid(changed, overlay, {**off, **gone}, closed)


def _left(overlay: Overlay, part: C) -> C:
    """A part without the clauses that are switched off."""
    clauses = tuple(one for one in part.clauses if not overlay.covers(one))
    return part if clauses == part.clauses else msgspec.structs.replace(part, clauses=clauses)


def _limits(limits: Limits, overlay: Overlay) -> Limits:
    changed = {}
    for name in Limits.__struct_fields__:
        rule = getattr(limits, name)
        if isinstance(rule, LimitRule) and _switched(overlay, rule):
            changed[name] = overlay.limits.get(name)
    return msgspec.structs.replace(limits, **changed)


def _switched(overlay: Overlay, part: Cited) -> bool:
    """Whether the first clause of a part, the one that it stands under, is switched off."""
    return bool(part.clauses) and overlay.covers(part.clauses[0])


def _conduct(conduct: Conduct, overlay: Overlay) -> tuple[Conduct, dict[str, Clauses]]:
    changed: dict[str, Cited | None] = {}
    off: dict[str, Clauses] = {}
    for name in Conduct.__struct_fields__:
        part = getattr(conduct, name)
        if part is not None and overlay.ends(part):
            changed[name], off[name] = None, part.clauses
    boxes = conduct.boxes
    if "boxes" in changed and boxes is not None:  # wagers lie on boxes all the same
        changed["boxes"] = msgspec.structs.replace(boxes, most=1, clauses=())
    return msgspec.structs.replace(conduct, **changed), off


def amiss(edition: Edition, overlay: Overlay) -> Iterator[tuple[tuple[str, ...], str]]:
    """What does not fit between an edition and an overlay: where in the overlay, a sentence."""
    for clause in overlay.off:
        if clause not in edition.clauses:
            yield ("off",), f"clause {clause} does not exist in this rulebook"
    for name, rule in overlay.limits.items():
        before = getattr(edition.limits, name, None)
        if before is None or not _switched(overlay, before):
            yield ("limits", name), f"the limit '{name}' is not switched off: it stands"
        elif rule.clauses == before.clauses:
            yield ("limits", name), f"the limit '{name}' is as before"
    for name in NEEDED:
        rule = getattr(edition.limits, name)
        if _switched(overlay, rule) and name not in overlay.limits:
            yield (), f"the limit '{name}' is switched off, and nothing stands in its place"
