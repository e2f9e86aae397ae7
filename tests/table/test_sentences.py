"""Events in words: each has a sentence in every language, and says only what it is given."""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec import inspect

from pitboss.aggregates.shapes import AggregateEvent, hyphened
from pitboss.aggregates.tournament.check import EVENTS as TOURNAMENT_EVENTS
from pitboss.book import load_plays
from pitboss.table.machine import EVENTS, Event
from pitboss.table.sight.audience import see
from pitboss.table.sight.roles import Audience
from pitboss.table.sight.sentence import TOPIC, sentence, sentence_of
from pitboss.table.state import House, SignState
from pitboss.words.catalogue import LANGUAGES, PLACE, UNKNOWN, words_of

load_plays()
OURS = {tag: kind for tag, kind in EVENTS.items() if kind.__module__.startswith("pitboss.")}
TOURNAMENT = {hyphened(kind.__name__): kind for kind in TOURNAMENT_EVENTS}
"""A tournament is told in the same catalogue as the tables that it is played at."""
TOLD: dict[str, type[Event | AggregateEvent]] = {**OURS, **TOURNAMENT}
AT = dt.datetime(2026, 11, 16, 9, 0, tzinfo=dt.UTC)


def least(kind: inspect.Type) -> Any:
    """The least value of a type: no field that may be left out."""
    match kind:
        case inspect.StructType():
            given = {one.name: least(one.type) for one in kind.fields if one.required}
            return kind.cls(**given)
        case inspect.UnionType():
            return None if kind.includes_none else least(kind.types[0])
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.IntType():
            return kind.ge or 0
        case inspect.StrType():
            return "x"
        case inspect.BoolType():
            return False
        case inspect.DateTimeType():
            return AT
        case inspect.DictType():
            return {}
        case inspect.VarTupleType() | inspect.CollectionType():
            return ()
        case inspect.TupleType():
            return tuple(least(one) for one in kind.item_types)
    raise AssertionError(f"no least value of {kind}")


