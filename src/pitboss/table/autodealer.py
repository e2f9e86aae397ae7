"""The autodealer: looks at a state and proposes the next house command.

It stands outside the core and knows no order of cards: a source tells it the card at a place
of the shoe when that card is to be shown. What it proposes has been put to the core first, by
the staff present in order of rank, so that it is legal and given by someone who may.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from pitboss.cards import CARDS_IN_DECK, name
from pitboss.editions.edition import Edition
from pitboss.refusal import Refusal
from pitboss.table import COMMANDS, Rules, Table, decide, read_command
from pitboss.table.dealing import due
from pitboss.table.state import Coup, Shoe, Slot, Stack

WORDS = {entry.word for entry in COMMANDS.values()}
_BY_PLAYERS = ("expose-card", "accept-role", "decline-role")


class Cards(Protocol):
    """Where the faces of cards come from."""

    def face(self, place: int) -> str | None:
        """The card at this place of the shoe's order; nothing where a person must say it."""


@dataclass(frozen=True)
class Proposal:
    """A house command that the core would accept; `ask` if its card must still be told."""

    who: str
    word: str
    fields: dict[str, Any] = field(default_factory=dict)
    ask: bool = False


class Unseen:
    """A source that knows nothing: every card is asked for."""

    def face(self, place: int) -> str | None:  # noqa: ARG002 - it answers the same for all
        """Nobody has told it."""
        return None


def propose(
    rules: Rules, table: Table, cards: Cards, at: dt.datetime, *, players: bool = False
) -> Proposal | None:
    """The next house command; nothing while the house waits for wagers, players or a ruling.

    With `players` also a player's part of the deal: who holds cards exposes them, and who has
    a wager on the Banker's Hand takes the role of designated player when it is offered.
    """
    if table.house is None or table.closed or table.trouble is not None:
        return None
    staff = _staff(rules.edition, table)
    for word, fields, place in _acts(rules.edition, table):
        if word not in WORDS or (word in _BY_PLAYERS and not players):
            continue
        face = None if place is None else cards.face(place)
        ask = place is not None and face is None
        given = fields if place is None else {**fields, "card": face or _some_card(table)}
        for who in _players(table, word) if word in _BY_PLAYERS else staff:
            if accepted(rules, table, who, word, given, at):
                return Proposal(who, word, fields if ask else given, ask)
    return None


def accepted(
    rules: Rules, table: Table, who: str, word: str, fields: dict[str, Any], at: dt.datetime
) -> bool:
    """Whether the core would accept this command; the state is left as it is."""
    try:
        command = read_command({"do": word, "by": who, "at": at.isoformat(), **fields})
    except msgspec.ValidationError:
        return False
    return not isinstance(decide(rules, table, command), Refusal)


def _staff(edition: Edition, table: Table) -> list[str]:
    """The staff present, lowest rank first: no manager deals while a dealer is there."""
    ladder = edition.ranks.ladder
    people = table.present("staff")
    return sorted(people, key=lambda one: ladder.index(people[one].rank or ladder[0]))


def _players(table: Table, word: str) -> list[str]:
    """The players who would do this."""
    on_banker = {placed.person for placed in table.wagers.values() if placed.wager == "banker"}
    if word == "expose-card":
        return list(table.present("player"))
    return [one for one in table.present("player") if (one in on_banker) == (word == "accept-role")]


Act = tuple[str, dict[str, Any], int | None]


def _acts(edition: Edition, table: Table) -> Iterator[Act]:
    """House acts that may come next, the most usual first; each with the place of its card."""
    shoe, coup = table.shoe, table.coup
    if table.stack is not None:
        yield from _make_ready(edition, table.stack, table)
    elif shoe is None or shoe.over is not None:
        backs = "red" if shoe is None or shoe.backs != "red" else "blue"
        yield "introduce-cards", {"backs": backs}, None
        yield "replace-cards", {}, None
        if shoe is not None:
            yield "introduce-cards", {"backs": shoe.backs, "kind": "used"}, None
    elif coup is None:
        yield from _begin(edition, table, shoe)
    elif coup.result_announced:
        yield "settle", {}, None
    else:
        yield from _deal(edition, table, shoe, coup)


