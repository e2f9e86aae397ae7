"""Broken edition files are refused, with file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pitboss.book import rulebook
from pitboss.conformity.lint import lint
from pitboss.editions.load import BadEditionError, load_folder, shelf

EDITION, WAGERS, CLAUSES = "edition.toml", "wagers.toml", "clauses.csv"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = rulebook("star-baccarat").edition.folder
    target = tmp_path / source.parent.name / source.name
    shutil.copytree(source, target)
    return target


def broken(folder: Path, file: str, before: str, after: str) -> tuple[int, str]:
    """Change one place in a file; the line it stands on, and what is said of it."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert before in text, before
    line = text[: text.index(before)].count("\n") + 1
    if not after and "\n" in before:  # a value that is gone is missed where its table begins
        line = text[: text.rindex("\n[", 0, text.index(before)) + 1].count("\n") + 1
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    findings = [finding for finding in lint(folder) if "is cited but not" not in finding.sentence]
    assert findings, f"nothing was found after {before!r} became {after!r}"
    assert findings[0].file == str(path)
    assert (findings[0].line, bool(findings[0].sentence)) == (line, True), str(findings[0])
    return line, findings[0].sentence


CHANGES = [
    # unknown keys
    (EDITION, "permitted = [3, 4, 6, 8]", "permited = [3, 4, 6, 8]", "permited"),
    (EDITION, "[idle]", "[idol]", "unknown key 'idol'"),
    (WAGERS, 'outcome = "stand-off"', 'outcom = "stand-off"', "outcom"),
    # unknown clauses
    (EDITION, 'clauses   = ["3.1"]', 'clauses   = ["3.99"]', "3.99 does not exist"),
    (WAGERS, '"10.23.3", "11.1.8.3"', '"10.23.9", "11.1.8.3"', "10.23.9 does not exist"),
    # missing values
    (EDITION, "minutes = 20\n", "", "minutes"),
    (WAGERS, 'pays = "19 to 20", ', "", "pays nothing"),
    (EDITION, '\nclauses   = ["order"]', "", "clauses"),
    # wrong values
    (EDITION, "default   = 8", "default   = 7", "not permitted"),
    (EDITION, 'at      = "first-card-removed"', 'at      = "when ready"', "Invalid enum"),
    (EDITION, '"Australia/Sydney"', '"Australia/Atlantis"', "Atlantis"),
    (EDITION, 'cells = "SSDDDDDDSS"', 'cells = "SSDDDDDDS"', "ten letters"),
    (EDITION, "stands = [6, 7]", "stands = [5, 6, 7]", "each stand once"),
    (EDITION, 'rank    = "Casino Supervisor"', 'rank    = "Duke"', "no rank 'Duke'"),
    (WAGERS, 'pays = "19 to 20"', 'pays = "19 in 20"', "not a pay"),
    (WAGERS, 'games = ["baccarat"]', 'games = ["bridge"]', "bridge"),
    (WAGERS, '"A", "D"], clauses = ["10.2"]', '"A", "Z"], clauses = ["10.2"]', "'Z'"),
    (WAGERS, "only = [6, 8]", "only = [6, 9]", "9 decks"),
    (
        WAGERS,
        'when = {result = "tie"}, outcome',
        'when = {result = "tied"}, outcome',
        "never 'tied'",
    ),
    (WAGERS, "when = {pairs = 1}", "when = {paris = 1}", "no fact 'paris'"),
    # contradictory rows
    (WAGERS, "when = {pairs = 1}", "when = {pairs = [1, 2]}", "both match"),
    (WAGERS, "when = {twin = true}", "when = {twin = true, pairs = 1}", "never reached"),
    # not TOML at all
    (EDITION, "[decks]", "[decks", "line"),
]


@pytest.mark.parametrize(("file", "before", "after", "said"), CHANGES)
def test_a_broken_file_is_refused_with_its_line(
    folder: Path, file: str, before: str, after: str, said: str
) -> None:
    _, sentence = broken(folder, file, before, after)
    assert said in sentence


def test_a_missing_file_is_refused(folder: Path) -> None:
    (folder / WAGERS).unlink()
    with pytest.raises(BadEditionError, match="cannot be read"):
        load_folder(folder)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("clause,section", "clause,part", "columns"),
        ("\n3.2.1,", "\n3.2,", "stands twice"),
        ("\n3.2.1,", "\n3.2.1,extra,", "too many"),
    ],
)
def test_a_broken_inventory_is_refused(folder: Path, before: str, after: str, said: str) -> None:
    path = folder / CLAUSES
    path.write_text(path.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BadEditionError, match=said):
        load_folder(folder)


def test_a_status_must_be_known_and_a_cited_clause_enforced(folder: Path) -> None:
    path = folder / CLAUSES
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(",enforced,", ",hoped,"), encoding="utf-8")
    sentences = [finding.sentence for finding in lint(folder)]
    assert "clause 9.5 has no status" in sentences
    assert "clause 9.5 is cited but not enforced" in sentences


@pytest.mark.parametrize("name", list(shelf()))
def test_the_editions_as_kept_have_no_finding(name: str) -> None:
    assert [str(finding) for finding in lint(rulebook(name).edition.folder)] == []
