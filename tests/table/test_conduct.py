"""Conduct, disputes, payment errors and failed devices: what no single scenario can show."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import msgspec
import pytest

from pitboss.book import rulebook
from pitboss.conformity.scenes import scenes_of
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Scenario
from pitboss.scenarios.run import Play
from pitboss.table import COMMANDS, read_command
from pitboss.table.cards.parts import Slot
from pitboss.table.entries import fields_of
from pitboss.table.machine import Work, act
from pitboss.table.matters.payment_errors import left_over
from pitboss.table.state import Matter

MINE = ("conduct", "dispute", "payment", "device")
TOPICS = (
    *("conduct", "incidents", "invalidation", "disputes", "device"),
    *("payments", "payment_errors"),
)
SHELF = {
    (book, scene.path.stem): scene.scenario
    for book in ("star-baccarat", "star-premium-baccarat")
    for scene in scenes_of(rulebook(book).edition.folder)
}
OF_CONDUCT = [one for one in SHELF if one[1].split("-")[0] in MINE]
WORDS = [entry for entry in COMMANDS.values() if entry.kind.__module__.split(".")[-1] in TOPICS]


def start(scenario: Scenario) -> Play:
    """A scenario of the shelf with its table set up."""
    going = Play(rulebook(scenario.rulebook), scenario)
    going.set_up()
    return going


def any_value(chance: random.Random, field: str, hint: Any) -> Any:
    """A value of about the right type, often a wrong one."""
    text = str(hint)
    if "Literal" in text:
        words = [word for word in text.split("'")[1::2] if word.isprintable()]
        return chance.choice(words)
    if "bool" in text:
        return chance.random() < 0.5
    if "tuple[int" in text:
        return [chance.randint(0, 4) for _ in range(chance.randint(0, 3))]
    if "tuple[str" in text:
        return chance.sample(["Ann", "Bob", "Dee", "Zed"], chance.randint(0, 3))
    if "int" in text:
        return chance.choice([-1, 0, 1, 2, 3, 60, 100, 2500])
    grounds = ["fire", "fraud", "brawl", "inspector", "police officer", "banker", ""]
    return chance.choice(["Ann", "Bob", "Dee", "Zed", *grounds])


@pytest.mark.parametrize(("book", "name"), OF_CONDUCT)
def test_any_act_by_anyone_in_any_phase_is_answered(book: str, name: str) -> None:
    """Every command of these topics gives events or a refusal after each step of a scenario."""
    going = start(SHELF[book, name])
    chance = random.Random(name)
    people = [*(person.name for person in going.scenario.people), "nobody"]
    for step in going.scenario.steps():
        going.take(step)
        for entry in chance.sample(WORDS, 6):
            fields = {
                field: any_value(chance, field, hint)
                for field, hint in fields_of(entry.kind).items()
            }
            at = going.now.isoformat()
            data = {"do": entry.word, "by": chance.choice(people), "at": at, **fields}
            try:
                command = read_command(data)
            except msgspec.ValidationError:
                continue
            done = act(going.rules, going.table, command)
            assert isinstance(done, Refusal) or done[1]


@pytest.mark.clause("star-baccarat", "14.4", "14.5")
def test_an_outcome_is_invalidated_while_a_ruling_is_awaited() -> None:
    """The situation has nothing left to rule on, and its card goes out with the coup."""
    going = start(SHELF["star-baccarat", "conduct-invalidate-fraud"])
    for who, do, fields in (
        ("Ann", "place-wager", {"wager": "banker", "amount": 100}),
        ("Dee", "deal-card", {"card": "9h"}),
        ("Dee", "report-irregularity", {"situation": "burned-in-error"}),
    ):
        assert not isinstance(going.act(who, do, **fields), Refusal)
    assert going.table.trouble is not None
    assert going.table.shoe is not None
    assert going.table.shoe.aside == (Slot(number=2),)
    done = going.act("Sue", "invalidate", ground="fire", reason="smoke")
    assert not isinstance(done, Refusal)
    assert going.table.trouble is None
    assert going.table.coup is None
    assert going.table.shoe is not None
    assert going.table.shoe.aside == ()
    assert going.table.shoe.discards == 2
    assert going.table.balances["player:Ann"] == 100_000


@pytest.mark.parametrize(("book", "cases"), [("star-baccarat", 1), ("star-premium-baccarat", 0)])
def test_another_procedure_opens_a_case_only_where_rules_have_cases(book: str, cases: int) -> None:
    """A mistake that a ruling found is recorded where the rulebook has payment errors (X15)."""
    going = start(SHELF[book, "dispute-first-instance"])
    data = {"do": "settle", "by": "Dee", "at": going.now.isoformat()}
    work = Work(going.rules, going.table, read_command(data))
    left_over(work, 1, "Ann", 500, over=True, about="a corrected coup")
    assert len(work.table.matters) == cases
    for matter in work.table.matters.values():
        assert matter.person == "Ann"
        assert matter.amount_cents == 500
        assert matter.facts["direction"] == "over"


@pytest.mark.clause("star-baccarat", "13.5.3")
def test_few_cards_are_cut_anywhere() -> None:
    """Where one deck from either end cannot be, any cut does."""
    going = start(SHELF["star-baccarat", "device-low-limit"])
    steps = going.scenario.steps()
    for step in steps[:5]:
        going.take(step)
    table, shoe = going.table, going.table.shoe
    assert shoe is not None
    fewer = msgspec.structs.replace(shoe, left=90, discards=shoe.discards + shoe.left - 90)
    going.table = msgspec.structs.replace(table, shoe=fewer)
    going.now += dt.timedelta(seconds=1)
    refusal = going.act("Sue", "cut-remainder", depth=90)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "cut-too-near-the-end"
    assert not isinstance(going.act("Sue", "cut-remainder", depth=5), Refusal)


def test_matters_survive_a_round_trip() -> None:
    """A state with open matters is plain data."""
    going = start(SHELF["star-baccarat", "payment-attempts"])
    for step in going.scenario.steps():
        going.take(step)
    matters = going.table.matters
    assert len(matters) == 3
    data = msgspec.json.encode(matters)
    assert msgspec.json.decode(data, type=dict[int, Matter], strict=False) == matters
