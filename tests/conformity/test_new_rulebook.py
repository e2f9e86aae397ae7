"""The how-to's own files make two rulebooks, and a shoe of the first is dealt."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pitboss as pitboss_package
from pitboss.aggregates.acts import ACTS
from pitboss.book import Rulebook, rulebook, section_of
from pitboss.chaos.steady import NotAcceptedError, Steady
from pitboss.conformity.draft.rule_list import as_markdown
from pitboss.conformity.draft.skeleton import write_skeleton
from pitboss.conformity.lint import lint
from pitboss.conformity.scenes import proofs_of
from pitboss.editions.load import load_folder
from pitboss.editions.load import shelf as kept
from pitboss.editions.rules import KINDS, NEEDED, values
from pitboss.errors import BadDataError, BadEditionError
from pitboss.refusal import Refusal
from pitboss.settle.model import Settlement
from pitboss.table import ENTRIES, read_command, unreadable
from pitboss.table.state import SignState
from pitboss.views.areas import hue_of

PAGES = Path(__file__).parents[2] / "docs"
PAGE = (PAGES / "how-to/new-rulebook.md").read_text(encoding="utf-8")
FILE = re.compile(r"^`([\w./-]+)`:\n\n```(toml|csv)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^\[[^\[].*?(?=^\[|^# |\Z)", re.MULTILINE | re.DOTALL)
EZ, BLACKJACK = "example-ez-baccarat", "example-blackjack"


def pitboss(shelf: Path, *words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    program = [sys.executable, "-c", "from pitboss.cli import main; main()", *words]
    env = {**os.environ, "PITBOSS_SHELF": str(shelf)}
    return subprocess.run(
        program, input=lines, capture_output=True, text=True, check=False, env=env
    )


def put(text: str, block: str) -> str:
    """A file with the tables of a block in place of its own of that name, or at its end."""
    if block.startswith("[["):
        return block
    for found in TABLE.findall(block):
        header = found.splitlines()[0]
        text = taken_out(text, header).rstrip("\n") + f"\n\n{found}"
    return text


def taken_out(text: str, header: str) -> str:
    """A file without one table."""
    return re.sub(
        rf"^{re.escape(header)}\n.*?(?=^\[|^# |\Z)", "", text, flags=re.MULTILINE | re.DOTALL
    )


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shelf made by following the page."""
    folder = tmp_path_factory.mktemp("shelf")
    made = re.findall(r"^pitboss edition new (\S+) --like (\S+) --to shelf$", PAGE, re.MULTILINE)
    assert [name for name, _ in made] == [EZ, BLACKJACK]
    for name, like in made:
        done = pitboss(folder, "edition", "new", name, "--like", like, "--to", str(folder))
        assert (done.returncode, done.stderr) == (0, "")
    for name, kind, block in FILE.findall(PAGE):
        path = folder / name
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(put(text, block) if kind == "toml" else text + block, encoding="utf-8")
    (sentence,) = re.findall(r"^Take out (.*)\.$", PAGE, re.MULTILINE)
    for headers, name in re.findall(r"((?:`\[[^`]+\]`(?:, )?)+) of `([^`]+)`", sentence):
        path = folder / name
        for header in re.findall(r"`(\[[^`]+\])`", headers):
            changed = taken_out(path.read_text(encoding="utf-8"), header)
            path.write_text(changed, encoding="utf-8")
    return folder


@pytest.fixture
def books(shelf: Path) -> dict[str, Rulebook]:
    return {
        name: Rulebook(load_folder(shelf / name / "draft", section=section_of))
        for name in (EZ, BLACKJACK)
    }


@pytest.mark.parametrize("name", [EZ, BLACKJACK])
def test_nothing_is_found_but_clauses_to_write(shelf: Path, name: str) -> None:
    sentences = [finding.sentence for finding in lint(shelf / name / "draft")]
    assert sentences
    assert [one for one in sentences if not one.startswith("write your clause")] == []


@pytest.mark.parametrize("name", [EZ, BLACKJACK])
def test_its_case_and_scenario_hold(shelf: Path, books: dict[str, Rulebook], name: str) -> None:
    proofs = list(proofs_of(shelf / name / "draft"))
    assert proofs
    assert [proof.failure(books[name]) for proof in proofs if proof.failure(books[name])] == []


def test_the_odds_are_those_that_are_published(books: dict[str, Rulebook]) -> None:
    odds = books[EZ].odds()
    assert not isinstance(odds, Refusal)
    edges = {name: f"{100 * document['edge']:.4f}" for name, document in odds.items()}
    assert edges["banker"] == "1.0183"
    assert edges["dragon-7"] == "7.6113"
    assert edges["panda-8"] == "10.1876"


def test_a_shoe_is_burned_by_its_first_card_and_dealt_to_its_end(shelf: Path) -> None:
    lines = "shoe\nbet banker 100\ncoup\n" + "again\ncoup\n" * 100 + "quit\n"
    done = pitboss(shelf, "deal", EZ, "--seats", "2", "--seed", "7", lines=lines)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Cards burned: 7, by the first card's value, the first is 6" in done.stdout
    assert "Cutting card placed, 14 cards behind it" in done.stdout
    assert "last coup" in done.stdout
    assert len(re.findall(r"^\S+ +\S+ +Coup \d+ settled", done.stdout, re.MULTILINE)) > 50


