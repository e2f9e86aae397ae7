"""Acts in a row that only some rulebooks have, each where the table is ready for it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from itertools import islice, product
from typing import Any, get_args

from pitboss.cards import parse
from pitboss.chaos.chains.chain import WHY, approved, dealing, fitting, on, then, turns
from pitboss.chaos.flow import dealer, manager, out_of_cards, usual
from pitboss.chaos.world import Act, World
from pitboss.refusal import Refusal, sure
from pitboss.table.betting.validity import RULE_OF
from pitboss.table.matters.device_leave import PERMIT
from pitboss.table.procedures.commission import owed_of
from pitboss.table.procedures.dummy_grounds import GroundName


def ordered_dummies(world: World) -> Iterator[Act]:
    """Rounds without wagers are directed on some ground, and mostly called off."""
    grounds = list(get_args(GroundName))
    world.chance.shuffle(grounds)
    order = "authorise-no-bet-coups"
    fields = [{"ground": ground, "coups": 2, "reason": WHY} for ground in grounds]
    yield from fitting(world, [(order, manager(world), one) for one in fields])
    if world.chance.random() < 0.7:
        yield "end-no-bet-coups", manager(world), {}


def arrangement(world: World) -> Iterator[Act]:
    """A player without a wager may wager above the differential, and mostly no longer."""
    differential = world.table.sign.differential_cents
    if world.edition.conduct.arranged is None or differential is None:
        return
    staked = {placed.person for placed in world.table.wagers.values()}
    person = world.one_of([one for one in world.players() if one not in staked])
    fields = {"person": person, "maximum_cents": differential + 50_000}
    arranged: Act = ("arrange-excess", manager(world), fields)
    if world.after(arranged) is None:
        return
    yield arranged
    if world.chance.random() < 0.8:
        yield "end-arrangement", manager(world), {"person": person}


def owing(world: World) -> Iterator[Act]:
    """Seated players owe their commission; what is owed is collected, or let stand."""
    if not any(owed_of(world.table).values()):
        people = [name for name in world.players() if world.table.people[name].seat is not None]
        by = manager(world)
        deferred: list[Act] = [("defer-commission", by, {"person": one}) for one in people]
        if not people or (not owed_of(world.table) and not any(map(world.after, deferred))):
            return
        for said in deferred[:3]:
            if world.after(said) is not None:
                yield said
        for person, wager in product(people[:3], world.main_wagers()[:2]):
            yield "place-wager", person, {"wager": wager, "amount_cents": 10_000}
        world.wished = WINS[1]
        yield from on(world)
    owed = [name for name, owed in owed_of(world.table).items() if owed]
    if not owed:
        return
    person = world.chance.choice(owed)
    grounds = ("asked", "leaving", "called in", "end of shoe")
    collected = {"person": person, "ground": world.chance.choice(grounds)}
    acts = [
        ("let-commission-stand", manager(world), {"person": person, "reason": WHY}),
        ("collect-commission", manager(world), collected),
    ]
    yield from fitting(world, acts)


def found_wrong(world: World) -> Iterator[Act]:
    """A wager that lies is found invalid, cannot be paid exactly, or lacks another."""
    player, by = world.one_of(world.bettors()), manager(world)
    if world.table.sign.minimum_cents and world.bettors():
        low = {"wager": world.main_wagers()[0], "amount_cents": 500}
        yield "find-wager", dealer(world), {**low, "person": world.bettors()[0]}
    odd = [world.table.sign.minimum_cents + cents for cents in (2_550, 1_100, 2_100, 1_001)]
    stakes = [(name, cents) for name in world.main_wagers() for cents in odd]
    world.chance.shuffle(stakes)
    placed = [{"wager": name, "amount_cents": cents} for name, cents in stakes]
    yield from fitting(world, [("place-wager", player, one) for one in placed])
    numbers = list(world.table.wagers)
    yield from fitting(
        world,
        [
            *(
                ("find-invalid", by, {"number": one, "defect": defect})
                for one in numbers
                for defect in RULE_OF
            ),
            *(("refuse-wager", by, {"number": one, "grounds": WHY}) for one in numbers),
            *(("return-run", by, {"number": one}) for one in numbers),
            *(("return-low-stake", by, {"number": one}) for one in numbers),
        ],
    )


FOUR_AGAINST_SIX = sure(parse("2h 4c 2d 2c"))
LOW = sure(parse("Ah Ac Ad 2c"))
WINS = (sure(parse("9h 2c Kd 3c")), sure(parse("2h 9c 3d Kc")))
"""First four cards of a round that one hand wins, or the other."""
MOST_ACTS_OF_A_SHOE = 1_000
NEARLY_OVER = 200
TRIED = 6
OTHER_CARDS = ("replace-cards", "introduce-cards")
"""What a dealer who forgets the end of a shoe does not do."""


def face_down(world: World) -> Iterator[Act]:
    """Cards are dealt face down, by a method that takes leave."""
    yield from by_leave(world)


def thought_better(world: World) -> Iterator[Act]:
    """Someone who has placed a wager takes it back, or stakes more."""
    placed = list(world.table.wagers.values())
    more = {"amount_cents": 2_500}
    taken: list[Act] = [("withdraw-wager", one.person, {"number": one.number}) for one in placed]
    raised: list[Act] = [
        ("increase-wager", one.person, {"number": one.number, **more}) for one in placed
    ]
    yield from fitting(world, [*taken, *raised])


def agreed(world: World) -> Iterator[Act]:
    """The limits change as all agree, or some time after it was announced."""
    least, by = world.table.sign.minimum_cents + 500, manager(world)
    changed = {"minimum_cents": least}
    if world.chance.random() < 0.5:
        for player in world.table.participants():
            yield "agree-to-limits", player, changed
    else:
        at = world.now + dt.timedelta(minutes=10, seconds=1)
        yield "announce-limits", by, {**changed, "change_at": at}
        world.now = at
    yield "change-limits", by, changed


def passed_on(world: World) -> Iterator[Act]:
    """Players decline what is theirs first: the shoe, a side wager; one takes the shoe."""
    optional = [name for name in world.offered() if world.edition.wagers[name].optional]
    people = world.bettors()
    words = ("decline-shoe", "take-shoe", "pass-role")
    shoe: list[Act] = [(word, one, {}) for one in people for word in words]
    named: list[Act] = [("name-shoe-holder", manager(world), {"person": one}) for one in people]
    side = [("decline-side-wager", one, {"wager": name}) for one in people[:3] for name in optional]
    yield from fitting(world, shoe + named + side)
    by = world.let("decline-shoe")
    if by is not None and world.chance.random() < 0.5:
        yield from approved(world, "delegate-shoe", by)
        fields = {"person": world.one_of(people), "approval": world.table.numbered}
        yield "delegate-shoe", by, fields
    yield from fitting(world, [(word, one, {}) for one in people for word in words])
    ways = [
        ("take-shoe-back", manager(world), {}),
        *(("name-deputy", one, {"person": other}) for one in people for other in people[:3]),
    ]
    yield from fitting(world, ways)


def burned_before(world: World) -> Iterator[Act]:
    """After the call a card is burned before the round, where the dealer chooses to."""
    if world.table.wagers:
        yield "call-bets", dealer(world), {"call": "no more bets"}
        yield "burn-before-coup", dealer(world), {}


def seizure(world: World) -> Iterator[Act]:
    """A device is confiscated, winnings are seized, and the investigation ends."""
    person = world.one_of(world.players())
    fields: dict[str, Any] = {"person": person, "device": "a computer", "possession": True}
    yield "report-device", dealer(world), fields
    case = {"matter": max(world.table.matters, default=0)}
    yield "confiscate-device", manager(world), {**case, "item": "a computer"}
    yield "seize-winnings", manager(world), {**case, "amount_cents": 100, "reason": WHY}
    if world.chance.random() < 0.2:
        yield "leave", person, {}
    outcome = world.chance.choice(("release", "keep"))
    yield "end-seizure", manager(world), {**case, "outcome": outcome, "reason": WHY}


def permitted(world: World) -> Iterator[Act]:
    """Whoever must be told is told, then a player has leave for a device, or for high wagers."""
    person, by = world.one_of(world.players()), manager(world)
    for about in (PERMIT, "personal-maximum"):
        for office in world.offices:
            yield "notify", dealer(world), {"to": office, "about": about}
    yield "permit-device", by, {"person": person, "device": "a phone"}
    most = (world.table.sign.maximum_cents or 100_000) + 100_000
    limits = {"minimum_cents": world.table.sign.minimum_cents or 500, "maximum_cents": most}
    fields = {"person": person, **limits, "where": "before the player"}
    yield "allow-above-maximum", by, fields
    yield "withdraw-device-permission", by, {"person": person}


def by_leave(world: World) -> Iterator[Act]:
    """Another method of dealing, once those who must know of it were told."""
    methods = world.edition.methods
    method = world.one_of([name for name, one in methods.items() if one.approval] or list(methods))
    for office in world.offices:
        yield "notify", dealer(world), {"to": office, "about": method}
    yield "change-method", manager(world), {"method": method}
    yield from passed_on(world)


def shoe_over(world: World) -> Iterator[Act]:
    """When the last round is dealt: more rounds without wagers, other cards, spans settled."""
    by = manager(world)
    acts: list[Act] = [
        ("deal-dummies-after-last", by, {"coups": world.chance.choice((1, 1, 2))}),
        ("replace-cards", by, {}),
        ("settle-tails", by, {"reason": WHY}),
    ]
    yield from fitting(world, acts)


def span_cut_short(world: World) -> Iterator[Act]:
    """The cards are to be shuffled while wagers that outlive a round lie: they are settled."""
    wagers, by = world.edition.wagers, manager(world)
    tails = [name for name in world.offered() if wagers[name].tail_of is not None]
    people = world.bettors()[:3]
    stakes = [{"wager": name, "amount_cents": 2_500} for name in tails]
    placed: list[Act] = [("place-wager", one, some) for one in people for some in stakes]
    if not any(world.after(one) is not None for one in placed):
        return
    yield from placed
    wins = world.chance.choice(WINS)
    for _ in range(world.chance.choice((1, 2))):
        world.wished = wins
        yield from on(world)
    yield "direct-shuffle", by, {"reason": WHY}
    yield "settle-tails", by, {"reason": WHY}


def run_down(world: World) -> Iterator[Act]:
    """A forgetful dealer deals a shoe to its last card, and the round lacks cards."""
    shoe = world.table.shoe
    if not world.forgetful or shoe is None or shoe.over is not None:
        return
    if world.query.device or (world.virtual and shoe.behind):
        return
    number = world.table.shoes
    for _ in turns(world, MOST_ACTS_OF_A_SHOE):
        shoe, table = world.table.shoe, world.table
        if shoe is None or table.shoes != number or table.stack is not None:
            return
        if shoe.left == 0 and table.coup is None:
            return
        tried = [usual(world) for _ in range(TRIED)]
        if shoe.left == 0:
            tried.insert(0, out_of_cards(world))
        lawful = (
            one for one in tried if one[0] not in OTHER_CARDS and world.after(one) is not None
        )
        yield next(lawful, tried[0])


def to_the_last(world: World) -> Iterator[Act]:
    """A shoe that is nearly over is dealt to where its last rounds begin."""
    shoe = world.table.shoe
    if shoe is None or shoe.over is not None or shoe.behind is None or world.forgetful:
        return
    if shoe.left - shoe.behind > NEARLY_OVER or shoe.coups_left is not None:
        return
    for _ in turns(world, MOST_ACTS_OF_A_SHOE):
        shoe = world.table.shoe
        if shoe is None or shoe.over is not None or shoe.coups_left is not None:
            return
        yield usual(world)


def offered_meanwhile(world: World) -> Iterator[Act]:
    """A round in which more may be staked once some cards are seen, and is, or is not."""
    offers = [name for name in world.offered() if world.edition.wagers[name].offer]
    if not offers:
        return
    world.wished = FOUR_AGAINST_SIX
    for person, wager in product(world.bettors()[:2], world.main_wagers()[:2]):
        yield "place-wager", person, {"wager": wager, "amount_cents": 10_000}
    for _ in dealing(world):
        yield next(chosen(world), None) or usual(world)


def chosen(world: World) -> Iterator[Act]:
    """What is open to somebody's choice just now is chosen, though nobody need be asked."""
    by = dealer(world)
    found: list[tuple[int, Act]] = []
    for person in world.players() if world.table.coup is not None else ():
        for one in world.rules.play.choices(world.query, person):
            fields: dict[str, Any] = {"choice": one.word, "hand": one.hand}
            if one.most_cents:
                fields["amount_cents"] = one.least_cents
            told: list[Act] = [
                ("choose", person, fields),
                ("record-choice", by, {**fields, "person": person}),
                ("record-silence", by, {"person": person}),
            ]
            if one.closed is None:
                found += [(world.times(said[0]) + world.choices[one.word], said) for said in told]
    found.sort(key=lambda one: one[0])
    yield from islice((said for _, said in found if world.after(said) is not None), 1)


