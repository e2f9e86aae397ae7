"""Cards that go out to players: passed, refused, exposed, collected, control forfeited.

To whom a hand goes is the dealing method's matter (`procedures.delivery`). A card is handled by
nobody but its receiver, or a seated person whom the receiver nominated with approval.
"""

from __future__ import annotations

from typing import Literal

from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.authority import authorise, provided
from pitboss.table.coup import conduct_of, the_coup
from pitboss.table.dealing import DEALT, change_coup, close, expose
from pitboss.table.people import not_excluded
from pitboss.table.procedures.delivery import of_hand, receiver, role_holder, seats_of
from pitboss.table.role import end_role
from pitboss.table.shoe import change_shoe
from pitboss.table.state import Coup, Hand, Slot, Table

Breach = Literal["out of view", "off the layout"]
HANDS: tuple[Hand, Hand] = ("player", "banker")
COLLECTED = ("highest-wager-collects", "designated-player-collects")


class PassCards(Command, frozen=True, kw_only=True):
    """Pass the cards of a hand, face down, to whoever is to receive them.

    `approval` is for a receiver who is not the one the wagers point to.
    """

    hand: Hand
    to: str
    marker: bool = False
    approval: int | None = None


class DeclineCards(Command, frozen=True, kw_only=True):
    """Refuse to accept the cards of a hand."""

    hand: Hand


class ExposeCard(Command, frozen=True, kw_only=True):
    """Expose a card that one holds, as its receiver or as nominee."""

    hand: Hand
    place: int
    card: str


class CollectHand(Command, frozen=True, kw_only=True):
    """The dealer collects the hand that is out and places it on its area."""

    hand: Hand


class ForfeitControl(Command, frozen=True, kw_only=True):
    """Direct whoever is to receive cards, or has them, to give up control of them."""

    person: str


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


class ReportCardsHeld(Command, frozen=True, kw_only=True):
    """Record that a receiver took cards out of everyone's view or off the layout."""

    breach: Breach


class ChangeMethod(Command, frozen=True, kw_only=True):
    """Deal by another of the dealing methods from the next coup on."""

    method: str


class CardsPassed(Event, frozen=True, kw_only=True):
    """A hand is with its receiver; a marker may stand before them."""

    hand: Hand
    to: str
    marker: bool = False


class CardsDeclined(Event, frozen=True, kw_only=True):
    """A receiver refused; `next` is to receive them now, or the dealer keeps them."""

    hand: Hand
    next: str | None = None


class HandCollected(Event, frozen=True, kw_only=True):
    """A hand is back on its area."""

    hand: Hand


class ControlForfeited(Event, frozen=True, kw_only=True):
    """The dealer controls these hands now."""

    person: str
    hands: tuple[Hand, ...] = ()


class NomineeNamed(Event, frozen=True, kw_only=True):
    """Another person is to expose a card."""

    hand: Hand
    place: int
    person: str


class CardHandedOn(Event, frozen=True, kw_only=True):
    """A card is with the person nominated for it."""

    hand: Hand
    place: int
    to: str


class HandlingBreached(Event, frozen=True, kw_only=True):
    """Cards were held as they must not be."""

    person: str
    breach: Breach


class MethodChanged(Event, frozen=True, kw_only=True):
    """Another dealing method is used."""

    method: str


