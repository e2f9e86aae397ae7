"""Broken edition files are refused, with file and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pitboss.book import Rulebook, rulebook, section_of
from pitboss.conformity.lint import lint
from pitboss.editions.load import load_folder, shelf
from pitboss.errors import BadDataError, BadEditionError

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
    ("table/conduct.toml", 'ends    = "hand-over"', 'ends    = "words"', "no command 'words'"),
    ("table/conduct.toml", 'rank    = "Casino Supervisor"', 'rank    = "Duke"', "no rank 'Duke'"),
    (
        "table/cards.toml",
        'also    = ["inspector"]',
        'also    = ["player"]',
        "not also for 'player'",
    ),
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


def test_a_status_is_not_typed_and_a_cited_clause_declares_none(folder: Path) -> None:
    path = folder / CLAUSES
    text = path.read_text(encoding="utf-8")
    for clause, status in (("9.5", "planned"), ("9.3.1", "enforced")):
        line = next(one for one in text.splitlines() if one.startswith(f"{clause},"))
        head, blank, tail = line.rpartition(",,,")
        assert blank, line
        text = text.replace(line, f"{head},{status},,{tail}")
    path.write_text(text, encoding="utf-8")
    sentences = [finding.sentence for finding in lint(folder)]
    assert "clause 9.3.1: 'enforced' is computed, not declared" in sentences
    assert "clause 9.5 is cited but declared planned" in sentences


@pytest.mark.parametrize("name", list(shelf()))
def test_the_editions_as_kept_have_no_finding(name: str) -> None:
    assert [str(finding) for finding in lint(rulebook(name).edition.folder)] == []


def changed(folder: Path, file: str, before: str, after: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert before in text, before
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def test_everything_that_is_missing_is_named_in_one_run(folder: Path) -> None:
    changed(folder, EDITION, "permitted = [3, 4, 6, 8]\ndefault   = 8\n", "")
    changed(folder, EDITION, "[close]", "[closed]")
    changed(folder, WAGERS, 'space   = "points"', "")
    with pytest.raises(BadEditionError) as caught:
        load_folder(folder)
    sentences = [one.sentence for one in caught.value.every]
    for said in ("'decks.permitted'", "'decks.default'", "'close' is", "'closed'", "player.space'"):
        assert [one for one in sentences if said in one], said
    assert len(str(caught.value).splitlines()) == len(sentences)


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("table/life.toml", "[rule.float-tray]", "[rule.float-trey]", "Did you mean 'float-tray'?"),
        ("table/life.toml", "value   = 8\n", "", "'discard-rack' needs a number"),
        (
            "table/wagers.toml",
            "[rule.limits-sign]",
            "[rule.box-closed]",
            "'limits-sign' is missing",
        ),
        (EDITION, 'play      = "baccarat"', 'play      = "whist"', "there is no game 'whist'"),
        (EDITION, 'play      = "baccarat"', 'play      = "blackjack"', "'rounds' is missing"),
    ],
)
def test_what_a_table_cannot_read_or_be_without(
    folder: Path, file: str, before: str, after: str, said: str
) -> None:
    changed(folder, file, before, after)
    with pytest.raises(BadEditionError) as caught:
        load_folder(folder, section=section_of)
    found = [one for one in caught.value.every if said in one.sentence]
    assert found, str(caught.value)
    assert found[0].file.endswith(".toml")


def test_a_rule_that_no_blackjack_here_plays_is_told_apart(tmp_path: Path) -> None:
    folder = tmp_path / "star-blackjack" / "2024-08-16"
    shutil.copytree(rulebook("star-blackjack").edition.folder, folder)
    changed(folder, EDITION, "[rounds]", '[rounds]\npeek = {up = ["ace"], clauses = ["13.2"]}')
    with pytest.raises(BadEditionError, match=r"edition.toml:\d+: 'rounds.peek' cannot be"):
        load_folder(folder)


def test_a_blackjack_needs_a_wager_for_each_stake(tmp_path: Path) -> None:
    folder = tmp_path / "star-blackjack" / "2024-08-16"
    shutil.copytree(rulebook("star-blackjack").edition.folder, folder)
    changed(folder, WAGERS, "[wager.split]", "[wager.splits]")
    with pytest.raises(BadEditionError, match=r"wagers.toml:1: 'wager.split' is missing"):
        Rulebook(load_folder(folder))


def test_a_shelf_that_is_not_there_and_an_edition_on_two(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_SHELF", str(folder / "nowhere"))
    with pytest.raises(BadDataError, match="there is no folder"):
        shelf()
    monkeypatch.setenv("PITBOSS_SHELF", str(folder.parent.parent))
    with pytest.raises(BadDataError, match=r"is on .* too"):
        shelf()


def test_a_wager_on_a_space_that_no_game_gives(folder: Path) -> None:
    changed(folder, WAGERS, 'space   = "points"', 'space   = "pints"')
    with pytest.raises(
        BadEditionError, match=r"there is no space 'pints'; there are points, pairs"
    ):
        Rulebook(load_folder(folder))
    for name in shelf():
        book = rulebook(name)
        assert tuple(book.compiled.spaces) == book.game.space_names
