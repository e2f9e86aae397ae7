"""The statuses of an edition's clauses, computed from what its proofs notice."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pitboss.conformity.behaviour.bench import Noticed
from pitboss.conformity.behaviour.crew import Crew
from pitboss.conformity.behaviour.study import Done, Study, nothing, study
from pitboss.conformity.clauses.obligations import Obligation, obligations_of
from pitboss.conformity.clauses.status import (
    DECLARED,
    RECORDING,
    ClauseStatus,
    Evidence,
    ObligationStatus,
    Statuses,
)
from pitboss.editions.edition import Clause


def compute(crew: Crew, folder: Path, done: Done = nothing) -> Statuses:
    """The statuses of an edition's clauses."""
    subject = study(crew, folder, done)
    parts = obligations_of(folder)
    keys = keys_of(subject.edition.clauses, parts)
    found = evidence(crew, subject, keys, done)
    cited = {clause for _, _, clause in subject.edition.citations()}
    return {
        clause.clause: _status(subject, clause, parts.get(clause.clause, []), found, cited)
        for clause in subject.edition.clauses.values()
    }


def keys_of(clauses: Mapping[str, Clause], parts: Mapping[str, list[Obligation]]) -> list[str]:
    """What is to be proved: each clause that declares nothing else, and each obligation of it."""
    return [
        key
        for clause in clauses.values()
        if clause.status not in DECLARED
        for key in (clause.clause, *(one.key for one in parts.get(clause.clause, ())))
    ]


def evidence(crew: Crew, subject: Study, keys: list[str], done: Done) -> dict[str, Evidence]:
    """What proves each clause or obligation, for those that something proves."""
    wanted = [(key, list(subject.tries(key))) for key in keys]
    wanted = [(key, tries) for key, tries in wanted if tries]
    jobs = [tries for _, tries in wanted]
    done(len(keys) - len(jobs))
    answers = crew.each("first", subject.folder, jobs, list[Noticed], done)
    found = {}
    for (key, tries), answer in zip(wanted, answers, strict=True):
        for (change, _), noticed in zip(tries, answer, strict=True):
            if isinstance(noticed, int):
                found[key] = Evidence(
                    kind=subject.kind(change),
                    change=subject.told(change),
                    proof=subject.traces[noticed].name,
                )
    return found


def _status(
    subject: Study,
    clause: Clause,
    obligations: list[Obligation],
    found: Mapping[str, Evidence],
    cited: set[str],
) -> ClauseStatus:
    if clause.status in DECLARED:
        return ClauseStatus(clause=clause.clause, status=clause.status)
    own = found.get(clause.clause)
    parts = tuple(
        ObligationStatus(name=one.name, says=one.says, open=one.open, evidence=found.get(one.key))
        for one in obligations
    )
    askers = subject.askers.get(clause.clause)
    status = ""
    if own is not None:
        status = "recorded" if clause.kind in RECORDING else "enforced"
        if clause.open or not all(part.done for part in parts):
            status = "partly"
    elif clause.clause in cited or clause.clause in subject.named:
        status = "held"
    return ClauseStatus(
        clause=clause.clause,
        status=status,
        evidence=own,
        asked=subject.traces[askers[0]].name if askers else None,
        parts=parts,
    )
