"""The usual way of a table, step by step from whatever state chaos has left it in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, product
from typing import Any

from pitboss.cards import CARDS_IN_DECK, names
from pitboss.chaos.arguments import fill, plan, rightful
from pitboss.chaos.makers import NONCE, a_commitment, backs, newcomer, relief
from pitboss.chaos.sessions import announced, before_coup, begin
from pitboss.chaos.signs import sign_for_game, without_chip
from pitboss.chaos.situations import told_facts
from pitboss.chaos.world import OTHERS, Act, World
from pitboss.editions.tables import SUM, USED, fullest
from pitboss.editions.wagers import Wager
from pitboss.table.cards.device import MARK
from pitboss.table.cards.parts import Shoe
from pitboss.table.cards.sets import LAST_COUP
from pitboss.table.cards.shoe import cutting_card_next
from pitboss.table.entries import ENTRIES
from pitboss.table.people.player_card import card_of, card_rule
from pitboss.table.play import Ask
from pitboss.table.terminals.bind import SURFACE
from pitboss.table.terminals.parts import ROLE
from pitboss.table.tournament.play import play_of
from pitboss.table.usual.next_act import acts, acts_for, takers

FEWEST_PLAYERS = 3
POOR = 20_000
LOW_FLOAT = 20_000_000
HASTY = 0.08
POOLED = 0.4
"""How often a table is opened so that a pool can be fed there, where the rulebook has one."""
UNUSUAL = 0.04
SILENT = 0.08
AT_CLOTH = 0.2
"""How often what a player chose is entered for them."""
ANSWERED = 0.05
MORE = 0.05
SHORT = 0.7
FEW_DECKS = 0.7
"""How many shoes end soon, and how many are of as few decks as may be."""
DEALT_OUT = 0.7
"""How many virtual shoes of the forgetful may be dealt to the last card."""
MOST_TERMINALS = 3
REGISTER = "tickets:chaos"
SHOWN, FOUND_OUT = 0.9, 0.005
"""How often a player without a card on record shows one, and is found out in a round."""
WORDS = ENTRIES


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
    yield from _terminals(world)
    session = play_of(table)
    if world.sessions:
        yield from begin(world)
    if session is None and len(world.bettors()) < FEWEST_PLAYERS:
        yield "arrive", newcomer(world), arrival(world)
    if card_rule(world.query, world.now) is not None:
        for person in world.bettors():
            if card_of(table, person) is None and world.chance.random() < SHOWN:
                card = f"card of {person}"
                yield "record-player-card", dealer(world), {"person": person, "card": card}
        staked = [placed.person for placed in table.wagers.values()]
        if table.coup is not None and staked and world.chance.random() < FOUND_OUT:
            fields = {"person": world.chance.choice(staked), "why": "no card"}
            yield "find-ineligible", dealer(world), fields
    shoe = table.shoe
    dealt_from = shoe is not None and (shoe.over is None or _deals_past(world, shoe))
    if table.stack is None and not dealt_from:
        yield from _introduce(world)
    if session is not None and table.coup is None and table.stack is None:
        yield from before_coup(world, session)
    elif table.coup is None and table.stack is None:
        yield from _bet(world)
    elif table.coup is not None and table.coup.complete:
        if table.balances.get("float", 0) < LOW_FLOAT:
            yield "fill", dealer(world), {"amount_cents": 100_000_000}
        if session is not None:
            yield from announced(world)
    elif shoe is not None and shoe.left == 0 and world.chance.random() < 0.7:
        yield out_of_cards(world)
    yield from _asked(world)
    yield from _house(world)
    yield "call-bets", dealer(world), {"call": world.chance.choice(CALLS)}


def _asked(world: World) -> Iterator[Act]:
    """An answer of someone who is asked: any that is open to them, or none at all."""
    chance = world.chance
    step = world.rules.play.next(world.query) if world.table.coup is not None else None
    if not isinstance(step, Ask):
        return
    person = chance.choice(step.people)
    if step.silence is not None and chance.random() < SILENT:
        yield "record-silence", dealer(world), {"person": person}
    known = world.rules.play.choices(world.query, person)
    open_now = [one for one in known if one.closed is None]
    if open_now:
        one = min(chance.sample(open_now, min(2, len(open_now))), key=world.chosen_least)
        fields: dict[str, Any] = {"choice": one.word, "hand": one.hand}
        if one.most_cents:
            chips = (one.most_cents - one.least_cents) // STAKE
            fields["amount_cents"] = one.least_cents + STAKE * chance.randint(0, chips)
        if chance.random() < AT_CLOTH:
            yield "record-choice", dealer(world), {**fields, "person": person}
        yield "choose", person, fields
    if step.silence is not None:
        yield "record-silence", dealer(world), {"person": person}


def _house(world: World) -> Iterator[Act]:
    """The house's next act: the usual one mostly, at times another, with a step left out."""
    chance, shoe = world.chance, world.table.shoe
    past = shoe is not None and _deals_past(world, shoe)
    ways = [acts(world.query)]
    hasty = shoe is not None and shoe.over is None and chance.random() < HASTY
    # Once betting is closed on a shoe that was not burned from, the burn is forgotten.
    closed = shoe is not None and shoe.burn_done is None and world.table.betting.closed
    if shoe is not None and (past or hasty or (closed and shoe.over is None)):
        ways.insert(0, acts_for(world.query, world.rules.play.next(world.query), shoe))
    refused: list[Act] = []
    for word, fields, place in chain.from_iterable(ways):
        if chance.random() < ANSWERED:
            yield from _said_first(world, fields)
        given = {**fields, **_varied(world, word)}
        if place is not None:
            given["card"] = world.face(place)
        if past and word == "deal-card":
            given["past"] = True
        theirs = WORDS[word].who == ("player",)
        willing = world.rules.play.willing(world.query, word) if theirs else ()
        others = () if theirs else takers(world.query, word)
        for by in willing if theirs else (dealer(world), manager(world), *others):
            refused.append((word, by, given))
            if chance.random() > UNUSUAL and world.after(refused[-1]) is not None:
                yield refused[-1]
    yield from refused


