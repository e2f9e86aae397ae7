"""Rulings on the cards themselves: reconstructed hands, confirmed outcomes, cards to be checked."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.cards import Card, name, parse
from pitboss.editions.procedures import Ruling
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse, sure
from pitboss.table.betting.options import offer_option
from pitboss.table.cards.deal import change_coup
from pitboss.table.cards.parts import Slot
from pitboss.table.cards.shoe import change_shoe, see
from pitboss.table.machine import Command, Query, TableEvent, Work, decides, replace
from pitboss.table.rulings.effects import coup_of, end_shoe, return_all, void
from pitboss.table.rulings.rule import GiveRuling, awaited, effect, over
from pitboss.table.state import Round, Table, Trouble

FACE_DOWN = "?"
Lying = Mapping[str, tuple[Slot, ...]]
"""The cards of each hand as they lie."""


class RecordCardCheck(Command, frozen=True, kw_only=True):
    """Say what the check of the decks at the table found."""

    missing: int = 0
    foreign: int = 0


class CoupReconstructed(TableEvent, frozen=True, kw_only=True):
    """The hands lie as they should have been dealt."""

    hands: Mapping[str, tuple[Slot, ...]]

    def changes(self, table: Table) -> Table:
        """As the hands lie now; what was announced of them is announced anew."""
        shoe = table.shoe
        assert shoe is not None
        drawn: list[Card | None] = list(shoe.drawn)
        for slots in self.hands.values():
            for slot in slots:
                drawn[slot.number] = slot.card
        seen = _faces(table, self.hands)
        table = change_shoe(table, seen=seen, drawn=tuple(drawn))
        return change_coup(table, hands=self.hands, complete=False)


class RemainderRemoved(TableEvent, frozen=True, kw_only=True):
    """The cards left in the shoe were taken out to be checked."""

    count: int

    def changes(self, table: Table) -> Table:
        """Out of the shoe."""
        shoe = table.shoe
        assert shoe is not None
        return change_shoe(table, left=shoe.left - self.count, removed=shoe.removed + self.count)


class DecksChecked(TableEvent, frozen=True, kw_only=True):
    """The decks were checked at the table."""

    missing: int = 0
    foreign: int = 0

    def changes(self, table: Table) -> Table:
        """What is missing is known."""
        table = replace(table, unverified=None)
        shoe = table.shoe
        if shoe is None:
            return table
        return change_shoe(
            table,
            removed=shoe.removed - self.missing,
            missing=shoe.missing + self.missing,
            foreign=shoe.foreign + self.foreign,
        )


@effect("reconstruct", awaits="answers")
def reconstruct(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The hands are put right; then players may take wagers back if the round goes on."""
    coup = coup_of(work)
    hands = _rearranged(coup, command, ruling.clauses)
    if not work.play.complies(work, replace(coup, hands=hands)):
        refuse("not-reconstructed.reconstruct", ruling.clauses)
    work.emit(CoupReconstructed, hands=hands, clauses=ruling.clauses)
    # A result that all can see is no coup that resumes: then no option arises.
    done = work.play.due(work, coup_of(work)) == "none"
    if done or not offer_option(work, "remove", ruling.clauses):
        over(work)


@effect("put-right")
def put_right(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The hands are put as they should lie; house and players accept what comes of it."""
    coup = coup_of(work)
    hands = _rearranged(coup, command, ruling.clauses)
    if not work.play.complies(work, replace(coup, hands=hands)):
        refuse("not-reconstructed.reconstruct", ruling.clauses)
    work.emit(CoupReconstructed, hands=hands, clauses=ruling.clauses)


def _rearranged(coup: Round, command: GiveRuling, clauses: Clauses) -> Lying:
    """The same cards in the order given; face down ones are written `?`."""
    if not command.hands:
        return coup.hands
    pool = sorted(coup.slots, key=lambda slot: slot.number)
    hands = {}
    for hand in (*coup.hands, *(one for one in command.hands if one not in coup.hands)):
        slots = []
        for word in command.hands.get(hand, "").split():
            card = None if word == FACE_DOWN else sure(parse(word))[0]
            slot = next((one for one in pool if one.card == card), None)
            if slot is None:
                refuse("another-card.rearranged", clauses, word=word)
            pool.remove(slot)
            slots.append(slot)
        hands[hand] = tuple(slots)
    if pool:
        left = ", ".join(FACE_DOWN if slot.card is None else name(slot.card) for slot in pool)
        refuse("card-left-over", clauses, left=left)
    return hands


def confirm_in_play(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The outcome is that of the actual cards, as the supervisor found them."""
    coup = coup_of(work)
    if not command.hands:
        return
    hands = {
        hand: _actual(slots, command.hands.get(hand), ruling.clauses)
        for hand, slots in coup.hands.items()
    }
    fixed = replace(coup, hands=hands)
    if not work.play.complies(work, fixed) or work.play.due(work, fixed) != "none":
        refuse("not-confirmed", ruling.clauses)
    seen = _faces(work.table, hands)
    if any(copies > work.house.decks for copies in seen):
        refuse("too-many-copies.confirm-settled", work.edition.decks.clauses)
    work.emit(CoupReconstructed, hands=hands, clauses=ruling.clauses)


def _actual(slots: tuple[Slot, ...], text: str | None, clauses: Clauses) -> tuple[Slot, ...]:
    cards = sure(parse(text or ""))
    same_number(len(slots), cards, clauses)
    return tuple(replace(slot, card=card) for slot, card in zip(slots, cards, strict=True))


def same_number(dealt: int, cards: tuple[Card, ...], clauses: Clauses) -> None:
    """A hand is of as many cards as were dealt to it."""
    if len(cards) != dealt:
        refuse("another-card.same-number", clauses, dealt=dealt)


@effect("void-and-check", awaits="check")
def void_and_check(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The coup of discovery is void, the cards are removed and checked."""
    if work.table.coup is not None:
        void(work, ruling.says, ruling.clauses)
    remove_cards(work, ruling.clauses)


@effect("remove-and-check", awaits="check")
def remove_and_check(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The remaining cards are removed and checked."""
    remove_cards(work, ruling.clauses)


def remove_cards(work: Work, clauses: Clauses) -> None:
    """No coup can follow from this shoe: wagers placed for one go back, the cards come out."""
    return_all(work, "cards removed", clauses)
    end_shoe(work, "cards to be checked", clauses)
    shoe = work.table.shoe
    if shoe is not None:
        work.emit(RemainderRemoved, count=shoe.left, clauses=clauses)


def _check(work: Query) -> Trouble:
    return awaited(work, "check")


@decides(RecordCardCheck, troubled=True, opens=True, needs=(_check,))
def record_check(work: Work, command: RecordCardCheck) -> None:
    """Nothing goes on at the table until the check is recorded."""
    trouble = _check(work)
    shoe = work.table.shoe
    most = shoe.removed if shoe is not None else 0
    if not 0 <= command.missing <= most or command.foreign < 0:
        refuse("bad-count", trouble.clauses, most=most)
    work.emit(DecksChecked, command, clauses=trouble.clauses)
    over(work)


def _faces(table: Table, hands: Lying) -> tuple[int, ...]:
    """The copies seen once the hands of the round show these cards."""
    shoe, coup = table.shoe, table.coup
    assert shoe is not None
    assert coup is not None
    seen = list(shoe.seen)
    for slot in coup.slots:
        if slot.card is not None:
            seen[slot.card] -= 1
    counts = tuple(seen)
    for slots in hands.values():
        for slot in slots:
            if slot.card is not None:
                counts = see(counts, slot.card)
    return counts
