"""A shoe in play: loaded, burned from, its cutting card met, its end.

The core never knows an order that nobody has seen: a card is told when it is exposed. A
virtual shoe's order is committed to when it is loaded and opened when it is over.
"""

from __future__ import annotations

import hashlib
from collections import Counter

from pitboss.cards import CARDS_IN_DECK, name, parse
from pitboss.cards import Card as Face
from pitboss.editions.values import Burn
from pitboss.hexadecimal import DIGITS, octets
from pitboss.refusal import refuse, sure
from pitboss.shoe import cards_burned, check_source, coups_left
from pitboss.table.authority.approvals import authorise
from pitboss.table.cards.inspection import looked_at
from pitboss.table.cards.parts import Shoe
from pitboss.table.cards.sets import LAST_COUP, of_stack, shuffle_clauses, stack, verified
from pitboss.table.machine import Command, PublicEvent, Query, TableEvent, Work, decides, replace
from pitboss.table.play import Card
from pitboss.table.state import Betting, Table


class LoadShoe(Command, frozen=True, kw_only=True):
    """Put the stack into the shoe or device; a virtual shoe gives its commitment.

    `uncut`: the cards went into the shoe though nobody had cut them.
    """

    commitment: str | None = None
    uncut: bool = False


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


class ShoeLoaded(PublicEvent, frozen=True, kw_only=True):
    """The shoe is in play; `uncut`: with cards that were not cut, so for one coup only."""

    number: int
    commitment: str | None = None
    uncut: bool = False

    def changes(self, table: Table) -> Table:
        """In play; all cards in it."""
        assert table.stack is not None
        total = table.stack.decks * CARDS_IN_DECK
        shoe = Shoe(
            number=self.number,
            total=total,
            left=total,
            backs=table.stack.backs,
            behind=table.stack.behind,
            commitment=self.commitment,
            cut=table.stack.cut_by is not None,
            cut_by_player=table.stack.cut_by_player,
            handled=table.stack.handled,
            coups_left=1 if self.uncut else None,  # one coup is completed before the cut
        )
        table = replace(table, stack=None, shoe=shoe, shoes=self.number)
        return replace(table, next_no_bet=None, no_bet_left=0)


class CardsBurned(TableEvent, frozen=True, kw_only=True):
    """Cards went to the discards before play."""

    option: str
    count: int
    card: Face | None = None
    shown_to: str | None = None

    def changes(self, table: Table) -> Table:
        """The cards are out of play; only a card that was shown is known."""
        shoe = table.shoe
        assert shoe is not None
        return change_shoe(
            table,
            left=shoe.left - self.count,
            burned=shoe.burned + self.count,
            burn_done=self.option,
            drawn=(*shoe.drawn, self.card, *(None,) * (self.count - 1)),
            seen=shoe.seen if self.card is None else see(shoe.seen, self.card),
        )


class CuttingCardShown(PublicEvent, frozen=True, kw_only=True):
    """The cutting card appeared; `coups_left` counts this coup when it came first.

    `early`: so many cards sooner than the record of where it was placed had it. `hand` is the one
    that it came on in place of a card, and `player` who decides for it.
    """

    first: bool
    coups_left: int
    says: str
    early: int = 0
    hand: str | None = None
    player: str | None = None

    def changes(self, table: Table) -> Table:
        """The last coup is known. A coup in progress is counted when it ends."""
        table = end_known(table, first=self.first, coups_left=self.coups_left)
        return change_shoe(table, past=None, shown_to=self.player)


class LastCoupAnnounced(PublicEvent, frozen=True, kw_only=True):
    """The coup with the cutting card is over: "last coup" is announced."""

    def changes(self, table: Table) -> Table:
        """A call changes nothing."""
        return table


class ShoeEnded(PublicEvent, frozen=True, kw_only=True):
    """No more coups are dealt from this shoe; `reason` in the words of whoever directed it."""

    why: str
    reason: str | None = None

    def changes(self, table: Table) -> Table:
        """What is aside goes out with the shoe."""
        shoe = table.shoe
        assert shoe is not None
        table = change_shoe(
            table, over=self.why, aside=(), discards=shoe.discards + len(shoe.aside)
        )
        betting = table.betting if table.coup is not None else Betting()
        return replace(table, next_no_bet=None, no_bet_left=0, betting=betting)


class ShoeRevealed(PublicEvent, frozen=True, kw_only=True):
    """The order was opened, and is what was committed to and dealt."""

    nonce: str
    order: str

    def changes(self, table: Table) -> Table:
        """Opened."""
        return change_shoe(table, revealed=True)


CUTTING_CARD = "cutting card"


def commit(nonce: bytes, order: tuple[Face, ...]) -> str:
    """SHA-256 over a 32-byte nonce and the order, as 64 hexadecimal digits."""
    return hashlib.sha256(nonce + bytes(order)).hexdigest()


