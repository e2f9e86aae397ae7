"""Receivers of the cards: who receives a hand, and in which order it is offered.

A dealing method of an edition names a delivery for each hand. Seat 1 is at the dealer's
immediate left and numbers go clockwise, so that the highest seat is at the dealer's immediate
right and counter-clockwise is downwards.
"""

from __future__ import annotations

from typing import Protocol

from pitboss.editions.edition import Edition
from pitboss.editions.values import Method
from pitboss.editions.wagers import Clauses
from pitboss.games.baccarat.play.own import BANKER, HANDS, delivery_of, role_of
from pitboss.refusal import refuse
from pitboss.table.machine import Query, Work
from pitboss.table.procedures.ring import place_of
from pitboss.table.procedures.shoe_holder import held
from pitboss.table.state import Round, Table

Names = tuple[str, ...]


BOTH = "handle-both-hands"
"""The approval that it takes to handle both hands, where the edition has it."""


FREE = "nominee-free"
"""The rule by which whoever receives cards lets others open them without leave."""


class Receivers(Protocol):
    """How a hand reaches those who look at it, and the rules by which the dealer does it.

    `passes`: the hand goes out to someone at the table; `role`: to one who has accepted to
    receive it from coup to coup; `leave`: others open its cards by approval only. The other names
    are rules of the edition.
    """

    passes: bool
    role: bool
    leave: bool
    deals: str
    collects: str
    turns: str
    announces: str
    third: str

    def receivers(self, table: Table, hand: str, /) -> Names:
        """Those to whom the hand is offered, first to last."""

    def why(self, table: Table, hand: str, person: str | None, declined: Names, /) -> Names:
        """The rules that make this person the receiver, or the dealer where it is nobody."""

    def start(self, work: Work, method: str, /) -> tuple[str, Clauses]:
        """The method by which the coup that begins is dealt; refused where it may not begin."""


class ByDealer:
    """The dealer keeps the hand."""

    passes = False
    role = False
    leave = False
    deals = "dealer-deals"
    collects = "dealer-deals"
    turns = "dealer-deals"
    announces = "dealer-announces"
    third = "dealer-third-card"

    def receivers(self, _table: Table, _hand: str, /) -> Names:
        """Nobody."""
        return ()

    def why(self, _table: Table, _hand: str, _person: str | None, _declined: Names, /) -> Names:
        """The method itself says so."""
        return ()

    def start(self, _work: Work, method: str, /) -> tuple[str, Clauses]:
        """As the table is."""
        return method, ()


class ByHighestWager:
    """The highest wager on the hand receives it; refusals go to the next."""

    passes = True
    role = False
    leave = False
    deals = "highest-wager-deals"
    collects = "highest-wager-collects"
    turns = "highest-wager-turns"
    announces = "highest-wager-announces"
    third = "highest-wager-third-card"

    def receivers(self, table: Table, hand: str, /) -> Names:
        """Seated bettors on the hand, highest first; equals from the dealer's right."""
        wagered = amounts(table, hand)
        seats = seats_of(table)
        return tuple(
            sorted(
                (name for name in wagered if name in seats),
                key=lambda name: (-wagered[name], -seats[name]),
            )
        )

    def why(self, table: Table, hand: str, person: str | None, declined: Names, /) -> Names:
        """Highest, next highest after refusals, equal highest, or nobody."""
        wagered = amounts(table, hand)
        receivers = self.receivers(table, hand)
        if person is None:
            refused = receivers and all(name in declined for name in receivers)
            return ("highest-wager-all-refuse",) if refused else ("highest-wager-nobody",)
        rules = ["designated-player"]
        mine = wagered.get(person, 0)
        if any(wagered.get(name, 0) > mine for name in receivers if name in declined):
            rules.append("highest-wager-refused")
        equals = [name for name in receivers if wagered.get(name) == mine and name != person]
        if any(name in declined for name in equals):
            rules.append("highest-wager-equal-refused")
        elif equals:
            rules.append("highest-wager-equal")
        return tuple(rules)

    def start(self, _work: Work, method: str, /) -> tuple[str, Clauses]:
        """As the table is."""
        return method, ()


class ByDesignatedPlayer:
    """One player holds the role of designated player over coups."""

    passes = True
    role = True
    leave = False
    deals = "designated-player-deals"
    collects = "designated-player-collects"
    turns = "designated-player-turns"
    announces = "designated-player-announces"
    third = "designated-player-third-card"

    def receivers(self, table: Table, _hand: str, /) -> Names:
        """Whoever holds the role, and has the wager that goes with it."""
        holder = role_holder(table)
        if holder is None or holder not in seats_of(table):
            return ()
        return (holder,) if BANKER in wagers_of(table, holder) else ()

    def why(self, _table: Table, _hand: str, person: str | None, _declined: Names, /) -> Names:
        """The role was accepted."""
        return () if person is None else ("designated-player", "role-first")

    def start(self, work: Work, method: str, /) -> tuple[str, Clauses]:
        """The holder wagers on the hand; when all decline another method is used."""
        table = work.table
        holder = role_holder(table)
        if holder is not None:
            if BANKER not in wagers_of(table, holder):
                refuse("designated-must-wager", work.cite("role-first"), holder=holder)
            return method, ()
        turn = role_offered(table)
        if turn is not None:
            refuse("role-not-taken", work.cite(*role_rules(table)), turn=turn)
        return work.value("role-all-decline", str, method), work.cite("role-all-decline")


