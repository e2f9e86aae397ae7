"""The status of each clause, computed: what a change of behaviour and a proof say, not a person.

`enforced` and `recorded`: a guard, an event or a value that cites the clause was changed, and
a proof that carries it failed, citations left aside. `partly`: the same, but something of the
clause is open or unproved. `held`: the value is known, or a label names the clause, and no
proof shows that anything acts on it. An edition's `clauses.csv` declares only what is not to
be proved: `planned`, `shown`, `outside`.
"""

from __future__ import annotations

import msgspec

DECLARED = ("shown", "outside", "planned")
COMPUTED = ("enforced", "recorded", "partly", "held")
STATUSES = (*COMPUTED, *DECLARED)
RECORDING = ("record", "conduct")
"""Kinds of clause that ask for a person's act to be noted; proved, they are `recorded`."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What was changed, and the proof that noticed."""

    kind: str
    change: str
    proof: str


class ObligationStatus(msgspec.Struct, frozen=True, kw_only=True):
    """An obligation of a clause, with what proves it or what is open."""

    name: str
    says: str
    open: str = ""
    evidence: Evidence | None = None

    @property
    def done(self) -> bool:
        """Whether it is proved and nothing of it is open."""
        return self.evidence is not None and not self.open


class ClauseStatus(msgspec.Struct, frozen=True, kw_only=True):
    """A clause's status with what it rests on; the status is empty where there is none."""

    clause: str
    status: str
    evidence: Evidence | None = None
    asked: str | None = None
    parts: tuple[ObligationStatus, ...] = ()


Statuses = dict[str, ClauseStatus]