@decides(
    LoadShoe,
    rules=(
        *("shuffle-before-play", "shuffle-after-last", "no-cut-in-device", "low-limit-device"),
        "check-required",
    ),
    needs=(stack,),
)
def load(work: Work, command: LoadShoe) -> None:
    """Cards go into a shoe shuffled and cut, into a device shuffled only."""
    ready, rules = stack(work), work.edition.shoe
    device, source = work.device, work.house.source
    sure(check_source(rules.source, source))
    if device and ready.shuffled != source:
        cited = (*shuffle_clauses(work), *work.cite("no-cut-in-device"))
        refuse("not-shuffled.load", cited)
    if ready.checked is None and command.commitment is None:
        work.forbid("check-required", "not-checked.load")
    if ready.shuffled is None and not of_stack(work, ready).pre_shuffled:
        refuse("not-shuffled.uncut", shuffle_clauses(work))
    looked_at(work, ready)
    if work.house.low_limit and not device:
        work.forbid("low-limit-device", "device-only")
    if command.uncut and (device or work.house.virtual or ready.cut_by is not None):
        refuse("not-uncut", rules.cut.clauses)
    if not device and ready.behind is None and not command.uncut:
        clauses = (*rules.cut.clauses, *rules.cutting_card[0].clauses)
        refuse("no-cutting-card.load", clauses)
    if work.house.virtual and not _commits(command.commitment):
        refuse("no-commitment")
    if not work.house.virtual and command.commitment is not None:
        refuse("commitment-not-virtual")
    old = work.table.shoe
    if old is not None and old.commitment is not None and not old.revealed:
        refuse("reveal-first")
    cited = work.cite("no-cut-in-device") if device else rules.cutting_card[0].clauses
    cited = (*rules.source.clauses, *cited)
    work.emit(
        ShoeLoaded,
        number=work.table.shoes + 1,
        commitment=command.commitment,
        uncut=command.uncut,
        clauses=cited,
    )


def _commits(text: str | None) -> bool:
    """Whether a commitment is given as 64 hexadecimal digits."""
    return text is not None and len(text) == 64 and set(text) <= set("0123456789abcdef")


def _unburned(work: Query) -> None:
    shoe, first = in_play(work), work.edition.shoe.burn[0]
    if shoe.burn_done is not None or shoe.coups or work.table.coup is not None:
        refuse("too-late-to-burn", first.clauses)


@decides(BurnCards, approvals=("burn-shown", "burn-by-value"), needs=(_unburned,))
def burn(work: Work, command: BurnCards) -> None:
    """One of the burn options, once, before the first coup; some need an approval."""
    _unburned(work)
    options = {option.name: option for option in work.edition.shoe.burn}
    option = options.get(command.option or work.edition.shoe.burn[0].name)
    if option is None:
        clauses = work.edition.shoe.burn[0].clauses
        refuse("unknown-burn", clauses, options="; ".join(options))
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


def _shown(work: Work, option: Burn, command: BurnCards) -> Face | None:
    """The first card, where this way of burning lets players see it: always, or on request."""
    asked = command.asked_by is not None
    if command.asked_by is not None:
        work.player(command.asked_by)
    if option.shown == "never" and (asked or command.card is not None):
        refuse("card-not-shown", option.clauses)
    needs = option.asked_by_player or (option.shown == "on-request" and command.card is not None)
    if needs and not asked:
        refuse("not-asked", option.clauses)
    if command.card is not None:
        return one_card(work, command.card)
    if option.shown == "always" or asked:
        refuse("card-missing", option.clauses)
    return None


def _to_come(work: Query) -> int:
    """The cards before the cutting card, where it is still to come and may come now."""
    shoe = in_play(work)
    if shoe.cutting_card != "ahead" and shoe.past != CUTTING_CARD:
        refuse("already-shown")
    if shoe.behind is None:
        refuse("no-cutting-card.show")
    if work.house.virtual and shoe.left > shoe.behind:
        refuse("not-yet")
    return shoe.left - shoe.behind


@decides(ShowCuttingCard, troubled=True, needs=(_to_come,))
def show(work: Work, command: ShowCuttingCard) -> None:
    """First of a coup: that coup is the last; later: one more after this."""
    ahead = _to_come(work)
    first, left = end_from_here(work)
    hand, player = came_on(work)
    work.emit(
        CuttingCardShown,
        hand=hand,
        player=player,
        first=first,
        coups_left=left,
        says="last coup" if first or not left else "last coup after this",
        early=max(0, ahead),
        clauses=work.edition.shoe.end.clauses,
    )
    if first and not left:  # not even the round that it comes before
        work.emit(ShoeEnded, why=LAST_COUP, clauses=work.edition.shoe.end.clauses)


def came_on(work: Query) -> tuple[str | None, str | None]:
    """The hand that the cutting card comes on and who decides for it, where that counts."""
    coup = work.table.coup
    step = work.play.next(work) if coup is not None and work.rule("cut-box-shown") else None
    if coup is None or not isinstance(step, Card):
        return None, None
    return step.hand, work.play.decider(coup, step.hand)


