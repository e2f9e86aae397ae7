"""A refusal is a value: a code, one plain sentence and the clause that forbids.

Its sentence is in the catalogue, under the code, or under `code.variant` where a code has several
sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

import msgspec

from pitboss.words.catalogue import Said, spoken

P = ParamSpec("P")
T = TypeVar("T")
TOPIC = "refusals"


def _plain(value: object) -> object:
    """What fills a place, as JSON has it."""
    return value if isinstance(value, str | int | Said) else str(value)


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked cannot be done; `clauses` name the rule where a rule forbids it.

    `approval` is the one that would permit it, where there is one to ask for. By `key` and
    `params` the sentence is said in another language.
    """

    code: str
    sentence: str
    clauses: tuple[str, ...] = ()
    approval: str | msgspec.UnsetType = msgspec.UNSET
    key: str = ""
    params: dict[str, Any] = {}

    @classmethod
    def of(
        cls,
        key: str,
        clauses: tuple[str, ...] = (),
        approval: str | msgspec.UnsetType = msgspec.UNSET,
        /,
        **params: object,
    ) -> Refusal:
        """The refusal whose sentence is under this key; `params` fill its places."""
        return cls(
            code=key.partition(".")[0],
            sentence=spoken(TOPIC, Said(key, params)),
            clauses=clauses,
            approval=approval,
            key=key,
            params={name: _plain(value) for name, value in params.items()},
        )

    @property
    def said(self) -> Said:
        """Its sentence by key, as part of something else that is said."""
        if not self.key:
            return Said("member", {"member": self.sentence}, "reasons")
        return Said(self.key, self.params, TOPIC)

    def __hash__(self) -> int:
        return hash((self.code, self.sentence, self.clauses))

    def __str__(self) -> str:
        if not self.clauses:
            return self.sentence
        return f"{self.sentence} ({', '.join(self.clauses)})"


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
    key: str,
    clauses: tuple[str, ...] = (),
    approval: str | msgspec.UnsetType = msgspec.UNSET,
    /,
    **params: object,
) -> NoReturn:
    """End the enclosing `refusable` function with the refusal of this key."""
    raise _Stopped(Refusal.of(key, clauses, approval, **params))


def refusable(function: Callable[P, T]) -> Callable[P, T | Refusal]:
    """Let a function of many checks be written straight down: its refusals are returned."""

    @wraps(function)
    def answer(*args: P.args, **kwargs: P.kwargs) -> T | Refusal:
        try:
            return function(*args, **kwargs)
        except _Stopped as stopped:
            return stopped.refusal

    return answer
