"""Whole tournaments from a seed: everybody placed once, chips back, the pool paid to the cent."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import pitboss
from pitboss.aggregates.tournament.state import POOL
from pitboss.aggregates.tournament.terms import Stage, wrong
from pitboss.scenarios.samples import conditions
from pitboss.tournaments.fit import fitted
from pitboss.tournaments.lines import export_of, signer_of
from pitboss.tournaments.outcome import document
from pitboss.tournaments.proof import prove
from pitboss.tournaments.whole import NotPlayedError, Whole
from tests.second.tournament import score

BOOKS = [name for name in pitboss.shelf() if pitboss.rulebook(name).edition.items]


def played(name: str, players: int, seed: int, **given_: Any) -> Whole:
    """A tournament under the sample of a rulebook, made to fit."""
    book = pitboss.rulebook(name)
    terms = conditions(book.edition.folder, given_)
    whole = Whole(book, fitted(book.edition, terms, players)[0], players, seed)
    whole.play()
    return whole


def export(whole: Whole, seed: int) -> list[bytes]:
    """The lines of a tournament's file."""
    return list(export_of(whole.streams(), signer_of(seed), whole.now))


@cache
def big(name: str) -> Whole:
    """Two hundred players."""
    return played(name, 200, 7)


@pytest.mark.parametrize("name", BOOKS)
def test_each_of_two_hundred_players_is_placed_once_and_the_pool_is_paid_to_the_cent(
    name: str,
) -> None:
    whole = big(name)
    found = document(whole.state, whole.events)
    people = [row["person"] for row in found["placings"]]
    assert len(people) == len(set(people)) == 200
    assert sorted(people) == sorted(
        person for person, one in whole.state.entrants.items() if one.standing != "withdrawn"
    )
    money = found["money"]
    assert money["fees_cents"] - money["refunds_cents"] == 200 * 10_000
    assert money["prizes_cents"] == money["pool_cents"]
    assert sum(row["prize_cents"] for row in found["placings"]) == money["prizes_cents"]
    assert whole.state.balances[POOL] == 0
    assert found["chips"]["returned"] == found["chips"]["sessions"] == found["sessions"]


@pytest.mark.parametrize("name", BOOKS)
def test_chips_at_the_tables_are_those_that_were_counted(name: str) -> None:
    whole = big(name)
    for table in whole.tables.values():
        players = {
            account: cents
            for account, cents in table.table.balances.items()
            if account.startswith("player:")
        }
        assert not any(players.values())  # everybody gave the chips back
        assert sum(table.table.balances.values()) == 0


@pytest.mark.parametrize("name", BOOKS)
def test_the_export_proves_itself_and_a_second_scorer_agrees(name: str) -> None:
    whole = big(name)
    lines = export(whole, 7)
    proof = prove(lines)
    assert proof.verdict.findings == []
    (one,) = proof.tournaments
    assert one.state == whole.state
    assert one.compared == sum(session.coups for session in whole.state.sessions.values()) > 0
    second = score(lines)
    assert second.final == second.said_final == list(whole.state.final)
    assert second.paid == second.said_paid


def test_one_seed_gives_the_same_file_and_another_seed_other_placings() -> None:
    one, same, other = (played("star-baccarat", 40, seed) for seed in (5, 5, 6))
    assert export(one, 5) == export(same, 5)
    assert one.state.final != other.state.final


@given(players=st.integers(2, 24), seed=st.integers(0, 2**32), advance=st.integers(1, 3))
@settings(max_examples=15, deadline=None)
def test_any_tournament_is_scored_as_the_second_scorer_does(
    players: int, seed: int, advance: int
) -> None:
    rounds = [
        {"tables": 4, "coups": 3, "advance": advance},
        {"tables": 2, "coups": 2, "advance": advance},
        {"tables": 1, "coups": 2, "advance": 1},
    ]
    whole = played("star-baccarat", players, seed, rounds=rounds, allotment="100.00")
    lines = export(whole, seed)
    assert prove(lines).sound
    second = score(lines)
    assert second.final == second.said_final
    assert second.paid == second.said_paid


def test_play_offs_and_lots_are_met_and_settled() -> None:
    """With little to wager many are level: by play-off, or where no rule has one by lot."""
    given_ = {
        "allotment": "25.00",
        "minimum": "25.00",
        "maximum": "25.00",
        "limit_steps": [],
        "rounds": [
            {"tables": 2, "coups": 1, "advance": 2},
            {"tables": 1, "coups": 1, "advance": 1},
        ],
    }
    kinds = set()
    for name in BOOKS:
        for seed in range(4):
            whole = played(name, 14, seed, **given_)
            kinds |= {(name, type(one).__name__) for one in whole.events}
            lines = export(whole, seed)
            assert prove(lines).sound
            second = score(lines)
            assert second.final == second.said_final
    for name in BOOKS:
        has = "tournament-play-off" in pitboss.rulebook(name).edition.rules
        assert (name, "PlayOffNeeded") in kinds, (name, has)
        assert (name, "LevelPlaced") in kinds


def test_rounds_by_the_clock_end_when_their_minutes_are_over() -> None:
    rounds = [{"tables": 1, "minutes": 5, "advance": 1}]
    whole = played("star-baccarat", 6, 1, rounds=rounds, prizes=[{"place": 1, "share": 100}])
    first = whole.state.sessions[1]
    assert first.coups == 5 or len(first.left) <= 1


def test_conditions_are_widened_only_as_far_as_players_need_it() -> None:
    book = pitboss.rulebook("star-baccarat")
    terms = conditions(book.edition.folder, {})
    assert fitted(book.edition, terms, 14) == (terms, ())
    wide, changes = fitted(book.edition, terms, 200)
    assert [stage.tables for stage in wide.rounds or ()] == [29, 5, 1]
    assert wide.maximum_players == 200
    assert len(changes) == 2
    assert list(wrong(book.edition, wide)) == []


def test_what_the_rules_forbid_ends_it_with_the_clause() -> None:
    book = pitboss.rulebook("star-baccarat")
    terms = replace(conditions(book.edition.folder, {}), minimum_players=10)
    with pytest.raises(NotPlayedError) as told:
        Whole(book, terms, 4, 1).play()
    assert told.value.refusal.code == "too-few-players"
    assert "15.4.2(i)" in told.value.refusal.clauses
    one = (Stage(tables=1, coups=1, advance=1),)
    few = replace(terms, minimum_players=2, rounds=one, seats=4)
    with pytest.raises(NotPlayedError) as told:
        Whole(book, few, 9, 1).play()
    assert told.value.refusal.code == "too-few-seats"