def run_alone(world: World) -> Iterator[Act]:
    """A wager over several rounds lies on, and its owner places nothing beside it any more."""
    wagers = world.edition.wagers
    runs = [
        name
        for name in world.offered()
        if wagers[name].automaton is not None and wagers[name].tail_of is None
    ]
    people = world.bettors()[:3]
    placed: list[Act] = [
        ("place-wager", person, {"wager": name, "amount_cents": 2_500})
        for person in people
        for name in runs
        if wagers[name].nominated is None
    ]
    if not any(world.after(one) is not None for one in placed):
        return
    for person, wager in product(people, world.main_wagers()[:2]):
        yield "place-wager", person, {"wager": wager, "amount_cents": 10_000}
    yield from placed
    world.wished = world.chance.choice(WINS)
    yield from on(world)
    for number in list(world.table.wagers):
        yield from fitting(world, [("return-run", manager(world), {"number": number})])


def cashless(world: World) -> Iterator[Act]:
    """The table takes no cash for a while, and has no drop box meanwhile."""
    for word in ("go-cashless", "remove-drop-box", "attach-drop-box", "take-cash"):
        if word in world.rules.words:
            yield from fitting(world, [then(world, word)])


def without_display(world: World) -> Iterator[Act]:
    """The display is taken away, and mostly put back."""
    for word in ("remove-display", "attach-display"):
        if word in world.rules.words and world.chance.random() < 0.8:
            yield from fitting(world, [then(world, word)])


