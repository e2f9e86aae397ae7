"""The usual way of a table, step by step from whatever state chaos has left it in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.cards import CARDS_IN_DECK, names
from pitboss.chaos.arguments import fill, rightful
from pitboss.chaos.makers import NONCE, a_commitment, backs, newcomer, relief
from pitboss.chaos.signs import sign_for_game
from pitboss.chaos.situations import told_facts
from pitboss.chaos.world import OTHERS, World
from pitboss.table.acts import COMMANDS
from pitboss.table.dealing import due
from pitboss.table.procedures.delivery import receiver, role_offered
from pitboss.table.state import Coup, Shoe

Act = tuple[str, str, dict[str, Any]]
"""The command's word, who gives it, its fields."""

FEWEST_PLAYERS = 3
POOR = 20_000
LOW_FLOAT = 20_000_000
MAIN = {"player": "banker", "banker": "player"}
WORDS = {entry.word: entry for entry in COMMANDS.values()}


def usual(world: World) -> Act:
    """What would usually come next, by someone who may do it."""
    return next(_acts(world))


def dealer(world: World) -> str:
    """Someone who deals."""
    return world.one_of(world.staff())


def supervisor(world: World) -> str:
    """Someone above a dealer."""
    return world.one_of(world.staff(world.edition.ranks.ladder[1]) or world.staff())


def manager(world: World) -> str:
    """Someone of the highest rank."""
    return world.one_of(world.staff(world.edition.ranks.ladder[-1]) or world.staff())


def _acts(world: World) -> Iterator[Act]:
    table = world.table
    yield from _on_duty(world)
    if table.house is None or table.closed:
        yield "open-table", manager(world), opening(world)
        return
    if table.trouble is not None:
        yield ruling(world)
    if len(world.bettors()) < FEWEST_PLAYERS:
        yield "arrive", newcomer(world), arrival(world)
    if table.stack is not None or table.shoe is None or table.shoe.over is not None:
        yield from _make_ready(world)
    elif table.coup is None:
        yield from _bet(world, table.shoe)
    elif table.coup.result_announced:
        if table.balances.get("float", 0) < LOW_FLOAT:
            yield "fill", dealer(world), {"amount_cents": 100_000_000}
        yield "settle", dealer(world), {}
    else:
        yield from _deal(world, table.shoe, table.coup)


def _on_duty(world: World) -> Iterator[Act]:
    """Staff of every rank, and those who watch."""
    ladder = world.edition.ranks.ladder
    held = {person.rank for person in world.table.present("staff").values()}
    for rank in ladder:
        if rank not in held:
            yield "sign-on", relief(world), {"role": "staff", "rank": rank}
    for name, role in OTHERS.items():
        known = world.table.people.get(name)
        if known is None or not known.present:
            yield "sign-on", name, {"role": role}


def opening(world: World) -> dict[str, Any]:
    """A random way to open a table, sound nine times out of ten."""
    chance, edition = world.chance, world.edition
    game = chance.choice(tuple(edition.games))
    layout = chance.choice(tuple(edition.layouts))
    decks = chance.choice((*edition.decks.permitted, edition.decks.default))
    if world.forgetful:
        decks = min(edition.decks.permitted)
    notice = edition.games[game].notice
    permitted = edition.shoe.source.permitted
    source = permitted[-1] if chance.random() < 0.4 else chance.choice(permitted)
    fields: dict[str, Any] = {
        "game": game,
        "layout": layout,
        "decks": decks,
        "seats": chance.choice(edition.layouts[layout].seats),
        "method": chance.choice(tuple(edition.methods)),
        "source": source,
        "scanning": source == "card shoe" and chance.random() < 0.7,
        "virtual": source == "card shoe" and chance.random() < 0.2,
        "low_limit": source == "shuffling device" and chance.random() < 0.3,
        "cashless": chance.random() < 0.1,
        "wrd": chance.random() < 0.2,
        "shown": () if notice == "none" else (notice,),
        "sign": sign_for_game(world, game, layout, decks),
        "float_cents": chance.choice((100_000_000, 500_000_000, 20_000_000)),
    }
    if "private-area" in edition.rules:
        place = chance.choice(("salon", "private table"))
        rule = edition.rules.get(place.replace(" ", "-"))
        most = rule.value if rule is not None and isinstance(rule.value, int) else 9
        fields["place"] = place
        fields["closed_boxes"] = tuple(range(most + 1, fields["seats"] + 1))
    if chance.random() < 0.1:
        wrong = chance.choice(("source", "layout", "method", "game", "place"))
        fields[wrong] = "none"
    return fields


