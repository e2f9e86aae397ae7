"""Rulings on the cards themselves: reconstructed hands, confirmed outcomes, cards to be checked."""

from __future__ import annotations

from pitboss.cards import Card, name, parse
from pitboss.editions.floor import Ruling
from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse, sure
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.dealing import change_coup, due, tableau
from pitboss.table.effects import coup_of, end_shoe, return_all, void
from pitboss.table.options import offer_option
from pitboss.table.shoe import change_shoe, see
from pitboss.table.sightings import due_in
from pitboss.table.state import Coup, Slot, Table
from pitboss.table.trouble import GiveRuling, awaited, effect, over

FACE_DOWN = "?"


class RecordCardCheck(Command, frozen=True, kw_only=True):
    """Say what the check of the decks at the table found."""

    missing: int = 0
    foreign: int = 0


class CoupReconstructed(Event, frozen=True, kw_only=True):
    """The hands lie as they should have been dealt."""

    player: tuple[Slot, ...]
    banker: tuple[Slot, ...]


class RemainderRemoved(Event, frozen=True, kw_only=True):
    """The cards left in the shoe were taken out to be checked."""

    count: int


class DecksChecked(Event, frozen=True, kw_only=True):
    """The decks were checked at the table."""

    missing: int = 0
    foreign: int = 0


