"""What the rewritten core calls at each site: done as ever, left out, or only noted.

One change at a time is in force. Steps are counted, not time: what goes on far longer than
without the change never ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from pitboss.refusal import Refusal, refusable, sure


class EndlessError(BaseException):
    """What goes on for ever; no handler of ordinary errors stops it."""


class _State:
    """The change in force, and what was seen since it was set."""

    def __init__(self) -> None:
        self.off: str | None = None
        self.limit: int | None = None
        self.steps = 0
        self.fired: dict[str, set[str]] = {}
        self.emitted: list[tuple[str, ...]] = []


_state = _State()


def begin(off: str | None = None, limit: int | None = None) -> None:
    """Start afresh with one site left out, or none; `limit` is the most steps it may take."""
    _state.__init__()  # type: ignore[misc]
    _state.off = off
    _state.limit = limit


def steps() -> int:
    """The steps taken since the start."""
    return _state.steps


def fired() -> dict[str, list[str]]:
    """The sites that had something to do since the start, and the clauses they cited."""
    return {site: sorted(clauses) for site, clauses in _state.fired.items()}


def tick() -> bool:
    """Count a step; always true, so that it can stand in a condition."""
    _state.steps += 1
    if _state.limit is not None and _state.steps > _state.limit:
        raise EndlessError
    return True


def _on(site: str, clauses: Iterable[str]) -> bool:
    """Note that a site has something to do; whether it may."""
    tick()
    _state.fired.setdefault(site, set()).update(clauses)
    return site != _state.off


def refuse(
    site: str,
    key: str,
    clauses: tuple[str, ...] = (),
    approval: str | msgspec.UnsetType = msgspec.UNSET,
    /,
    **params: object,
) -> None:
    """A refusal, unless it is left out."""
    if _on(site, clauses):
        sure(Refusal.of(key, clauses, approval, **params))


def kept(site: str, refusal: Refusal) -> bool:
    """Whether a refusal is returned."""
    return _on(site, refusal.clauses)


def guard(site: str, function: Callable[..., Any], *args: Any, **fields: Any) -> Any:
    """A call that may refuse; left out, its refusal is passed over and its clauses are given."""
    done = refusable(function)(*args, **fields)
    if isinstance(done, Refusal):
        if _on(site, done.clauses):
            sure(done)
        return done.clauses
    return done


def emit(site: str, work: Any, what: Any, /, *said: Any, **fields: Any) -> None:
    """An event, unless it is left out."""
    cited = {*fields.get("clauses", ())}
    for settled in fields.get("lines", ()):
        cited.update(settled.line.clauses)
    _state.emitted.append(tuple(cited))
    if _on(site, cited):
        work.emit(what, *said, **fields)


def effect(site: str, function: Callable[..., Any], *args: Any, **fields: Any) -> Any:
    """A call by which something happens, unless it is left out."""
    if site == _state.off:
        _on(site, ())
        return None
    before = len(_state.emitted)
    try:
        return function(*args, **fields)
    finally:
        happened = _state.emitted[before:]
        if happened:
            _on(site, (clause for clauses in happened for clause in clauses))