def arrival(world: World) -> dict[str, Any]:
    """Chips in hand, and a free seat where there is one."""
    table, house = world.table, world.table.house
    taken = {person.seat for person in table.present().values()} | set(table.closed_boxes)
    taken |= {box for person in table.present().values() for box in person.boxes}
    free = [seat for seat in range(1, house.seats + 1 if house else 1) if seat not in taken]
    fields: dict[str, Any] = {"chips_cents": 2_000_000}
    if free and world.chance.random() < 0.85:
        fields["seat"] = world.chance.choice(free)
    return fields


def ruling(world: World) -> Act:
    """A ruling on what is in trouble, by a rank that may suffice or not; or what it awaits."""
    trouble, coup = world.table.trouble, world.table.coup
    by = manager(world) if world.chance.random() < 0.7 else dealer(world)
    awaits = trouble.awaits if trouble is not None else None
    if awaits is None and world.chance.random() < 0.08:
        return "dismiss-report", by, fill(world, WORDS["dismiss-report"], by)
    word = {"answers": "resume-coup", "check": "record-card-check"}.get(awaits or "", "give-ruling")
    if awaits == "answers" and coup is not None:
        if coup.options and world.chance.random() < 0.65:
            entry = WORDS["answer-option"]
            by = world.one_of(world.players())
            fields = fill(world, entry, by)
            return entry.word, rightful(world, entry, by, fields), fields
        word = REMAINDER.get(coup.remainder or "", word)
    return word, by, fill(world, WORDS[word], by)


REMAINDER = {
    "taken out": "shuffle-remainder",
    "shuffled": "cut-remainder",
    "cut": "continue-from-shoe",
}


def _make_ready(world: World) -> Iterator[Act]:
    """From the end of a shoe to the next one loaded."""
    table, chance = world.table, world.chance
    stack, shoe, house = table.stack, table.shoe, table.house
    if house is None:
        return
    unopened = shoe is not None and shoe.over is not None and not shoe.revealed
    if unopened and world.order and (stack is None or stack.behind is not None):
        order = names(world.order)
        yield "reveal-shoe", dealer(world), {"nonce": NONCE.hex(), "order": order}
        return
    device = house.source == "shuffling device"
    if stack is None:
        yield from _introduce(world)
        return
    if stack.shuffled is None and (not stack.kind.endswith("shuffled") or chance.random() < 0.2):
        yield "shuffle", dealer(world), {"how": "shuffling device" if device else "hand"}
    elif not device and stack.cut_by is None:
        total = stack.decks * CARDS_IN_DECK
        yield "cut-cards", supervisor(world), {"depth": chance.randint(52, total - 52)}
    elif not device and stack.behind is None:
        few = chance.choice((20, 26, 60))
        cards = few
        if chance.random() < 0.7:
            # A short shoe, so that last coups are not rare.
            cards = stack.decks * CARDS_IN_DECK - chance.randint(20, 70)
        yield "place-cutting-card", dealer(world), {"behind": cards}
    elif house.virtual:
        commitment = a_commitment(world, WORDS["load-shoe"], "")
        yield "load-shoe", dealer(world), {"commitment": commitment}
    else:
        yield "load-shoe", dealer(world), {}


def _introduce(world: World) -> Iterator[Act]:
    """The cards of the last shoe again, cards kept under seal, or new ones."""
    table, chance = world.table, world.chance
    shoe = table.shoe
    if table.marks.get("device") == "off" and chance.random() < 0.7:
        yield "replace-device", supervisor(world), {"device": "another device"}
    if shoe is not None and shoe.order is None and chance.random() < 0.2:
        yield "replace-cards", supervisor(world), {"same_backs": chance.random() < 0.3}
    if shoe is not None and chance.random() < 0.6:
        yield "introduce-cards", dealer(world), {"backs": shoe.backs, "kind": "used"}
    look = backs(world, WORDS["settle"], "")
    if table.secured and chance.random() < 0.6:
        seal = chance.choice(list(table.secured))
        kept = table.secured[seal]
        fields = {"backs": kept.backs, "kind": kept.kind, "seal": seal}
        yield "introduce-cards", dealer(world), fields
    kind = chance.choice(("new", "new", "casino pre-shuffled", "Angel pre-shuffled"))
    if kind != "new" or chance.random() < 0.1:
        seal = f"seal {table.events}"
        fields = {"seal": seal, "backs": look, "kind": kind, "checked": "by hand"}
        yield "secure-cards", supervisor(world), fields
    yield "introduce-cards", dealer(world), {"backs": look, "kind": kind}


