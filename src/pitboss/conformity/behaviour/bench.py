"""An edition on the bench: its proofs run with one change in force, all citations left aside."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import msgspec

from pitboss.book import Rulebook
from pitboss.conformity.behaviour import switches
from pitboss.conformity.lint import contradictions
from pitboss.conformity.mutants import mutants
from pitboss.conformity.scenes import proofs_of
from pitboss.editions.load import build, load_clauses, read_files
from pitboss.errors import BadDataError, BadEditionError

SLACK = 20
"""How many times as long as without the change something may take before it is endless."""
LEAST = 2_000


class Traced(msgspec.Struct, frozen=True, kw_only=True):
    """A proof run without a change: what it carries, and which sites had something to do."""

    name: str
    acts: bool
    names: tuple[str, ...]
    carried: tuple[str, ...]
    fired: dict[str, list[str]]
    steps: int
    failure: str | None = None


Change = str | int
"""One change: the site of this name left out, or the value of this number altered."""
Noticed = int | str | None
"""What noticed a change: the proof of this number, or what refused it before any proof."""


class Bench:
    """The edition in a folder, read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.readers, self.clauses = read_files(folder), load_clauses(folder)
        self.edition = build(folder, self.readers, self.clauses)
        self.book = Rulebook(self.edition)
        self.proofs = tuple(proofs_of(folder))
        self.values = tuple(mutants(self.edition))
        self.steps: dict[int, int] = {}
        self.altered = lru_cache(maxsize=32)(self._altered)

    def trace(self, number: int) -> Traced:
        """Run a proof as it is."""
        proof = self.proofs[number]
        switches.begin()
        failure: str | None
        try:
            failure = proof.failure(self.book)
        except Exception as error:  # noqa: BLE001
            failure = f"{type(error).__name__}: {error}"
        fired, steps = switches.fired(), switches.steps()
        return Traced(
            name=proof.name,
            acts=proof.acts,
            names=proof.clauses,
            carried=proof.carried(self.book),
            fired=fired,
            steps=steps,
            failure=failure,
        )

    def attempt(self, change: Change, proofs: Iterable[int]) -> Noticed:
        """Run proofs under a change until one notices it."""
        if isinstance(change, str):
            return next((one for one in proofs if self._notices(one, self.book, change)), None)
        altered = self.altered(change)
        if isinstance(altered, str):
            return altered
        for number in proofs:
            if self._notices(number, altered, None):
                return number
        if self._means_the_same(change, altered):
            return "the tables, which mean the same"
        return None

    def _means_the_same(self, number: int, book: Rulebook) -> bool:
        """Whether a row was changed that the others speak for: a citation, not a behaviour."""
        if "rows" not in self.values[number].path:
            return False
        try:
            return book.fingerprint == self.book.fingerprint
        except (ValueError, BadDataError):  # tables that contradict themselves
            return False

    def _notices(self, number: int, book: Rulebook, off: str | None) -> bool:
        switches.begin(off, SLACK * self.steps.get(number, LEAST) + LEAST)
        try:
            return self.proofs[number].failure(book, citations=False) is not None
        except switches.EndlessError:
            return True
        except Exception:  # noqa: BLE001 - whatever broke the connection, it is made anew
            return True
        finally:
            switches.begin()

    def _altered(self, number: int) -> Rulebook | str:
        """The rulebook with one value altered, or why there is none such."""
        try:
            changed = build(self.folder, self.readers, self.clauses, self.values[number].apply)
        except BadEditionError as error:
            return f"the loader: {error.sentence}"
        for _, _, sentence in contradictions(changed):
            return f"the lint: {sentence}"
        return self.book.under(changed)
