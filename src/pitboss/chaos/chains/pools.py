"""Acts in a row about steps of a round, and about a pool that tables feed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from pitboss.cards import parse
from pitboss.chaos.chains.chain import CLOCK, dealing, fitting, on
from pitboss.chaos.chains.rare import chosen
from pitboss.chaos.flow import dealer, manager, usual
from pitboss.chaos.world import MOST_WISHED, Act, World
from pitboss.editions.procedures import Situation
from pitboss.refusal import sure

SEVENS = sure(parse("7d 7d 7s"))
"""Enough of one in a row win every pool that the rulebooks know."""
ACES = sure(parse("Ah Ac Ad 5s 6c Td Ks"))
STEPS = ("insurance", "reload")


def linked(world: World) -> Iterator[Act]:
    """The table feeds a pool with others; a win is confirmed and paid; it feeds it no more."""
    pools = [name for name in world.offered() if world.edition.wagers[name].pool is not None]
    fed = world.table.own.fed if world.table.own is not None else None
    by, chance = manager(world), world.chance
    if fed is None:
        terms = {"stake_cents": 500, "increment_millionths": 15_000}
        money = {"seed_cents": 1_000_000, "reset_cents": 1_000_000}
        told = [{"link": "link:chaos", "pay_table": name, **terms, **money} for name in pools]
        found = [("note-link", CLOCK, one) for one in told]
        if not any(world.after(one) is not None for one in found):
            return
        yield from fitting(world, found)
    elif fed.off:
        yield "play-without-jackpot", by, {"over": True}
    people = [one for one in world.bettors() if world.table.people[one].seat is not None]
    for person in people[:2]:
        yield "place-wager", person, {"wager": world.main_wagers()[0], "amount_cents": 10_000}
        for name in pools:
            yield "place-wager", person, {"wager": name, "amount_cents": 500}
    world.wished = [chance.choice(SEVENS)] * MOST_WISHED
    for _ in dealing(world):
        yield next(pool_in_play(world), None) or usual(world)
    yield from on(world)
    if chance.random() < 0.5:
        yield "play-without-jackpot", by, {}
        yield "play-without-jackpot", by, {"over": True}
    if chance.random() < 0.5:
        yield "unlink-table", by, {"reason": "repairs"}


def pool_in_play(world: World) -> Iterator[Act]:
    """A win of the pool is confirmed and paid; or the link fails, and stakes go back."""
    own, coup = world.table.own, world.table.coup
    fed = own.fed if own is not None else None
    if fed is None or coup is None:
        return
    stakes = [one for one in world.table.wagers.values() if one.wager == fed.wager]
    about = {"link": fed.stream, "coup": coup.number}
    paid = {**about, "win": 1, "amount_cents": 50_000}
    acts: list[Act] = [
        ("confirm-jackpot", dealer(world), {}),
        *(
            ("pay-jackpot", CLOCK, {**paid, "number": one.number, "person": one.person})
            for one in stakes
        ),
    ]
    if world.chance.random() < 0.1:
        acts += [
            ("note-rejection", CLOCK, {**about, "told": "stakes", "code": "out-of-order"}),
            ("return-jackpot-stakes", dealer(world), {"reason": "no power"}),
            ("play-without-jackpot", manager(world), {}),
        ]
    yield from fitting(world, acts)


def left_out(world: World) -> Iterator[Act]:
    """A step of the round that is due now is forgotten; one forgotten before is noticed."""
    by = dealer(world)
    found = [key for key, one in world.situations() if "left out" in _seen(one)]
    noticed = [("report-irregularity", by, {"situation": key, "told": {}}) for key in found]
    yield from fitting(world, [("leave-out", by, {"step": step}) for step in STEPS])
    if world.chance.random() < 0.6:
        yield from fitting(world, noticed)


def forgotten(world: World) -> Iterator[Act]:
    """A round in which a step is forgotten as soon as it is due, and noticed at once or later."""
    world.wished = world.chance.choices(ACES, k=MOST_WISHED)
    by = dealer(world)
    for _ in dealing(world):
        left = next(fitting(world, [("leave-out", by, {"step": step}) for step in STEPS]), None)
        yield left or usual(world)
        if left is not None:
            break
    found = [key for key, one in world.situations() if "left out" in _seen(one)]
    noticed: list[Act] = [("report-irregularity", by, {"situation": key}) for key in found]
    for _ in dealing(world):
        yield next((one for one in noticed if _to_rarest(world, one)), None) or usual(world)


def naturals(world: World) -> Iterator[Act]:
    """A round in which every box has an ace and a ten against an ace."""
    for person in world.bettors()[:2]:
        yield "place-wager", person, {"wager": world.main_wagers()[0], "amount_cents": 10_000}
    main = {placed.box for placed in world.table.wagers.values() if not placed.hand}
    aces, tens = (cycle(sure(parse(cards))) for cards in ("Ah As Ad Ac", "Td Kc Qh Js"))
    world.wished = [*islice(aces, len(main) + 1), *islice(tens, len(main))]
    for _ in dealing(world):
        yield next(chosen(world), None) or usual(world)


def _to_rarest(world: World, said: Act) -> bool:
    """Whether a report now leads to the ruling of its situation that was given least so far."""
    after = world.after(said)
    trouble = after.trouble if after is not None else None
    if trouble is None:
        return False
    key, facts = trouble.situation, dict(trouble.facts)
    rows = world.edition.situations[key].permitted(facts)
    given = [world.rulings[world.row(key, row.name, facts)] for row in rows]
    return world.times(key) in given


def _seen(situation: Situation) -> set[str]:
    return {value for values in situation.seen.values() for value in values}


def shown(world: World) -> Iterator[Act]:
    """Cards that lie face down are turned, or a hand is held away from the layout."""
    turned: list[Act] = [
        ("turn-card", by, {"hand": hand, "place": place, "card": world.lying(hand, place)})
        for hand, place in world.face_down()
        for by in (dealer(world), *world.players()[:2])
    ]
    away = [("report-held-away", dealer(world), {"person": one}) for one in world.players()]
    yield from fitting(world, [*turned, *away])
