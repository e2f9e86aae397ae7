"""A refusal is a value: a code, one plain sentence and the clause that forbids."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import NoReturn, ParamSpec, TypeVar

import msgspec

P = ParamSpec("P")
T = TypeVar("T")


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked cannot be done; `clauses` name the rule where a rule forbids it.

    `approval` is the one that would permit it, where there is one to ask for.
    """

    code: str
    sentence: str
    clauses: tuple[str, ...] = ()
    approval: str | msgspec.UnsetType = msgspec.UNSET

    def __str__(self) -> str:
        if not self.clauses:
            return self.sentence
        return f"{self.sentence} ({', '.join(self.clauses)})"


class BadDataError(Exception):
    """Files of ours that cannot be used; the sentence says which and why."""


class _Stopped(Exception):  # noqa: N818 - never seen outside: `refusable` turns it into a value
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def sure(answer: T | Refusal) -> T:
    """The answer itself; a refusal ends the enclosing `refusable` function with that value."""
    if isinstance(answer, Refusal):
        raise _Stopped(answer)
    return answer


def refuse(
    code: str,
    sentence: str,
    clauses: tuple[str, ...] = (),
    approval: str | msgspec.UnsetType = msgspec.UNSET,
) -> NoReturn:
    """End the enclosing `refusable` function with this refusal."""
    raise _Stopped(Refusal(code=code, sentence=sentence, clauses=clauses, approval=approval))


def refusable(function: Callable[P, T]) -> Callable[P, T | Refusal]:
    """Let a function of many checks be written straight down: its refusals are returned."""

    @wraps(function)
    def answer(*args: P.args, **kwargs: P.kwargs) -> T | Refusal:
        try:
            return function(*args, **kwargs)
        except _Stopped as stopped:
            return stopped.refusal

    return answer
