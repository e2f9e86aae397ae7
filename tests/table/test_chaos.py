"""The chaos dealer: seeded runs in which nothing that must hold is ever broken."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec
import pytest

from pitboss.book import rulebook
from pitboss.chaos.dealer import Broken, Chaos
from pitboss.table.authority.duties import deadline

BOOKS = ("star-baccarat", "star-premium-baccarat")
ENOUGH = 100
NEVER = {"choose", "record-choice", "record-silence", "move-edition"}
"""There is one edition of each rulebook yet, and baccarat leaves nobody a choice."""
PREMIUM = {
    *("accept-role", "decline-role", "offer-role", "pass-role"),
    *("open-payment-error", "confirm-payment-error", "enquire-payment", "attempt-payment"),
    *("rectify-payment", "tell-regulator", "close-payment"),
    *("shuffle-remainder", "cut-remainder", "continue-from-shoe", "replace-device"),
    *("remove-drop-box", "attach-drop-box", "go-cashless", "take-cash"),
    *("offer-tournament", "report-proxy-bet", "find-past-excess"),
    *("limit-players", "relax-close"),
}
ABSENT = {
    "star-baccarat": NEVER | {"close-box", "open-box", "record-attempt"},
    "star-premium-baccarat": NEVER | PREMIUM,
}
"""Commands for which a rulebook has no rule: never accepted there."""


def run(book: str, seed: int, steps: int) -> tuple[Chaos, Broken | None]:
    chaos = Chaos(rulebook(book).rules, seed)
    return chaos, chaos.run(steps)


@pytest.mark.parametrize("book", [*BOOKS, "star-blackjack", "crown-melbourne-baccarat"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_breaks_in_a_short_run(book: str, seed: int) -> None:
    chaos, broken = run(book, seed, 15_000)
    assert broken is None, broken
    assert chaos.world.coups > 100
    assert chaos.world.tables > 5


@pytest.mark.parametrize("book", BOOKS)
def test_the_same_seed_gives_the_same_run(book: str) -> None:
    first, second = run(book, 9, 3_000)[0].world, run(book, 9, 3_000)[0].world
    assert first.accepted == second.accepted
    assert first.codes == second.codes
    assert first.table == second.table


def test_a_duty_of_the_hour_that_comes_twice_is_due_when_it_says() -> None:
    """Of the hour when clocks go back a zone's name does not say which; its distance does.

    Found by the chaos dealer on seed 5 of Premium, step 32309: the journal read back gave
    another deadline than the live table had.
    """
    at = dt.datetime(2027, 4, 3, 16, 19, 10, tzinfo=dt.UTC)
    due = deadline("at-once", at, "Australia/Sydney")
    assert due == at
    assert msgspec.json.decode(msgspec.json.encode(due), type=dt.datetime) == due
    before = dt.datetime(2027, 4, 3, 12, tzinfo=dt.UTC)
    assert deadline("shift-end", before, "Australia/Sydney") == before + dt.timedelta(hours=8)


def counts(
    book: str, seed: int, steps: int
) -> tuple[Broken | None, dict[str, int], dict[str, int]]:
    """The violation of a run, and how often each command and ruling was accepted."""
    chaos, broken = run(book, seed, steps)
    world = chaos.world
    rulings = {row: world.rulings[row] for rows in world.rows.values() for row in rows}
    return broken, {entry.word: world.accepted[entry.word] for entry in world.entries}, rulings


@pytest.mark.long
def test_a_million_steps_a_rulebook_use_everything() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        done = {book: pool.submit(counts, book, 1, 1_000_000) for book in BOOKS}
        for book, one in done.items():
            broken, commands, rulings = one.result()
            assert broken is None, broken
            never = {word for word, number in commands.items() if number == 0}
            assert never == ABSENT[book]
            rare = {word for word, number in commands.items() if number < ENOUGH}
            assert rare == ABSENT[book]
            assert {name for name, number in rulings.items() if number < ENOUGH} == set()