def _said_first(world: World, fields: Mapping[str, Any]) -> Iterator[Act]:
    """What a player whom an act names may say before it is done, in the words of the act."""
    named = [by for by in fields.values() if isinstance(by, str) and by in world.players()]
    for by, entry in product(named, world.entries):
        asked = {name for name, _, free in plan(entry) if not free}
        if entry.who == ("player",) and asked and asked <= fields.keys():
            said = entry.word, by, {name: fields[name] for name in sorted(asked)}
            if world.after(said) is not None:
                yield said


def _varied(world: World, word: str) -> dict[str, Any]:
    """Fields that differ from one time to another."""
    stack, chance = world.table.stack, world.chance
    if stack is None:
        return {}
    if word == "load-shoe" and world.virtual:
        return {"commitment": a_commitment(world, WORDS[word], "")}
    cards = stack.decks * CARDS_IN_DECK
    if word == "cut-cards":
        return {"depth": chance.randint(CARDS_IN_DECK, cards - CARDS_IN_DECK)}
    if word == "place-cutting-card":
        if world.forgetful and world.virtual and chance.random() < DEALT_OUT:
            return {"behind": 0}
        # A short shoe mostly, so that last coups are not rare.
        short = min(cards - chance.randint(12, 45), most_behind(world, cards))
        return {"behind": short if chance.random() < SHORT else chance.choice((20, 26, 60))}
    return {}


