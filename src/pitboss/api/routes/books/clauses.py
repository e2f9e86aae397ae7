"""Routes: a rulebook as it is read: contents, definitions, what proves a clause, its history."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from litestar import get
from litestar.params import Parameter

from pitboss.api.door.kept import KEPT, kept
from pitboss.api.guard import PUBLIC, Request
from pitboss.api.lookup import Name, book_of
from pitboss.api.problems import ProblemError
from pitboss.api.routes import router_of
from pitboss.conformity.cases import cases_of
from pitboss.conformity.clauses.amendments import Amendment, amendments_of, notes_of
from pitboss.conformity.clauses.does import Statement, by_clause
from pitboss.conformity.clauses.glossary import Glossary, Span, Term, glossary_of
from pitboss.conformity.clauses.shown import shown_as
from pitboss.conformity.clauses.status import STATUSES, Evidence, ObligationStatus
from pitboss.conformity.marks import Mark, marks_of
from pitboss.conformity.scenes import scenes_of
from pitboss.editions.edition import Clause, Edition
from pitboss.scenarios.files import SCENARIOS_FOLDER
from pitboss.table.usual.matrix import commands
from pitboss.views.library import (
    PENDING,
    Identified,
    Reading,
    identified,
    readings_of,
    status_of,
    told,
)

Kind = Literal["case", "scenario", "test"]
_CASES = "cases"


class ClauseRow(msgspec.Struct, frozen=True, kw_only=True):
    """A clause in the contents; `terms` are the defined terms in its summary."""

    clause: str
    depth: int
    section: str
    kind: str
    status: str
    summary: str
    expects: str
    how: str
    open: str
    tests: int
    readings: tuple[str, ...]
    amended: tuple[str, ...]
    terms: tuple[Span, ...]


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """Clauses that stand together under one heading; `first` is the first of them."""

    section: str
    first: str
    clauses: list[ClauseRow]


class Contents(Identified, frozen=True, kw_only=True):
    """A rulebook from its first clause to its last."""

    clauses: int
    statuses: dict[str, int]
    sections: list[Section]


class Definitions(msgspec.Struct, frozen=True, kw_only=True):
    """The terms that a rulebook defines."""

    rulebook: str
    edition: str
    definitions: tuple[Term, ...]


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """Something that proves clauses: a case, a scenario or a test."""

    kind: Kind
    name: str
    title: str
    clauses: tuple[str, ...]


class Proofs(msgspec.Struct, frozen=True, kw_only=True):
    """What proves the clauses of a rulebook, or one of them."""

    proofs: list[Proof]


class ProofText(Proof, frozen=True, kw_only=True):
    """A case with what is given and expected, or a scenario as its file has it."""

    given: dict[str, Any] | None = None
    expected: dict[str, Any] | None = None
    text: str | None = None


class ClauseProof(msgspec.Struct, frozen=True, kw_only=True):
    """A clause with all that hangs on it.

    `evidence` is the change of behaviour that proves it; `parts` are the several things that it
    asks for; `shown` says as what and where it is shown.
    """

    rulebook: str
    edition: str
    clause: Clause
    evidence: Evidence | None
    parts: tuple[ObligationStatus, ...]
    shown: str
    previous: str | None
    next: str | None
    does: list[Statement]
    terms: tuple[Span, ...]
    proofs: list[Proof]
    readings: list[Reading]
    amendments: list[Amendment]
    commands: list[str]


class Amendments(msgspec.Struct, frozen=True, kw_only=True):
    """Which rules were changed, by what, and when; nothing where the edition does not say."""

    rulebook: str
    edition: str
    amendments: tuple[Amendment, ...]
    notes: tuple[Clause, ...]


@dataclass(frozen=True)
class Index:
    """What is found once of an edition: terms, proofs and statements by clause."""

    glossary: Glossary
    marks: list[Mark]
    tests: Mapping[str, list[Mark]]
    does: Mapping[str, list[Statement]]
    amendments: tuple[Amendment, ...]
    texts: Mapping[str, ProofText]


_INDEXES: dict[tuple[str, Path], Index] = {}
_MAKING = threading.Lock()


def index_of(edition: Edition) -> Index:
    """The index of an edition, made when it is first asked for."""
    key = (edition.name, edition.folder)
    with _MAKING:  # it takes seconds: made once, however many ask meanwhile
        if key not in _INDEXES:
            _INDEXES[key] = _index(edition)
        return _INDEXES[key]


def _index(edition: Edition) -> Index:
    marks = list(dict.fromkeys(_marks(edition)))
    tests: dict[str, list[Mark]] = {}
    for mark in marks:
        for clause in dict.fromkeys(key.partition("#")[0] for key in mark.clauses):
            tests.setdefault(clause, []).append(mark)
    return Index(
        glossary_of(edition),
        marks,
        tests,
        by_clause(edition),
        amendments_of(edition),
        _texts(edition),
    )


def _marks(edition: Edition) -> list[Mark]:
    """What proves the edition; of a checkout whose tests cannot be read, cases and scenarios."""
    try:
        return marks_of(edition)
    except (OSError, SyntaxError, ValueError):
        return marks_of(edition, edition.folder / "no tests")


def _proof(mark: Mark) -> Proof:
    head, _, rest = mark.test.partition("/")
    kind: Kind = "test"
    title = mark.test.rpartition("::")[2].removeprefix("test_").replace("_", " ")
    if head == _CASES:
        kind, title = "case", rest.replace(":", ", ").replace("-", " ")
    elif head == SCENARIOS_FOLDER:
        kind, title = "scenario", rest.replace("-", " ")
    return Proof(kind=kind, name=mark.test, title=title, clauses=mark.clauses)


def _texts(edition: Edition) -> dict[str, ProofText]:
    """Every case and scenario by its name."""
    found = {}
    for case in cases_of(edition.folder):
        mark = Mark(f"{_CASES}/{case.name}", edition.identity.rulebook, case.clauses)
        found[mark.test] = ProofText(
            **msgspec.structs.asdict(_proof(mark)),
            given=msgspec.to_builtins(case.given),
            expected=msgspec.to_builtins(case.expected),
        )
    for scene in scenes_of(edition.folder):
        mark = Mark(scene.name, edition.identity.rulebook, scene.clauses)
        text = scene.path.read_text(encoding="utf-8")
        shown = msgspec.structs.asdict(_proof(mark)) | {"title": scene.scenario.title}
        found[scene.name] = ProofText(**shown, text=text)
    return found


def _mentions(reading: Reading, clause: str) -> bool:
    return clause in re.split(r"[\s,;]+", reading.clauses)


def _changes(index: Index, clause: str) -> list[Amendment]:
    rule = clause.partition(":")[0]
    return [one for one in index.amendments if rule in one.rules or one.clause == clause]


@get("/rulebooks/{rulebook:str}/contents", opt={"roles": PUBLIC} | KEPT)
@kept
def contents(request: Request, rulebook: Name) -> Contents:
    """Every clause by section: what it says in our words, its status, how much proves it."""
    edition = book_of(request, rulebook).edition
    index, identity = index_of(edition), edition.identity
    readings = readings_of(identity.rulebook)
    sections: list[Section] = []
    counts = dict.fromkeys((*STATUSES, PENDING), 0)
    for clause in (told(edition, one) for one in edition.clauses.values()):
        if not sections or sections[-1].section != clause.section:
            sections.append(Section(section=clause.section, first=clause.clause, clauses=[]))
        counts[clause.status] = counts.get(clause.status, 0) + 1
        number, _, rest = clause.clause.partition(":")
        sections[-1].clauses.append(
            ClauseRow(
                **msgspec.structs.asdict(clause),
                depth=number.count(".") + number.count("(") + bool(rest),
                tests=len(index.tests.get(clause.clause, ())),
                readings=tuple(one.id for one in readings if _mentions(one, clause.clause)),
                amended=tuple(
                    dict.fromkeys(one.instrument for one in _changes(index, clause.clause))
                ),
                terms=index.glossary.spans(clause.summary, clause.clause),
            )
        )
    return Contents(
        **identified(edition),
        clauses=len(edition.clauses),
        statuses=counts,
        sections=sections,
    )


@get("/rulebooks/{rulebook:str}/definitions", opt={"roles": PUBLIC} | KEPT)
@kept
def definitions(request: Request, rulebook: Name) -> Definitions:
    """The terms that a rulebook defines, with their meaning in our words."""
    edition = book_of(request, rulebook).edition
    identity = edition.identity
    terms = index_of(edition).glossary.terms
    found = tuple(
        msgspec.structs.replace(one, status=status_of(edition, one.clause).status) for one in terms
    )
    return Definitions(rulebook=rulebook, edition=identity.edition, definitions=found)


@get("/rulebooks/{rulebook:str}/clauses/{clause:str}/proof", opt={"roles": PUBLIC} | KEPT)
@kept
def clause_proof(request: Request, rulebook: Name, clause: Name) -> ClauseProof:
    """A clause with what the software does about it, and what proves that it does."""
    edition = book_of(request, rulebook).edition
    found = edition.clauses.get(clause)
    if found is None:
        raise ProblemError(404, "no-such-clause", "The rulebook has no clause of that number.")
    index = index_of(edition)
    order = list(edition.clauses)
    place = order.index(clause)
    return ClauseProof(
        rulebook=rulebook,
        edition=edition.identity.edition,
        clause=told(edition, found),
        evidence=status_of(edition, clause).evidence,
        parts=status_of(edition, clause).parts,
        shown=shown_as(edition, found, index.glossary),
        previous=order[place - 1] if place else None,
        next=order[place + 1] if place + 1 < len(order) else None,
        does=index.does.get(clause, []),
        terms=index.glossary.spans(found.summary, clause),
        proofs=[_proof(mark) for mark in index.tests.get(clause, ())],
        readings=[one for one in readings_of(rulebook) if _mentions(one, clause)],
        amendments=_changes(index, clause),
        commands=[one.word for one in commands(edition) if clause in one.clauses],
    )


@get("/rulebooks/{rulebook:str}/proofs", opt={"roles": PUBLIC} | KEPT)
@kept
def proofs(
    request: Request,
    rulebook: Name,
    clause: Annotated[str | None, Parameter(max_length=64, required=False)] = None,
) -> Proofs:
    """Cases, scenarios and tests that prove a rulebook's clauses, or one of them."""
    edition = book_of(request, rulebook).edition
    index = index_of(edition)
    found = index.marks if clause is None else index.tests.get(clause, [])
    return Proofs(proofs=[_proof(mark) for mark in found])


@get("/rulebooks/{rulebook:str}/proof", opt={"roles": PUBLIC} | KEPT)
@kept
def one_proof(
    request: Request,
    rulebook: Name,
    name: Annotated[str, Parameter(min_length=1, max_length=200)],
) -> ProofText:
    """One case or scenario, as it is played."""
    edition = book_of(request, rulebook).edition
    found = index_of(edition).texts.get(name)
    if found is None:
        raise ProblemError(404, "no-such-proof", "No case and no scenario has that name.")
    return found


@get("/rulebooks/{rulebook:str}/amendments", opt={"roles": PUBLIC} | KEPT)
@kept
def amendments(request: Request, rulebook: Name) -> Amendments:
    """The history of an edition, where it prints one."""
    edition = book_of(request, rulebook).edition
    return Amendments(
        rulebook=rulebook,
        edition=edition.identity.edition,
        amendments=amendments_of(edition),
        notes=notes_of(edition),
    )


router = router_of(__name__, "rulebooks")
