"""The answer to a request that was not done, whoever asks."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.refusal import Refusal

LONGEST = 300


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a request that was not done; `approval` may be asked for to have it done.

    By `key` and `params` the sentence is found in the catalogue of another language.
    """

    code: str
    sentence: str
    clauses: tuple[str, ...] = ()
    approval: str | UnsetType = UNSET
    key: str | UnsetType = UNSET
    params: dict[str, Any] | UnsetType = UNSET


def _ended(sentence: str) -> str:
    return sentence[:LONGEST].rstrip(".") + "."


def problem_of(refusal: Refusal) -> Problem:
    """A refusal as part of an answer."""
    return Problem(
        code=refusal.code,
        sentence=refusal.sentence,
        clauses=refusal.clauses,
        approval=refusal.approval,
        key=refusal.key or UNSET,
        params=refusal.params or UNSET,
    )