def test_staff_protect_it_without_a_wager_on_pairs(shelf: Path) -> None:
    done = pitboss(shelf, "protect", EZ, "--shoes", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "dragon-7" in done.stdout


def settled(book: Rulebook, hand: str | list[str], dealer: str, **given: object) -> Settlement:
    found = book.settle(hand=hand, dealer=dealer, bets={"main": "10"}, **given)  # type: ignore[arg-type]
    assert not isinstance(found, Refusal), found.sentence
    return found


def test_the_blackjack_plays_by_its_own_rules(books: dict[str, Rulebook]) -> None:
    book = books[BLACKJACK]
    assert settled(book, "Ah Kd", "Tc 9d").wagers[0].paid_cents == 1200
    doubled = settled(book, "Ah 2d Kc +10", "Tc 7d")
    assert doubled.result["hands"][0]["total"] == 13
    assert settled(book, "Ah 6d 4c +10", "Tc 7d").result["hands"][0]["total"] == 21
    assert settled(book, "4h 5d", "Tc 7d").result["hands"][0]["total"] == 9  # nobody must draw
    for refused, given in (
        ("pays no even money", {"hand": "Ah Kd", "dealer": "Ac", "even_money": True}),
        ("offers no insurance", {"hand": "9h Kd", "dealer": "Ac 9c", "insurance": "5"}),
        ("may not be doubled", {"hand": ["8h 3d Kc +10", "8d Tc"], "dealer": "Tc 7d"}),
    ):
        found = book.settle(bets={"main": "10"}, **given)
        assert isinstance(found, Refusal)
        assert refused in found.sentence


def test_both_fingerprints_tell_what_changed(shelf: Path, books: dict[str, Rulebook]) -> None:
    def change(raw: dict[str, Any]) -> None:
        del raw["table/rules.toml"]["rule"]["float-tray"]

    def reword(raw: dict[str, Any]) -> None:
        raw["table/rules.toml"]["rule"]["seats"]["says"] = "all sit"

    book, folder = books[EZ], shelf / EZ / "draft"
    other = Rulebook(load_folder(folder, change))
    assert other.fingerprint == book.fingerprint
    assert other.conduct_fingerprint != book.conduct_fingerprint
    assert Rulebook(load_folder(folder, reword)).conduct_fingerprint == book.conduct_fingerprint


def test_a_wager_on_banker_has_its_hue_where_some_wins_give_the_stake_back(
    books: dict[str, Rulebook],
) -> None:
    hues = {one: hue_of(books[EZ].compiled, one, "baccarat") for one in books[EZ].wagers}
    assert hues == {
        "player": "player",
        "banker": "banker",
        "tie": "tie",
        "dragon-7": "none",
        "panda-8": "none",
    }


def test_the_list_of_rules_is_what_the_commands_read() -> None:
    beside = {name for acts in ACTS for name in acts.rules}
    assert set(values()) == {name for entry in ENTRIES.values() for name in entry.rules} | beside
    for name, kind in _asked_kinds():
        assert KINDS[values()[name]].__name__ == kind, name


def _asked_kinds() -> Iterator[tuple[str, str]]:
    """Every rule whose value the core asks for, with the kind that it asks for."""
    source = Path(pitboss_package.__file__).parent
    for path in (*(source / "table").rglob("*.py"), *(source / "games").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield from re.findall(r'\.value\(\s*"([a-z-]+)", (\w+),', text)


def test_the_reference_page_lists_the_rules_there_are() -> None:
    page = PAGES / "reference/rules.md"
    assert page.read_text(encoding="utf-8") == as_markdown(), (
        "make it anew: edition rules --markdown"
    )


@pytest.mark.parametrize("name", sorted(NEEDED))
def test_a_table_without_a_rule_it_needs_is_refused(shelf: Path, name: str) -> None:
    def without(raw: dict[str, Any]) -> None:
        del raw["table/rules.toml"]["rule"][name]

    with pytest.raises(BadEditionError, match=f"the rule '{name}' is missing"):
        load_folder(shelf / EZ / "draft", without, section_of)


@pytest.mark.parametrize("like", list(kept()))
def test_a_skeleton_like_any_rulebook_can_be_used(like: str, tmp_path: Path) -> None:
    folder = write_skeleton(rulebook(like), "new-one", "draft", tmp_path)
    found = [one.sentence for one in lint(folder)]
    assert [one for one in found if not one.startswith("write your clause")] == []
    book = Rulebook(load_folder(folder, section=section_of))
    assert [proof.failure(book) for proof in proofs_of(folder)] in ([None], [None, None])
    with pytest.raises(BadDataError, match="is there already"):
        write_skeleton(rulebook(like), "new-one", "draft", tmp_path)


@pytest.mark.parametrize(
    ("sign", "said"),
    [
        ({"minimum": "25", "nonsense": 3}, "nonsense"),
        ({"wagers": {"banker": {"minimun_cents": 3}}}, "minimun_cents"),
    ],
)
def test_a_sign_with_an_unknown_key_cannot_be_read(sign: dict[str, Any], said: str) -> None:
    data = {"do": "open-table", "by": "Dee", "at": "2030-01-01T20:00:00Z", "layout": "A"}
    with pytest.raises(msgspec.ValidationError) as caught:
        read_command({**data, "sign": sign})
    assert said in unreadable(data, caught.value) or "minimum" in unreadable(data, caught.value)


@pytest.mark.parametrize("key", ["area_maximum_cents", "positions"])
def test_a_sign_names_wagers_that_there_are(key: str) -> None:
    table = Steady(rulebook("star-baccarat").rules)
    with pytest.raises(NotAcceptedError, match="Did you mean 'banker'"):
        table.open(sign=SignState(**{key: {"bankr": 500}}))  # type: ignore[arg-type]
