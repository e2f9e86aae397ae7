"""Sessions of a tournament in the hands of the chaos dealer: begun, wagered on, told, ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.chaos.world import PLAYERS, Act, World
from pitboss.table.tournament.play import (
    Slip,
    TournamentPlay,
    held,
    minimum,
    play_of,
    waiting,
)
from pitboss.table.tournament.slips import slip_commitment
from pitboss.table.tournament.wagers import FIRST, when_announced

BEGIN, END = "begin-tournament-session", "end-tournament-session"
STREAM = "tournament:chaos"
CLOCK = "clock"
LONG, RARELY = 40, 0.01
NONCE = bytes(range(32)).hex()
ALLOTMENTS = (10_000, 25_000, 100_000)
LIMITS = ((2_500, 50_000), (2_500, 10_000), (5_000, 100_000))


def begin(world: World) -> Iterator[Act]:
    """A session for newcomers, where nobody else is in the way."""
    table, chance = world.table, world.chance
    house = table.house
    ready = BEGIN in world.rules.words and play_of(table) is None
    if not ready or house is None or table.present("player"):
        return
    free = [box for box in range(1, house.seats + 1) if box not in table.closed_boxes]
    boxes = chance.sample(free, min(len(free), chance.randint(2, 5)))
    names = chance.sample(PLAYERS, len(boxes))
    least, most = chance.choice(LIMITS)
    yield (
        BEGIN,
        CLOCK,
        {
            "tournament": STREAM,
            "session": table.events + 1,
            "boxes": dict(zip(names, boxes, strict=True)),
            "allotment_cents": chance.choice(ALLOTMENTS),
            "minimum_cents": least,
            "maximum_cents": most,
            "order": chance.random() < 0.5,
            "from_marker": chance.random() < 0.5,
            "pass_cards": chance.randrange(4),
            "undisclosed": chance.randrange(6),
            "seconds": chance.choice((None, None, 15, 60)),
        },
    )


def before_coup(world: World, play: TournamentPlay) -> Iterator[Act]:
    """Wagers, pass cards and slips until everyone has acted; what a tournament tells meanwhile."""
    table, chance = world.table, world.chance
    if play.held:
        yield "hold-tournament", CLOCK, {"tournament": play.tournament, "held": False}
    if not play.boxes or play.coups > LONG or chance.random() < RARELY:
        yield END, CLOCK, {"tournament": play.tournament, "session": play.session}
    yield from _told(world, play)
    if play.absent and chance.random() < 0.5:
        yield from _absent(world, play, chance.choice(play.absent))
    if play.forms and chance.random() < 0.2:
        asker = world.one_of(list(play.boxes))
        yield "ask-for-form", asker, {"person": chance.choice(play.forms).person}
    names = list(waiting(table))
    if names:
        yield from _acts_of(world, play, names[0] if play.order else chance.choice(names))
    for person, slip in play.slips.items():
        if not slip.examined:
            yield from _examined(world, person, slip)
    if not table.wagers and not play.slips:
        yield "pass-round", world.one_of(world.staff()), {}
    if play.slips and when_announced(world.query) == FIRST:
        if not play.no_more:
            yield "call-bets", world.one_of(world.staff()), {"call": "no more bets"}
        yield from announced(world)


def _told(world: World, play: TournamentPlay) -> Iterator[Act]:
    """What a tournament may tell at any time."""
    chance, tournament = world.chance, {"tournament": play.tournament}
    if chance.random() > 0.06:
        return
    least, most = chance.choice(LIMITS)
    limits = {"minimum_cents": least, "maximum_cents": most}
    person = world.one_of(list(play.boxes))
    yield chance.choice(
        (
            ("hold-tournament", CLOCK, {**tournament, "held": True}),
            ("count-tournament-chips", CLOCK, tournament),
            ("limit-tournament-time", CLOCK, {**tournament, "seconds": chance.randint(10, 90)}),
            ("limit-tournament-wagers", CLOCK, {**tournament, **limits}),
            ("remove-tournament-player", CLOCK, {**tournament, "person": person}),
        )
    )


def _absent(world: World, play: TournamentPlay, person: str) -> Iterator[Act]:
    cents = minimum(world.table)
    if world.chance.random() < 0.5:
        fields = {"tournament": play.tournament, "person": person, "amount_cents": cents}
        yield "deduct-tournament-chips", CLOCK, fields
    yield "mark-absent", world.one_of(world.staff()), {"person": person, "back": True}


def _acts_of(world: World, play: TournamentPlay, person: str) -> Iterator[Act]:
    """One player's act: mostly a wager, at times a pass card, a slip, or nothing."""
    chance, dealer = world.chance, world.one_of(world.staff())
    roll = chance.random()
    if roll < 0.04:
        yield "mark-absent", dealer, {"person": person}
    elif roll < 0.12 and play.passed.get(person, 0) < play.pass_cards:
        yield "play-pass-card", person, {}
    elif roll < 0.3 and play.sealed.get(person, 0) < play.undisclosed:
        yield "hand-in-slip", person, {"commitment": _written(world, person)}
    elif roll < 0.33:
        yield "record-no-wager", dealer, {"person": person}
    elif roll < 0.4:
        wager, cents = _stake(world, person)
        fields = {"person": person, "wager": wager, "amount_cents": cents + chance.choice(ODD)}
        yield "find-wager", dealer, fields
    wager, cents = _stake(world, person)
    yield "place-wager", person, {"wager": wager, "amount_cents": cents}
    yield "place-wager", person, {"wager": wager, "amount_cents": minimum(world.table)}
    yield "record-no-wager", dealer, {"person": person}


ODD = (-2_000, -500, 0, 500, 1_000, 200_000)


def _stake(world: World, person: str) -> tuple[str, int]:
    table, chance = world.table, world.chance
    least = max(1, minimum(table))
    most = min(held(table, person), table.sign.maximum_cents or least)
    units = chance.randint(1, max(1, most // least))
    return chance.choice(world.main_wagers()[:2]), least * min(units, chance.randint(1, 6))


def _written(world: World, person: str) -> str:
    """A slip filled in, well or not; the world remembers what it says."""
    wager, cents = _stake(world, person)
    cents = world.chance.choice((cents, cents, cents, 100, 0, cents + 10_000_000))
    wager = wager if world.chance.random() < 0.9 else ""
    commitment = slip_commitment(NONCE, wager, cents)
    world.slips[commitment] = {"nonce": NONCE, "wager": wager, "amount_cents": cents}
    return commitment


def _examined(world: World, person: str, slip: Slip) -> Iterator[Act]:
    """By a supervisor: with its content, by eye, or back to its player."""
    supervisor = world.one_of(world.staff(world.edition.ranks.ladder[1]))
    content = world.slips.get(slip.commitment, {})
    if world.chance.random() < 0.1:
        yield "return-slip", supervisor, {"person": person}
    given = content if world.chance.random() < 0.4 else {}
    yield "examine-slip", supervisor, {"person": person, **given}
    if world.chance.random() < 0.5:
        yield "return-slip", supervisor, {"person": person}
    yield "examine-slip", supervisor, {"person": person}


def announced(world: World) -> Iterator[Act]:
    """Every slip that is not announced yet."""
    play = play_of(world.table)
    for person, slip in ({} if play is None else play.slips).items():
        if not slip.announced:
            supervisor = world.one_of(world.staff(world.edition.ranks.ladder[1]))
            content: dict[str, Any] = world.slips.get(slip.commitment, {"nonce": NONCE})
            yield "announce-slip", supervisor, {"person": person, **content}