@decides(
    PassCards,
    rules=(
        *("seated-to-receive", "one-hand-at-a-time", "hand-markers", "four-cards", *DEALT),
        *("designated-player", "highest-wager-refused", "highest-wager-equal"),
        *("highest-wager-equal-refused", "role-first"),
    ),
    approvals=("designate-regardless-of-wager", "forfeit-control"),
)
def pass_cards(work: Work, command: PassCards) -> None:
    """To the one it is offered to, who is seated; one hand at a time (8.2, 8.8 to 8.13)."""
    coup, hand = the_coup(work), command.hand
    method = work.edition.methods[coup.method]
    if not of_hand(method, hand).passes:
        refuse("dealer-keeps", f"The dealer keeps the {hand} hand.", method.clauses)
    if len(coup.player) + len(coup.banker) < 4:
        refuse("not-dealt", "Four cards are dealt first.", work.cite("four-cards"))
    if hand in coup.forfeited:
        sentence = f"Control of the {hand} hand was forfeited; the dealer has it."
        refuse("control-forfeited", sentence, work.cite("forfeit-control"))
    if coup.out is not None:
        sentence = f"The {coup.out} hand is out; only one hand is handled at a time."
        refuse("one-hand-at-a-time", sentence, work.cite("one-hand-at-a-time"))
    if all(slot.exposed for slot in _slots(coup, hand)) or hand in coup.collected:
        refuse("nothing-to-pass", f"No card of the {hand} hand waits to be looked at.")
    clauses = _receives(work, coup, command)
    clauses += work.cite(conduct_of(work, coup).deals, "seated-to-receive")
    if command.marker:
        clauses += work.cite("hand-markers")
    work.emit(
        CardsPassed,
        hand=hand,
        to=command.to,
        marker=command.marker,
        clauses=tuple(dict.fromkeys(method.clauses + clauses)),
    )
    close(work, "first-card-exposed")


def _receives(work: Work, coup: Coup, command: PassCards) -> Clauses:
    """The clauses by which this person receives the hand; refused where none does."""
    hand, to = command.hand, command.to
    work.person(to, "player")
    if to not in seats_of(work.table):
        work.forbid("seated-to-receive", "not-seated", f"{to} is not seated at the table.")
    delivery = of_hand(work.edition.methods[coup.method], hand)
    due = receiver(work.edition, work.table, coup, hand)
    declined = coup.declined.get(hand, ())
    clauses = work.cite(*delivery.why(work.table, hand, due, declined))
    if due == to:
        return clauses
    if "designate-regardless-of-wager" not in work.edition.approvals:
        whose = "the dealer keeps it" if due is None else f"it is passed to {due}"
        refuse(
            "not-designated",
            f"{to} is not designated to receive the {hand} hand: {whose}.",
            work.edition.methods[coup.method].clauses + clauses,
        )
    return authorise(work, "designate-regardless-of-wager", command.approval, to)


@decides(
    DeclineCards,
    who=("player",),
    rules=(
        *("highest-wager-refused", "highest-wager-equal", "highest-wager-equal-refused"),
        *("highest-wager-all-refuse", "role-first"),
    ),
)
def decline(work: Work, command: DeclineCards) -> None:
    """Whoever is to receive them may refuse; the next in order receives them (8.9, 8.11)."""
    coup, hand = the_coup(work), command.hand
    delivery = of_hand(work.edition.methods[coup.method], hand)
    if coup.out == hand or hand in coup.collected:
        refuse("already-passed", f"The {hand} hand has been passed out already.")
    due = receiver(work.edition, work.table, coup, hand)
    if due != command.by:
        refuse("not-your-turn", f"The {hand} hand is not {command.by}'s to refuse.")
    if delivery.role:
        sentence = "Who accepts the role of designated player receives the cards."
        refuse("role-accepted", sentence, work.cite("role-first"))
    declined = (*coup.declined.get(hand, ()), due)
    after = replace(coup, declined={**coup.declined, hand: declined})
    following = receiver(work.edition, work.table, after, hand)
    rules = delivery.why(work.table, hand, following, declined)
    work.emit(CardsDeclined, hand=hand, next=following, clauses=work.cite(*rules))


@decides(
    ExposeCard, who=("player",), rules=(*COLLECTED, "one-card-to-nominees"), approvals=("nominate",)
)
def expose_card(work: Work, command: ExposeCard) -> None:
    """By the receiver, or by the person nominated once the card is with them (8.4, 8.15)."""
    coup, hand = the_coup(work), command.hand
    not_excluded(work)
    method = work.edition.methods[coup.method]
    if coup.out != hand:
        refuse("not-out", f"The {hand} hand is with the dealer.", method.clauses)
    card = card_of(hand, command.place)
    nominee = coup.nominees.get(card)
    if command.by != (nominee or coup.holders[hand]):
        whose = nominee or coup.holders[hand]
        cited = work.cite("nominate") if nominee else method.clauses
        refuse("not-yours", f"That card is {whose}'s to expose.", cited)
    if nominee is not None and card not in coup.lent:
        refuse(
            "not-handed-on",
            f"The card is not with {nominee} yet.",
            work.cite("nominate", "one-card-to-nominees"),
        )
    cited = work.cite("nominate" if nominee else conduct_of(work, coup).collects)
    expose(work, hand, command.place, command.card, cited)


