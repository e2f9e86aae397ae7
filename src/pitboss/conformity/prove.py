"""Proof by mutation: every changed value must be noticed by a case marked with its clause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pitboss.book import Rulebook
from pitboss.conformity.lint import contradictions
from pitboss.conformity.mutants import Mutant, mutants
from pitboss.conformity.scenes import Proven, proofs_of
from pitboss.editions.edition import Edition
from pitboss.editions.load import (
    BadEditionError,
    build,
    load_clauses,
    read_files,
)
from pitboss.editions.locate import line_of


@dataclass(frozen=True)
class Verdict:
    """What became of one mutant: the case that noticed it, or none."""

    mutant: Mutant
    line: int
    noticed_by: str | None


@dataclass(frozen=True)
class Proof:
    """An edition's files, read once, and its cases and scenarios by clause."""

    book: Rulebook
    rebuild: Callable[[Mutant], Edition]
    lines: dict[str, dict[tuple[str | int, ...], int]]
    by_clause: dict[str, list[Proven]]

    def verdicts(self) -> Iterator[Verdict]:
        """The verdict on every mutant."""
        for mutant in mutants(self.book.edition):
            line = line_of(self.lines[mutant.file], mutant.path)
            yield Verdict(mutant, line, self._noticed_by(mutant))

    def _noticed_by(self, mutant: Mutant) -> str | None:
        try:
            changed = self.rebuild(mutant)
        except BadEditionError as error:
            return f"the loader: {error.sentence}"
        for _, _, sentence in contradictions(changed):
            return f"the lint: {sentence}"
        book = self.book.under(changed)
        for clause in mutant.clauses:
            for case in self.by_clause[clause]:
                try:
                    failure = case.failure(book)
                except Exception as error:  # noqa: BLE001 - a broken edition may fail anyhow
                    failure = f"{type(error).__name__}: {error}"
                if failure:
                    return case.name
        return None


def prepare(folder: Path) -> Proof:
    """Read an edition and its cases for a proof; a case that fails unchanged is an error."""
    readers, clauses = read_files(folder), load_clauses(folder)
    edition = build(folder, readers, clauses)
    by_clause: dict[str, list[Proven]] = defaultdict(list)
    book = Rulebook(edition)
    for case in proofs_of(folder):
        failure = case.failure(book)
        if failure:
            raise ValueError(f"{edition.name}: case {case.name} fails before any change: {failure}")
        for clause in case.clauses:
            by_clause[clause].append(case)

    def rebuild(mutant: Mutant) -> Edition:
        return build(folder, readers, clauses, mutant.apply)

    lines = {name: reader.lines for name, reader in readers.items()}
    return Proof(book, rebuild, lines, by_clause)