class ByShoeHolder(ByHighestWager):
    """The holder of the shoe draws the cards and opens a hand; the other goes to its bettors.

    The holder keeps the hand named when the shoe was taken, else the one they wagered more on.
    """

    deals = "holder-deals"
    collects = "holder-collects"
    turns = "holder-turns"
    announces = "holder-announces"
    third = "holder-third-card"

    def receivers(self, table: Table, hand: str, /) -> Names:
        """The holder for the hand that is kept; for the other those who wagered on it."""
        state = held(table)
        others = tuple(one for one in super().receivers(table, hand) if one != state.holder)
        if state.holder is None or state.holder not in seats_of(table):
            return others
        return (state.holder,) if kept_hand(table, state.holder, state.hand) == hand else others

    def why(self, table: Table, hand: str, person: str | None, declined: Names, /) -> Names:
        """The holder by the shoe; others as with the highest wager."""
        if person is not None and person == held(table).holder:
            return ("holder-deals",)
        return super().why(table, hand, person, declined)

    def start(self, work: Work, method: str, /) -> tuple[str, Clauses]:
        """Where nobody takes the shoe, the method that the edition names instead."""
        rule = work.edition.conduct.shoe_holder
        if rule is None or rule.otherwise is None or held(work.table).holder is not None:
            return method, ()
        return rule.otherwise, rule.declined_clauses


def kept_hand(table: Table, holder: str, named: str) -> str:
    """The hand that the holder of the shoe keeps; none where they named none and wager on none."""
    if named:
        return named
    most = {hand: amounts(table, hand).get(holder, 0) for hand in HANDS}
    return max(most, key=lambda hand: most[hand]) if any(most.values()) else ""


DELIVERIES: dict[str, Receivers] = {
    "dealer": ByDealer(),
    "highest-wager": ByHighestWager(),
    "designated-player": ByDesignatedPlayer(),
    "shoe-holder": ByShoeHolder(),
}


def named(name: str) -> Receivers:
    """The delivery of this name; refused where the core has none."""
    if name not in DELIVERIES:
        refuse("not-provided.named", name=name)
    return DELIVERIES[name]


def of_hand(method: Method, hand: str) -> Receivers:
    """How a method delivers a hand."""
    return named(method.player_hand if hand == "player" else method.banker_hand)


def conduct(method: Method) -> Receivers:
    """By whose rules a method is dealt: those of the hand that goes out, if one does."""
    banker = named(method.banker_hand)
    return banker if banker.passes else named(method.player_hand)


def receiver(edition: Edition, table: Table, coup: Round, hand: str) -> str | None:
    """Who is to receive the hand now: the holder of its first cards, or the next in order."""
    delivery = of_hand(edition.methods[coup.method], hand)
    if not delivery.passes or hand in delivery_of(coup).forfeited:
        return None
    declined = delivery_of(coup).declined.get(hand, ())
    holder = delivery_of(coup).holders.get(hand)
    lost = delivery.role and holder not in delivery.receivers(table, hand)
    if holder is not None and not lost and holder not in declined and holder in seats_of(table):
        return holder
    other = has_other(edition, coup, hand)
    for name in delivery.receivers(table, hand):
        if name not in declined and name != other:
            return name
    both = delivery_of(coup).both
    return both if both in seats_of(table) and both not in declined else None


def leave_of(query: Query, coup: Round, hand: str) -> str:
    """The rule or approval by which others open the cards of a hand."""
    free = FREE in query.edition.rules
    by_leave = of_hand(query.edition.methods[coup.method], hand).leave
    return FREE if free and not by_leave else "nominate"


def has_other(edition: Edition, coup: Round, hand: str) -> str | None:
    """Who has, or had, the other hand of the coup, where it takes leave to handle both."""
    if BOTH not in edition.approvals:
        return None
    holders = delivery_of(coup).holders
    return next((person for one, person in holders.items() if one != hand), None)


def amounts(table: Table, wager: str) -> dict[str, int]:
    """What each person has wagered there in all, in cents."""
    found: dict[str, int] = {}
    for placed in table.wagers.values():
        if placed.wager == wager:
            found[placed.person] = found.get(placed.person, 0) + placed.stake_cents
    return found


def wagers_of(table: Table, person: str) -> set[str]:
    """What a person has wagered on."""
    return {placed.wager for placed in table.wagers.values() if placed.person == person}


def seats_of(table: Table) -> dict[str, int]:
    """The places of all who sit at the table, from the dealer's left clockwise."""
    return {
        name: place_of(table, person.seat)
        for name, person in table.people.items()
        if person.present and person.role == "player" and person.seat is not None
    }


# The role of designated player: it belongs to a shoe and begins anew with the next ------------


def role_holder(table: Table) -> str | None:
    """Who holds the role in this shoe."""
    return role_of(table).designated if role_of(table).shoe == table.shoes else None


def role_offered(table: Table) -> str | None:
    """Whose turn it is to accept the role; nobody where all have declined."""
    declined = role_of(table).declined if role_of(table).shoe == table.shoes else ()
    return next((name for name in role_order(table) if name not in declined), None)


def role_order(table: Table) -> list[str]:
    """Those who sit at the table in the order in which the role goes round, against the clock."""
    start = role_of(table).start if role_of(table).shoe == table.shoes else None
    seats = seats_of(table)
    order = sorted(seats, key=lambda name: -seats[name])
    if start is not None:
        place = place_of(table, start)
        order.sort(key=lambda name: seats[name] >= place)
    return order


def role_rules(table: Table) -> tuple[str, ...]:
    """The rules by which the role is offered now."""
    current = role_of(table).shoe == table.shoes
    if current and role_of(table).declined:
        return ("role-declined",)
    return ("role-after-loss",) if current and role_of(table).start is not None else ("role-first",)
