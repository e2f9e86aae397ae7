"""Cards that the receiver of a hand lets another person expose."""

from __future__ import annotations

from pitboss.games.baccarat.play.coup import the_coup
from pitboss.games.baccarat.play.delivery import card_of
from pitboss.games.baccarat.play.own import HANDS, Hand, change_delivery, decides, delivery_of
from pitboss.games.baccarat.play.receivers import FREE, leave_of, of_hand, seats_of
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import authorise, provided
from pitboss.table.machine import Command, Query, TableEvent, Work
from pitboss.table.state import Round, Table


class NominateForCard(Command, frozen=True, kw_only=True):
    """The receiver nominates another seated person to expose one of the cards."""

    hand: Hand
    place: int
    person: str
    approval: int | None = None


class HandToNominee(Command, frozen=True, kw_only=True):
    """The dealer sees a card passed on to the person nominated for it."""

    hand: Hand
    place: int


class NomineeNamed(TableEvent, frozen=True, kw_only=True):
    """Another person is to expose a card."""

    hand: Hand
    place: int
    person: str

    def changes(self, table: Table) -> Table:
        """The card is theirs to expose."""
        coup = table.coup
        assert coup is not None
        card = card_of(self.hand, self.place)
        return change_delivery(table, nominees={**delivery_of(coup).nominees, card: self.person})


class CardHandedOn(TableEvent, frozen=True, kw_only=True):
    """A card is with the person nominated for it."""

    hand: Hand
    place: int
    to: str

    def changes(self, table: Table) -> Table:
        """With the nominee."""
        coup = table.coup
        assert coup is not None
        return change_delivery(
            table, lent=(*delivery_of(coup).lent, card_of(self.hand, self.place))
        )


@decides(NominateForCard, who=("player",), rules=("nominate", FREE), approvals=("nominate",))
def nominate(work: Work, command: NominateForCard) -> None:
    """The receiver, another seated person, and with approval given beforehand."""
    coup, hand = the_coup(work), command.hand
    key = leave_of(work, coup, hand)
    freely = work.rule(key)
    cited = provided(work, key).clauses if freely is None else freely.clauses
    if delivery_of(coup).out != hand or delivery_of(coup).holders[hand] != command.by:
        refuse("not-yours.nominate", cited, hand=hand, person=command.by)
    _unseen(coup, hand, command.place)
    by_dealer = of_hand(work.edition.methods[coup.method], hand).leave
    known = work.person(command.person)
    if not (by_dealer and known.role == "staff"):
        work.player(command.person)
    if command.person == command.by:
        refuse("another-person.nominate", cited)
    if known.role != "staff" and command.person not in seats_of(work.table):
        refuse("not-seated.receives", cited, to=command.person)
    if freely is None:
        authorise(work, key, command.approval, command.by)
    work.emit(NomineeNamed, hand=hand, place=command.place, person=command.person, clauses=cited)


def _has_nominee(query: Query, hand: str) -> bool:
    own = delivery_of(the_coup(query))
    return own.out == hand and bool(own.nominees)


def _is_named(query: Query, place: int) -> bool:
    nominees = delivery_of(the_coup(query)).nominees
    return any(card_of(hand, place) in nominees for hand in HANDS)


@decides(
    HandToNominee,
    rules=("one-card-to-nominees", "nominate", FREE),
    approvals=("nominate",),
    needs=(the_coup,),
    fits={"hand": _has_nominee, "place": _is_named},
)
def hand_on(work: Work, command: HandToNominee) -> None:
    """Only one card at a time is with a nominee where the edition says so."""
    coup, hand = the_coup(work), command.hand
    card, leave = card_of(hand, command.place), leave_of(work, coup, hand)
    if delivery_of(coup).out != hand or card not in delivery_of(coup).nominees:
        refuse("nobody-nominated", work.cite(leave))
    _unseen(coup, hand, command.place)
    if delivery_of(coup).nominees[card] not in seats_of(work.table):
        refuse("not-seated.receives", work.cite(leave), to=delivery_of(coup).nominees[card])
    slots = coup.hand(hand)
    if any(
        card_of(hand, n) in delivery_of(coup).lent and not slot.exposed
        for n, slot in enumerate(slots)
    ):
        work.forbid("one-card-to-nominees", "one-card-at-a-time")
    work.emit(
        CardHandedOn,
        hand=hand,
        place=command.place,
        to=delivery_of(coup).nominees[card],
        clauses=work.cite(leave, "one-card-to-nominees"),
    )


def _unseen(coup: Round, hand: str, place: int) -> None:
    slots = coup.hand(hand)
    if not 0 <= place < len(slots) or slots[place].exposed:
        refuse("no-such-card.unseen", place=place, hand=hand)
