"""A shoe in play: loaded, burned from, its cutting card met, its end.

The core never knows an order that nobody has seen: a card is told when it is exposed. A
virtual shoe's order is committed to when it is loaded and opened when it is over.
"""

from __future__ import annotations

import hashlib
from collections import Counter

from pitboss.baccarat.shoe import cards_burned, coups_left
from pitboss.cards import CARDS_IN_DECK, Card, name, parse
from pitboss.editions.model import Burn
from pitboss.refusal import refuse, sure
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.authority import authorise
from pitboss.table.stack import (
    DEVICE,
    LAST_COUP,
    pre_shuffled,
    shuffle_clauses,
    stack,
    verified,
)
from pitboss.table.state import Shoe, Table


class LoadShoe(Command, frozen=True, kw_only=True):
    """Put the stack into the shoe or device; a virtual shoe gives its commitment."""

    commitment: str | None = None


class BurnCards(Command, frozen=True, kw_only=True):
    """Burn before play, by one of the edition's options; `card` is the first where it is shown."""

    option: str | None = None
    card: str | None = None
    asked_by: str | None = None
    approval: int | None = None


class ShowCuttingCard(Command, frozen=True, kw_only=True):
    """The cutting card appears; it is put aside and the end of the shoe announced."""


class RevealShoe(Command, frozen=True, kw_only=True):
    """Open the commitment of a virtual shoe that is over: nonce and order."""

    nonce: str
    order: str


class ShoeLoaded(Event, frozen=True, kw_only=True):
    """The shoe is in play."""

    number: int
    commitment: str | None = None


class CardsBurned(Event, frozen=True, kw_only=True):
    """Cards went to the discards before play."""

    option: str
    count: int
    card: Card | None = None
    shown_to: str | None = None


class CuttingCardShown(Event, frozen=True, kw_only=True):
    """The cutting card appeared; `coups_left` counts this coup when it came first."""

    first: bool
    coups_left: int
    says: str


class LastCoupAnnounced(Event, frozen=True, kw_only=True):
    """The coup with the cutting card is over: "last coup" is announced."""


class ShoeEnded(Event, frozen=True, kw_only=True):
    """No more coups are dealt from this shoe; `reason` in the words of whoever directed it."""

    why: str
    reason: str | None = None


class ShoeRevealed(Event, frozen=True, kw_only=True):
    """The order was opened, and is what was committed to and dealt."""

    nonce: str
    order: str


NONCE_BYTES = 32


def commit(nonce: bytes, order: tuple[Card, ...]) -> str:
    """SHA-256 over a 32-byte nonce and the order, as 64 hexadecimal digits."""
    return hashlib.sha256(nonce + bytes(order)).hexdigest()


@decides(
    LoadShoe,
    rules=("shuffle-before-play", "shuffle-after-last", "no-cut-in-device", "low-limit-device"),
)
def load(work: Work, command: LoadShoe) -> None:
    """Cards go into a shoe shuffled and cut, into a device shuffled only (4.6, 4.11)."""
    ready, rules = stack(work), work.edition.shoe
    device = work.house.source == DEVICE
    if device and ready.shuffled != DEVICE:
        cited = (*shuffle_clauses(work), *work.cite("no-cut-in-device"))
        refuse("not-shuffled", "The device has not shuffled the cards.", cited)
    if ready.shuffled is None and not pre_shuffled(ready):
        refuse("not-shuffled", "The cards are not shuffled.", shuffle_clauses(work))
    if work.house.low_limit and not device:
        work.forbid(
            "low-limit-device",
            "device-only",
            "Where low limit gaming is offered all cards come from a shuffling device.",
        )
    if not device and ready.behind is None:
        clauses = (*rules.cut.clauses, *rules.cutting_card[0].clauses)
        refuse("no-cutting-card", "The cutting card is not in the stack.", clauses)
    if work.house.virtual and not _commits(command.commitment):
        refuse("no-commitment", "A virtual shoe is committed to before its first card.")
    if not work.house.virtual and command.commitment is not None:
        refuse("commitment-not-virtual", "Nobody knows the order of a shoe that is not virtual.")
    old = work.table.shoe
    if old is not None and old.commitment is not None and not old.revealed:
        refuse("reveal-first", "The order of the last virtual shoe is opened first.")
    cited = work.cite("no-cut-in-device") if device else rules.cutting_card[0].clauses
    cited = (*rules.source.clauses, *cited)
    work.emit(ShoeLoaded, number=work.table.shoes + 1, commitment=command.commitment, clauses=cited)