@decides(NominateForCard, who=("player",), approvals=("nominate",))
def nominate(work: Work, command: NominateForCard) -> None:
    """The receiver, another seated person, and with approval given beforehand (8.4)."""
    coup, hand = the_coup(work), command.hand
    cited = provided(work, "nominate").clauses
    if coup.out != hand or coup.holders[hand] != command.by:
        refuse("not-yours", f"The {hand} hand is not with {command.by}.", cited)
    _unseen(coup, hand, command.place)
    work.person(command.person, "player")
    if command.person == command.by:
        refuse("another-person", "Another person is nominated.", cited)
    if command.person not in seats_of(work.table):
        refuse("not-seated", f"{command.person} is not seated at the table.", cited)
    authorise(work, "nominate", command.approval, command.by)
    work.emit(NomineeNamed, hand=hand, place=command.place, person=command.person, clauses=cited)


@decides(HandToNominee, rules=("one-card-to-nominees",), approvals=("nominate",))
def hand_on(work: Work, command: HandToNominee) -> None:
    """Only one card at a time is with a nominee where the edition says so (8.4.1)."""
    coup, hand = the_coup(work), command.hand
    card = card_of(hand, command.place)
    if coup.out != hand or card not in coup.nominees:
        refuse("nobody-nominated", "Nobody is nominated for that card.", work.cite("nominate"))
    _unseen(coup, hand, command.place)
    if coup.nominees[card] not in seats_of(work.table):
        sentence = f"{coup.nominees[card]} is not seated at the table."
        refuse("not-seated", sentence, work.cite("nominate"))
    slots = _slots(coup, hand)
    if any(card_of(hand, n) in coup.lent and not slot.exposed for n, slot in enumerate(slots)):
        work.forbid(
            "one-card-to-nominees",
            "one-card-at-a-time",
            "A card is with a nominee; it is exposed before the next is passed on.",
        )
    work.emit(
        CardHandedOn,
        hand=hand,
        place=command.place,
        to=coup.nominees[card],
        clauses=work.cite("nominate", "one-card-to-nominees"),
    )


@decides(CollectHand, rules=COLLECTED)
def collect(work: Work, command: CollectHand) -> None:
    """Back to its area; what was not exposed the dealer turns (8.15.1, 8.24.1)."""
    coup = the_coup(work)
    if coup.out != command.hand:
        refuse("not-out", f"The {command.hand} hand is with the dealer.")
    cited = work.cite(conduct_of(work, coup).collects)
    work.emit(HandCollected, hand=command.hand, clauses=cited)


@decides(ForfeitControl, troubled=True, approvals=("forfeit-control",))
def forfeit(work: Work, command: ForfeitControl) -> None:
    """At any time; the dealer controls the cards from then on (8.3, 8.20)."""
    clauses = authorise(work, "forfeit-control")
    table, coup = work.table, work.table.coup
    hands: tuple[Hand, ...] = ()
    if coup is not None and not coup.result_announced:
        hands = tuple(hand for hand in HANDS if _controls(work, coup, hand, command.person))
    role = role_holder(table) == command.person
    method = work.edition.methods[work.house.method]
    if not (hands or role) or "directed" not in method.control_ends:
        refuse("no-control", f"{command.person} has no control of cards to forfeit.", clauses)
    work.emit(ControlForfeited, person=command.person, hands=hands, clauses=clauses)
    if role:
        end_role(work, command.person, "directed")


