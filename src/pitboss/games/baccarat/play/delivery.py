"""Cards that go out to players: passed, refused, exposed, collected, control forfeited.

To whom a hand goes is the dealing method's matter (`procedures.delivery`). A card is handled by
nobody but its receiver, or a seated person whom the receiver nominated with approval.
"""

from __future__ import annotations

from typing import Literal

from pitboss.editions.wagers import Clauses
from pitboss.games.baccarat.play.coup import conduct_of, the_coup
from pitboss.games.baccarat.play.deal import DEALT
from pitboss.games.baccarat.play.own import (
    FIRST,
    HANDS,
    Hand,
    also_applies,
    change_delivery,
    change_role,
    decides,
    delivery_now,
    delivery_of,
)
from pitboss.games.baccarat.play.receivers import (
    BOTH,
    FREE,
    has_other,
    leave_of,
    named,
    of_hand,
    receiver,
    role_holder,
    seats_of,
)
from pitboss.games.baccarat.play.role import end_role
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.admission import at_table
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.window import close
from pitboss.table.cards.deal import expose
from pitboss.table.cards.shoe import change_shoe
from pitboss.table.life.method import MethodChanged
from pitboss.table.machine import Command, Event, Query, TableEvent, Work, replace
from pitboss.table.state import Round, Table

Breach = Literal["out of view", "off the layout"]
OPPOSING = "pass-opposing-hand"
"""The approval by which the hand that the dealer keeps goes to its highest bettor."""
COLLECTED = (
    *("highest-wager-collects", "designated-player-collects", "holder-collects"),
    "shoe-holder-exposes",
)


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


class RequestBothHands(Command, frozen=True, kw_only=True):
    """Ask to open both hands in turn, where the dealer would open the other one."""


class CollectHand(Command, frozen=True, kw_only=True):
    """The dealer collects the hand that is out and places it on its area."""

    hand: Hand


class ForfeitControl(Command, frozen=True, kw_only=True):
    """Direct whoever is to receive cards, or has them, to give up control of them."""

    person: str


class ReportCardsHeld(Command, frozen=True, kw_only=True):
    """Record that a receiver took cards out of everyone's view or off the layout."""

    breach: Breach


class CardsPassed(TableEvent, frozen=True, kw_only=True):
    """A hand is with its receiver; a marker may stand before them."""

    hand: Hand
    to: str
    marker: bool = False

    def changes(self, table: Table) -> Table:
        """With its receiver; the cards of this shoe have been handled."""
        holders = {**delivery_now(table).holders, self.hand: self.to}
        return change_delivery(change_shoe(table, handled=True), out=self.hand, holders=holders)


class CardsDeclined(TableEvent, frozen=True, kw_only=True):
    """A receiver refused; `next` is to receive them now, or the dealer keeps them."""

    hand: Hand
    next: str | None = None

    def changes(self, table: Table) -> Table:
        """Not asked again in this coup."""
        declined = delivery_now(table).declined
        names = (*declined.get(self.hand, ()), self.by)
        return change_delivery(table, declined={**declined, self.hand: names})


class BothHandsRequested(TableEvent, frozen=True, kw_only=True):
    """A player opens both hands, one after the other."""

    first: Hand

    def changes(self, table: Table) -> Table:
        """The other hand is theirs to open, too."""
        return change_delivery(table, both=self.by)


class CardsTakenBack(TableEvent, frozen=True, kw_only=True):
    """Cards that were with a player are before the dealer again, as they lay."""

    def changes(self, table: Table) -> Table:
        """The dealer has all the cards."""
        return change_delivery(table, out=None, holders={})


class HandCollected(TableEvent, frozen=True, kw_only=True):
    """A hand is back on its area."""

    hand: Hand

    def changes(self, table: Table) -> Table:
        """With the dealer."""
        collected = (*delivery_now(table).collected, self.hand)
        return change_delivery(table, out=None, lent=(), collected=collected)


class ControlForfeited(TableEvent, frozen=True, kw_only=True):
    """The dealer controls these hands now."""

    person: str
    hands: tuple[Hand, ...] = ()

    def changes(self, table: Table) -> Table:
        """With the dealer for the rest of the coup."""
        if table.coup is None or not self.hands:
            return table
        now = delivery_of(table.coup)
        forfeited = (*now.forfeited, *self.hands)
        if now.out in self.hands:
            return change_delivery(table, out=None, lent=(), forfeited=forfeited)
        return change_delivery(table, forfeited=forfeited)


class HandlingBreached(Event, frozen=True, kw_only=True):
    """Cards were held as they must not be."""

    person: str
    breach: Breach


