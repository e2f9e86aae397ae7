"""A table that plays a session, for tests."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from pitboss.book import rulebook
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.table import Event
from pitboss.table.sight.audience import see_all
from pitboss.table.sight.roles import Audience, view

TOURNAMENT = "tournament:2"
PLAYERS = ("Ann", "Bob", "Cal")
STAFF = (
    Actor(name="Dee", role="staff", rank="Dealer"),
    Actor(name="Sue", role="staff", rank="Gaming Supervisor"),
    Actor(name="clock", role="clock"),
)
MAIN = {"star-baccarat": "player", "star-blackjack": "main"}


def session(name: str, **given: Any) -> Play:
    """A table of a rulebook with a session begun."""
    people = (*STAFF, *(Actor(name=player) for player in PLAYERS))
    sign = {"minimum": 25, "maximum": 10000}
    scenario = Scenario(title="a session", rulebook=name, people=people, sign=sign)
    play = Play(rulebook(name), scenario)
    play.set_up()
    begin = {
        "tournament": TOURNAMENT,
        "session": 1,
        "boxes": {player: box for box, player in enumerate(PLAYERS, 1)},
        "allotment": 1000,
        "minimum": 25,
        "maximum": 500,
        **given,
    }
    play.must("clock", "begin-tournament-session", **begin)
    return play


def refused(play: Play, who: str, do: str, **fields: Any) -> Refusal:
    """The refusal of a command."""
    answer = play.act(who, do, **fields)
    assert isinstance(answer, Refusal), answer
    return answer


def all_views(play: Play) -> dict[str, bytes]:
    """What every audience sees of the table, and of all that happened there."""
    happened_here = (event for told in play.told for event in told.events)
    events = [event for event in happened_here if isinstance(event, Event)]
    people: list[tuple[Audience, str | None]] = [
        (audience, None) for audience in get_args(Audience) if audience != "player"
    ]
    people += [("player", name) for name in (*PLAYERS, None)]
    found = {}
    for audience, person in people:
        seen = view(play.rules.play, play.table, audience, person)
        happened = see_all(1, events, audience, person)
        found[f"{audience} {person}"] = msgspec.json.encode([seen, happened])
    return found
