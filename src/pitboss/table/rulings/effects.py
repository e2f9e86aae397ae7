"""What rulings do: void a coup, move the card that came out in error, order the end of a shoe.

Each effect is a small function under the name that rulings use. It makes ordinary events: a
wager goes back, a coup is void, a card is dealt, a shoe is over.
"""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.editions.procedures import Ruling
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.options import WagersFixed, offer_option
from pitboss.table.betting.place import none_left
from pitboss.table.betting.returns import CollectedReturned, InterimRepaid, give_back, of_this_round
from pitboss.table.cards.parts import FaceUp
from pitboss.table.cards.shoe import ShoeEnded, change_shoe, in_play, see
from pitboss.table.machine import Command, PublicEvent, Query, TableEvent, Work, decides, replace
from pitboss.table.matters.payment_errors import left_over
from pitboss.table.people.bank import in_float
from pitboss.table.procedures.dummy import make_no_bet, order_no_bet, seen_early
from pitboss.table.rulings.rule import GiveRuling, effect, the_ruling
from pitboss.table.settlement.held import held_apart
from pitboss.table.settlement.settle import CoupVoided, end_of_coup
from pitboss.table.state import Round, Table
from pitboss.table.tournament.coups import coup_void


class ReshuffleAfterVoid(Command, frozen=True, kw_only=True):
    """Take the remaining cards from the shoe after a void coup, all players agreeing."""

    agreed: tuple[str, ...]


class LastCoupOrdered(PublicEvent, frozen=True, kw_only=True):
    """The end of the shoe is ordered: so many coups are left, this one included."""

    coups_left: int
    why: str

    def changes(self, table: Table) -> Table:
        """The end is known; a coup in progress is counted when it ends."""
        return change_shoe(table, coups_left=self.coups_left)


class CardFoundFaceUp(TableEvent, frozen=True, kw_only=True):
    """The next card of the shoe is known, as it lay face up; it is played all the same."""

    card: Card
    place: int

    def changes(self, table: Table) -> Table:
        """No other card can come next."""
        found = FaceUp(place=self.place, card=self.card, clauses=self.clauses)
        return change_shoe(table, face_up=found)


class AsideTurned(TableEvent, frozen=True, kw_only=True):
    """The card that lay aside face down was seen before the coup that it begins."""

    card: Card

    def changes(self, table: Table) -> Table:
        """Seen."""
        shoe = table.shoe
        assert shoe is not None
        slot, *others = shoe.aside
        drawn = (*shoe.drawn[: slot.number], self.card, *shoe.drawn[slot.number + 1 :])
        return change_shoe(
            table,
            aside=(replace(slot, card=self.card, exposed=True), *others),
            seen=see(shoe.seen, self.card),
            drawn=drawn,
        )


class BurnKept(TableEvent, frozen=True, kw_only=True):
    """A card that went to the discards stays there."""

    def changes(self, table: Table) -> Table:
        """From the side to the burned cards."""
        shoe = table.shoe
        assert shoe is not None
        return change_shoe(table, aside=shoe.aside[:-1], burned=shoe.burned + 1)


