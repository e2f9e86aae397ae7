"""A house with other words: its cards, places, sources and methods are those of its edition."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from pitboss.book import Rulebook, rulebook, section_of
from pitboss.chaos.dealer import Chaos
from pitboss.conformity.scenes import Scene, scenes_of
from pitboss.editions.load import load_folder
from pitboss.errors import BadEditionError
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.table.usual.matrix import describe
from pitboss.table.usual.offers import offers

OTHER = {
    "Angel pre-shuffled": "Fox boxed",
    "casino pre-shuffled": "house boxed",
    "new": "sealed by the maker",
    "riffle-angel-cards": "riffle-fox-cards",
    "shuffling device": "whirler",
    "card shoe": "wooden box",
    "salon": "gallery",
    "private table": "alcove",
}
"""The words of the Star's editions, and those of another house for the same things."""
BOOKS = ("star-baccarat", "star-premium-baccarat")
PEOPLE = (
    Actor(name="Dee", role="staff", rank="Dealer"),
    Actor(name="Sue", role="staff", rank="Gaming Supervisor"),
    Actor(name="Ann", seat=1, chips=1000),
)
Raw = dict[str, Any]


def renamed(data: Any, words: dict[str, str]) -> Any:
    """The data with other words wherever one of these is a name or a value."""
    if isinstance(data, dict):
        return {words.get(key, key): renamed(value, words) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [renamed(value, words) for value in data]
    return words.get(data, data) if isinstance(data, str) else data


def other_words(raw: Raw) -> None:
    """The other house's words in every file of an edition."""
    for data in raw.values():
        other = renamed(data, OTHER)
        data.clear()
        data.update(other)


@cache
def other_house(book: str) -> Rulebook:
    """The rulebook as the other house has it: loaded as any other is."""
    return Rulebook(load_folder(rulebook(book).edition.folder, other_words, section_of))


def under(book: Rulebook, **table: Any) -> Play:
    """A table of the rulebook, open, with no cards on it."""
    name = book.edition.identity.rulebook
    scenario = Scenario(title="set up", rulebook=name, people=PEOPLE, ready=False, table=table)
    play = Play(book, scenario)
    play.set_up()
    return play


def refusal(play: Play, who: str, do: str, **fields: Any) -> Refusal:
    """The refusal of an act."""
    done = play.act(who, do, **fields)
    assert isinstance(done, Refusal), done
    return done


SCENES = [
    (book, scene)
    for book in BOOKS
    for scene in scenes_of(rulebook(book).edition.folder)
    if scene.name.startswith(("scenarios/cards-", "scenarios/device-", "scenarios/life-"))
]


@pytest.mark.parametrize(("book", "scene"), SCENES, ids=lambda one: getattr(one, "name", one))
def test_what_is_proved_of_one_house_holds_in_the_other(book: str, scene: Scene) -> None:
    plain = renamed(msgspec.to_builtins(scene.scenario), OTHER)
    for step in plain["step"]:
        step["expect"] = [told(one) for one in step.get("expect", ())]
    again = msgspec.convert(plain, Scenario)
    assert dataclasses.replace(scene, scenario=again).failure(other_house(book)) is None


def told(expected: str) -> str:
    """What is expected, with values of fields in the other words; a clause keeps its number."""
    for one, other in OTHER.items():
        expected = expected.replace(f"={one.replace(' ', '-')}", f"={other.replace(' ', '-')}")
    return expected


@pytest.mark.parametrize("book", BOOKS)
def test_chaos_finds_nothing_wrong_in_the_other_house(book: str) -> None:
    chaos = Chaos(other_house(book).rules, 3)
    assert chaos.run(1_000) is None
    assert chaos.world.table.events > 100


def test_what_is_not_said_is_the_first_that_the_edition_names() -> None:
    def change(raw: Raw) -> None:
        other_words(raw)
        values = raw["edition.toml"]
        values["method"] = {"quiet": values["method"].pop("A"), **values["method"]}
        values["place"] = {"alcove": values["place"].pop("alcove"), **values["place"]}

    folder = rulebook("star-premium-baccarat").edition.folder
    play = under(Rulebook(load_folder(folder, change, section_of)), closed_boxes=[7, 8, 9])
    house = play.table.house
    assert house is not None
    assert (house.method, house.source, house.place) == ("quiet", "wooden box", "alcove")
    play.must("Dee", "introduce-cards", backs="red")
    assert play.table.stack is not None
    assert play.table.stack.kind == "sealed by the maker"


def test_what_the_edition_has_not_is_refused_with_what_it_has() -> None:
    play = under(rulebook("star-premium-baccarat"))
    kinds = "new, casino pre-shuffled, Angel pre-shuffled"
    for fields in (
        {"do": "introduce-cards", "backs": "red"},
        {"do": "secure-cards", "backs": "red", "seal": "S-1"},
    ):
        found = refusal(play, "Dee", kind="Fox boxed", **fields)
        assert found.sentence == f"There are no cards of the kind 'Fox boxed'; there are {kinds}."
        assert found.clauses == ("3.1", "3.5", "4.2.1")
    play.must("Dee", "introduce-cards", backs="red", kind="new")
    found = refusal(play, "Dee", "shuffle", how="whirler")
    assert "hand, multishuffler" in found.sentence
    assert found.clauses == ("2.3.1", "3.6")


@pytest.mark.parametrize(
    ("field", "listed", "clauses"),
    [
        ("place", "salon, private table", ("2.1",)),
        ("method", "A, B", ("8.1",)),
        ("source", "a card shoe", ("2.3.1", "3.6")),
    ],
)
def test_no_table_opens_as_the_edition_does_not_let_it(
    field: str, listed: str, clauses: tuple[str, ...]
) -> None:
    book = rulebook("star-premium-baccarat")
    scenario = Scenario(
        title="set up", rulebook="star-premium-baccarat", people=PEOPLE[:2], opened=False
    )
    play = Play(book, scenario)
    play.set_up()
    found = refusal(play, "Dee", "open-table", **{**play.opening(), field: "nowhere"})
    assert listed in found.sentence
    assert found.clauses == clauses


def test_where_the_edition_names_no_place_a_table_stands_anywhere() -> None:
    play = under(rulebook("star-baccarat"), place="terrace")
    assert play.table.house is not None
    assert play.table.house.place == "terrace"


def test_a_kind_that_is_not_riffled_or_shuffled_by_hand_is_neither() -> None:
    def change(raw: Raw) -> None:
        raw["edition.toml"]["card_set"]["Angel pre-shuffled"].pop("riffle")

    folder = rulebook("star-baccarat").edition.folder
    play = under(Rulebook(load_folder(folder, change)))
    play.must("Sue", "secure-cards", seal="S-1", backs="red", kind="Angel pre-shuffled")
    play.must("Dee", "introduce-cards", backs="red", kind="Angel pre-shuffled", seal="S-1")
    assert refusal(play, "Dee", "shuffle").code == "riffle-only"
    assert refusal(play, "Dee", "riffle-cards", asked_by="Ann").code == "riffle-moment"


def test_a_source_without_an_approval_for_it_takes_no_cards_shuffled_by_hand() -> None:
    play = under(rulebook("star-baccarat"))
    kind = "casino pre-shuffled"
    play.must("Sue", "secure-cards", seal="S-1", backs="red", kind=kind, checked="by hand")
    play.must("Dee", "introduce-cards", backs="red", kind=kind, seal="S-1")
    found = refusal(play, "Dee", "shuffle")
    said = "casino pre-shuffled cards are not shuffled by hand for a card shoe."
    assert (found.code, found.sentence) == ("not-provided", said)


@pytest.mark.parametrize("book", BOOKS)
def test_forms_and_offers_have_the_words_of_the_edition(book: str) -> None:
    rules = other_house(book).rules
    kinds = list(rules.edition.card_sets)
    described = {
        (word, field.name): field.takes
        for word in ("secure-cards", "introduce-cards", "open-table")
        for field in describe(rules.words[word], rules.edition).fields
    }
    assert described["secure-cards", "kind"] == " | ".join(kinds)
    assert described["introduce-cards", "kind"] == " | ".join((*kinds, "used"))
    places = " | ".join(rules.edition.places)
    assert described["open-table", "place"] == (places or "text")
    play = under(other_house(book))
    (secured,) = (one for one in offers(rules, play.table, play.now) if one.word == "secure-cards")
    assert secured.fields["kind"] == kinds[0]


WRONG: dict[str, tuple[Callable[[Raw], object], str]] = {
    "no cards": (
        lambda values: values.pop("card_set"),
        r"edition.toml:1: 'card_set' is missing: without one no cards can come to a table",
    ),
    "no approval": (
        lambda values: values["approval"].pop("riffle-angel-cards"),
        r"edition.toml:\d+: there is no approval 'riffle-angel-cards'\. Did you mean",
    ),
    "used": (
        lambda values: values["card_set"].update(used={"clauses": ["3.1"]}),
        r"'used' is said of the cards of the last shoe",
    ),
    "not shuffled": (
        lambda values: values["card_set"]["Angel pre-shuffled"].pop("pre_shuffled"),
        r"'Angel pre-shuffled' needs pre_shuffled = true",
    ),
    "no such source": (
        lambda values: values["shoe"]["source"].update(permitted=["card shoe"]),
        r"edition.toml:\d+: 'shuffling device' is no source that is permitted",
    ),
    "no such moment": (
        lambda values: values["card_set"]["Angel pre-shuffled"]["riffle"].update(before=["tea"]),
        r"edition.toml:\d+: .*Invalid enum value 'tea'",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_an_edition_that_lacks_what_a_table_needs_is_refused_at_load(wrong: str) -> None:
    change, said = WRONG[wrong]

    def wronged(raw: Raw) -> None:
        change(raw["edition.toml"])

    with pytest.raises(BadEditionError, match=said):
        load_folder(rulebook("star-baccarat").edition.folder, wronged, section_of)