@decides(ReportCardsHeld, troubled=True, rules=("cards-in-view", "cards-over-layout"))
def report(work: Work, command: ReportCardsHeld) -> None:
    """In everyone's view, over the layout (8.2.2, 8.2.3)."""
    coup = the_coup(work)
    rule = "cards-in-view" if command.breach == "out of view" else "cards-over-layout"
    if coup.out is None:
        refuse("not-out", "No hand is with a player.", work.cite(rule))
    person = coup.holders[coup.out]
    work.emit(HandlingBreached, person=person, breach=command.breach, clauses=work.cite(rule))


@decides(ChangeMethod, rules=("dealing-methods",))
def change_method(work: Work, command: ChangeMethod) -> None:
    """One of the edition's methods, between coups (8.1)."""
    cited = work.cite("dealing-methods")
    if command.method not in work.edition.methods:
        listed = ", ".join(work.edition.methods)
        refuse("unknown-method", f"The dealing methods are {listed}.", cited)
    if work.table.coup is not None:
        refuse("coup-in-progress", "A coup is dealt by one method.", cited)
    work.emit(MethodChanged, method=command.method, clauses=cited)


def _controls(work: Work, coup: Coup, hand: Hand, person: str) -> bool:
    """Whether the hand is with this person, or theirs to receive."""
    if coup.out == hand:
        return coup.holders[hand] == person
    return receiver(work.edition, work.table, coup, hand) == person


def card_of(hand: Hand, place: int) -> str:
    """A card of a hand, as nominations name it."""
    return f"{hand}:{place}"


def _slots(coup: Coup, hand: Hand) -> tuple[Slot, ...]:
    return coup.player if hand == "player" else coup.banker


def _unseen(coup: Coup, hand: Hand, place: int) -> None:
    slots = _slots(coup, hand)
    if not 0 <= place < len(slots) or slots[place].exposed:
        refuse("no-such-card", f"No card {place} of the {hand} hand lies face down.")


@applies(CardsPassed)
def passed(table: Table, event: CardsPassed) -> Table:
    """With its receiver; the cards of this shoe have been handled (3.9)."""
    coup = table.coup
    assert coup is not None
    holders = {**coup.holders, event.hand: event.to}
    return change_coup(change_shoe(table, handled=True), out=event.hand, holders=holders)


@applies(CardsDeclined)
def declined(table: Table, event: CardsDeclined) -> Table:
    """Not asked again in this coup."""
    coup = table.coup
    assert coup is not None
    names = (*coup.declined.get(event.hand, ()), event.by)
    return change_coup(table, declined={**coup.declined, event.hand: names})


@applies(HandCollected)
def collected(table: Table, event: HandCollected) -> Table:
    """With the dealer."""
    coup = table.coup
    assert coup is not None
    return change_coup(table, out=None, lent=(), collected=(*coup.collected, event.hand))


@applies(ControlForfeited)
def forfeited(table: Table, event: ControlForfeited) -> Table:
    """With the dealer for the rest of the coup."""
    coup = table.coup
    if coup is None or not event.hands:
        return table
    back = coup.out in event.hands
    return change_coup(
        table,
        out=None if back else coup.out,
        lent=() if back else coup.lent,
        forfeited=(*coup.forfeited, *event.hands),
    )


@applies(NomineeNamed)
def named(table: Table, event: NomineeNamed) -> Table:
    """The card is theirs to expose."""
    coup = table.coup
    assert coup is not None
    card = card_of(event.hand, event.place)
    return change_coup(table, nominees={**coup.nominees, card: event.person})


@applies(CardHandedOn)
def handed_on(table: Table, event: CardHandedOn) -> Table:
    """With the nominee."""
    coup = table.coup
    assert coup is not None
    return change_coup(table, lent=(*coup.lent, card_of(event.hand, event.place)))


@applies(HandlingBreached)
def breached(table: Table, event: HandlingBreached) -> Table:
    """On record."""
    return table


@applies(MethodChanged)
def method_changed(table: Table, event: MethodChanged) -> Table:
    """From the next coup; a role of the old method is at an end."""
    assert table.house is not None
    house = replace(table.house, method=event.method)
    return replace(table, house=house, designated=None, declined=(), role_from=None)