def inspected(world: World) -> Iterator[Act]:
    """Pre-shuffled cards are looked at, or shuffled after all, because a player asks."""
    for word in ("request-inspection", "require-shuffle"):
        for person in world.players()[:3]:
            yield from fitting(world, [(word, person, {})])
    yield from fitting(world, [("show-decks", dealer(world), {})])


def with_the_cards(world: World) -> Iterator[Act]:
    """Whoever has one hand asks for both, or holds the cards as they may not."""
    out = world.out()
    if out is not None:
        acts: list[Act] = [("request-both-hands", out[0], {})]
        if "report-cards-held" in world.rules.words:
            acts.append(then(world, "report-cards-held"))
        yield from fitting(world, acts)


def third_called(world: World) -> Iterator[Act]:
    """Whoever had one hand has the other's third card drawn, by leave."""
    word = "call-third-card"
    for person in world.players():
        for hand in world.rules.play.hands:
            said: Act = (word, person, {"hand": hand})
            answer = world.answer(said, world.table) if word in world.rules.words else None
            if isinstance(answer, Refusal) and answer.code == "approval-needed":
                yield from approved(world, word, person)
                yield word, person, {"hand": hand, "approval": world.table.numbered}
                return


def shoe_of_one(world: World) -> Iterator[Act]:
    """By a method that takes leave one player has the shoe, and calls for the third card."""
    yield from by_leave(world)
    person, by = world.one_of(world.bettors()), manager(world)
    yield "name-shoe-holder", by, {"person": person}
    for wager in world.main_wagers():
        yield "place-wager", person, {"wager": wager, "amount_cents": 10_000}
    yield "take-shoe", person, {}
    world.wished = LOW
    for _ in dealing(world):
        called = list(third_called(world))
        if called:
            yield from third_called(world)
            return
        yield usual(world)


def unfair_close(world: World) -> Iterator[Act]:
    """The close of betting would be unfair: wagers may be touched after it."""
    yield "relax-close", manager(world), {"reason": WHY}
