"""A table in play beside its floor: coups and rounds a second, replay, the memory of a day.

Ten players with three wagers each, or three on each of seven boxes; every event is kept and
written as JSON, every balance posted, and a view made for the display after every coup.
"""

from __future__ import annotations

import gc
import random
import time
import tracemalloc
from collections.abc import Sequence

import msgspec

from benchmarks.measure import Measure, measure
from pitboss.book import rulebook
from pitboss.cards import full_shoe, rank
from pitboss.chaos.checks import replay
from pitboss.chaos.steady import Stake, Steady, sign_for
from pitboss.table import Event, Table, read_event
from pitboss.table.machine import Query
from pitboss.table.play import Ask
from pitboss.table.sight.roles import view

RULEBOOK = "star-baccarat"
BOXES = "star-blackjack"
SIDES = ("perfect-pairs", "lucky-lucky")
BOXES_OPEN, SHARING = 7, 3
STANDS_ON = 17
ROUNDS = 40
OFFERED = ("player-pair", "banker-pair")
PEOPLE = tuple(f"Player {number}" for number in range(1, 11))
CHIPS_CENTS = 1_000_000_000
BEHIND = 26
COUPS_A_DAY = 24 * 70
MILLION = 1_000_000
MEGABYTE = 1e6
SEED = 1
_encode = msgspec.json.Encoder().encode


def stakes(coup: int) -> list[Stake]:
    """Three wagers of every player: a main hand and two that go with it."""
    found: list[Stake] = []
    for place, person in enumerate(PEOPLE):
        main = ("player", "banker")[(coup + place) % 2]
        found += [(person, main, 2_500), (person, "tie", 500)]
        found.append((person, OFFERED[place % 2], 500))
    return found


def steady(lines: list[bytes], events: list[Event] | None = None) -> Steady:
    """A table with its ten players, writing its events as JSON."""

    def keep(batch: Sequence[Event]) -> None:
        lines.extend(_encode(event) for event in batch)
        if events is not None:
            events.extend(batch)

    rules = rulebook(RULEBOOK).rules
    table = Steady(rules, keep)
    table.open(sign=sign_for(OFFERED, {"chip": "0.50"}))
    table.seat(PEOPLE, CHIPS_CENTS)
    return table


def play_coups(table: Steady, coups: int, *, views: bool = True) -> None:
    """Deal so many coups, shoe after shoe."""
    chance = random.Random(SEED)
    cards = full_shoe(8)
    for coup in range(coups):
        if table.over:
            chance.shuffle(cards)
            table.new_shoe(tuple(cards), BEHIND)
        table.coup(stakes(coup))
        if views:
            _encode(view(table.rules.play, table.table, "display"))


def coups_rate(coups: int) -> float:
    """Coups a second with events, ledger and a view."""
    table = steady([])
    began = time.thread_time()
    play_coups(table, coups)
    return coups / (time.thread_time() - began)


def boxes(lines: list[bytes], events: list[Event]) -> Steady:
    """A table of seven boxes that three share each."""

    def keep(batch: Sequence[Event]) -> None:
        lines.extend(_encode(event) for event in batch)
        events.extend(batch)

    table = Steady(rulebook(BOXES).rules, keep)
    table.open(sign=sign_for(SIDES, {"chip": "0.50"}))
    table.seat([f"Player {number}" for number in range(BOXES_OPEN * SHARING)], CHIPS_CENTS)
    return table


def play_rounds(table: Steady, rounds: int) -> None:
    """Deal so many rounds: all who share a box stake on it, whoever controls it draws to 17."""
    chance = random.Random(SEED)
    house = table.table.house
    cards = full_shoe(8 if house is None else house.decks)
    people = list(table.table.present("player"))
    for _ in range(rounds):
        if table.over:
            chance.shuffle(cards)
            table.new_shoe(tuple(cards), BEHIND)
        for place, person in enumerate(people):
            box = place % BOXES_OPEN + 1
            table.do("place-wager", person, wager="main", amount_cents=2_500, box=box)
            for side in SIDES:
                table.do("place-wager", person, wager=side, amount_cents=500, box=box)
        table.round(_decided)
        _encode(view(table.rules.play, table.table, "display"))


def _decided(table: Steady, step: Ask) -> None:
    """A decision in the round: insurance and doubles never, cards below 17."""
    person = step.people[0]
    query = Query(table.rules, table.table)
    open_now = [one for one in table.rules.play.choices(query, person) if one.closed is None]
    known = {one.word: one for one in open_now}
    coup = table.table.coup
    held = coup.hand(step.hand) if coup is not None and step.hand is not None else ()
    points = sum(min(rank(slot.card) + 1, 10) for slot in held if slot.card is not None)
    wanted = "draw" if "draw" in known and points < STANDS_ON else ""
    word = next((one for one in (wanted, *PASSIVE) if one in known), None) or next(iter(known))
    table.do("choose", person, choice=word, hand=known[word].hand)


PASSIVE = ("stand", "no-insurance", "no-double", "stay")


def play(rounds: int) -> Sequence[Measure]:
    """Coups a second, the replay of a million events, the memory of a day."""
    lines: list[bytes] = []
    events: list[Event] = []
    play_coups(steady(lines, events), COUPS_A_DAY, views=False)
    rate = encoding = replaying = decoding = 0.0
    for _ in range(rounds):
        rate = max(rate, coups_rate(300))
        began = time.thread_time()
        for event in events:
            _encode(event)
        encoding = max(encoding, COUPS_A_DAY / (time.thread_time() - began))
        began = time.thread_time()
        replay(lines)
        replaying = max(replaying, len(lines) / (time.thread_time() - began))
        began = time.thread_time()
        for line in lines:
            read_event(line)
        decoding = max(decoding, len(lines) / (time.thread_time() - began))
    del events
    return [
        measure(
            "coups at a table: ten players, three wagers each, events, ledger, a view a coup",
            "coups/s",
            rate,
            ("writing the same events as JSON only, coups/s", encoding),
            500,
        ),
        measure(
            f"replay of 1,000,000 events, from the rate over {len(lines):,} of one day",
            "s",
            MILLION / replaying,
            ("reading the same events only, s", MILLION / decoding),
            30,
            lower=True,
        ),
        day(lines),
        shared(rounds),
    ]


def shared(rounds: int) -> Measure:
    """Rounds a second at seven boxes that three share, beside writing their events as JSON."""
    rate = encoding = 0.0
    for _ in range(rounds):
        events: list[Event] = []
        table = boxes([], events)
        play_rounds(table, 2)
        events.clear()
        began = time.thread_time()
        play_rounds(table, ROUNDS)
        rate = max(rate, ROUNDS / (time.thread_time() - began))
        began = time.thread_time()
        for event in events:
            _encode(event)
        encoding = max(encoding, ROUNDS / (time.thread_time() - began))
    return measure(
        "rounds of blackjack: seven boxes, three on each, two side wagers, every decision",
        "rounds/s",
        rate,
        ("writing the same events as JSON only, rounds/s", encoding),
        250,
    )


def day(lines: list[bytes]) -> Measure:
    """What a day's journal and the state after it take in memory."""
    written = sum(map(len, lines))
    gc.collect()
    tracemalloc.start()
    kept = [bytes(bytearray(line)) for line in lines]
    table: Table = replay(kept)
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return measure(
        f"memory of a day at a table, {len(table.results):,} coups, {len(kept):,} events and state",
        "MB",
        held / MEGABYTE,
        ("the events' JSON on disk, MB", written / MEGABYTE),
        50,
        lower=True,
    )
