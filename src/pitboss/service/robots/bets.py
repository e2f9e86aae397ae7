"""What a robot lays in a round, and what it answers when it is asked."""

from __future__ import annotations

from random import Random
from typing import Any

from pitboss.service.robots.cast import Robot
from pitboss.table.betting.offer import on_offer
from pitboss.table.betting.stakes import span_of
from pitboss.table.machine import Query
from pitboss.table.play import Ask

Data = dict[str, Any]


def bets(query: Query, person: str, robot: Robot, chance: Random) -> list[Data]:
    """The wagers of a robot for the round to come; none where it sits this one out."""
    if chance.random() >= robot.sits:
        return []
    wagers = query.edition.wagers
    offered = on_offer(query)
    main = [name for name in offered if wagers[name].optional is None]
    if not main:
        return []
    on = main[robot.on % len(main)]
    last = query.table.results[-1].outcome if query.table.results else None
    if robot.bets == "trend" and last in main:
        on = str(last)
    laid = [_on(query, person, on, chance.choice(robot.stakes) * 100)]
    sides = [
        name
        for name in offered
        if wagers[name].optional is not None and wagers[name].nominated is None
    ]
    if sides and chance.random() < robot.side:
        laid.append(_on(query, person, chance.choice(sides), 0))
    return laid


def _on(query: Query, person: str, wager: str, cents: int) -> Data:
    """A wager within the limits of whoever lays it."""
    span = span_of(query, person, wager)
    cents = max(cents, span.minimum_cents)
    if span.maximum_cents is not None:
        cents = min(cents, span.maximum_cents)
    return {"do": "place-wager", "wager": wager, "amount_cents": cents}


def answer(query: Query, person: str, step: Ask) -> Data | None:
    """What ordinary play answers; nothing where it says nothing."""
    known = [one for one in query.play.choices(query, person) if one.closed is None]
    for word in query.play.advice(query, step.hand):
        for one in known:
            if one.word == word and one.hand == step.hand:
                said: Data = {"do": "choose", "choice": word, "hand": one.hand}
                return said | ({"amount_cents": one.most_cents} if one.most_cents else {})
    return None
