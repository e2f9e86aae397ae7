"""A console asks the core little, and offers what trying everything would offer."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import Any

import msgspec
import pytest

from pitboss.book import rulebook
from pitboss.conformity.scenes import scenes_of
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.table import Rules, Table, act, read_command
from pitboss.table.machine import Entry, Standing
from pitboss.table.usual import trial
from pitboss.table.usual.offers import MOST_TRIED, choices_of, required
from pitboss.table.usual.trial import Trials, stand_ins
from pitboss.views.console import COMING, ActNow, acts_now, next_of_house
from tests.nets.make import BOOKS
from tests.nets.runs import path_of

MOST = 44
"""The decisions that one reading of a console may take."""
State = tuple[Rules, Table]


class Kept(Play):
    """A scenario of which every state is kept."""

    states: list[State]

    def act(self, who: str, do: str, **fields: Any) -> Any:
        done = super().act(who, do, **fields)
        if not isinstance(done, Refusal):
            self.states.append((self.rules, self.table))
        return done


@cache
def of_scenarios(name: str) -> list[State]:
    """Every state of every scenario of a rulebook."""
    book = rulebook(name)
    states: list[State] = []
    for scene in scenes_of(book.edition.folder):
        play = Kept(book, scene.scenario)
        play.states = states
        play.run()
    return states


def of_chaos(name: str) -> Iterator[State]:
    """The states of what the chaos dealer once gave."""
    book, table = rulebook(name), Table()
    for line in gzip.decompress(path_of(book).read_bytes()).split(b"\n"):
        if not line or line.startswith(b"#"):
            table = Table()
            continue
        done = act(book.rules, table, read_command(msgspec.json.decode(line)))
        if not isinstance(done, Refusal):
            table = done[0]
            yield book.rules, table


def readings(states: list[State]) -> Iterator[tuple[Trials, str, str | None]]:
    """One of the staff reads each state, in turn."""
    for number, (rules, table) in enumerate(states):
        staff = list(table.present("staff").items())
        if staff and table.now is not None:
            who, person = staff[number % len(staff)]
            yield Trials(rules, table, table.now), who, person.rank


@pytest.mark.parametrize("name", BOOKS)
def test_a_reading_puts_few_decisions_to_the_core(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []

    def counts(*given: Any) -> Any:
        counted.append(given[2])
        return act(*given)

    monkeypatch.setattr(trial, "act", counts)
    most = 0
    for trials, who, rank in readings(of_scenarios(name)):
        counted.clear()
        next_of_house(trials, who)
        acts_now(trials, who, rank)
        most = max(most, len(counted))
    assert 20 < most <= MOST
    counted.clear()
    acts_now(trials, who, rank)
    assert not counted  # whoever looks again asks the core nothing


def attempted(trials: Trials, who: str, rank: str | None, entry: Entry) -> Any:
    """The first fields that the core accepts of all that may be said; else the last refusal."""
    standing = Standing(trials.rules, trials.table, who)
    needed = required(entry.kind)
    values = [choices_of(standing, entry, name) for name in needed]
    given = stand_ins(trials.rules, trials.table, entry.word)
    given |= {"rank": rank} if entry.word == "sign-on" else {}
    done: Any = None
    for chosen in islice(product(*values), MOST_TRIED):
        fields = dict(zip(needed, chosen, strict=True))
        done = trials.of(who, entry.word, {**fields, **given})
        if not isinstance(done, Refusal):
            return fields
    return done


def compare(trials: Trials, who: str, rank: str | None) -> None:
    """Every act is offered as an attempt of everything finds it."""
    table = trials.table
    assert table.now is not None
    shown: dict[str, ActNow] = {one.do: one for one in acts_now(trials, who, rank)}
    everything = Trials(trials.rules, table, table.now)
    for entry in trials.rules.entries.values():
        if "staff" not in entry.who and entry.word not in COMING:
            assert entry.word not in shown
            continue
        one, needed = shown.pop(entry.word), required(entry.kind)
        if needed and not entry.who:
            assert not one.can
            continue
        found = attempted(everything, who, rank, entry)
        where = (entry.word, who, rank, table.phase, found)
        assert one.can == isinstance(found, dict), where
        if one.can:
            assert one.fields == found, where
        elif not needed and not entry.worded:
            assert one.certain, where
            assert one.refused is not None
            told = (one.refused.code, one.refused.clauses)
            assert told == (found.code, found.clauses), where
    assert not shown


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_offered_is_what_trying_everything_finds(name: str) -> None:
    states = [*of_scenarios(name)[::131], *islice(of_chaos(name), 0, None, 131)]
    assert len(states) > 80
    for trials, who, rank in readings(states):
        compare(trials, who, rank)


@pytest.mark.parametrize(
    ("name", "rank", "layout", "code"),
    [
        ("star-baccarat", "Gaming Manager", "A", "not-provided"),
        ("crown-perth-baccarat", "Casino Manager Table Games", "1", None),
    ],
)
def test_what_the_rules_do_not_provide_for_is_refused_before_a_field_is_filled(
    name: str, rank: str, layout: str, code: str | None
) -> None:
    people = (Actor(name="Max", role="staff", rank=rank),)
    setting = Scenario(
        title="announced", rulebook=name, layout=layout, sign={"minimum": 25}, people=people
    )
    play = Play(rulebook(name), setting)
    play.set_up()
    shown = acts_now(Trials(play.rules, play.table, play.now), "Max", rank)
    (one,) = (act for act in shown if act.do == "announce-limits")
    assert not one.can
    assert (one.refused and one.refused.code) == code