def _commits(text: str | None) -> bool:
    """Whether a commitment is given as 64 hexadecimal digits."""
    return text is not None and len(text) == 64 and set(text) <= set("0123456789abcdef")


@decides(BurnCards, approvals=("burn-shown", "burn-by-value"))
def burn(work: Work, command: BurnCards) -> None:
    """One of the burn options, once, before the first coup; some need an approval (4.7)."""
    shoe = in_play(work)
    if shoe.burn_done is not None or shoe.coups or work.table.coup is not None:
        refuse(
            "too-late-to-burn",
            "Cards are burned once, before play.",
            work.edition.shoe.burn[0].clauses,
        )
    options = {option.name: option for option in work.edition.shoe.burn}
    option = options.get(command.option or work.edition.shoe.burn[0].name)
    if option is None:
        clauses = work.edition.shoe.burn[0].clauses
        refuse("unknown-burn", f"The burn is one of: {'; '.join(options)}.", clauses)
    clauses = option.clauses
    if option.approval is not None:
        key = "burn-by-value" if option.by_value else "burn-shown"
        clauses += authorise(work, key, command.approval)
    card = _shown(work, option, command)
    count = 1 if card is None else cards_burned(option, card)
    work.emit(
        CardsBurned,
        option=option.name,
        count=count,
        card=card,
        shown_to=command.asked_by,
        clauses=tuple(dict.fromkeys(clauses)),
    )


def _shown(work: Work, option: Burn, command: BurnCards) -> Card | None:
    """The first card, where this way of burning lets players see it: always, or on request."""
    asked = command.asked_by is not None
    if command.asked_by is not None:
        work.person(command.asked_by, "player")
    if option.shown == "never" and (asked or command.card is not None):
        refuse("card-not-shown", "The card is burned face down, unseen.", option.clauses)
    needs = option.asked_by_player or (option.shown == "on-request" and command.card is not None)
    if needs and not asked:
        refuse("not-asked", "The burned card is shown where a player asks.", option.clauses)
    if command.card is not None:
        return one_card(work, command.card)
    if option.shown == "always" or asked:
        refuse("card-missing", "The first card is shown: say which it is.", option.clauses)
    return None


@decides(ShowCuttingCard, troubled=True)
def show(work: Work, command: ShowCuttingCard) -> None:
    """First of a coup: that coup is the last; later: one more after this (4.9, 4.10)."""
    shoe = in_play(work)
    if shoe.cutting_card != "ahead":
        refuse("already-shown", "The cutting card has appeared already.")
    if shoe.behind is None:
        refuse("no-cutting-card", "There is no cutting card in a shuffling device.")
    if work.house.virtual and shoe.left != shoe.behind:
        refuse("not-yet", "The cutting card is not the next to come.")
    end = work.edition.shoe.end
    # A card set aside for the coming coup has left the shoe already: that coup has begun.
    first = work.table.coup is None and not shoe.aside
    left = coups_left(end, first=first)
    if shoe.coups_left is not None:  # an end that was ordered before is not put off
        left = min(left, shoe.coups_left - (work.table.coup is not None))
    says = "last coup" if first or not left else "last coup after this"
    work.emit(CuttingCardShown, first=first, coups_left=left, says=says, clauses=end.clauses)


@decides(RevealShoe, opens=True, who=("staff", "clock"))
def reveal(work: Work, command: RevealShoe) -> None:
    """The commitment must open to the order, and the cards dealt must be that order's."""
    shoe = work.table.shoe
    if shoe is None or shoe.over is None or shoe.revealed or shoe.commitment is None:
        refuse("nothing-to-reveal", "No virtual shoe is over and unopened.")
    order = sure(parse(command.order))
    try:
        nonce = bytes.fromhex(command.nonce)
    except ValueError:
        nonce = b""
    if len(nonce) != NONCE_BYTES:
        refuse("bad-nonce", f"The nonce is {2 * NONCE_BYTES} hexadecimal digits.")
    if commit(nonce, order) != shoe.commitment:
        refuse("commitment-broken", "Nonce and order do not open the commitment.")
    copies = (shoe.total - shoe.added) // CARDS_IN_DECK
    if Counter(order) != Counter(dict.fromkeys(range(CARDS_IN_DECK), copies)):
        decks = work.edition.decks.clauses
        refuse("not-whole-decks", f"The order is not that of {copies} whole decks.", decks)
    for place, card in enumerate(shoe.drawn):
        if card is not None and order[place] != card:
            refuse(
                "order-broken",
                f"Card {place + 1} was {name(card)} at the table and is {name(order[place])} "
                "in the order.",
            )
    work.emit(ShoeRevealed, nonce=command.nonce, order=command.order)


