"""What a step of a scenario expects, against what came of it.

A clause is expected as `14.5`, or as `14.5#after-settlement` where a clause asks for several
things and the step is about one of them: what is cited is the clause.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from pitboss.aggregates.shapes import AggregateEvent
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Refused, Step
from pitboss.table import Event

Happened = Event | AggregateEvent


@dataclass
class Told:
    """What came of one step: its events, or the refusal; of the setting, which has no step."""

    step: Step | None
    events: tuple[Happened, ...] = ()
    refusal: Refusal | None = None
    at: dt.datetime | None = None

    def cited(self) -> set[str]:
        """Every clause that an event, a line or the refusal cites."""
        refused = () if self.refusal is None else self.refusal.clauses
        return {*refused, *(clause for event in self.events for clause in cited_by(event))}


def unmet(step: Step, told: Told, *, citations: bool = True) -> Iterator[str]:
    """What the step expects and did not get, a sentence each; `citations` may be left aside."""
    events, refusal = told.events, told.refusal
    where = f"{step.where} ({step.do} by {step.who})"
    if step.refused is not None:
        wrong = _not_so(step.refused, refusal, citations=citations)
        if wrong is not None:
            yield f"{where}{wrong}"
        return
    if refusal is not None:
        yield f"{where} is refused as {refusal.code}: {refusal}"
        return
    for wanted in step.expect or ():
        if not any(matches(event, wanted, citations=citations) for event in events):
            happened = "; ".join(describe(event) for event in events)
            yield f"{where}: '{wanted}' did not happen, but {happened}"


def expected(step: Step) -> Iterator[str]:
    """The clauses that a step expects, with the obligation where it names one."""
    if step.refused is not None:
        if step.refused.clause is not None:
            yield step.refused.clause
        return
    for wanted in step.expect or ():
        for part in wanted.split()[1:]:
            key, _, value = part.partition("=")
            if key == "clause":
                yield value


def bare(clause: str) -> str:
    """A clause without the obligation that may be named after it."""
    return clause.partition("#")[0]


def cited_by(event: Happened) -> set[str]:
    """The clauses of an event and of its settlement lines."""
    lines, stays = getattr(event, "lines", ()), getattr(event, "stays", ())
    settled = {clause for one in lines for clause in one.line.clauses}
    return {*event.clauses, *settled, *(clause for one in stays for clause in one.clauses)}


def _not_so(wanted: Refused, refusal: Refusal | None, *, citations: bool) -> str | None:
    """How a refusal is not the one expected; nothing where it is."""
    if refusal is None:
        return f" is accepted, not refused{_as(wanted)}"
    if wanted.code is not None and refusal.code != wanted.code:
        return f" is refused as {refusal.code}: {refusal}"
    if citations and wanted.clause is not None and bare(wanted.clause) not in refusal.clauses:
        return f": the refusal cites {', '.join(refusal.clauses) or 'no clause'}: {refusal}"
    return None


def _as(wanted: Refused) -> str:
    code = "" if wanted.code is None else f" as {wanted.code}"
    return code if wanted.clause is None else f"{code} by {wanted.clause}"


def matches(event: Happened, wanted: str, *, citations: bool = True) -> bool:
    """Whether an event is the one a file expects: its word, then `key=value` parts."""
    word, *parts = wanted.split() or [""]
    data = msgspec.to_builtins(event)
    if data["event"] != word:
        return False
    for part in parts:
        key, _, value = part.partition("=")
        if key == "clause":
            if citations and bare(value) not in cited_by(event):
                return False
        elif key not in data or str(data[key]).replace(" ", "-") != value:
            return False
    return True


def describe(event: Happened) -> str:
    """An event in a line: its word and what it carries."""
    data = msgspec.to_builtins(event)
    skip = ("event", "by", "rank", "at", "clauses", "lines", "house", "sign")
    parts = [
        f"{key}={str(value).replace(' ', '-')}" for key, value in data.items() if key not in skip
    ]
    return " ".join([data["event"], *parts])