@also_applies(MethodChanged)
def role_ends(table: Table, _event: MethodChanged) -> Table:
    """A role of the method before is at an end."""
    return change_role(table, designated=None, declined=(), start=None)


@decides(
    PassCards,
    rules=(
        *("seated-to-receive", "one-hand-at-a-time", "hand-markers", "four-cards", *DEALT),
        *("designated-player", "highest-wager-refused", "highest-wager-equal"),
        *("highest-wager-equal-refused", "role-first", "both-in-turn"),
        *("shoe-holder-exposes", "marker-first"),
    ),
    approvals=("designate-regardless-of-wager", "forfeit-control", OPPOSING, BOTH),
    needs=(the_coup,),
    fits={"to": at_table},
)
def pass_cards(work: Work, command: PassCards) -> None:
    """To the one it is offered to, who is seated; one hand at a time."""
    coup, hand = the_coup(work), command.hand
    method = work.edition.methods[coup.method]
    opposing = OPPOSING in work.edition.approvals and method.shoe != "dealer"
    if not (of_hand(method, hand).passes or opposing):
        refuse("dealer-keeps", method.clauses, hand=hand)
    if len(coup.slots) < FIRST:
        refuse("not-dealt", work.cite("four-cards"))
    if hand in delivery_of(coup).forfeited:
        refuse("control-forfeited", work.cite("forfeit-control"), hand=hand)
    if delivery_of(coup).out is not None:
        work.forbid("one-hand-at-a-time", "one-hand-at-a-time", out=delivery_of(coup).out)
    if all(slot.exposed for slot in coup.hand(hand)) or hand in delivery_of(coup).collected:
        refuse("nothing-to-pass", hand=hand)
    clauses = _receives(work, coup, command)
    clauses += work.cite(conduct_of(work, coup).deals, "seated-to-receive")
    if command.marker:
        clauses += work.provides("hand-markers")
    work.emit(CardsPassed, command, hand=hand, clauses=join(method.clauses, clauses))
    close(work, "first-card-exposed")


def _receives(work: Work, coup: Round, command: PassCards) -> Clauses:
    """The clauses by which this person receives the hand; refused where none does."""
    hand, to = command.hand, command.to
    work.player(to)
    if to not in seats_of(work.table):
        work.forbid("seated-to-receive", "not-seated.receives", to=to)
    delivery = of_hand(work.edition.methods[coup.method], hand)
    if not delivery.passes:
        return _opposing(work, command)
    due = receiver(work.edition, work.table, coup, hand)
    declined = delivery_of(coup).declined.get(hand, ())
    rules = delivery.why(work.table, hand, due, declined)
    if due == to and to == delivery_of(coup).both:
        return work.cite("both-in-turn")
    if due == to:
        return work.provides(*rules)
    if to == has_other(work.edition, coup, hand) and to in delivery.receivers(work.table, hand):
        return authorise(work, BOTH, command.approval, to)
    if "designate-regardless-of-wager" not in work.edition.approvals:
        whose = "the dealer keeps it" if due is None else f"it is passed to {due}"
        refuse(
            "not-designated",
            work.edition.methods[coup.method].clauses + work.cite(*rules),
            to=to,
            hand=hand,
            whose=whose,
        )
    return authorise(work, "designate-regardless-of-wager", command.approval, to)


def _opposing(work: Work, command: PassCards) -> Clauses:
    """The hand that the dealer keeps goes by leave to its highest bettor, who asked for it."""
    most = named("highest-wager").receivers(work.table, command.hand)
    clauses = work.cite(OPPOSING)
    if not most or most[0] != command.to:
        refuse("not-highest", clauses, person=command.to, hand=command.hand)
    return authorise(work, OPPOSING, command.approval, command.to)


@decides(
    DeclineCards,
    who=("player",),
    rules=(
        *("highest-wager-refused", "highest-wager-equal", "highest-wager-equal-refused"),
        *("highest-wager-all-refuse", "role-first", "shoe-holder-nobody", "marker-nobody"),
    ),
)
def decline(work: Work, command: DeclineCards) -> None:
    """Whoever is to receive them may refuse; the next in order receives them."""
    coup, hand = the_coup(work), command.hand
    delivery = of_hand(work.edition.methods[coup.method], hand)
    if delivery_of(coup).out == hand or hand in delivery_of(coup).collected:
        refuse("already-passed", hand=hand)
    due = receiver(work.edition, work.table, coup, hand)
    if due != command.by:
        refuse("not-your-turn.decline", hand=hand, person=command.by)
    if delivery.role:
        refuse("role-accepted", work.cite("role-first"))
    declined = (*delivery_of(coup).declined.get(hand, ()), due)
    own = replace(delivery_of(coup), declined={**delivery_of(coup).declined, hand: declined})
    after = replace(coup, own=own)
    following = receiver(work.edition, work.table, after, hand)
    rules = delivery.why(work.table, hand, following, declined)
    work.emit(CardsDeclined, hand=hand, next=following, clauses=work.provides(*rules))