def in_play(work: Work) -> Shoe:
    """The shoe in play; cards are dealt from nothing else (3.6, 4.1)."""
    shoe = work.table.shoe
    if shoe is None or shoe.over is not None or work.table.stack is not None:
        cited = (*work.edition.shoe.source.clauses, *shuffle_clauses(work))
        if shoe is not None and shoe.over == LAST_COUP:
            cited += work.edition.shoe.end.clauses
        refuse("no-shoe", "No shoe is in play.", tuple(dict.fromkeys(cited)))
    verified(work)
    return shoe


def one_card(work: Work, text: str, *others: Card) -> Card:
    """One card, of which the shoe must still hold a copy beside those seen and `others`."""
    cards = sure(parse(text))
    if len(cards) != 1:
        refuse("one-card", f"'{text}' is not one card.")
    shoe = work.table.shoe
    card = cards[0]
    if shoe is not None and shoe.seen[card] + others.count(card) >= work.house.decks:
        refuse(
            "too-many-copies",
            f"All {work.house.decks} of {name(card)} have been seen in this shoe.",
            work.edition.decks.clauses,
        )
    return card


def as_found(work: Work, place: int, card: Card | None) -> None:
    """A card that lay face up in the shoe is that card when it is seen in play (12.5)."""
    found = work.table.shoe.face_up if work.table.shoe is not None else None
    if found is not None and found.place == place and card not in (None, found.card):
        refuse("another-card", f"The card found face up is {name(found.card)}.", found.clauses)


def see(seen: tuple[int, ...], card: Card) -> tuple[int, ...]:
    """One more copy of a card seen."""
    return (*seen[:card], seen[card] + 1, *seen[card + 1 :])


def conserved(shoe: Shoe, on_table: int) -> bool:
    """Every card is somewhere: shoe, table, aside, discards, burned, removed."""
    held = shoe.left + on_table + len(shoe.aside) + shoe.discards + shoe.burned
    return held + shoe.removed + shoe.missing == shoe.total


@applies(ShoeLoaded)
def loaded(table: Table, event: ShoeLoaded) -> Table:
    """In play; all cards in it."""
    assert table.stack is not None
    total = table.stack.decks * CARDS_IN_DECK
    shoe = Shoe(
        number=event.number,
        total=total,
        left=total,
        backs=table.stack.backs,
        behind=table.stack.behind,
        commitment=event.commitment,
        cut=table.stack.cut_by is not None,
        cut_by_player=table.stack.cut_by_player,
        handled=table.stack.handled,
    )
    return replace(table, stack=None, shoe=shoe, shoes=event.number, next_no_bet=None)


def change_shoe(table: Table, **fields: object) -> Table:
    """The table with its shoe changed."""
    assert table.shoe is not None
    return replace(table, shoe=replace(table.shoe, **fields))


@applies(CardsBurned)
def burned(table: Table, event: CardsBurned) -> Table:
    """The cards are out of play; only a card that was shown is known."""
    shoe = table.shoe
    assert shoe is not None
    return change_shoe(
        table,
        left=shoe.left - event.count,
        burned=shoe.burned + event.count,
        burn_done=event.option,
        drawn=(*shoe.drawn, event.card, *(None,) * (event.count - 1)),
        seen=shoe.seen if event.card is None else see(shoe.seen, event.card),
    )


@applies(CuttingCardShown)
def shown(table: Table, event: CuttingCardShown) -> Table:
    """The last coup is known. A coup in progress is counted when it ends."""
    left = event.coups_left if event.first else event.coups_left + 1
    return change_shoe(table, cutting_card="first" if event.first else "later", coups_left=left)


def announce_last(work: Work) -> None:
    """After the coup in which the cutting card appeared "last coup" is announced (4.9)."""
    shoe = work.table.shoe
    if shoe is not None and shoe.cutting_card == "later" and shoe.coups_left == 1:
        work.emit(LastCoupAnnounced, clauses=work.edition.shoe.end.clauses)


@applies(LastCoupAnnounced)
def last_announced(table: Table, event: LastCoupAnnounced) -> Table:
    """A call changes nothing."""
    return table


@applies(ShoeEnded)
def ended(table: Table, event: ShoeEnded) -> Table:
    """What is aside goes out with the shoe."""
    shoe = table.shoe
    assert shoe is not None
    table = change_shoe(table, over=event.why, aside=(), discards=shoe.discards + len(shoe.aside))
    return replace(table, next_no_bet=None)


@applies(ShoeRevealed)
def revealed(table: Table, event: ShoeRevealed) -> Table:
    """Opened."""
    return change_shoe(table, revealed=True)
