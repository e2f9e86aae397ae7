"""Routes: what a rulebook answers, a clause beside all other rulebooks, and a clause in action."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get

from pitboss.api.door.kept import KEPT, kept
from pitboss.api.guard import PUBLIC, Request, context_of
from pitboss.api.lookup import Name, book_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.book import Rulebook
from pitboss.conformity.clauses.code import Code, acting
from pitboss.conformity.clauses.example import Happening, chosen, example
from pitboss.conformity.compare import values_of
from pitboss.conformity.questions.beside import TOPIC, AskedLine, asked_of, line_of
from pitboss.conformity.scenes import scenes_of
from pitboss.editions.edition import Edition
from pitboss.settle.questions import Asked
from pitboss.views.problem import Problem, problem_of
from pitboss.words.catalogue import Said, spoken

MOST_CLAUSES = 6
"""So many clauses of another rulebook are named as neighbours."""


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """A question that people ask, with what a rulebook answers."""

    key: str
    question: str
    asked: Said
    lines: tuple[AskedLine, ...]


class RulebookAnswers(msgspec.Struct, frozen=True, kw_only=True):
    """What a rulebook answers to all that people ask of it, as they ask it."""

    rulebook: str
    edition: str
    answers: list[Answered]


class Near(msgspec.Struct, frozen=True, kw_only=True):
    """A clause in a few words."""

    clause: str
    summary: str


class Neighbour(msgspec.Struct, frozen=True, kw_only=True):
    """Another rulebook: what gives the same values there, and what it answers instead."""

    rulebook: str
    edition: str
    house: str
    title: str
    clauses: list[Near]
    answers: list[Answered]


class ClauseNeighbours(msgspec.Struct, frozen=True, kw_only=True):
    """A clause among the rulebooks: the questions it answers, its neighbours, the code it moves."""

    rulebook: str
    edition: str
    clause: str
    answers: list[Answered]
    neighbours: list[Neighbour]
    code: list[Code]


class ExampleTold(msgspec.Struct, frozen=True, kw_only=True):
    """A step of an example: who did what, what came of it, or why it was refused."""

    number: int
    who: str
    do: str
    fields: dict[str, Any]
    happened: tuple[Happening, ...]
    refused: Problem | None
    carries: bool


class ClauseExample(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario that proves a clause, as it was played just now."""

    rulebook: str
    edition: str
    clause: str
    name: str
    title: str
    steps: list[ExampleTold]


@get("/rulebooks/{rulebook:str}/answers", opt={"roles": PUBLIC} | KEPT)
@kept
def answers(request: Request, rulebook: Name) -> RulebookAnswers:
    """What people ask of a rulebook, with its answers and their clauses."""
    book = book_of(request, rulebook)
    return RulebookAnswers(
        rulebook=rulebook,
        edition=book.edition.identity.edition,
        answers=[_answered(one) for one in asked_of(book).values()],
    )


@get("/rulebooks/{rulebook:str}/clauses/{clause:str}/neighbours", opt={"roles": PUBLIC} | KEPT)
@kept
def neighbours(request: Request, rulebook: Name, clause: Name) -> ClauseNeighbours:
    """What a clause answers, what answers it in each other rulebook, and the code it moves."""
    book = book_of(request, rulebook)
    _there(book.edition, clause)
    keys = [key for key, one in asked_of(book).items() if _cites(one, clause)]
    others = [one for one in context_of(request).books.values() if one is not book]
    return ClauseNeighbours(
        rulebook=rulebook,
        edition=book.edition.identity.edition,
        clause=clause,
        answers=[_answered(asked_of(book)[key]) for key in keys],
        neighbours=[_neighbour(book.edition, other, clause, keys) for other in others],
        code=acting(book.edition, clause),
    )


@get("/rulebooks/{rulebook:str}/clauses/{clause:str}/example", opt={"roles": PUBLIC} | KEPT)
@kept
def clause_example(request: Request, rulebook: Name, clause: Name) -> ClauseExample:
    """A scenario that proves a clause, played on the core, step by step."""
    book = book_of(request, rulebook)
    _there(book.edition, clause)
    scene = chosen(clause, scenes_of(book.edition.folder))
    if scene is None:
        raise ProblemError(404, "no-example", "No scenario of the rulebook acts on this clause.")
    found = example(book, scene, clause)
    steps = [
        ExampleTold(
            **{
                **{name: getattr(step, name) for name in step.__struct_fields__},
                "refused": None if step.refused is None else problem_of(step.refused),
            }
        )
        for step in found.steps
    ]
    return ClauseExample(
        rulebook=rulebook,
        edition=book.edition.identity.edition,
        clause=clause,
        name=found.name,
        title=found.title,
        steps=steps,
    )


def _there(edition: Edition, clause: str) -> None:
    if clause not in edition.clauses:
        raise ProblemError(404, "no-such-clause", "The rulebook has no clause of that number.")


def _answered(one: Asked) -> Answered:
    return Answered(
        key=one.key,
        question=spoken(TOPIC, one.question),
        asked=one.question,
        lines=tuple(map(line_of, one.answers)),
    )


def _cites(one: Asked, clause: str) -> bool:
    return any(clause in answer.clauses for answer in one.answers)


def _neighbour(edition: Edition, other: Rulebook, clause: str, keys: list[str]) -> Neighbour:
    """Another rulebook's clauses that give the same values, or answer the same questions."""
    theirs, identity = other.edition, other.edition.identity
    mine, given = values_of(edition, theirs), values_of(theirs, edition)
    asked = [asked_of(other)[key] for key in keys if key in asked_of(other)]
    cited: dict[str, None] = {}
    for what, (_, clauses) in mine.items():
        if clause in clauses and what in given:
            cited |= dict.fromkeys(given[what][1])
    for one in asked:
        cited |= dict.fromkeys(number for answer in one.answers for number in answer.clauses)
    near = [number for number in cited if number in theirs.clauses][:MOST_CLAUSES]
    return Neighbour(
        rulebook=identity.rulebook,
        edition=identity.edition,
        house=identity.house,
        title=identity.title,
        clauses=[Near(clause=one, summary=theirs.clauses[one].summary) for one in near],
        answers=[_answered(one) for one in asked if one.answers],
    )


router = router_of(__name__, "rulebooks")
