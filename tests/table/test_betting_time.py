"""The time to bet of a table: called for, over at its instant, at a table of every rulebook."""

from __future__ import annotations

import datetime as dt

import msgspec
import pytest

from pitboss.book import rulebook
from pitboss.editions.edition import Edition
from pitboss.editions.load import shelf
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.table.betting.window import NO_MORE, PLACE
from pitboss.table.own import read_own
from pitboss.table.state import Table
from pitboss.table.usual.next_act import Proposal, betting_runs, house_act
from pitboss.table.usual.trial import Trials

SECONDS = 15
TICK = dt.timedelta(milliseconds=1)
BOOKS = sorted(shelf())


def main_of(edition: Edition) -> str:
    return next(name for name, one in edition.wagers.items() if one.optional is None)


def table(book: str, seconds: int = SECONDS) -> Play:
    """A table with a dealer, the highest rank and two players, ready for its first round."""
    ladder = rulebook(book).edition.ranks.ladder
    people = (
        Actor(name="Dee", role="staff", rank=ladder[0]),
        Actor(name="Max", role="staff", rank=ladder[-1]),
        Actor(name="Ann", seat=1, chips=1000),
        Actor(name="Bob", seat=2, chips=1000),
    )
    sign = {"minimum": 25, "maximum": 1000}
    play = Play(
        rulebook(book), Scenario(title="time to bet", rulebook=book, sign=sign, people=people)
    )
    play.set_up()
    if seconds:
        play.must("Max", "set-betting-time", seconds=seconds)
    return play


def code(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def bet(play: Play, who: str) -> object:
    return play.act(who, "place-wager", wager=main_of(play.rules.edition), amount=100)


def proposed(play: Play) -> tuple[str, object]:
    act = house_act(Trials(play.rules, play.table, play.now))
    return (act.word, act.fields.get("call")) if isinstance(act, Proposal) else ("waits", None)


@pytest.mark.parametrize("book", BOOKS)
def test_wagers_are_taken_until_the_instant_and_refused_from_it_on(book: str) -> None:
    play = table(book)
    play.must("Dee", "call-bets", call=PLACE)
    began = play.now
    play.now = began + dt.timedelta(seconds=SECONDS) - TICK
    assert betting_runs(play.table, play.now) == began + dt.timedelta(seconds=SECONDS)
    assert not isinstance(bet(play, "Ann"), Refusal)
    play.now += TICK
    before = play.table
    answer = bet(play, "Bob")
    assert code(answer) == "period-over"
    assert isinstance(answer, Refusal)
    assert answer.clauses
    assert play.table == before
    for do in ("increase-wager", "withdraw-wager"):
        more = {"amount": 100} if do == "increase-wager" else {}
        assert code(play.act("Ann", do, number=play.table.placed, **more)) == "period-over"
    assert betting_runs(play.table, play.now) is None
    data = msgspec.msgpack.encode(play.table)
    assert msgspec.msgpack.decode(data, type=Table, dec_hook=read_own) == play.table


@pytest.mark.parametrize("book", BOOKS)
def test_the_house_calls_before_and_after_it_and_again_where_nobody_bet(book: str) -> None:
    play = table(book)
    assert proposed(play) == ("call-bets", PLACE)
    play.must("Dee", "call-bets", call=PLACE)
    play.now += dt.timedelta(seconds=SECONDS)
    assert proposed(play) == ("call-bets", PLACE)
    play.must("Dee", "call-bets", call=PLACE)
    assert not isinstance(bet(play, "Ann"), Refusal)
    play.now += dt.timedelta(seconds=SECONDS)
    assert proposed(play) == ("call-bets", NO_MORE)
    play.must("Dee", "call-bets", call=NO_MORE)
    assert proposed(play)[0] not in ("call-bets", "waits")


@pytest.mark.parametrize("book", BOOKS)
def test_a_call_of_no_more_bets_ends_it_before_its_time(book: str) -> None:
    play = table(book)
    play.must("Dee", "call-bets", call=PLACE)
    assert not isinstance(bet(play, "Ann"), Refusal)
    assert code(play.act("Dee", "call-bets", call=PLACE)) == "period-begun"
    play.must("Dee", "call-bets", call=NO_MORE)
    assert code(bet(play, "Bob")) in ("period-over", "betting-closed")
    assert betting_runs(play.table, play.now) is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_without_one_goes_as_its_rulebook_says(book: str) -> None:
    play = table(book, seconds=0)
    assert proposed(play) == ("waits", None)
    assert not isinstance(bet(play, "Ann"), Refusal)
    play.now += dt.timedelta(hours=1)
    assert not isinstance(bet(play, "Bob"), Refusal)


@pytest.mark.parametrize("book", BOOKS)
def test_it_is_set_by_rank_within_bounds_and_not_while_it_runs(book: str) -> None:
    play = table(book)
    period = play.rules.edition.conduct.period
    assert code(play.act("Dee", "set-betting-time", seconds=30)) == "rank-too-low"
    assert code(play.act("Max", "set-betting-time", seconds=SECONDS)) == "no-change"
    assert code(play.act("Max", "set-betting-time", seconds=3_601)) == "period-length"
    if period is not None:
        least = period.least
        assert code(play.act("Max", "set-betting-time", seconds=least - 1)) == "period-length"
    play.must("Dee", "call-bets", call=PLACE)
    assert code(play.act("Max", "set-betting-time", seconds=0)) == "period-begun"
