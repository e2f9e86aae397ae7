"""The answer to a request that was not done, whoever asks."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.refusal import Refusal
from pitboss.words.catalogue import PLACE, words_of

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


PREFIX = "problem."


def keyed(problem: Problem) -> Problem:
    """A problem with the key of its sentence, where the catalogue has it under its code.

    A refusal of the core brings its key; what the house itself answers is found by its words.
    """
    if problem.key is not UNSET:
        return problem
    for key, sentence in _own(problem.code):
        if (found := sentence.fullmatch(problem.sentence)) is not None:
            return msgspec.structs.replace(problem, key=key, params=found.groupdict() or UNSET)
    return problem


@cache
def _own(code: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The house's own sentences under a code; those without places first."""
    words = words_of("refusals", "en")
    whole = f"{PREFIX}{code}"
    keys = [key for key in words if key == whole or key.startswith(f"{whole}.")]
    keys.sort(key=lambda key: (len(PLACE.findall(words[key])), key))
    return tuple((key, re.compile(_pattern(words[key]))) for key in keys)


def _pattern(sentence: str) -> str:
    parts = re.split(r"(\{(?:a )?\w+\})", sentence)
    return "".join(
        re.escape(part) if place % 2 == 0 else _place(part) for place, part in enumerate(parts)
    )


def _place(part: str) -> str:
    article = "(?:an? )" if part.startswith("{a ") else ""
    return f"{article}(?P<{part.strip('{}').removeprefix('a ')}>.+)"


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
