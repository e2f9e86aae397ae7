"""The line form: every scenario survives writing and reading, and so does any text in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.book import rulebook
from pitboss.conformity.scenes import Scene, scenes_of
from pitboss.editions.load import shelf
from pitboss.errors import BadScenarioError
from pitboss.scenarios.amounts import SEVERAL, WORDS, field_order
from pitboss.scenarios.files import ENDING, SHARED_FOLDER, scenarios_of
from pitboss.scenarios.line_writer import WIDTH, write_lines
from pitboss.scenarios.lines import Lines
from pitboss.scenarios.read import OWN, Actor, Scenario, read_toml
from pitboss.scenarios.run import MACROS, play
from pitboss.scenarios.usual import Usual, usual_of
from pitboss.scenarios.values import Side, Words, written
from pitboss.scenarios.write import write

SCENES = [scene for name in shelf() for scene in scenes_of(rulebook(name).edition.folder)]
USUAL = usual_of(rulebook("star-premium-baccarat").edition.folder)


def meant(scenario: Scenario) -> Any:
    """A scenario without where it stands."""
    cards = " ".join(scenario.cards.split())
    return msgspec.to_builtins(msgspec.structs.replace(scenario, lines=(), cards=cards))


def again(scenario: Scenario, usual: Usual) -> Scenario:
    return Lines(write_lines(scenario, usual)).scenario(0, usual)


@pytest.mark.parametrize("scene", SCENES, ids=lambda one: f"{one.scenario.rulebook}:{one.name}")
def test_what_is_written_is_read_as_it_was(scene: Scene, tmp_path: Path) -> None:
    usual = usual_of(rulebook(scene.scenario.rulebook).edition.folder)
    assert meant(again(scene.scenario, usual)) == meant(scene.scenario)
    assert meant(again(scene.scenario, Usual())) == meant(scene.scenario)
    toml = tmp_path / "it.toml"
    toml.write_text(write(scene.scenario), encoding="utf-8")
    assert meant(read_toml(toml)) == meant(scene.scenario)


def test_scenarios_are_short_and_named_once() -> None:
    folders = [rulebook(name).edition.folder for name in shelf()]
    files = {path for folder in folders for path in scenarios_of(folder)}
    assert {path.suffix for path in files} == {ENDING}
    assert set(folders[0].parents[1].rglob(f"*{ENDING}")) == files
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) < 21000
    assert [line for line in lines if len(line) > WIDTH and '"' not in line] == []
    for folder in folders:
        names = [path.stem for path in scenarios_of(folder)]
        assert len(names) == len(set(names))


def test_what_several_rulebooks_share_stands_apart_and_is_a_scene_of_each() -> None:
    shared = [scene for scene in SCENES if SHARED_FOLDER in scene.path.parts]
    for scene in shared:
        books = [one.scenario.rulebook for one in SCENES if one.path == scene.path]
        assert len(books) == len(set(books)) > 1
    apart = [scene.path for scene in SCENES if SHARED_FOLDER not in scene.path.parts]
    assert len(apart) == len(set(apart))


def test_words_for_several_acts_are_those_that_are_played() -> None:
    assert set(SEVERAL) == set(MACROS)


DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = [
    example
    for page in ("how-to/run-a-scenario.md", "reference/scenarios.md")
    for example in re.findall(
        r"^```scenario\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_documentation_play(text: str) -> None:
    lines = Lines(text)
    book = rulebook(lines.books[0].rulebook)
    assert play(book, lines.scenario(0, usual_of(book.edition.folder))).failures == []


# Any text at all ----------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
TRICKY = st.sampled_from(
    ["", "->", "#", "yes", "no", "5", "-3", "0.50", "a/b", "-", "x:", '"', "="]
)
ANY_TEXT = TEXT | TRICKY
KEYS = ANY_TEXT.filter(lambda key: key not in OWN)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.integers(-(10**17), 10**17) | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=6,
)
PART = st.text(st.sampled_from("abc012.-_()#:/'{},"), min_size=1, max_size=8).filter(
    lambda part: part[0] != "#" and part != "-"
)
WORD = st.sampled_from(["wager-placed", "coup-settled"])


@st.composite
def steps(draw: st.DrawFn) -> dict[str, Any]:
    do = draw(st.sampled_from([*WORDS, *SEVERAL]))
    fields = draw(st.dictionaries(KEYS, VALUES, max_size=2))
    fields |= {key: draw(VALUES) for key in field_order(do) if draw(st.booleans())}
    step = {"who": draw(ANY_TEXT), "do": do, **fields}
    if draw(st.booleans()):
        step["at"] = draw(st.sampled_from(["+20m", "20:14:05", "20:14", "2014"]))
    if draw(st.booleans()):
        refused = {key: draw(PART) for key in ("code", "clause") if draw(st.booleans())}
        step |= {"refused": refused} if refused else {}
    elif draw(st.booleans()):
        parts = st.lists(PART.map("clause={}".format) | PART.map("amount={}".format), max_size=2)
        wanted = st.builds(lambda word, rest: " ".join([word, *rest]), WORD, parts)
        step["expect"] = draw(st.lists(wanted, min_size=1, max_size=3))
    return step


ACTORS = st.builds(
    Actor,
    name=ANY_TEXT | st.sampled_from(["Ann", "Sue"]),
    role=st.sampled_from(["player", "staff", "inspector"]) | TEXT,
    rank=st.none() | st.sampled_from(["Dealer", "Gaming Manager", "player", "later"]) | TEXT,
    seat=st.none() | st.integers(0, 9),
    chips=st.integers(0, 10**6) | ANY_TEXT,
    later=st.booleans(),
)
SCENARIOS = st.builds(
    Scenario,
    title=ANY_TEXT | st.text("ab #\"'", max_size=160),
    rulebook=ANY_TEXT,
    edition=st.none() | ANY_TEXT,
    clauses=st.lists(st.sampled_from(["5", "5.4", "12.1(b)", "1.1:coup", "14.5#after"])).map(tuple),
    layout=st.none() | ANY_TEXT,
    decks=st.none() | st.integers(1, 8),
    ready=st.booleans(),
    cards=st.lists(st.sampled_from(["9h", "Kc", "Td"]), max_size=60).map(" ".join),
    table=st.dictionaries(st.sampled_from(["place", "chips", "a b"]), VALUES, max_size=2),
    sign=st.dictionaries(st.sampled_from(["minimum", "maximum"]) | ANY_TEXT, VALUES, max_size=3),
    people=st.lists(ACTORS, max_size=3).map(tuple),
    step=st.lists(steps(), max_size=4).map(tuple),
    balances=st.dictionaries(ANY_TEXT, st.integers(-(10**9), 10**9) | ANY_TEXT, max_size=3),
)


@given(VALUES)
def test_any_value_is_read_as_it_was_written(value: Any) -> None:
    words = Words(written(value), Side(0, 2))
    assert words.value() == value
    assert words.next() == ""


@given(SCENARIOS, st.sampled_from([Usual(), USUAL]))
def test_any_scenario_is_read_as_it_was_written(scenario: Scenario, usual: Usual) -> None:
    assert meant(again(scenario, usual)) == meant(scenario)


@given(st.text(st.sampled_from('Ann: settle->"[]{}=,/#\n rulebook title'), max_size=60))
def test_any_text_is_a_scenario_or_a_sentence(text: str) -> None:
    said = "line 1"
    try:
        Lines(f"rulebook a, b\n{text}").scenario(1, USUAL)
    except BadScenarioError as error:
        said = str(error)
    assert said.startswith("line ")
