"""Defined terms: what a rulebook's own words mean, and where they stand in a text of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
class Finder:
    """Some terms, ready to be looked for; the longest are found first."""

    pattern: re.Pattern[str] | None
    clauses: Sequence[str]

    @classmethod
    def of(cls, terms: Sequence[Term]) -> Finder:
        """A finder of these terms."""
        if not terms:
            return cls(None, ())
        ordered = sorted(terms, key=lambda one: -len(one.term))
        every = "|".join(f"({_expression(one.term)})" for one in ordered)
        pattern = re.compile(rf"(?<![\w-])(?:{every})(?![\w-])", re.IGNORECASE)
        return cls(pattern, tuple(one.clause for one in ordered))


@dataclass(frozen=True)
class Glossary:
    """The terms of an edition: those that hold everywhere, and those of single chapters.

    The first list of definitions is that of the whole rulebook; a later one, of tournaments say,
    holds in its own chapter and goes before the first there.
    """

    terms: tuple[Term, ...]
    everywhere: Finder
    by_chapter: Mapping[str, Finder]

    def spans(self, text: str, own: str = "") -> tuple[Span, ...]:
        """Where terms stand in the text of clause `own`, but for the term that it defines."""
        finder = self.by_chapter.get(_chapter(own), self.everywhere)
        if finder.pattern is None:
            return ()
        found = []
        for match in finder.pattern.finditer(text):
            clause = finder.clauses[(match.lastindex or 1) - 1]
            if clause != own:
                found.append(Span(start=match.start(), end=match.end(), clause=clause))
        return tuple(found)


def glossary_of(edition: Edition) -> Glossary:
    """The glossary of an edition."""
    terms = terms_of(edition)
    lists: dict[str, list[Term]] = {}
    for term in terms:
        lists.setdefault(_chapter(term.clause), []).append(term)
    whole = next(iter(lists.values()), [])
    by_chapter = {}
    for chapter, own in list(lists.items())[1:]:
        named = {one.term for one in own}
        by_chapter[chapter] = Finder.of([*own, *(one for one in whole if one.term not in named)])
    return Glossary(terms, Finder.of(whole), by_chapter)


def _chapter(clause: str) -> str:
    """The number with which a clause begins."""
    return re.split(r"[.:(]", clause, maxsplit=1)[0]


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
