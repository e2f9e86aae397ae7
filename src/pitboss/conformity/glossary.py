"""Defined terms: what a rulebook's own words mean, and where they stand in a text of ours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from pitboss.editions.edition import Edition

DEFINITION = "definition"


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """A term that the rulebook defines, and its meaning in our words."""

    clause: str
    term: str
    meaning: str
    status: str


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """Where a defined term stands in a text; `clause` is that of its definition."""

    start: int
    end: int
    clause: str


def terms_of(edition: Edition) -> tuple[Term, ...]:
    """Every term of an edition's list of definitions, in its order."""
    found = []
    for clause in edition.clauses.values():
        _, colon, slug = clause.clause.partition(":")
        if clause.kind == DEFINITION and colon and re.fullmatch(r"[a-z0-9-]+", slug):
            found.append(
                Term(
                    clause=clause.clause,
                    term=" ".join(_words(slug)),
                    meaning=clause.summary,
                    status=clause.status,
                )
            )
    return tuple(found)


def _words(slug: str) -> list[str]:
    """The words of a term; an ending that stands alone, as in `burn-ed`, belongs to its word."""
    words: list[str] = []
    for word in slug.split("-"):
        if word in ("ed", "s") and words:
            words[-1] += f"({word})"
        else:
            words.append(word)
    return words


@dataclass(frozen=True)
class Glossary:
    """The terms of an edition, ready to be looked for; the longest are found first."""

    terms: tuple[Term, ...]
    pattern: re.Pattern[str] | None
    clauses: Sequence[str]

    def spans(self, text: str, own: str = "") -> tuple[Span, ...]:
        """Where terms stand in a text, but for the term that the text itself defines."""
        if self.pattern is None:
            return ()
        found = []
        for match in self.pattern.finditer(text):
            clause = self.clauses[(match.lastindex or 1) - 1]
            if clause != own:
                found.append(Span(start=match.start(), end=match.end(), clause=clause))
        return tuple(found)


def glossary_of(edition: Edition) -> Glossary:
    """The glossary of an edition."""
    terms = terms_of(edition)
    ordered = sorted(terms, key=lambda one: -len(one.term))
    if not ordered:
        return Glossary(terms, None, ())
    every = "|".join(f"({_expression(one.term)})" for one in ordered)
    pattern = re.compile(rf"(?<![\w-])(?:{every})(?![\w-])", re.IGNORECASE)
    return Glossary(terms, pattern, tuple(one.clause for one in ordered))


def _expression(term: str) -> str:
    """A term with its usual endings, and its possessives with or without an apostrophe."""
    parts = []
    for word in term.split():
        stem, bracket, ending = word.partition("(")
        text = re.escape(stem)
        if bracket:
            text += f"(?:{re.escape(ending.rstrip(')'))})?"
        elif stem.endswith("s"):
            text = re.escape(stem[:-1]) + "['’]?s"
        parts.append(text)
    return r"[\s-]+".join(parts) + "(?:s|es)?"
