"""Acts that only make sense in a row: notices and the change, all consent and the change."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

from pitboss.chaos.chains import people, pools, rare, terminals
from pitboss.chaos.chains.boxes import (
    asked_for,
    boxes,
    closed_box,
    full_table,
    held_to_minimum,
    held_to_one_box,
    invalid,
)
from pitboss.chaos.chains.chain import Chain, approved, then
from pitboss.chaos.chains.settled import fraud_found, mispaid
from pitboss.chaos.flow import dealer, manager
from pitboss.chaos.makers import relief
from pitboss.chaos.signs import signed_values
from pitboss.chaos.situations import told_facts
from pitboss.chaos.world import Act, World


def _between(world: World, *, shoe: bool = False) -> bool:
    """No coup and no wagers on the next; a shoe in play if asked."""
    table, wagers = world.table, world.edition.wagers
    in_play = table.shoe is not None and table.shoe.over is None
    spanning = all(wagers[one.wager].automaton is not None for one in table.wagers.values())
    return table.coup is None and spanning and (in_play or not shoe)


def confine(world: World) -> Iterator[Act]:
    """Tell whoever must know, then confine an optional wager."""
    optional = [name for name in world.offered() if world.edition.wagers[name].optional]
    if not optional:
        return
    wager = world.chance.choice(optional)
    rule = world.edition.wagers[wager].optional
    for office in world.offices:
        yield "notify", dealer(world), {"to": office, "about": (rule and rule.confine) or "nothing"}
    yield then(world, "confine-wager", wager=wager, sign=True)
    if world.chance.random() < 0.5:
        yield then(world, "lift-confinement", wager=wager)


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
    yield then(world, "authorise-no-bet-coups", **fields)
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
    consents: list[Act] = [
        ("consent-to-game", player, {"game": game}) for player in world.table.participants()
    ]
    if world.chance.random() < 0.5 and any(world.after(one) is not None for one in consents):
        yield from consents
    else:
        yield from _sign(world, "change-game", value=game)
    fields: dict[str, Any] = {"game": game, "shown": () if notice == "none" else (notice,)}
    fields["values"] = signed_values(world, game)
    yield then(world, "change-game", **fields)


def close(world: World) -> Iterator[Act]:
    """A sign of closing has stood, or nobody plays; the table closes and may open again."""
    if not _between(world):
        return
    shoe = world.table.shoe
    if shoe is not None and shoe.over is None and world.chance.random() < 0.5:
        yield "direct-shuffle", manager(world), {"reason": "play ends"}
    if shoe is not None:
        yield "count-cards", dealer(world), {"cards": shoe.total - shoe.missing}
    if world.chance.random() < 0.5:
        yield from _sign(world, "close-table")
    else:
        for player in world.players():
            yield "leave", player, {}
    yield then(world, "close-table")


def old_minimum(world: World) -> Iterator[Act]:
    """The minimum goes up at once; later a sign ends the earlier one."""
    new = world.table.sign.minimum_cents + 500
    if world.table.sign.old_minimum_cents is None:
        yield then(world, "raise-minimum-at-once", minimum_cents=new)
    shown = world.table.sign.minimum_cents
    yield from _sign(world, "end-old-minimum", minimum_cents=shown)
    yield then(world, "end-old-minimum")


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
    yield from approved(world, "players-cut")
    number = world.table.numbered
    players = world.players()
    world.chance.shuffle(players)
    for player in players:
        offered: Act = ("offer-cut", manager(world), {"to": player, "approval": number})
        if world.after(offered) is None:
            continue
        yield offered
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
    yield from approved(world, kind.riffle.by)
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
    yield then(world, "reduce-wagers", area=area, limit=world.chance.choice(limits))


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
    yield then(world, "reshuffle-after-void", agreed=tuple(world.players()))


def after_last(world: World) -> Iterator[Act]:
    """When the last coup is complete, what may still go wrong goes wrong."""
    known = [key for key, one in world.situations() if "last" in one.seen]
    if known:
        key = min(known, key=world.times)
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
    yield from approved(world, "nominate", holder)
    other = world.one_of([name for name in world.players() if name != holder])
    fields = {"hand": hand, "place": places[0], "person": other}
    yield "nominate-for-card", holder, {**fields, "approval": world.table.numbered}
    yield "hand-to-nominee", dealer(world), {"hand": hand, "place": places[0]}
    card = world.lying(hand, places[0])
    yield "expose-card", other, {"hand": hand, "place": places[0], "card": card}


TARGETS: dict[Chain, tuple[str, ...]] = {
    confine: ("lift-confinement", "confine-wager"),
    no_bet_by_consent: ("end-no-bet-coups",),
    no_bet_alone: ("authorise-no-bet-coups",),
    another_game: ("change-game",),
    close: ("close-table",),
    old_minimum: ("end-old-minimum",),
    higher_minimum: ("change-limits",),
    people.dispute: ("review-dispute", "say-not-satisfied"),
    reduce: ("reduce-wagers",),
    full_table: ("require-to-vacate",),
    boxes: ("release-box",),
    role: ("pass-role",),
    people.device_user: ("hand-over", "void-wagers", "exclude-from-game"),
    turned_down: ("refuse-approval",),
    taken_back: ("withdraw-approval",),
    people.device_of_staff: ("dismiss-device",),
    people.spectator: ("note-spectator",),
    people.house_exclusion: ("note-exclusion",),
    attempted: ("record-attempt",),
    relieved: ("relieve",),
    personal: ("end-personal-limits",),
    mispaid: ("confirm-payment-error", "close-payment"),
    fraud_found: ("invalidate",),
    held_to_minimum: ("hold-to-minimum",),
    held_to_one_box: ("hold-to-one-box",),
    asked_for: ("require-box",),
    closed_box: ("close-box", "open-box"),
    invalid: ("decide-held-stake",),
    rare.ordered_dummies: ("authorise-no-bet-coups", "end-no-bet-coups"),
    rare.arrangement: ("arrange-excess", "end-arrangement"),
    rare.owing: ("let-commission-stand", "collect-commission"),
    rare.found_wrong: ("find-invalid", "refuse-wager", "return-run", "return-low-stake"),
    rare.passed_on: ("decline-shoe", "take-shoe-back", "name-deputy", "decline-side-wager"),
    rare.burned_before: ("burn-before-coup",),
    rare.seizure: ("end-seizure", "confiscate-device"),
    rare.permitted: ("permit-device", "withdraw-device-permission"),
    rare.span_cut_short: ("settle-tails",),
    rare.thought_better: ("withdraw-wager",),
    rare.agreed: ("agree-to-limits", "announce-limits"),
    rare.by_leave: ("delegate-shoe",),
    rare.face_down: ("report-held-away",),
    rare.run_down: ("insufficient-cards",),
    rare.to_the_last: ("deal-dummies-after-last",),
    rare.run_alone: ("return-run",),
    rare.without_display: ("remove-display",),
    rare.cashless: ("attach-drop-box", "take-cash"),
    rare.offered_meanwhile: ("choose", "record-choice", "record-silence"),
    rare.shoe_of_one: ("call-third-card",),
    pools.linked: ("pay-jackpot", "unlink-table", "return-jackpot-stakes"),
    pools.forgotten: ("insurance-omitted", "not-reloaded", "leave-out"),
    pools.naturals: ("choose even-money",),
    terminals.terminals: ("set-period", "extend-period", "move-touch", "cancel-touch"),
    terminals.failed_after_expiry: ("void-unconfirmed", "confirm-wager"),
    terminals.malfunctions: ("refuse-credit", "demand-return", "pay-entitlement"),
    terminals.tickets: ("redeem-ticket", "print-ticket", "pay-ticket"),
    terminals.corrected: ("correct-result", "close-shortfall"),
}
"""What each is for, commands and situations: what was reached least comes most often."""
OF_GAMES: dict[Chain, str] = {
    nominee: "nominate-for-card",
    role: "pass-role",
    held_to_minimum: "hold-to-minimum",
    held_to_one_box: "hold-to-one-box",
    asked_for: "require-box",
    closed_box: "open-box",
    invalid: "find-ineligible",
    rare.by_leave: "delegate-shoe",
    rare.face_down: "report-held-away",
    rare.shoe_of_one: "call-third-card",
    rare.span_cut_short: "settle-tails",
    rare.run_alone: "return-run",
    pools.linked: "note-link",
    pools.forgotten: "leave-out",
    pools.naturals: "leave-out",
    terminals.terminals: "set-period",
    terminals.failed_after_expiry: "void-unconfirmed",
    terminals.malfunctions: "refuse-credit",
    terminals.tickets: "redeem-ticket",
    terminals.corrected: "correct-result",
}
"""Chains with commands that only some rulebooks have."""
LONG: dict[Chain, float] = {
    rare.run_down: 0.4,
    rare.span_cut_short: 0.7,
    rare.ordered_dummies: 0.7,
    rare.found_wrong: 0.6,
    full_table: 0.7,
    rare.to_the_last: 0.4,
    terminals.corrected: 0.4,
}
"""Chains that fail often, and how much more often they come."""
CHAINS = tuple(TARGETS)
TARGETS |= {
    after_void: ("reshuffle-after-void",),
    cut_by_players: ("nominate-cutter", "refuse-cut"),
    riffle: ("riffle-cards",),
    rare.inspected: ("request-inspection", "require-shuffle", "show-decks"),
    nominee: ("nominate-for-card", "hand-to-nominee"),
    rare.with_the_cards: ("request-both-hands", "report-cards-held"),
    rare.unfair_close: ("relax-close",),
    rare.chosen: ("choose", "record-choice", "record-silence"),
    rare.third_called: ("call-third-card",),
    pools.left_out: ("leave-out",),
    pools.shown: ("turn-card", "report-held-away"),
    terminals.entered: ("enter-result",),
}
"""And what the chains at other moments of a round are for."""
AFTER_VOID: tuple[Chain, ...] = (after_void,)
AT_THE_STACK: tuple[Chain, ...] = (cut_by_players, riffle, rare.inspected)
SHOE_OVER: tuple[Chain, ...] = (rare.shoe_over,)
CARDS_OUT: tuple[Chain, ...] = (nominee, nominee, mispaid, fraud_found, rare.with_the_cards)
BEGUN: tuple[Chain, ...] = (
    rare.unfair_close,
    rare.chosen,
    rare.third_called,
    pools.left_out,
    pools.left_out,
    pools.shown,
)
FED: tuple[Chain, ...] = (pools.pool_in_play,)
DONE: tuple[Chain, ...] = (terminals.entered,)
AFTER_LAST: tuple[Chain, ...] = (after_last, after_last, mispaid, fraud_found, terminals.entered)
