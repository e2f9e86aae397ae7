"""A live example of a clause: a scenario that proves it, played on the core step by step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.book import Rulebook
from pitboss.conformity.scenes import Scene
from pitboss.refusal import Refusal
from pitboss.scenarios.expect import Told, cited_by
from pitboss.scenarios.read import Step
from pitboss.scenarios.run import play
from pitboss.table.sight.sentence import sentence

LONGEST = 60
"""A scenario of more steps is too long to be stepped through."""


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """Something that came of a step: in words, as data, with its clauses."""

    sentence: str
    event: dict[str, Any]
    clauses: tuple[str, ...]


class ExampleStep(msgspec.Struct, frozen=True, kw_only=True):
    """Who did what, and what came of it; `carries` where the clause is cited for the first time.

    A step that was refused says why, and nothing happened.
    """

    number: int
    who: str
    do: str
    fields: dict[str, Any]
    happened: tuple[Happening, ...]
    refused: Refusal | None
    carries: bool


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario played: what came before its first step, then every step."""

    name: str
    title: str
    steps: tuple[ExampleStep, ...]


def chosen(clause: str, scenes: Iterable[Scene]) -> Scene | None:
    """The shortest scenario that carries a clause in a step; nothing where there is none."""
    found = [
        (len(list(scene.scenario.steps())), scene.name, scene)
        for scene in scenes
        if any(one.partition("#")[0] == clause for one in scene.clauses)
    ]
    short = [one for one in found if one[0] <= LONGEST]
    return min(short, key=lambda one: one[:2])[2] if short else None


def example(book: Rulebook, scene: Scene, clause: str) -> Example:
    """A scenario played on the core, told of a clause."""
    played = play(book, scene.scenario)
    steps: list[ExampleStep] = []
    carried = False
    for told in played.told:
        if told.step is not None:
            carries = not carried and clause in told.cited()
            carried = carried or carries
            steps.append(_step(told.step, told, carries=carries))
    return Example(name=scene.name, title=scene.scenario.title, steps=tuple(steps))


def _step(step: Step, told: Told, *, carries: bool) -> ExampleStep:
    happened = tuple(
        Happening(
            sentence=sentence(event),
            event=msgspec.to_builtins(event),
            clauses=tuple(sorted(cited_by(event))),
        )
        for event in told.events
    )
    return ExampleStep(
        number=step.number,
        who=step.who,
        do=step.do,
        fields=msgspec.to_builtins(step.fields),
        happened=happened,
        refused=told.refusal,
        carries=carries,
    )
