"""What rulings do: void a coup, move the card that came out in error, order the end of a shoe.

Each effect is a small function under the name that rulings use. It makes ordinary events: a
wager goes back, a coup is void, a card is dealt, a shoe is over.
"""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.editions.floor import Ruling
from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides
from pitboss.table.authority import authorise
from pitboss.table.dealing import CardDealt, due, tableau
from pitboss.table.no_bet import make_no_bet, order_no_bet, seen_early
from pitboss.table.options import WagersFixed, offer_option
from pitboss.table.settling import CoupVoided, end_of_coup
from pitboss.table.shoe import ShoeEnded, change_shoe, in_play
from pitboss.table.state import Coup, FaceUp, Table
from pitboss.table.trouble import GiveRuling, effect, the_ruling
from pitboss.table.wagering import give_back, none_left


class ReshuffleAfterVoid(Command, frozen=True, kw_only=True):
    """Take the remaining cards from the shoe after a void coup, all players agreeing."""

    agreed: tuple[str, ...]


class LastCoupOrdered(Event, frozen=True, kw_only=True):
    """The end of the shoe is ordered: so many coups are left, this one included."""

    coups_left: int
    why: str


class CardFoundFaceUp(Event, frozen=True, kw_only=True):
    """The next card of the shoe is known, as it lay face up; it is played all the same."""

    card: Card
    place: int


class BurnKept(Event, frozen=True, kw_only=True):
    """A card that went to the discards stays there."""