def _make_ready(edition: Edition, stack: Stack, table: Table) -> Iterator[Act]:
    """From cards introduced to a loaded shoe (rules 3 and 4)."""
    assert table.house is not None
    device = table.house.source == "shuffling device"
    if not stack.checked:
        yield "check-cards", {}, None
    if stack.shuffled is None:
        yield "shuffle", {"how": "shuffling device" if device else "hand"}, None
    if not device and stack.cut_by is None:
        nearest = edition.shoe.cut.decks_from_end * CARDS_IN_DECK
        yield "cut-cards", {"depth": max(nearest, stack.decks * CARDS_IN_DECK // 2)}, None
    if not device and stack.behind is None:
        yield "place-cutting-card", {"behind": edition.shoe.cutting_card[0].least}, None
    yield "load-shoe", {}, None


def _begin(edition: Edition, table: Table, shoe: Shoe) -> Iterator[Act]:
    """Before a coup: the burn, the cutting card where it comes first, the first card."""
    if shoe.burn_done is None and not shoe.coups:
        yield "burn-cards", {}, None
    yield from _cutting_card(shoe)
    if not table.wagers and table.next_no_bet is None:
        return  # some rulebooks let the deal begin before the wagers; the house waits for them
    if shoe.aside:
        yield "deal-card", {}, None
        yield "deal-card", {}, shoe.aside[0].number
    yield from _next_card(edition, table.house.method if table.house else "", shoe)
    yield "accept-role", {}, None
    yield "decline-role", {}, None


def _next_card(edition: Edition, method: str, shoe: Shoe) -> Iterator[Act]:
    """Face up where the dealer keeps both hands, unless the core will have it face down."""
    rule = edition.methods.get(method)
    up: Act = ("deal-card", {}, len(shoe.drawn))
    down: Act = ("deal-card", {}, None)
    kept = rule is None or rule.player_hand == rule.banker_hand == "dealer"
    yield from (up, down) if kept else (down, up)


def _cutting_card(shoe: Shoe) -> Iterator[Act]:
    if shoe.behind is not None and shoe.cutting_card == "ahead" and shoe.left <= shoe.behind:
        yield "show-cutting-card", {}, None


def _deal(edition: Edition, table: Table, shoe: Shoe, coup: Coup) -> Iterator[Act]:
    """In a coup: four cards, what lies face down is turned, counts, third cards, result."""
    yield from _cutting_card(shoe)
    if len(coup.player) + len(coup.banker) < 4:
        yield from _next_card(edition, coup.method, shoe)
        return
    for hand, slots in (("player", coup.player), ("banker", coup.banker)):
        if any(not slot.exposed for slot in slots):
            for person in table.present("player"):
                yield "pass-cards", {"hand": hand, "to": person}, None
            yield from _turn("expose-card", hand, slots)
        yield "collect-hand", {"hand": hand}, None
    for hand, slots in (("player", coup.player), ("banker", coup.banker)):
        yield from _turn("turn-card", hand, slots)
    if not coup.counts_announced:
        yield "announce", {}, None
        return
    if edition.tableau is not None and due(edition.tableau, coup) is not None:
        yield from _next_card(edition, coup.method, shoe)
    yield "announce", {}, None


def _turn(word: str, hand: str, slots: tuple[Slot, ...]) -> Iterator[Act]:
    for place, slot in enumerate(slots):
        if not slot.exposed:
            yield word, {"hand": hand, "place": place}, slot.number


def _some_card(table: Table) -> str:
    """A card of which the shoe must still hold a copy, to try a command with."""
    shoe, house = table.shoe, table.house
    assert shoe is not None
    assert house is not None
    return name(next((card for card, n in enumerate(shoe.seen) if n < house.decks), 0))