@effect("reconstruct", awaits="answers")
def reconstruct(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The hands are put right; then players may take wagers back if the coup goes on (12.1.1)."""
    coup = coup_of(work)
    player, banker = _rearranged(coup, command, ruling.clauses)
    fixed = replace(coup, player=player, banker=banker)
    if not complies(work, fixed):
        refuse(
            "not-reconstructed",
            "The hands do not lie as the rules would have dealt them.",
            ruling.clauses,
        )
    work.emit(CoupReconstructed, player=player, banker=banker, clauses=ruling.clauses)
    # A result that all can see is no coup that resumes: then no option arises (X23).
    if due_in(work, coup_of(work)) == "none" or not offer_option(work, "remove", ruling.clauses):
        over(work)


def _rearranged(
    coup: Coup, command: GiveRuling, clauses: Clauses
) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    """The same cards in the order given; face down ones are written `?`."""
    if command.player is None and command.banker is None:
        return coup.player, coup.banker
    pool = sorted((*coup.player, *coup.banker), key=lambda slot: slot.number)
    hands = []
    for text in (command.player or "", command.banker or ""):
        hand = []
        for word in text.split():
            card = None if word == FACE_DOWN else sure(parse(word))[0]
            slot = next((one for one in pool if one.card == card), None)
            if slot is None:
                refuse("another-card", f"'{word}' is not among the cards of the coup.", clauses)
            pool.remove(slot)
            hand.append(slot)
        hands.append(tuple(hand))
    if pool:
        left = ", ".join(FACE_DOWN if slot.card is None else name(slot.card) for slot in pool)
        refuse("card-left-over", f"Not placed: {left}.", clauses)
    return hands[0], hands[1]


def complies(work: Work, coup: Coup) -> bool:
    """Whether the hands are what the initial deal and the tableau give (7.3, 9)."""
    player, banker = coup.player, coup.banker
    dealt = len(player) + len(banker)
    if dealt <= 4:
        return len(player) == (dealt + 1) // 2
    if len(player) < 2 or len(banker) < 2 or len(player) > 3 or len(banker) > 3:
        return False
    if any(slot.card is None for slot in (*player[:2], *banker[:2])):
        return False
    so_far = replace(coup, player=player[:2], banker=banker[:2])
    for hand in [*["player"] * (len(player) - 2), *["banker"] * (len(banker) - 2)]:
        wanted = due(tableau(work), so_far)
        if wanted is None or wanted[0] != hand:
            return False
        cards = player if hand == "player" else banker
        if cards[2].card is None:
            return hand == ("banker" if len(banker) > 2 else "player")
        so_far = replace(so_far, **{hand: cards})
    return True


@effect("confirm-outcome")
def confirm(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The outcome is that of the actual cards, as the supervisor found them (Star 12.13)."""
    coup = coup_of(work)
    if command.player is None and command.banker is None:
        return
    player = _actual(work, coup.player, command.player, ruling.clauses)
    banker = _actual(work, coup.banker, command.banker, ruling.clauses)
    fixed = replace(coup, player=player, banker=banker)
    if not complies(work, fixed) or due_in(work, fixed) != "none":
        refuse("not-confirmed", "These hands are no completed coup.", ruling.clauses)
    seen = _faces(work.table, player, banker)
    if any(copies > work.house.decks for copies in seen):
        refuse("too-many-copies", "The decks do not hold these cards.", work.edition.decks.clauses)
    work.emit(CoupReconstructed, player=player, banker=banker, clauses=ruling.clauses)


def _actual(
    work: Work, slots: tuple[Slot, ...], text: str | None, clauses: Clauses
) -> tuple[Slot, ...]:
    cards = sure(parse(text or ""))
    if len(cards) != len(slots):
        refuse("another-card", f"The hand has {len(slots)} cards.", clauses)
    return tuple(replace(slot, card=card) for slot, card in zip(slots, cards, strict=True))


@effect("void-and-check", awaits="check")
def void_and_check(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The coup of discovery is void, the cards are removed and checked (Star 12.11)."""
    if work.table.coup is not None:
        void(work, ruling.says, ruling.clauses)
    remove_cards(work, ruling.says, ruling.clauses)


@effect("remove-and-check", awaits="check")
def remove_and_check(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The remaining cards are removed and checked (Star 12.5.1)."""
    remove_cards(work, ruling.says, ruling.clauses)


def remove_cards(work: Work, why: str, clauses: Clauses) -> None:
    """No coup can follow from this shoe: wagers placed for one go back, the cards come out."""
    return_all(work, "cards removed", clauses)
    end_shoe(work, "cards to be checked", clauses)
    shoe = work.table.shoe
    if shoe is not None:
        work.emit(RemainderRemoved, count=shoe.left, clauses=clauses)


@decides(RecordCardCheck, troubled=True, opens=True)
def record_check(work: Work, command: RecordCardCheck) -> None:
    """Nothing goes on at the table until the check is recorded (Star 12.11.3)."""
    trouble = awaited(work, "check")
    shoe = work.table.shoe
    most = shoe.removed if shoe is not None else 0
    if not 0 <= command.missing <= most or command.foreign < 0:
        refuse("bad-count", f"Between none and {most} cards may be missing.", trouble.clauses)
    work.emit(
        DecksChecked, missing=command.missing, foreign=command.foreign, clauses=trouble.clauses
    )
    over(work)


def _faces(table: Table, player: tuple[Slot, ...], banker: tuple[Slot, ...]) -> tuple[int, ...]:
    """The copies seen once the hands of the coup show these cards."""
    shoe, coup = table.shoe, table.coup
    assert shoe is not None
    assert coup is not None
    seen = list(shoe.seen)
    for slot in (*coup.player, *coup.banker):
        if slot.card is not None:
            seen[slot.card] -= 1
    counts = tuple(seen)
    for slot in (*player, *banker):
        if slot.card is not None:
            counts = see(counts, slot.card)
    return counts


@applies(CoupReconstructed)
def reconstructed(table: Table, event: CoupReconstructed) -> Table:
    """As the hands lie now; counts and result are announced anew."""
    shoe = table.shoe
    assert shoe is not None
    drawn: list[Card | None] = list(shoe.drawn)
    for slot in (*event.player, *event.banker):
        drawn[slot.number] = slot.card
    seen = _faces(table, event.player, event.banker)
    table = change_shoe(table, seen=seen, drawn=tuple(drawn))
    return change_coup(
        table,
        player=event.player,
        banker=event.banker,
        counts_announced=False,
        result_announced=False,
    )


@applies(RemainderRemoved)
def cards_removed(table: Table, event: RemainderRemoved) -> Table:
    """Out of the shoe."""
    shoe = table.shoe
    assert shoe is not None
    return change_shoe(table, left=shoe.left - event.count, removed=shoe.removed + event.count)


@applies(DecksChecked)
def cards_checked(table: Table, event: DecksChecked) -> Table:
    """What is missing is known."""
    table = replace(table, unverified=None)
    shoe = table.shoe
    if shoe is None:
        return table
    return change_shoe(
        table,
        removed=shoe.removed - event.missing,
        missing=shoe.missing + event.missing,
        foreign=shoe.foreign + event.foreign,
    )
