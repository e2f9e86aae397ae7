"""Acts in a row about steps of a round, and about a pool that tables feed."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import parse
from pitboss.chaos.chains.chain import CLOCK, fitting
from pitboss.chaos.flow import dealer, manager
from pitboss.chaos.world import Act, World
from pitboss.editions.procedures import Situation
from pitboss.refusal import sure

WINNING = sure(parse("7d"))[0]
"""A card of which enough in a row win every pool that the rulebooks know."""
STEPS = ("insurance", "reload")


def linked(world: World) -> Iterator[Act]:
    """The table feeds a pool with others, plays without it for a while, or feeds it no more."""
    pools = [name for name in world.offered() if world.edition.wagers[name].pool is not None]
    fed = world.table.own.fed if world.table.own is not None else None
    by = manager(world)
    if fed is None:
        if not pools:
            return
        terms = {"stake_cents": 500, "increment_millionths": 15_000}
        money = {"seed_cents": 1_000_000, "reset_cents": 1_000_000}
        fields = {"link": "link:chaos", "pay_table": pools[0], **terms, **money}
        yield "note-link", CLOCK, fields
    elif world.chance.random() < 0.25:
        off = ("unlink-table", by, {"reason": "repairs"})
        over = {"over": True} if fed.off else {}
        yield world.chance.choice((off, ("play-without-jackpot", by, over)))
        return
    else:
        yield "play-without-jackpot", by, {"over": True}
    people = [one for one in world.bettors() if world.table.people[one].seat is not None]
    for person in people[:2]:
        main = {"wager": world.main_wagers()[0], "amount_cents": 10_000}
        yield "place-wager", person, main
        for name in pools:
            yield "place-wager", person, {"wager": name, "amount_cents": 500}
    world.wished = WINNING if world.chance.random() < 0.7 else None


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