def _bet(world: World, shoe: Shoe) -> Iterator[Act]:
    """Wagers, then the first card."""
    table, chance = world.table, world.chance
    method = world.edition.methods[_method(world)]
    if "designated-player" in (method.player_hand, method.banker_hand) and not table.wagers:
        to = role_offered(table)
        if to is not None and table.designated is None:
            yield chance.choice(("accept-role", "accept-role", "decline-role")), to, {}
    if shoe.burn_done is None and not shoe.coups and chance.random() < 0.9:
        yield "burn-cards", dealer(world), {}
    player = world.one_of(world.bettors())
    if table.designated is not None and not table.wagers:
        yield "place-wager", table.designated, {"wager": "banker", "amount_cents": 10_000}
    if table.balances.get(f"player:{player}", 0) < POOR:
        means = "digital" if table.house and table.house.cashless else "cash"
        fields = {"person": player, "amount_cents": 500_000, "means": means}
        yield "buy-in", dealer(world), fields
    if table.next_no_bet is None and (not table.wagers or chance.random() < 0.4):
        wager = chance.choice(("player", "banker", "tie", *world.offered()))
        own = {placed.wager for placed in table.wagers.values() if placed.person == player}
        wager = MAIN.get(wager, wager) if MAIN.get(wager) in own else wager
        least = table.sign.minimum_cents
        stake = chance.choice(STAKES) if chance.random() < 0.3 else least + 5 * STAKE
        yield "place-wager", player, {"wager": wager, "amount_cents": stake}
    elif chance.random() < 0.1:
        yield "call-bets", dealer(world), {"call": chance.choice(CALLS)}
    yield from _deal(world, shoe, None)


STAKE = 500
STAKES = (2_500, 2_500, 5_000, 10_000, 20_000, 50_000)
CALLS = ("place your bets", "no more bets")


def _deal(world: World, shoe: Shoe, coup: Coup | None) -> Iterator[Act]:
    """Four cards, faces, counts, third cards, result."""
    chance = world.chance
    if shoe.left == 0 and chance.random() < 0.7:
        yield out_of_cards(world)
    ahead = shoe.behind is not None and shoe.cutting_card == "ahead"
    if ahead and shoe.left <= (shoe.behind or 0) and not world.forgetful:
        yield "show-cutting-card", dealer(world), {}
    method = world.edition.methods.get(coup.method if coup else _method(world))
    dealt = 0 if coup is None else len(coup.player) + len(coup.banker)
    down = method is not None and (method.player_hand, method.banker_hand) != ("dealer", "dealer")
    face_up = chance.random() < (0.03 if down else 0.97)
    if coup is not None and coup.face_up is not None and chance.random() < 0.98:
        face_up = coup.face_up
    card = {"card": world.next_card()} if face_up else {}
    if coup is None and shoe.aside and shoe.aside[0].card is not None:
        card = {}
    if coup is None or dealt < 4:
        yield "deal-card", dealer(world), card
        return
    yield from _faces(world, coup)
    tableau = world.edition.tableau
    if coup.counts_announced and tableau is not None and due(tableau, coup) is not None:
        yield "deal-card", dealer(world), card
    yield "announce", dealer(world), {}


def out_of_cards(world: World) -> Act:
    """The shoe is empty: what arises from that is reported."""
    wanting = [key for key, situation in world.situations() if "enough" in situation.seen] or list(
        world.edition.situations
    )
    key = world.chance.choice(wanting)
    fields = {"situation": key, "told": told_facts(world, key)}
    return "report-irregularity", dealer(world), fields


def _faces(world: World, coup: Coup) -> Iterator[Act]:
    """Cards that lie face down go out to whoever receives them, or the dealer turns them."""
    chance = world.chance
    lying = world.face_down()
    out = [(hand, place) for hand, place in lying if hand == coup.out]
    if coup.out is not None:
        holder = coup.holders.get(coup.out, world.one_of(world.players()))
        if out and chance.random() < 0.8:
            hand, place = chance.choice(out)
            fields = {"hand": hand, "place": place, "card": world.lying(hand, place)}
            yield "expose-card", holder, fields
        yield "collect-hand", dealer(world), {"hand": coup.out}
    if not lying:
        return
    hand, place = lying[0]
    if hand not in coup.collected and hand not in coup.forfeited:
        to = receiver(world.edition, world.table, coup, "player" if hand == "player" else "banker")
        if to is not None and chance.random() < 0.9:
            if chance.random() < 0.1:
                yield "decline-cards", to, {"hand": hand}
            yield "pass-cards", dealer(world), {"hand": hand, "to": to, "marker": True}
    fields = {"hand": hand, "place": place, "card": world.lying(hand, place)}
    yield "turn-card", dealer(world), fields


def _method(world: World) -> str:
    house = world.table.house
    return house.method if house is not None else "A"