def fields(kind: type[Event | AggregateEvent]) -> set[str]:
    """What an event of this kind can give to a sentence."""
    found = set(kind.__struct_fields__)
    for part, of in (("house", House), ("sign", SignState)):
        if part in found:
            found |= {f"{part}.{name}" for name in of.__struct_fields__}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence_and_every_sentence_an_event(language: str) -> None:
    sentences = {key for key in words_of(TOPIC, language) if "." not in key}
    assert sentences == set(TOLD)
    assert set(OURS).isdisjoint(TOURNAMENT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_says_only_what_its_event_gives(language: str) -> None:
    for key, text in words_of(TOPIC, language).items():
        tag = key.split(".")[0]
        if tag in TOLD:
            assert set(PLACE.findall(text)) <= fields(TOLD[tag]), key
        else:
            assert PLACE.findall(text) == [], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_value_are_of_a_field_that_has_it(language: str) -> None:
    words = words_of(TOPIC, language)
    every = set().union(*map(fields, TOLD.values()))
    for key in words:
        match key.split("."):
            case [tag, field, value] if tag in TOLD:
                assert f"{{{field}}}" in words[tag], key
                hint = get_type_hints(TOLD[tag])[field]
                assert hint is str or value in (get_args(hint) or ("true",)), key
            case [field, _]:
                assert field in every, key
            case parts:
                assert len(parts) == 1, key


def test_languages_have_the_same_sentences_with_the_same_places() -> None:
    """A value may be said as it is written in English, and have words in another language."""
    english = words_of(TOPIC, "en")
    for language in LANGUAGES:
        words = words_of(TOPIC, language)
        assert set(english) <= set(words)
        for key, text in english.items():
            assert set(PLACE.findall(text)) == set(PLACE.findall(words[key])), key


@pytest.mark.parametrize("tag", sorted(OURS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_place_stays_open_whoever_looks(tag: str, language: str) -> None:
    """What one may not see, and what an event may lack, is left out of the sentence."""
    event = msgspec.to_builtins(least(inspect.type_info(OURS[tag])))
    for audience in get_args(Audience):
        seen = see(1, event, audience, "x")
        if seen is None:
            continue
        said = sentence_of({"event": tag, **seen.fields}, language)
        assert said.strip()
        assert not re.search(rf"[{{}}\[\]|{UNKNOWN}]", said)


@pytest.mark.parametrize("tag", sorted(TOURNAMENT))
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_place_of_a_tournament_stays_open(tag: str, language: str) -> None:
    """What an event lacks is left out of its sentence; a list of nothing is a dash."""
    said = sentence_of(msgspec.to_builtins(least(inspect.type_info(TOURNAMENT[tag]))), language)
    assert said.strip()
    assert not re.search(r"[{}\[\]|]", said)


def test_conditions_that_were_altered_say_so() -> None:
    said = [
        sentence_of({"event": "conditions-set", **given}, language)
        for language in LANGUAGES
        for given in ({}, {"altered": True})
    ]
    assert said == [
        "Conditions written",
        "Conditions written, altered",
        "写定比赛条件",
        "写定比赛条件（有改动）",
    ]


def told(tag: str, language: str = "en", /, **given: Any) -> str:
    event = OURS[tag](by="Dee", rank="Dealer", at=AT, **given)
    return sentence(event, language)


def test_the_close_of_betting_says_its_cause() -> None:
    """A table closes at the first card or at the call: no sentence is true of all of them."""
    causes = get_args(get_type_hints(OURS["betting-closed"])["cause"])
    said = {cause: told("betting-closed", cause=cause) for cause in causes}
    assert said == {
        "first-card-removed": "First card removed, wagers locked",
        "first-card-exposed": "First card exposed, wagers locked",
        "call": "No more bets called, wagers locked",
        "expiry": "Betting time over, wagers locked",
    }
    assert len({told("betting-closed", "zh", cause=cause) for cause in causes}) == len(causes)


def test_cards_money_and_times_are_written_out() -> None:
    assert told("card-dealt", hand="banker", place=1, card=16) == "Banker second card 5♣"
    assert told("card-dealt", hand="player", place=0) == "Player first card face down"
    assert told("card-dealt", "zh", hand="player", place=0) == "闲家第一张牌 牌面朝下"
    assert (
        told("bought-in", person="Ann", amount_cents=50_000, means="cash") == "Buy-in $500.00, Ann"
    )
    settled = told("coup-settled", coup=3, outcome="tie", hands={"player": (0, 4), "banker": ()})
    assert settled == "Coup 3 settled: Player A♣ 2♣, Banker, Tie"
    posted = told("notice-posted", kind="close-table", change_at=AT, value="")
    assert posted == "Sign of a change put up: close-table, from 2026-11-16 09:00Z"


def test_a_choice_says_its_first_form_that_can_be_said() -> None:
    assert told("arrived", spectator=True) == "A patron comes to watch"
    assert told("arrived", chips_cents=5_000, seat=3) == "A patron arrives with $50.00, seat 3"
    assert told("arrived", "zh", chips_cents=5_000) == "客人到桌，带 $50.00"
    assert (
        told("approval-withdrawn", approval=2, granted=True, reason="") == "Approval 2 taken back"
    )


def test_a_result_is_said_with_the_higher_count_first() -> None:
    assert told("result-announced", outcome="banker", player=4, banker=6) == "Banker wins, 6 to 4"
    assert told("result-announced", outcome="player", player=8, banker=0) == "Player wins, 8 to 0"
    assert told("result-announced", "zh", outcome="tie", player=6, banker=6) == "和，各 6 点"


def test_a_kind_without_a_sentence_is_its_name() -> None:
    assert sentence_of({"event": "something-new"}) == "Something new"


SENTENCES = Path(__file__).parent / "sentences.jsonl"
"""Events with their sentences, which the pages are held to as well."""


@pytest.mark.parametrize("line", SENTENCES.read_text(encoding="utf-8").splitlines())
def test_an_event_reads_as_written_down(line: str) -> None:
    given = json.loads(line)
    for language in LANGUAGES:
        assert sentence_of(given["of"], language) == given[language]
