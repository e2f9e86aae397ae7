"""What a fact of a situation says, in plain words: from `facts.csv`, for every edition alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from pitboss.editions.edition import Edition
from pitboss.editions.load import shared_rows

ANY = "*"
"""Words that fit every value of a fact: `{value}` stands for its title."""
ASKED = "?"
"""What is asked of whoever tells a fact."""


@cache
def fact_words() -> Mapping[tuple[str, str], str]:
    """What is said of each fact and value that has words."""
    return {(row["fact"], row["value"]): row["says"] for row in shared_rows("facts.csv")}


def said(edition: Edition, fact: str, value: str) -> str:
    """A fact as part of a sentence; by its own name where it has no words."""
    words = fact_words().get((fact, value)) or fact_words().get((fact, ANY))
    if words is None:
        return f"{fact.replace('_', ' ')} is {value}"
    return words.replace("{value}", _title(edition, fact, value))


def asked(fact: str) -> str:
    """What is asked where a fact is told; the fact's own name where it has no words."""
    words = fact_words().get((fact, ASKED)) or fact.replace("_", " ")
    return words[:1].upper() + words[1:]


def any_said(edition: Edition, fact: str, values: Iterable[str]) -> str:
    """That a fact is one of several, as part of a sentence."""
    return " or ".join(said(edition, fact, value) for value in values)


def as_sentence(text: str) -> str:
    """Words as a sentence of their own."""
    return f"{text[:1].upper()}{text[1:]}."


def _title(edition: Edition, fact: str, value: str) -> str:
    """What a value is called in the edition, where it names a game or a method."""
    if fact == "method" and value in edition.methods:
        return edition.methods[value].title
    return edition.games[value].title if value in edition.games else value
