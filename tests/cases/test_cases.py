"""Every case of every edition is a test of its own, marked with the clauses it proves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.book import rulebook
from pitboss.conformity.cases import Case, cases_of
from pitboss.editions.load import shelf


def _cases() -> Iterator[Any]:
    for name in shelf():
        for case in cases_of(rulebook(name).edition.folder):
            marks = [pytest.mark.clause(name, *case.clauses)]
            yield pytest.param(name, case, marks=marks, id=f"{name}:{case.name}")


@pytest.mark.parametrize(("name", "case"), list(_cases()))
def test_case(name: str, case: Case) -> None:
    assert case.failure(rulebook(name)) is None


@pytest.mark.parametrize("name", list(shelf()))
def test_every_edition_has_cases(name: str) -> None:
    assert len(cases_of(rulebook(name).edition.folder)) > 100
