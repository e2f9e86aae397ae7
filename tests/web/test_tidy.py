"""A look at the sources of the pages."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from pitboss.api.described import interface
from pitboss.api.pages import PAGES
from pitboss.book import GAMES
from pitboss.editions.load import shelf

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
SRC = WEB / "src"
MADE = SRC / "api" / "schema.d.ts"
SOURCES = sorted(
    path
    for path in SRC.rglob("*")
    if path.suffix in (".ts", ".svelte", ".json", ".css")
    and path != MADE
    and not path.name.endswith(".test.ts")
)
ODDS = re.compile(r"\b\d+[\s-]+to[\s-]+\d+\b")
CLAUSE = re.compile(
    r"(?<![\w.#-])\d{1,2}\.\d{1,2}\.\d{1,2}(?:\.\d+)?(?![\w.])"
    r"|\b[Rr]ule \d|\bclauses?[=:]\s*[\[{]*\s*[\"']\d"
)
HOUSES = re.compile(r"\b(the star|star|crown|perth|melbourne|sydney|queensland)\b", re.IGNORECASE)
# What only one game has. A player is also a person, and stands in roles and rights.
GAME = re.compile(
    r"banker|tableau|\bnatural|baccarat|blackjack|third.?card"
    r"|bead.?plate|big.?road|big.?eye|small.?road|cockroach",
    re.IGNORECASE,
)
SIDES = re.compile(
    r"[\[.](?:\"player\"|player)\]?\.(?:cards|count)\b|\b(?:class|hue)=\"(?:player|tie)\""
)
IMPORT = re.compile(r"(?:from|import|import\()\s*\"(\.[^\"]+)\"")
LARGEST = 300
PLAIN = ("games", "plain")
ATTRIBUTE = re.compile(r"\sstyle=[\"'{]")
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b")
# Playing cards and chips have colours of their own; tokens are where colours are.
DRAWN = {
    "Card.svelte",
    "Court.svelte",
    "ChipFace.svelte",
    "Stack.svelte",
    "chips.ts",
    "tokens.css",
    "base.css",
    "ClauseTag.svelte",
}


def text(path: Path) -> str:
    """A source without the paths of its drawings and without its comments."""
    found = path.read_text(encoding="utf-8")
    found = re.sub(r"\b(?:d|transform|viewBox)=(?:\"[^\"]*\"|\{[^}]*\})", "", found)
    found = re.sub(r"\"[Mm][-\d.][^\"]*\"", "", found)
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->", "", found, flags=re.DOTALL)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(SRC)))
def test_rules_come_from_the_server_never_from_the_pages(path: Path) -> None:
    found = text(path)
    if path.suffix != ".css":
        assert ODDS.findall(found) == []
        assert CLAUSE.findall(found) == []
    assert HOUSES.findall(found) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(SRC)))
def test_styles_are_as_the_policy_and_the_tokens_have_them(path: Path) -> None:
    found = path.read_text(encoding="utf-8")
    assert ATTRIBUTE.findall(found) == []
    assert "{@html" not in found
    assert "innerHTML" not in found
    if path.name not in DRAWN:
        assert COLOUR.findall(re.sub(r"href=\"#\w+\"|\{#\w+", "", text(path))) == []


def neutral(path: Path) -> bool:
    """Whether a source is of no game: words are data, and a folder in `games/` knows its game.

    The plain face is of any game that has no face of its own.
    """
    here = path.relative_to(SRC).parts
    return here[:2] == PLAIN or here[0] not in ("games", "words")


def imported(path: Path) -> list[Path]:
    """The folders and files that a source imports, below `web/src`."""
    every = IMPORT.findall(path.read_text(encoding="utf-8"))
    return [Path(os.path.normpath(path.parent / one)).relative_to(SRC) for one in every]


def test_a_game_is_known_in_its_own_folder_only() -> None:
    for path in SOURCES:
        if neutral(path):
            found = path.read_text(encoding="utf-8")
            assert [*GAME.findall(found), *SIDES.findall(found)] == [], path.relative_to(SRC)
            assert [name for name in GAMES if name in found.lower()] == [], path.relative_to(SRC)


def test_only_the_index_of_the_games_looks_one_up() -> None:
    for path in SOURCES:
        here = path.relative_to(SRC)
        if here == Path("games/index.ts"):
            continue
        own = here.parts[:2] if here.parts[0] == "games" else None
        games = [one for one in imported(path) if one.parts[0] == "games" and len(one.parts) > 2]
        shared = (own, PLAIN) if own else ()
        assert [one for one in games if one.parts[:2] not in shared] == [], here


def test_no_page_takes_from_another_page() -> None:
    for path in SOURCES:
        here = path.relative_to(SRC)
        if here.parts[0] == "pages":
            pages = [one for one in imported(path) if one.parts[0] == "pages"]
            assert [one for one in pages if one.parts[1] != here.parts[1]] == [], here
        elif here != Path("routes.ts"):
            assert [one for one in imported(path) if one.parts[0] == "pages"] == [], here


def test_no_component_is_longer_than_can_be_read() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert [
        path for path, size in lengths.items() if path.suffix == ".svelte" and size > LARGEST
    ] == []


def test_the_looks_of_the_look_for_games() -> None:
    assert GAME.search("class:thirdCard")
    assert GAME.search("--banker-lit")
    assert GAME.search("big_eye_boy")
    assert not GAME.search("a beaded edge, the roads")
    assert SIDES.search("coup.player.cards")
    assert SIDES.search('<b class="player">')
    assert not SIDES.search('session.signed.role !== "player"')


def test_the_looks_of_the_look_for_rules() -> None:
    assert ODDS.search("pays 19 to 20")
    assert CLAUSE.search("Rule 5.1.2.1 says")
    assert HOUSES.search("at Crown")
    assert CLAUSE.search('clause="5.4"')
    assert CLAUSE.search('clauses: ["5.4"]')
    assert not CLAUSE.search("scale(0.98) 1.5")


def test_no_name_of_a_rulebook_stands_in_the_pages() -> None:
    names = set(shelf())
    assert names
    for path in SOURCES:
        found = text(path)
        assert [name for name in names if name in found] == [], path


def test_server_and_pages_have_the_same_addresses() -> None:
    paths = re.findall(r'path: "(/[^"]*)"', (SRC / "routes.ts").read_text(encoding="utf-8"))
    assert {path.split("/")[1] for path in paths} - {""} == set(PAGES)


def test_the_lock_has_no_addresses() -> None:
    lock = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    packages = json.loads(lock)["packages"]
    unlocked = [
        name
        for name, one in packages.items()
        if name and not one.get("link") and "integrity" not in one
    ]
    assert unlocked == []
    hosts = set(re.findall(r"https?://([^/\"]+)", lock))
    assert {host for host in hosts if "npm" in host and "npmjs.com" not in host} == set()


def test_versions_are_exact() -> None:
    package = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    every = {**package["dependencies"], **package["devDependencies"], **package["overrides"]}
    loose = {name: one for name, one in every.items() if not re.fullmatch(r"\d+\.\d+\.\d+", one)}
    assert loose == {}


def test_every_platform_has_its_binding() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    wanted = lock["node_modules/rolldown"]["optionalDependencies"]
    assert len(wanted) > 5
    assert [name for name in wanted if f"node_modules/{name}" not in lock] == []


def test_the_description_of_the_interface_needs_no_server() -> None:
    described = json.loads(interface())
    assert "/api/tables/{name}/commands" in described["paths"]
    assert described["components"]["schemas"]["CommandBody"]["oneOf"]


def test_every_schema_of_the_interface_is_in_the_typed_client() -> None:
    made = MADE.read_text(encoding="utf-8")
    described = json.loads(interface())
    missing = [
        name
        for name in described["components"]["schemas"]
        if not re.search(rf'^        "?{re.escape(name)}"?: ', made, re.MULTILINE)
    ]
    assert missing == []
    assert [path for path in described["paths"] if f'"{path}": {{' not in made] == []
