"""Acts that only make sense in a row: notices and the change, all consent and the change."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

from pitboss.chaos.arguments import fill
from pitboss.chaos.flow import WORDS, arrival, dealer, manager
from pitboss.chaos.holds import asked_for, held_to_minimum, held_to_one_box, invalid
from pitboss.chaos.later import fraud_found, mispaid
from pitboss.chaos.makers import newcomer, relief
from pitboss.chaos.signs import signed_values
from pitboss.chaos.situations import told_facts
from pitboss.chaos.world import WATCHERS, Act, World

Chain = Callable[[World], Iterator[Act]]


def _then(world: World, word: str, **fields: Any) -> Act:
    by = manager(world)
    given = {**fill(world, WORDS[word], by), **fields}
    return word, by, given


def _between(world: World, *, shoe: bool = False) -> bool:
    """No coup and no wagers; a shoe in play if asked."""
    table = world.table
    in_play = table.shoe is not None and table.shoe.over is None
    return table.coup is None and not table.wagers and (in_play or not shoe)


def _approved(world: World, key: str, whom: str | None = None) -> Iterator[Act]:
    """An approval asked for and granted, where it is one to be asked for."""
    rule = world.edition.approvals.get(key)
    if rule is None or not rule.asked:
        return
    asker = dealer(world)
    yield "request-approval", asker, {"key": key, "whom": whom}
    yield "grant-approval", world.another(rule.rank, asker), {"approval": world.table.numbered}


def confine(world: World) -> Iterator[Act]:
    """Tell whoever must know, then confine an optional wager."""
    optional = [name for name in world.offered() if world.edition.wagers[name].optional]
    if not optional:
        return
    wager = world.chance.choice(optional)
    rule = world.edition.wagers[wager].optional
    for office in world.offices:
        yield "notify", dealer(world), {"to": office, "about": (rule and rule.confine) or "nothing"}
    yield _then(world, "confine-wager", wager=wager, sign=True)
    if world.chance.random() < 0.5:
        yield _then(world, "lift-confinement", wager=wager)


def no_bet_by_consent(world: World) -> Iterator[Act]:
    """All players agree, then no bet coups are authorised."""
    if not _between(world, shoe=True):
        return
    for player in world.players():
        yield "agree-to-no-bet", player, {}
    yield from _no_bet_coups(world, ground="all-agree", coups=2)


def no_bet_alone(world: World) -> Iterator[Act]:
    """Everyone leaves, then no bet coups are dealt for nobody."""
    if not _between(world, shoe=True):
        return
    for player in world.players():
        yield "leave", player, {}
    ground = world.chance.choice(("no-patrons", "no-wagers"))
    marker = world.chance.random() < 0.7
    coups = world.chance.randint(1, 3)
    yield from _no_bet_coups(world, ground=ground, coups=coups, marker=marker)


def _no_bet_coups(world: World, **fields: Any) -> Iterator[Act]:
    """No bet coups are authorised, and mostly ended early."""
    yield _then(world, "authorise-no-bet-coups", **fields)
    if world.chance.random() < 0.7:
        yield "end-no-bet-coups", manager(world), {}


def another_game(world: World) -> Iterator[Act]:
    """All players consent to another game, or a sign has stood, then it changes."""
    if not _between(world):
        return
    house = world.table.house
    game = world.chance.choice(tuple(world.edition.games))
    if house is not None and house.game == game:
        return
    notice = world.edition.games[game].notice
    if world.chance.random() < 0.5:
        for player in world.players():
            yield "consent-to-game", player, {"game": game}
    else:
        yield from _sign(world, "change-game", value=game)
    fields: dict[str, Any] = {"game": game, "shown": () if notice == "none" else (notice,)}
    fields["values"] = signed_values(world, game)
    yield _then(world, "change-game", **fields)


def close(world: World) -> Iterator[Act]:
    """A sign of closing has stood, or nobody plays; the table closes and may open again."""
    if not _between(world):
        return
    if world.chance.random() < 0.5:
        yield from _sign(world, "close-table")
    else:
        for player in world.players():
            yield "leave", player, {}
    yield _then(world, "close-table")


def old_minimum(world: World) -> Iterator[Act]:
    """The minimum goes up at once; later a sign ends the earlier one."""
    new = world.table.sign.minimum_cents + 500
    if world.table.sign.old_minimum_cents is None:
        yield _then(world, "raise-minimum-at-once", minimum_cents=new)
    shown = world.table.sign.minimum_cents
    yield from _sign(world, "end-old-minimum", minimum_cents=shown)
    yield _then(world, "end-old-minimum")


def higher_minimum(world: World) -> Iterator[Act]:
    """A sign of a higher minimum has stood, then the limits change."""
    new = world.table.sign.minimum_cents + 500
    yield from _sign(world, "raise-minimum", value="", minimum_cents=new)
    yield "change-limits", manager(world), {"minimum_cents": new}


def _sign(world: World, kind: str, **fields: Any) -> Iterator[Act]:
    """A sign goes up, and twenty minutes pass, or a second less."""
    if kind in world.table.notices:
        yield "withdraw-notice", manager(world), {"kind": kind}
    at = world.now + dt.timedelta(minutes=20)
    yield "post-notice", manager(world), {"kind": kind, "change_at": at, **fields}
    if world.chance.random() < 0.1:
        yield "withdraw-notice", manager(world), {"kind": kind}
    world.now = at - dt.timedelta(seconds=world.chance.choice((0, 0, 0, 1)))


def dispute(world: World) -> Iterator[Act]:
    """A dispute is raised, decided, and reviewed one rung up if its player asks."""
    player = world.one_of(world.players())
    yield "raise-dispute", player, {"about": "a payment"}
    matter = max(world.table.matters, default=0)
    ladder = world.edition.ranks.ladder
    first = world.one_of(world.staff(ladder[1]))
    yield "decide-dispute", first, {"matter": matter, "decision": "it stands"}
    if world.chance.random() < 0.4:
        yield "say-not-satisfied", player, {"matter": matter}
    yield "request-review", player, {"matter": matter}
    fields = {"matter": matter, "decision": "reviewed", "upheld": world.chance.random() < 0.5}
    yield "review-dispute", world.another(ladder[-1], first), fields
    if world.chance.random() < 0.5:
        yield "say-not-satisfied", player, {"matter": matter}


def device_user(world: World) -> Iterator[Act]:
    """Someone with a wager is found with a device; the wager is void, and they go."""
    bettors = sorted({placed.person for placed in world.table.wagers.values()})
    if not bettors:
        return
    person = world.chance.choice(bettors)
    fields: dict[str, Any] = {"person": person, "device": "a computer", "possession": True}
    yield "report-device", dealer(world), fields
    matter = max(world.table.matters, default=0)
    yield "void-wagers", manager(world), {"matter": matter, "reason": "a device was used"}
    if world.chance.random() < 0.5:
        yield _then(world, "exclude-from-game", matter=matter, reason="a device was used")
        return
    yield _then(world, "detain", matter=matter, reason="a device was found")
    matter = max(world.table.matters, default=0)
    if world.chance.random() < 0.5:
        yield "leave", person, {}
    takers = world.rule_words.get("detention-ends", ("inspector",))
    fields = {"matter": matter, "to": world.chance.choice(takers), "name": "Lee"}
    yield "hand-over", manager(world), fields


def device_of_staff(world: World) -> Iterator[Act]:
    """One of the staff is said to use a device outside their duty; the report is dismissed."""
    person = dealer(world)
    fields = {"person": person, "device": "a counter", "outside_duty": True}
    yield "report-device", manager(world), fields
    matter = max(world.table.matters, default=0)
    by = world.another(world.edition.ranks.ladder[1], person)
    yield "dismiss-device", by, {"matter": matter, "reason": "it was none"}


def spectator(world: World) -> Iterator[Act]:
    """Someone who only watches is noted, bets with a player, has a device, and goes."""
    watcher = world.chance.choice(WATCHERS)
    if world.chance.random() < 0.5:
        yield "arrive", watcher, {"spectator": True}
    else:
        yield "note-spectator", dealer(world), {"person": watcher}
    player = world.one_of(world.players())
    roll = world.chance.random()
    if roll < 0.3:
        fields: dict[str, Any] = {"between": (player, watcher), "about": "the next result"}
        yield "report-side-bet", dealer(world), {**fields, "amount_cents": 5_000}
    elif roll < 0.6:
        fields = {"adviser": watcher, "player": player, "about": "the shoe"}
        yield "report-advice", dealer(world), fields
    elif roll < 0.8:
        wager = world.one_of(world.main_wagers())
        yield "place-wager", watcher, {"wager": wager, "amount_cents": 10_000}
    else:
        yield "report-device", dealer(world), {"person": watcher, "device": "a computer"}
    yield "leave", dealer(world), {"person": watcher}


def house_exclusion(world: World) -> Iterator[Act]:
    """The house tells of an exclusion, and mostly that it is over again."""
    clock = world.table.people.get("clock")
    if clock is None or not clock.present:
        yield "sign-on", "clock", {"role": "clock"}
    person = world.one_of(world.bettors())
    yield "note-exclusion", "clock", {"person": person}
    if world.chance.random() < 0.3:
        yield "leave", dealer(world), {"person": person}
    if world.chance.random() < 0.9:
        yield "note-exclusion", "clock", {"person": person, "over": True}


def attempted(world: World) -> Iterator[Act]:
    """A wager is to be refused, in time or too late."""
    if world.table.wagers and "late-refusal-logged" in world.edition.rules:
        fields = {"number": world.chance.choice(list(world.table.wagers)), "grounds": "late"}
        if world.table.coup is not None:
            yield "refuse-wager", manager(world), fields
        yield "record-attempt", manager(world), fields


def taken_back(world: World) -> Iterator[Act]:
    """An approval is asked for, maybe granted, and taken back."""
    keys = world.asked_keys()
    if not keys:
        return
    key, asker = world.chance.choice(keys), dealer(world)
    yield "request-approval", asker, {"key": key}
    number = world.table.numbered
    by = asker
    if world.chance.random() < 0.6:
        by = world.another(world.edition.approvals[key].rank, asker)
        yield "grant-approval", by, {"approval": number}
    yield "withdraw-approval", by, {"approval": number}


def turned_down(world: World) -> Iterator[Act]:
    """An approval is asked for and not given."""
    keys = world.asked_keys()
    if keys:
        yield "request-approval", dealer(world), {"key": world.chance.choice(keys)}
        yield "refuse-approval", manager(world), {"approval": world.table.numbered}


def personal(world: World) -> Iterator[Act]:
    """A player may wager above the maximum for a while."""
    person = world.one_of(world.players())
    most = (world.table.sign.maximum_cents or 100_000) + 100_000
    limits = {"minimum_cents": world.table.sign.minimum_cents, "maximum_cents": most}
    fields = {"person": person, **limits, "where": "before the player"}
    yield "allow-above-maximum", manager(world), fields
    if world.chance.random() < 0.6:
        yield "end-personal-limits", manager(world), {"person": person}


def relieved(world: World) -> Iterator[Act]:
    """Someone takes over from another of the staff."""
    ladder = world.edition.ranks.ladder
    fields = {"person": dealer(world), "rank": world.chance.choice(ladder)}
    yield "relieve", relief(world), fields


def cut_by_players(world: World) -> Iterator[Act]:
    """The cut is offered round: refused, given to a nominee, or taken."""
    stack = world.table.stack
    if stack is None or stack.cut_by is not None:
        return
    if stack.shuffled is None and not stack.kind.endswith("shuffled"):
        yield "shuffle", dealer(world), {}
    yield from _approved(world, "players-cut")
    number = world.table.numbered
    players = world.players()
    world.chance.shuffle(players)
    for player in players:
        yield "offer-cut", manager(world), {"to": player, "approval": number}
        ready = world.table.stack
        if ready is None or player not in ready.offered or ready.cut_by is not None:
            continue
        roll = world.chance.random()
        if roll < 0.4:
            yield "nominate-cutter", player, {"person": world.one_of(players)}
        if roll > 0.3:
            yield "refuse-cut", player, {}
        else:
            yield "cut-cards", player, {"depth": ready.decks * 26}


def riffle(world: World) -> Iterator[Act]:
    """Pre-shuffled cards are riffled because a player asks."""
    stack = world.table.stack
    kind = world.edition.card_sets.get(stack.kind) if stack is not None else None
    if kind is None or kind.riffle is None:
        return
    yield from _approved(world, kind.riffle.by)
    fields = {
        "asked_by": world.one_of(world.players()),
        "before": world.chance.choice(("multishuffler", "cut")),
        "approval": world.table.numbered,
    }
    yield "riffle-cards", manager(world), fields


def reduce(world: World) -> Iterator[Act]:
    """A wager is found that takes an area over its limit, and the area is reduced."""
    sign = world.table.sign
    if world.table.coup is not None or world.table.next_no_bet is not None:
        return
    signed = {"differential": sign.differential_cents, "area-maximum": sign.area_maximum_cents}
    limits = [limit for limit, signs in signed.items() if signs]
    if not limits:
        return
    area = world.one_of(list(sign.area_maximum_cents) or world.main_wagers())
    person = world.one_of(world.bettors())
    yield "find-wager", dealer(world), {"person": person, "wager": area, "amount_cents": 120_000}
    yield _then(world, "reduce-wagers", area=area, limit=world.chance.choice(limits))


def full_table(world: World) -> Iterator[Act]:
    """Every seat is taken; whoever has not wagered for long is asked to go."""
    while "seat" in (fields := arrival(world)) and len(world.players()) < 12:
        before = len(world.players())
        yield "arrive", newcomer(world), fields
        if len(world.players()) == before:
            return
    idle = sorted(world.players(), key=lambda name: -world.table.people[name].idle)
    for person in idle[:2]:
        yield _then(world, "require-to-vacate", person=person)


def boxes(world: World) -> Iterator[Act]:
    """A seated player takes a second box and gives it back."""
    seated = [name for name in world.players() if world.table.people[name].seat is not None]
    player = world.one_of(seated)
    free = arrival(world).get("seat")
    if free is not None:
        yield "take-box", player, {"box": free}
        if world.chance.random() < 0.7:
            yield "release-box", player, {"box": free}


def role(world: World) -> Iterator[Act]:
    """A role over rounds is passed on, or declined by all and offered again."""
    if not _between(world, shoe=True):
        return
    holder = world.rules.play.role(world.table)
    if holder is not None:
        yield "pass-role", world.chance.choice((holder, dealer(world))), {}
    while (to := world.let("decline-role")) is not None and world.chance.random() < 0.9:
        yield "decline-role", to, {}
    yield "offer-role", dealer(world), {}


def after_void(world: World) -> Iterator[Act]:
    """After a void coup all agree that the cards be shuffled or replaced."""
    yield _then(world, "reshuffle-after-void", agreed=tuple(world.players()))


def after_last(world: World) -> Iterator[Act]:
    """When the last coup is complete, what may still go wrong goes wrong."""
    known = [key for key, one in world.situations() if "last" in one.seen]
    if known:
        key = world.chance.choice(known)
        fields = {"situation": key, "told": told_facts(world, key), "card": world.next_card()}
        yield "report-irregularity", dealer(world), fields


def nominee(world: World) -> Iterator[Act]:
    """Whoever has the cards nominates another to expose one."""
    out = world.out()
    if out is None:
        return
    holder, hand = out
    places = [place for one, place in world.face_down() if one == hand]
    if not places:
        return
    yield from _approved(world, "nominate", holder)
    other = world.one_of([name for name in world.players() if name != holder])
    fields = {"hand": hand, "place": places[0], "person": other}
    yield "nominate-for-card", holder, {**fields, "approval": world.table.numbered}
    yield "hand-to-nominee", dealer(world), {"hand": hand, "place": places[0]}
    card = world.lying(hand, places[0])
    yield "expose-card", other, {"hand": hand, "place": places[0], "card": card}


TARGETS: dict[Chain, str] = {
    confine: "lift-confinement",
    no_bet_by_consent: "end-no-bet-coups",
    no_bet_alone: "authorise-no-bet-coups",
    another_game: "change-game",
    close: "close-table",
    old_minimum: "end-old-minimum",
    higher_minimum: "change-limits",
    dispute: "review-dispute",
    reduce: "reduce-wagers",
    full_table: "require-to-vacate",
    boxes: "release-box",
    role: "pass-role",
    device_user: "hand-over",
    turned_down: "refuse-approval",
    taken_back: "withdraw-approval",
    device_of_staff: "dismiss-device",
    spectator: "note-spectator",
    house_exclusion: "note-exclusion",
    attempted: "record-attempt",
    relieved: "relieve",
    personal: "end-personal-limits",
    mispaid: "rectify-payment",
    fraud_found: "invalidate",
    held_to_minimum: "hold-to-minimum",
    held_to_one_box: "hold-to-one-box",
    asked_for: "require-box",
    invalid: "decide-held-stake",
}
"""What each is for: those whose command was accepted least come most often."""
OF_GAMES: dict[Chain, str] = {
    nominee: "nominate-for-card",
    role: "pass-role",
    held_to_minimum: "hold-to-minimum",
    held_to_one_box: "hold-to-one-box",
    asked_for: "require-box",
    invalid: "find-ineligible",
}
"""Chains with commands that only some rulebooks have."""
CHAINS = tuple(TARGETS)
AFTER_VOID: tuple[Chain, ...] = (after_void,)
AT_THE_STACK: tuple[Chain, ...] = (cut_by_players, riffle)
CARDS_OUT: tuple[Chain, ...] = (nominee, nominee, mispaid, fraud_found)
AFTER_LAST: tuple[Chain, ...] = (after_last, after_last, mispaid, fraud_found)