@effect("none")
def nothing(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Play goes on as if nothing had happened; the ruling itself is the record."""


@effect("play-card")
def play_card(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """It comes next, as if it lay face down; but all have seen it (Star 12.5; Premium 5.4)."""
    card = the_ruling(work).card
    assert card is not None
    place = len(in_play(work).drawn)
    work.emit(CardFoundFaceUp, card=card, place=place, clauses=ruling.clauses)
    seen_early(work, ruling.clauses)


def coup_of(work: Work) -> Coup:
    """The coup that is ruled on, complete or not."""
    if work.table.coup is None:
        refuse("no-coup", "No coup is in progress.")
    return work.table.coup


def return_all(work: Work, why: str, clauses: Clauses) -> None:
    """All monies of the coup go back."""
    for placed in tuple(work.table.wagers.values()):
        give_back(work, placed, why, clauses)


def void(work: Work, why: str, clauses: Clauses) -> None:
    """The coup has no result: monies back, cards discarded, play goes on with those left."""
    coup = coup_of(work)
    return_all(work, "void coup", clauses)
    work.emit(CoupVoided, coup=coup.number, why=why, clauses=clauses)
    end_of_coup(work)


@effect("void-coup")
def void_coup(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """A coup that cannot be reconstructed (Star 12.1.2)."""
    void(work, ruling.says, ruling.clauses)


@effect("void-unconfirmed")
def void_unconfirmed(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """A coup whose outcome cannot be confirmed (Star 12.13)."""
    void(work, ruling.says, ruling.clauses)


@effect("void-for-want-of-cards")
def void_short(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Too few cards to complete a hand: the coup is void and the shoe over (Star 12.6)."""
    void(work, ruling.says, ruling.clauses)
    end_shoe(work, "not enough cards", ruling.clauses)


def end_shoe(work: Work, why: str, clauses: Clauses) -> None:
    """No more coups from this shoe, unless it is over already."""
    shoe = work.table.shoe
    if shoe is not None and shoe.over is None:
        work.emit(ShoeEnded, why=why, clauses=clauses)


@effect("bankers-third")
def bankers_third(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The card becomes Banker's third, as Banker is obliged to draw (Star 12.2)."""
    coup = coup_of(work)
    slot = in_play(work).aside[0]
    rules = tableau(work)
    hand = due(rules, coup)
    if hand is None or hand[0] != "banker":
        refuse("no-card-due", "Banker is not obliged to draw.", ruling.clauses)
    clauses = tuple(dict.fromkeys((*ruling.clauses, *hand[1])))
    work.emit(
        CardDealt,
        hand="banker",
        place=len(coup.banker),
        card=slot.card,
        aside=True,
        clauses=clauses,
    )


@effect("first-of-no-bet")
def first_of_no_bet(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The card set aside begins a no bet coup; wagers placed for it go back (Star 12.3, 12.4)."""
    if work.table.coup is None:
        return_all(work, "no bet coup", ruling.clauses)
    order_no_bet(work, ruling.says, ruling.clauses)


@effect("no-bet-after-last")
def no_bet_after_last(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """After the last coup one more is authorised, a no bet coup that begins with the card (X24)."""
    left = in_play(work).coups_left
    assert left is not None
    work.emit(LastCoupOrdered, coups_left=left + 1, why=ruling.says, clauses=ruling.clauses)
    order_no_bet(work, ruling.says, ruling.clauses)


@effect("complete-then-shuffle")
def complete_then_shuffle(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The coup is completed; then the cards are shuffled and cut (Star 12.7, 12.9, X17)."""
    if work.table.coup is not None:
        work.emit(LastCoupOrdered, coups_left=1, why=ruling.says, clauses=ruling.clauses)
        return
    return_all(work, "cards to be shuffled", ruling.clauses)
    end_shoe(work, "cards to be shuffled", ruling.clauses)


@effect("stays-burned")
def stays_burned(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The card counts as burned (Star 12.16)."""
    work.emit(BurnKept, clauses=ruling.clauses)


@effect("complete-as-placed")
def complete_as_placed(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The coup is completed; all wagers stay as they are (Premium 14.12.4)."""
    work.emit(WagersFixed, clauses=ruling.clauses)
    none_left(work, ruling.clauses)


@effect("offer-retract", awaits="answers")
def offer_retract(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Each player may take back or reduce each wager first (Premium 14.12.5)."""
    if not offer_option(work, "remove or reduce", ruling.clauses):
        refuse("no-wagers", "No wager lies on the layout.", ruling.clauses)


@effect("play-no-bet")
def play_no_bet(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """All wagers go back and the coup is played without them (Premium 14.12.6)."""
    return_all(work, "no bet coup", ruling.clauses)
    make_no_bet(work, ruling.says, ruling.clauses)


@decides(ReshuffleAfterVoid, approvals=("reshuffle-after-void",))
def reshuffle(work: Work, command: ReshuffleAfterVoid) -> None:
    """After a coup that could not be reconstructed, before the next one (Star 12.1.3)."""
    clauses = authorise(work, "reshuffle-after-void")
    table = work.table
    ruled = {table.marks.get(f"ruled:{name}") for name in ("void-coup", "void-settled-coup")}
    if table.coup is not None or str(table.coups) not in ruled:
        refuse("no-void-coup", "The last coup was not declared void so.", clauses)
    in_play(work)
    if work.house.source != "card shoe":
        refuse("card-shoe-only", "This is for a card shoe only.", clauses)
    missing = [name for name in table.participants() if name not in command.agreed]
    if missing:
        refuse("not-all-agree", f"Not agreed: {', '.join(missing)}.", clauses)
    return_all(work, "cards to be shuffled or replaced", clauses)
    reason = f"agreed by {', '.join(command.agreed)}" if command.agreed else None
    work.emit(ShoeEnded, why="removed after a void coup", reason=reason, clauses=clauses)


@applies(LastCoupOrdered)
def last_coup_ordered(table: Table, event: LastCoupOrdered) -> Table:
    """The end is known; a coup in progress is counted when it ends."""
    return change_shoe(table, coups_left=event.coups_left)


@applies(CardFoundFaceUp)
def found_face_up(table: Table, event: CardFoundFaceUp) -> Table:
    """No other card can come next."""
    found = FaceUp(place=event.place, card=event.card, clauses=event.clauses)
    return change_shoe(table, face_up=found)


@applies(BurnKept)
def burn_kept(table: Table, event: BurnKept) -> Table:
    """From the side to the burned cards."""
    shoe = table.shoe
    assert shoe is not None
    return change_shoe(table, aside=shoe.aside[:-1], burned=shoe.burned + 1)