@effect("none")
def nothing(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Play goes on as if nothing had happened; the ruling itself is the record."""


@effect("play-card")
def play_card(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """It comes next, as if it lay face down; but all have seen it."""
    card = the_ruling(work).card
    assert card is not None
    place = len(in_play(work).drawn)
    work.emit(CardFoundFaceUp, card=card, place=place, clauses=ruling.clauses)
    seen_early(work, ruling.clauses)


def coup_of(work: Query) -> Round:
    """The coup that is ruled on, complete or not; a coup does not end while a ruling waits."""
    assert work.table.coup is not None
    return work.table.coup


def return_all(work: Work, why: str, clauses: Clauses) -> None:
    """All monies of the coup go back."""
    for placed in of_this_round(work):
        give_back(work, placed, why, clauses)


def void(work: Work, why: str, clauses: Clauses, shoe_over: str | None = None) -> None:
    """The coup has no result: monies back, cards discarded, play goes on with those left.

    `shoe_over`: why it does not go on with them.
    """
    coup = coup_of(work)
    work.play.voided(work, "void coup", clauses)
    return_all(work, "void coup", clauses)
    _collected_back(work, coup, clauses)
    work.emit(CoupVoided, coup=coup.number, why=why, clauses=clauses)
    if shoe_over is not None:
        end_shoe(work, shoe_over, clauses)
    else:
        end_of_coup(work)
    coup_void(work)


def _collected_back(work: Work, coup: Round, clauses: Clauses) -> None:
    """What was paid before the end stands; what was collected as lost, or held, goes back.

    Where a rule has it so, what was paid is repaid.
    """
    repaid = work.rule("tournament-interim-repaid")
    lines = held_apart(work, coup.number, coup.paid, clauses).values()
    if repaid is not None:
        for line in lines:
            if line.paid_cents:
                work.emit(InterimRepaid, line, amount_cents=line.paid_cents, clauses=repaid.clauses)
    lost = [line for line in lines if not (line.returned_cents or line.paid_cents)]
    here = [line for line in lost if work.table.people[line.person].present]
    in_float(work, sum(line.stake_cents - line.tokens_cents for line in here))
    for line in lost:
        if line not in here:
            about = "a void coup"
            left_over(work, coup.number, line.person, line.stake_cents, over=False, about=about)
            continue
        work.emit(CollectedReturned, line, amount_cents=line.stake_cents, clauses=clauses)


@effect("void-coup")
def void_coup(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """A coup that cannot be reconstructed."""
    void(work, ruling.says, ruling.clauses)


@effect("void-for-want-of-cards")
def void_short(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Too few cards to complete a hand: the coup is void and the shoe over."""
    void(work, ruling.says, ruling.clauses, shoe_over="not enough cards")


def end_shoe(work: Work, why: str, clauses: Clauses) -> None:
    """No more coups from this shoe, unless it is over already."""
    shoe = work.table.shoe
    if shoe is not None and shoe.over is None:
        work.emit(ShoeEnded, why=why, clauses=clauses)


def turn_aside(work: Work, clauses: Clauses) -> None:
    """A card that lay aside face down and was seen is known from now on."""
    shoe, card = in_play(work), the_ruling(work).card
    if card is not None and shoe.aside and shoe.aside[0].card is None:
        work.emit(AsideTurned, card=card, clauses=clauses)


@effect("first-of-no-bet")
def first_of_no_bet(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The card set aside begins a no bet coup; wagers placed for it go back."""
    turn_aside(work, ruling.clauses)
    if work.table.coup is None:
        return_all(work, "no bet coup", ruling.clauses)
    order_no_bet(work, ruling.says, ruling.clauses)


@effect("no-bet-after-last")
def no_bet_after_last(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """After the last coup one more is authorised, a no bet coup that begins with the card."""
    turn_aside(work, ruling.clauses)
    left = in_play(work).coups_left
    assert left is not None
    work.emit(LastCoupOrdered, coups_left=left + 1, why=ruling.says, clauses=ruling.clauses)
    order_no_bet(work, ruling.says, ruling.clauses)


@effect("complete-then-shuffle")
def complete_then_shuffle(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The coup is completed; then the cards are shuffled and cut."""
    if work.table.coup is not None:
        work.emit(LastCoupOrdered, coups_left=1, why=ruling.says, clauses=ruling.clauses)
        return
    if work.table.phase == "between":  # the shoe is over: all results stand, and nothing more
        return
    return_all(work, "cards to be shuffled", ruling.clauses)
    end_shoe(work, "cards to be shuffled", ruling.clauses)


@effect("stays-burned")
def stays_burned(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The card counts as burned."""
    work.emit(BurnKept, clauses=ruling.clauses)


@effect("complete-as-placed")
def complete_as_placed(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The coup is completed; all wagers stay as they are."""
    work.emit(WagersFixed, clauses=ruling.clauses)
    none_left(work, ruling.clauses)


@effect("offer-retract", awaits="answers")
def offer_retract(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Each player may take back or reduce each wager first."""
    if not offer_option(work, "remove or reduce", ruling.clauses):
        refuse("no-wagers.offer-retract", ruling.clauses)


@effect("offer-removal", awaits="answers")
def offer_removal(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Each player may take back each wager whole; what stays is not reduced."""
    if not offer_option(work, "remove", ruling.clauses):
        refuse("no-wagers.offer-retract", ruling.clauses)


@effect("play-no-bet")
def play_no_bet(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """All wagers go back and the coup is played without them."""
    return_all(work, "no bet coup", ruling.clauses)
    make_no_bet(work, ruling.says, ruling.clauses)


@decides(ReshuffleAfterVoid, needs=(Ranked("reshuffle-after-void"),))
def reshuffle(work: Work, command: ReshuffleAfterVoid) -> None:
    """After a coup that could not be reconstructed, before the next one."""
    clauses = authorise(work, "reshuffle-after-void")
    table = work.table
    ruled = {table.marks.get(f"ruled:{name}") for name in ("void-coup", "void-settled-coup")}
    if table.coup is not None or str(table.coups) not in ruled:
        refuse("no-void-coup", clauses)
    in_play(work)
    if work.device:
        refuse("card-shoe-only.reshuffle", clauses)
    missing = [name for name in table.participants() if name not in command.agreed]
    if missing:
        refuse("not-all-agree", clauses, missing=", ".join(missing))
    return_all(work, "cards to be shuffled or replaced", clauses)
    reason = f"agreed by {', '.join(command.agreed)}" if command.agreed else None
    work.emit(ShoeEnded, why="removed after a void coup", reason=reason, clauses=clauses)