@decides(
    ExposeCard,
    who=("player",),
    rules=(*COLLECTED, "one-card-to-nominees", FREE),
    approvals=("nominate",),
)
def expose_card(work: Work, command: ExposeCard) -> None:
    """By the receiver, or by the person nominated once the card is with them."""
    coup, hand = the_coup(work), command.hand
    method = work.edition.methods[coup.method]
    if delivery_of(coup).out != hand:
        refuse("not-out.expose-card", method.clauses, hand=hand)
    card, leave = card_of(hand, command.place), leave_of(work, coup, hand)
    nominee = delivery_of(coup).nominees.get(card)
    if command.by != (nominee or delivery_of(coup).holders[hand]):
        whose = nominee or delivery_of(coup).holders[hand]
        cited = work.cite(leave) if nominee else method.clauses
        refuse("not-yours.expose-card", cited, whose=whose)
    if nominee is not None and card not in delivery_of(coup).lent:
        refuse("not-handed-on", work.cite(leave, "one-card-to-nominees"), nominee=nominee)
    cited = work.cite(leave if nominee else conduct_of(work, coup).collects)
    expose(work, hand, command.place, command.card, cited)


@decides(RequestBothHands, who=("player",), rules=("both-in-turn",))
def request_both(work: Work, command: RequestBothHands) -> None:
    """By whoever has accepted one hand, where nobody is to receive the other."""
    coup, clauses = the_coup(work), work.provides("both-in-turn")
    first = next((hand for hand, who in delivery_of(coup).holders.items() if who == command.by), "")
    if not first:
        refuse("not-yours.both", clauses)
    other = next(hand for hand in HANDS if hand != first)
    if receiver(work.edition, work.table, coup, other) is not None:
        refuse("hand-is-anothers", clauses, hand=other)
    work.emit(BothHandsRequested, first=first, clauses=clauses)


def _out(query: Query) -> None:
    if delivery_of(the_coup(query)).out is None:
        refuse("not-out.report")


@decides(
    CollectHand,
    rules=COLLECTED,
    needs=(_out,),
    fits={"hand": lambda standing, hand: delivery_of(the_coup(standing)).out == hand},
)
def collect(work: Work, command: CollectHand) -> None:
    """Back to its area; what was not exposed the dealer turns."""
    coup = the_coup(work)
    if delivery_of(coup).out != command.hand:
        refuse("not-out.expose-card", hand=command.hand)
    cited = work.cite(conduct_of(work, coup).collects)
    work.emit(HandCollected, hand=command.hand, clauses=cited)


def _in_control(query: Query, person: str) -> bool:
    return bool(_controlled(query, person)) or role_holder(query.table) == person


@decides(
    ForfeitControl, troubled=True, needs=(Ranked("forfeit-control"),), fits={"person": _in_control}
)
def forfeit(work: Work, command: ForfeitControl) -> None:
    """At any time; the dealer controls the cards from then on."""
    clauses = authorise(work, "forfeit-control")
    hands, role = _controlled(work, command.person), role_holder(work.table) == command.person
    method = work.edition.methods[work.house.method]
    if not (hands or role) or "directed" not in method.control_ends:
        refuse("no-control", clauses, person=command.person)
    work.emit(ControlForfeited, person=command.person, hands=hands, clauses=clauses)
    if role:
        end_role(work, command.person, "directed")


@decides(
    ReportCardsHeld, troubled=True, rules=("cards-in-view", "cards-over-layout"), needs=(_out,)
)
def report(work: Work, command: ReportCardsHeld) -> None:
    """In everyone's view, over the layout."""
    coup = the_coup(work)
    rule = "cards-in-view" if command.breach == "out of view" else "cards-over-layout"
    clauses = work.provides(rule)
    out = delivery_of(coup).out
    if out is None:
        refuse("not-out.report", clauses)
    person = delivery_of(coup).holders[out]
    work.emit(HandlingBreached, person=person, breach=command.breach, clauses=clauses)


def _controlled(query: Query, person: str) -> tuple[str, ...]:
    """The hands that are with this person, or theirs to receive."""
    coup = query.table.coup
    if coup is None or coup.complete:
        return ()
    own = delivery_of(coup)
    return tuple(
        hand
        for hand in HANDS
        if person
        == (
            own.holders[hand]
            if own.out == hand
            else receiver(query.edition, query.table, coup, hand)
        )
    )


def card_of(hand: str, place: int) -> str:
    """A card of a hand, as nominations name it."""
    return f"{hand}:{place}"