def end_from_here(work: Work) -> tuple[bool, int]:
    """Whether the cutting card comes first in a coup here, and the coups then left."""
    shoe = in_play(work)
    # A card set aside for the coming coup has left the shoe already: that coup has begun.
    first = work.table.coup is None and not shoe.aside
    left = coups_left(work.edition.shoe.end, first=first)
    if shoe.coups_left is not None:  # an end that was ordered before is not put off
        left = min(left, shoe.coups_left - (work.table.coup is not None))
    return first, left


def cutting_card_next(shoe: Shoe) -> bool:
    """Whether the cutting card must have come: by the record the next card lay behind it."""
    return shoe.behind is not None and shoe.cutting_card == "ahead" and shoe.left <= shoe.behind


def called(work: Query) -> None:
    """No card leaves the shoe for a round before the call that closes betting on it."""
    table, close = work.table, work.edition.close
    if close.at == "call" and table.next_no_bet is None and not table.betting.closed:
        refuse("call-first", close.clauses)


def not_behind(work: Work) -> None:
    """No card is taken from behind the cutting card before that is shown."""
    shoe = work.table.shoe
    if shoe is not None and cutting_card_next(shoe):
        refuse("cutting-card-next", work.edition.shoe.end.clauses)


def _unopened(work: Query) -> Shoe:
    """The virtual shoe that is over and whose order is to be opened."""
    shoe = work.table.shoe
    if shoe is None or shoe.over is None or shoe.revealed or shoe.commitment is None:
        refuse("nothing-to-reveal.unopened")
    return shoe


@decides(RevealShoe, opens=True, who=("staff", "clock"), needs=(_unopened,))
def reveal(work: Work, command: RevealShoe) -> None:
    """The commitment must open to the order, and the cards dealt must be that order's."""
    shoe = _unopened(work)
    order = sure(parse(command.order))
    nonce = octets(command.nonce)
    if nonce is None:
        refuse("bad-nonce", value=DIGITS)
    if commit(nonce, order) != shoe.commitment:
        refuse("commitment-broken")
    copies = (shoe.total - shoe.added) // CARDS_IN_DECK
    if Counter(order) != Counter(dict.fromkeys(range(CARDS_IN_DECK), copies)):
        decks = work.edition.decks.clauses
        refuse("not-whole-decks.reveal", decks, copies=copies)
    for place, card in enumerate(shoe.drawn):
        if card is not None and order[place] != card:
            refuse("order-broken", place=place + 1, card=name(card), order=name(order[place]))
    work.emit(ShoeRevealed, nonce=command.nonce, order=command.order)


def in_play(work: Query) -> Shoe:
    """The shoe in play; cards are dealt from nothing else."""
    shoe = work.table.shoe
    if shoe is None or shoe.over is not None or work.table.stack is not None:
        cited = (*work.edition.shoe.source.clauses, *shuffle_clauses(work))
        key = "no-shoe.in-play"
        if shoe is not None and shoe.over == LAST_COUP:
            cited += work.edition.shoe.end.clauses
            key = "no-shoe.last-coup"
        refuse(key, tuple(dict.fromkeys(cited)))
    verified(work)
    return shoe


def one_card(work: Work, text: str, *others: Face) -> Face:
    """One card, of which the shoe must still hold a copy beside those seen and `others`."""
    cards = sure(parse(text))
    if len(cards) != 1:
        refuse("one-card", text=text)
    shoe = work.table.shoe
    card = cards[0]
    if shoe is not None and shoe.seen[card] + others.count(card) >= work.house.decks:
        refuse(
            "too-many-copies.one-card",
            work.edition.decks.clauses,
            decks=work.house.decks,
            card=name(card),
        )
    return card


def as_found(work: Work, place: int, card: Face | None) -> None:
    """A card that lay face up in the shoe is that card when it is seen in play."""
    found = work.table.shoe.face_up if work.table.shoe is not None else None
    if found is not None and found.place == place and card not in (None, found.card):
        refuse("another-card.as-found", found.clauses, card=name(found.card))


def see(seen: tuple[int, ...], card: Face) -> tuple[int, ...]:
    """One more copy of a card seen."""
    return (*seen[:card], seen[card] + 1, *seen[card + 1 :])


def conserved(shoe: Shoe, on_table: int) -> bool:
    """Every card is somewhere: shoe, table, aside, discards, burned, removed."""
    held = shoe.left + on_table + len(shoe.aside) + shoe.discards + shoe.burned
    return held + shoe.removed + shoe.missing == shoe.total


def change_shoe(table: Table, **fields: object) -> Table:
    """The table with its shoe changed."""
    assert table.shoe is not None
    return replace(table, shoe=replace(table.shoe, **fields))


def end_known(table: Table, *, first: bool, coups_left: int) -> Table:
    """So many coups are left from the cutting card on."""
    left = coups_left if first else coups_left + 1
    return change_shoe(table, cutting_card="first" if first else "later", coups_left=left)


def announce_last(work: Work) -> None:
    """After the coup in which the cutting card appeared "last coup" is announced."""
    shoe = work.table.shoe
    no_bet = work.table.next_no_bet is not None
    if shoe is not None and shoe.cutting_card == "later" and shoe.coups_left == 1 and not no_bet:
        work.emit(LastCoupAnnounced, clauses=work.edition.shoe.end.clauses)
