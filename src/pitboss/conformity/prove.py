"""Proof by change: every value, guard and event is changed in turn, and a proof must notice.

All citations are left aside: what is looked at is what happens. A value is noticed by the
loader, the lint or a proof that names its clause; a guard or an event by any proof that
reaches it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pitboss.conformity.behaviour.bench import Change, Noticed
from pitboss.conformity.behaviour.crew import Crew
from pitboss.conformity.behaviour.sites import sites
from pitboss.conformity.behaviour.study import Done, Study, Try, nothing, study
from pitboss.conformity.integrity import checks
from pitboss.editions.load import read_files
from pitboss.editions.locate import KeyPath, line_of

AT_ONCE = 8
"""How many changes a worker tries before it answers."""


@dataclass(frozen=True)
class Verdict:
    """What became of one change: what noticed it, or nothing."""

    change: Change
    where: str
    told: str
    clauses: tuple[str, ...]
    noticed_by: str | None

    def __str__(self) -> str:
        cited = f" ({', '.join(self.clauses)})" if self.clauses else ""
        return f"{self.where}: {self.told}{cited}"


@dataclass(frozen=True)
class Proof:
    """An edition studied, and the changes that are tried on it."""

    subject: Study
    tries: Sequence[Try]

    def verdicts(self, crew: Crew, done: Done = nothing) -> list[Verdict]:
        """The verdict on every change."""
        found: list[Noticed] = []
        jobs = [self.tries[at : at + AT_ONCE] for at in range(0, len(self.tries), AT_ONCE)]

        def count(_: int) -> None:
            done(AT_ONCE)

        for answer in crew.each("all", self.subject.folder, jobs, list[Noticed], count):
            found += answer
        lines = {name: reader.lines for name, reader in read_files(self.subject.folder).items()}
        return [
            self._verdict(change, noticed, lines)
            for (change, _), noticed in zip(self.tries, found, strict=True)
        ]

    def _verdict(
        self, change: Change, noticed: Noticed, lines: dict[str, dict[KeyPath, int]]
    ) -> Verdict:
        subject = self.subject
        by = subject.traces[noticed].name if isinstance(noticed, int) else noticed
        if isinstance(change, int):
            mutant = subject.values[change]
            where = f"{mutant.file}:{line_of(lines[mutant.file], mutant.path)}"
            return Verdict(change, where, told(subject, change), mutant.clauses, by)
        site = subject.sites[change]
        cited = {
            clause
            for number in subject.reached.get(site.name, ())
            for clause in subject.traces[number].fired[site.name]
        }
        where = f"{site.file}:{site.line}"
        return Verdict(change, where, told(subject, change), tuple(sorted(cited)), by)


def prepare(
    crew: Crew,
    folder: Path,
    tenth: int | None = None,
    done: Done = nothing,
    *,
    only: str | None = None,
) -> Proof:
    """Study an edition and list what to try: everything, or the tenth that a seed picks.

    With `only`: what this text is part of, as a survivor is listed.
    """
    subject = study(crew, folder, done)
    listed = checks()
    tries: list[Try] = [
        (
            number,
            list(dict.fromkeys(n for c in mutant.clauses for n in subject.named.get(c, ()))),
        )
        for number, mutant in enumerate(subject.values)
    ]
    for site, proofs in subject.reached.items():
        if site not in listed:
            tries.append((site, _telling(subject, site, proofs)))
    if only is not None:
        tries = [one for one in tries if only.casefold() in told(subject, one[0]).casefold()]
    if tenth is not None:
        tries = random.Random(tenth).sample(  # noqa: S311 - no secret
            tries, -(-len(tries) // 10)
        )
    return Proof(subject, tries)


def told(subject: Study, change: Change) -> str:
    """A change as survivors are listed."""
    return f"{change}, left out" if isinstance(change, str) else str(subject.values[change])


def _telling(subject: Study, site: str, proofs: list[int]) -> list[int]:
    """Proofs in the order in which they are likely to notice: carriers first, then short ones."""

    def order(number: int) -> tuple[bool, int]:
        trace = subject.traces[number]
        carried = {key.partition("#")[0] for key in trace.carried}
        return not carried & set(trace.fired[site]), trace.steps

    return sorted(proofs, key=order)


def unreached(subjects: Iterable[Study]) -> list[str]:
    """The sites that no proof of any of these editions reaches, and no list gives a reason for.

    A procedure that none of them chose is not theirs to prove.
    """
    studied = list(subjects)
    reached = {site for subject in studied for site in subject.reached}
    tables = [subject.edition for subject in studied if subject.edition.rules]
    chosen = {None, *(one for edition in tables for one in edition.procedures)}
    listed = checks()
    return [
        f"{site.file}:{site.line}: {site.name}"
        for site in sites()
        if site.procedure in chosen and site.name not in reached and site.name not in listed
    ]
