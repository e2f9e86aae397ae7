"""The proof itself can fail: take cases away, or break one, and it says so."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pitboss.book import rulebook
from pitboss.conformity.coverage import coverage
from pitboss.conformity.marks import Mark
from pitboss.conformity.prove import prepare


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = rulebook("star-baccarat").edition.folder
    target = tmp_path / source.parent.name / source.name
    shutil.copytree(source, target)
    return target


def test_values_without_a_case_survive(folder: Path) -> None:
    for name in ("tableau", "refusals", "values"):
        (folder / "cases" / f"{name}.toml").unlink()
    shutil.rmtree(folder / "scenarios")
    alive = [v for v in prepare(folder).verdicts() if v.noticed_by is None]
    assert any(v.mutant.path[:2] == ("tableau", "banker") for v in alive)
    line = next(v.line for v in alive if v.mutant.path[:3] == ("tableau", "banker", 8))
    text = (folder / "edition.toml").read_text(encoding="utf-8").splitlines()
    assert "banker = 8" in text[line - 1]


def test_a_case_that_fails_unchanged_stops_the_proof(folder: Path) -> None:
    path = folder / "cases" / "main.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('outcome = "win"', 'outcome = "lose"', 1), encoding="utf-8")
    with pytest.raises(ValueError, match="fails before any change"):
        prepare(folder)


def test_coverage_names_what_has_no_test_and_no_status() -> None:
    edition = rulebook("star-baccarat").edition
    nothing = coverage(edition, [])
    assert "9.5" in nothing.untested
    assert not nothing.holds(final=False)
    everything = coverage(edition, [Mark("t", "star-baccarat", tuple(edition.clauses))])
    assert everything.untested == []
    assert everything.holds(final=False)
    assert not everything.holds(final=True)