def most_behind(world: World, cards: int) -> int:
    """The most cards that may lie behind the cutting card."""
    ways = world.edition.shoe.cutting_card
    shares = [cards // one.most_share for one in ways if one.most_share is not None]
    wide = [cards if one.most is None else one.most for one in ways if one.most_share is None]
    return max((*shares, *wide))


def _deals_past(world: World, shoe: Shoe) -> bool:
    """Whether a forgetful dealer of real cards deals past the cutting card or the last coup."""
    if not world.forgetful or world.virtual or world.table.stack is not None:
        return False
    untouched = shoe.order is None and shoe.left > 0
    return cutting_card_next(shoe) if shoe.over is None else shoe.over == LAST_COUP and untouched


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


def _terminals(world: World) -> Iterator[Act]:
    """Terminals, at two tables of three, where the rulebook has any."""
    layouts = [name for name, one in world.edition.layouts.items() if one.surface == SURFACE]
    here = len(world.table.present(ROLE))
    if world.edition.conduct.terminals is not None and world.tables % 3 and here < MOST_TERMINALS:
        number = sum(one.role == ROLE for one in world.table.people.values())
        fields = {"terminal": f"t{number}", "layout": world.chance.choice(layouts)}
        yield "connect-terminal", "clock", {**fields, "register": REGISTER}


def opening(world: World) -> dict[str, Any]:
    """A random way to open a table, sound nine times out of ten."""
    chance, edition = world.chance, world.edition
    game = chance.choice(tuple(edition.games))
    layout = chance.choice([name for name, one in edition.layouts.items() if one.base])
    if edition.layouts[layout].base and chance.random() < 0.8:
        layout = fullest(edition.layouts, layout)
    decks = chance.choice((*edition.decks.permitted, edition.decks.default))
    if world.forgetful or chance.random() < FEW_DECKS:
        decks = min(edition.decks.permitted)
    notice = edition.games[game].notice
    permitted, shuffling = edition.shoe.source.permitted, edition.shoe.source.shuffling
    source = permitted[-1] if chance.random() < 0.4 else chance.choice(permitted)
    if world.forgetful and chance.random() < DEALT_OUT:
        source = next((one for one in permitted if one not in shuffling), source)
    fields: dict[str, Any] = {
        "game": game,
        "layout": layout,
        "decks": decks,
        "seats": chance.choice(edition.layouts[layout.split(SUM)[0]].seats),
        "method": chance.choice(tuple(edition.methods)),
        "source": source,
        "scanning": source not in shuffling and chance.random() < 0.7,
        "virtual": chance.random() < (0.4 if source not in shuffling or world.forgetful else 0.1),
        "low_limit": source in shuffling and chance.random() < 0.3,
        "cashless": chance.random() < 0.1,
        "wrd": chance.random() < 0.2,
        "shown": () if notice == "none" else (notice,),
        "sign": sign_for_game(world, game, layout, decks),
        "float_cents": chance.choice((100_000_000, 500_000_000, 20_000_000)),
    }
    pooled = [wager for wager in edition.wagers.values() if wager.pool is not None]
    if pooled and chance.random() < POOLED:
        fields |= _suiting(pooled[0], fields["layout"], decks, fields["source"])
        fields |= {"scanning": False, "virtual": False}
        fields["sign"] = sign_for_game(world, game, fields["layout"], fields["decks"])
    if chance.random() < 0.4:
        fields["chips"] = chance.choice(CHIP_SETS)
        if chance.random() < 0.9:
            fields["sign"] = without_chip(fields["sign"])
    if edition.places:
        fields["place"], place = chance.choice(tuple(edition.places.items()))
        if place.seats is not None:
            fields["closed_boxes"] = tuple(range(place.seats.most + 1, fields["seats"] + 1))
    if chance.random() < 0.1:
        wrong = chance.choice(("source", "layout", "method", "game", "place"))
        fields[wrong] = "none"
    return fields


def _suiting(wager: Wager, layout: str, decks: int, source: str) -> dict[str, Any]:
    """The layout, decks and source on which a wager is offered, where these are not."""
    wanted: dict[str, Any] = {"layout": layout, "decks": decks, "source": source}
    for name, among in zip(wanted, (wager.layouts, wager.decks, wager.sources), strict=True):
        if among is not None and wanted[name] not in among.only:
            wanted[name] = among.only[0]
    return wanted


CHIP_SETS = ((500, 2_500), (50, 100, 2_500), (500, 1_200), (250, 1_000, 10_000))
"""What a table pays with; of the third not every chip is so many of the smallest."""


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


def _introduce(world: World) -> Iterator[Act]:
    """The cards of the last shoe again, cards kept under seal, or new ones."""
    table, chance = world.table, world.chance
    shoe = table.shoe
    if shoe is not None and not shoe.revealed and world.order:
        yield "reveal-shoe", dealer(world), {"nonce": NONCE.hex(), "order": names(world.order)}
    if MARK in table.marks and chance.random() < 0.7:
        yield "replace-device", supervisor(world), {"device": "another device"}
    if shoe is not None and shoe.order is None and chance.random() < 0.2:
        yield "replace-cards", supervisor(world), {"same_backs": chance.random() < 0.3}
    if shoe is not None and chance.random() < 0.6:
        yield "introduce-cards", dealer(world), {"backs": shoe.backs, "kind": USED}
    look = backs(world, WORDS["settle"], "")
    if table.secured and chance.random() < 0.6:
        seal = chance.choice(list(table.secured))
        kept = table.secured[seal]
        fields = {"backs": kept.backs, "kind": kept.kind, "seal": seal}
        yield "introduce-cards", dealer(world), fields
    sets = world.edition.card_sets
    kind = chance.choice((next(iter(sets)), *sets))
    if sets[kind].pre_shuffled or chance.random() < 0.1:
        seal = f"seal {table.events}"
        fields = {"seal": seal, "backs": look, "kind": kind, "checked": "by hand"}
        yield "secure-cards", supervisor(world), fields
    yield "introduce-cards", dealer(world), {"backs": look, "kind": kind}


def _bet(world: World) -> Iterator[Act]:
    """Wagers, and what may have to be done before a round."""
    table, chance = world.table, world.chance
    player = world.one_of(world.bettors())
    if table.balances.get(f"player:{player}", 0) < POOR:
        means = "digital" if table.house and table.house.cashless else "cash"
        fields = {"person": player, "amount_cents": 500_000, "means": means}
        yield "buy-in", dealer(world), fields
    open_now = table.next_no_bet is None and not table.betting.closed
    if open_now and chance.random() < (0.4 if table.wagers else 0.7):
        own = [one for one in table.wagers.values() if one.person == player]
        if own and chance.random() < MORE:
            fields = {"number": chance.choice(own).number, "amount_cents": chance.choice(STAKES)}
            yield "increase-wager", player, fields
        yield _wager(world, player)
    for step in world.rules.play.before(world.query):
        for person in world.rules.play.willing(world.query, step.word):
            if world.after((step.word, person, dict(step.fields))) is not None:
                yield step.word, person, dict(step.fields)


def _wager(world: World, player: str) -> Act:
    """A wager that the player may place, a main one mostly."""
    chance = world.chance
    least = world.table.sign.minimum_cents
    for _ in range(3):
        wager = chance.choice((*world.main_wagers(), *world.offered()))
        stake = chance.choice(STAKES) if chance.random() < 0.3 else least + 5 * STAKE
        fed = world.table.own.fed if world.table.own is not None else None
        if fed is not None and wager == fed.wager:  # every table of the pool takes this stake only
            stake = fed.stake_cents
        fields: dict[str, Any] = {"wager": wager, "amount_cents": stake}
        length = world.edition.wagers[wager].nominated
        if length is not None:
            fields["nominated"] = "".join(chance.choice(RESULTS) for _ in range(length))
        if world.edition.conduct.boxes is not None and world.table.house is not None:
            fields["box"] = _box(world, player)
        placed = "place-wager", player, fields
        if world.after(placed) is not None:
            break
    return placed


def _box(world: World, player: str) -> int:
    """The player's own box, one that others wager on, or any."""
    seats = world.table.house.seats if world.table.house is not None else 1
    lying = {one.box for one in world.table.wagers.values() if one.box is not None}
    boxes = [world.table.people[player].seat, *sorted(lying), world.chance.randint(1, seats)]
    return world.chance.choice([box for box in boxes if box is not None])


RESULTS = "PB"
"""The letters of the results that a wager over several rounds may name."""
STAKE = 500
STAKES = (2_500, 2_500, 5_000, 10_000, 20_000, 50_000)
CALLS = ("place your bets", "no more bets")


def out_of_cards(world: World) -> Act:
    """The shoe is empty: what arises from that is reported."""
    wanting = [key for key, situation in world.situations() if "enough" in situation.seen] or list(
        world.edition.situations
    )
    key = world.chance.choice(wanting)
    fields = {"situation": key, "told": told_facts(world, key)}
    return "report-irregularity", dealer(world), fields
