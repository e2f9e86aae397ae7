"""What a step of a scenario expects, against what came of it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.refusal import Refusal
from pitboss.scenarios.read import Refused, Step
from pitboss.table import Event


def unmet(step: Step, events: tuple[Event, ...], refusal: Refusal | None) -> Iterator[str]:
    """What the step expects and did not get, a sentence each."""
    where = f"step {step.number} ({step.do} by {step.who})"
    if step.refused is not None:
        wrong = _not_so(step.refused, refusal)
        if wrong is not None:
            yield f"{where}{wrong}"
        return
    if refusal is not None:
        yield f"{where} is refused as {refusal.code}: {refusal}"
        return
    for wanted in step.expect or ():
        if not any(matches(event, wanted) for event in events):
            happened = "; ".join(describe(event) for event in events)
            yield f"{where}: '{wanted}' did not happen, but {happened}"


def _not_so(wanted: Refused, refusal: Refusal | None) -> str | None:
    """How a refusal is not the one expected; nothing where it is."""
    if refusal is None:
        return f" is accepted, not refused as {wanted.code}"
    if refusal.code != wanted.code:
        return f" is refused as {refusal.code}: {refusal}"
    if wanted.clause is not None and wanted.clause not in refusal.clauses:
        return f": the refusal cites {', '.join(refusal.clauses) or 'no clause'}: {refusal}"
    return None


def matches(event: Event, wanted: str) -> bool:
    """Whether an event is the one a file expects: its word, then `key=value` parts."""
    word, *parts = wanted.split() or [""]
    data = msgspec.to_builtins(event)
    if data["event"] != word:
        return False
    for part in parts:
        key, _, value = part.partition("=")
        if key == "clause":
            if value not in event.clauses:
                return False
        elif key not in data or str(data[key]).replace(" ", "-") != value:
            return False
    return True


def describe(event: Event) -> str:
    """An event in a line: its word and what it carries."""
    data = msgspec.to_builtins(event)
    skip = ("event", "by", "rank", "at", "clauses", "lines", "house", "sign")
    parts = [
        f"{key}={str(value).replace(' ', '-')}" for key, value in data.items() if key not in skip
    ]
    return " ".join([data["event"], *parts])
