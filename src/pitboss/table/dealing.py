"""The deal: cards leave the shoe in order, are exposed, counts and result are announced.

The core knows where each card belongs: Player, Banker, Player, Banker, then third cards by
the tableau. A card dealt elsewhere is an irregularity to be reported, not a deal. Who looks at
the cards first is the dealing method's matter: see `procedures.delivery`.
"""

from __future__ import annotations

from typing import Literal

from pitboss.baccarat.points import Outcome, count, outcome
from pitboss.cards import Card, name
from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.coup import (
    cards_of,
    conduct_of,
    due,
    next_card,
    seen_cards,
    stands,
    tableau,
    the_coup,
)
from pitboss.table.procedures.delivery import conduct, of_hand, receiver
from pitboss.table.procedures.no_bet import GROUNDS
from pitboss.table.shoe import as_found, change_shoe, in_play, one_card, see
from pitboss.table.state import Coup, Hand, Slot, Table

__all__ = [
    "Announce",
    "BetsCalled",
    "BettingClosed",
    "CallBets",
    "CardDealt",
    "CardTurned",
    "CountsAnnounced",
    "CoupStarted",
    "DealCard",
    "ResultAnnounced",
    "TurnCard",
    "cards_of",
    "change_coup",
    "close",
    "due",
    "expose",
    "next_card",
    "seen_cards",
    "tableau",
    "the_coup",
]

Cause = Literal["first-card-removed", "first-card-exposed", "call"]

DEALT = ("dealer-deals", "highest-wager-deals", "designated-player-deals")
THIRD = ("dealer-third-card", "highest-wager-third-card", "designated-player-third-card")
TURNED = ("dealer-deals", "highest-wager-turns", "designated-player-turns")
ANNOUNCED = ("dealer-announces", "highest-wager-announces", "designated-player-announces")


class CallBets(Command, frozen=True, kw_only=True):
    """Announce "place your bets" or "no more bets"; a call closes nothing by itself here."""

    call: Literal["place your bets", "no more bets"]


class DealCard(Command, frozen=True, kw_only=True):
    """Deal the next card to where it belongs; face up it is told, face down it is not."""

    card: str | None = None


class TurnCard(Command, frozen=True, kw_only=True):
    """The dealer turns over a card that lies face down before them."""

    hand: Hand
    place: int
    card: str


class Announce(Command, frozen=True, kw_only=True):
    """Announce the counts after four cards, or the result when the coup is complete."""


class BetsCalled(Event, frozen=True, kw_only=True):
    """A call was made."""

    call: str


class CoupStarted(Event, frozen=True, kw_only=True):
    """The first card of a coup left the shoe."""

    number: int
    method: str
    no_bet: str | None = None


class BettingClosed(Event, frozen=True, kw_only=True):
    """No wager may be touched from here on."""

    cause: Cause


class CardDealt(Event, frozen=True, kw_only=True):
    """A card lies on the table, seen where `card` is told."""

    hand: Hand
    place: int
    card: Card | None = None
    aside: bool = False


class CardTurned(Event, frozen=True, kw_only=True):
    """A card that lay face down is seen."""

    hand: Hand
    place: int
    card: Card


class CountsAnnounced(Event, frozen=True, kw_only=True):
    """The counts of the first two cards of each hand."""

    player: int
    banker: int


class ResultAnnounced(Event, frozen=True, kw_only=True):
    """The result of the coup."""

    outcome: Outcome
    player: int
    banker: int


@decides(CallBets, rules=("calls",))
def call_bets(work: Work, command: CallBets) -> None:
    """The dealer may call before each coup (7.1)."""
    if work.table.coup is not None and work.table.coup.closed:
        refuse("coup-in-progress", "A coup is in progress.", work.cite("calls"))
    work.emit(BetsCalled, call=command.call, clauses=work.cite("calls"))


@decides(
    DealCard,
    rules=(
        *("four-cards", "dealing-methods", "no-bet-method", "no-bet-no-wagers", *DEALT, *THIRD),
        *("announce-counts", "player-draws", "banker-draws", "player-stands", "banker-stands"),
        *("role-first", "role-declined", "role-after-loss", "role-all-decline"),
    ),
    approvals=(
        *("no-bet-coups-without-patrons", "no-bet-coups-without-wagers"),
        "no-bet-coups-by-consent",
    ),
)
def deal(work: Work, command: DealCard) -> None:
    """Four cards in turn, then third cards as the tableau has it (7.3, 9)."""
    shoe = in_play(work)
    if work.table.coup is None:
        _start(work)
    coup = the_coup(work)
    if work.house.virtual and shoe.cutting_card == "ahead" and shoe.left == shoe.behind:
        refuse("cutting-card-next", "The cutting card comes next.", work.edition.shoe.end.clauses)
    hand, clauses = next_card(work, coup)
    if shoe.aside and not coup.player:
        _from_aside(work, command)
        return
    if shoe.left == 0:
        refuse("shoe-empty", "No card is left: report insufficient cards.")
    card = None if command.card is None else one_card(work, command.card)
    as_found(work, len(shoe.drawn), card)
    _manner(work, coup, face_up=card is not None)
    place = len(getattr(coup, hand))
    work.emit(CardDealt, hand=hand, place=place, card=card, clauses=clauses)
    if card is not None:
        close(work, "first-card-exposed")


def _manner(work: Work, coup: Coup, *, face_up: bool) -> None:
    """Face down where hands go out; all cards of a coup alike (8.6.1, 8.7, 8.12, 8.22)."""
    rules = conduct_of(work, coup)
    if face_up and rules.passes:
        refuse("dealt-face-down", "The cards are dealt face down.", work.cite(rules.deals))
    if coup.face_up is not None and coup.face_up != face_up:
        way = "upwards" if coup.face_up else "downwards"
        third = len(coup.player) + len(coup.banker) >= 4
        refuse(
            "same-manner",
            f"The cards of this coup are dealt face {way}.",
            work.cite(rules.third if third else rules.deals),
        )


def _from_aside(work: Work, command: DealCard) -> None:
    """The card set aside before is the first of this coup; its face may be known already."""
    slot = in_play(work).aside[0]
    card = slot.card
    if card is None and command.card is not None:
        card = one_card(work, command.card)
    elif card is not None and command.card is not None and command.card != name(card):
        refuse("another-card", f"The card set aside before is {name(card)}.")
    work.emit(
        CardDealt, hand="player", place=0, card=card, aside=True, clauses=work.cite("four-cards")
    )
    if card is not None:
        close(work, "first-card-exposed")


def _start(work: Work) -> None:
    """A coup begins with the removal of its first card (1.1)."""
    table, shoe = work.table, in_play(work)
    if shoe.coups_left == 0:
        refuse("last-coup-over", "The last coup has been dealt.", work.edition.shoe.end.clauses)
    no_bet, method = table.next_no_bet, work.house.method
    if no_bet is None:
        method, cited = conduct(work.edition.methods[method]).start(work, method)
    else:
        if table.wagers:
            refuse(
                "no-bet-coup",
                "No wagers are permitted on a no bet coup.",
                work.cite("no-bet-no-wagers"),
            )
        if no_bet in GROUNDS:
            GROUNDS[no_bet].holds(work)
        method = work.value("no-bet-method", str, method)
        cited = work.cite("no-bet-method")
    cited += work.edition.methods[method].clauses + work.cite("four-cards", "dealing-methods")
    work.emit(CoupStarted, number=table.coups + 1, method=method, no_bet=no_bet, clauses=cited)
    close(work, "first-card-removed")


def close(work: Work, cause: Cause) -> None:
    """Betting closes at the event that the edition names, once, and not without a wager (7.4)."""
    coup = work.table.coup
    if coup is None or coup.closed or work.edition.close.at != cause:
        return
    if not coup.no_bet and not work.table.wagers:
        refuse(
            "no-wagers",
            "No wager is placed: a coup without wagers is a no bet coup, which is authorised.",
            work.cite("no-bet-coups-without-patrons", "no-bet-coups-without-wagers"),
        )
    work.emit(BettingClosed, cause=cause, clauses=work.edition.close.clauses)


@decides(
    TurnCard,
    rules=(*TURNED, *DEALT, "highest-wager-nobody", "highest-wager-all-refuse"),
    approvals=("forfeit-control",),
)
def turn(work: Work, command: TurnCard) -> None:
    """Cards dealt face down are exposed by the dealer, or the rest of them (8.6.1, 8.15.2)."""
    coup = the_coup(work)
    rules = conduct_of(work, coup)
    if coup.out == command.hand:
        refuse(
            "cards-passed-out",
            f"The {command.hand} hand is with a player.",
            work.cite(rules.collects),
        )
    clauses = work.cite(rules.turns) + _kept(work, coup, command.hand)
    expose(work, command.hand, command.place, command.card, clauses)


def _kept(work: Work, coup: Coup, hand: Hand) -> Clauses:
    """Why the dealer may turn the cards of a hand; refused where someone is to receive it."""
    if hand in coup.forfeited:
        return work.cite("forfeit-control")
    if hand in coup.collected:
        return ()
    method = work.edition.methods[coup.method]
    to = receiver(work.edition, work.table, coup, hand)
    if to is not None:
        refuse(
            "pass-first",
            f"The {hand} hand is passed to {to} first.",
            work.cite(conduct_of(work, coup).deals) + method.clauses,
        )
    delivery = of_hand(method, hand)
    rules = delivery.why(work.table, hand, None, coup.declined.get(hand, ()))
    return method.clauses + work.cite(*rules)


def expose(work: Work, hand: Hand, place: int, text: str, clauses: Clauses = ()) -> None:
    """A card that lies face down is seen."""
    coup = the_coup(work)
    slots: tuple[Slot, ...] = getattr(coup, hand)
    if not 0 <= place < len(slots) or slots[place].exposed:
        refuse("no-such-card", f"No card {place} of the {hand} hand lies face down.")
    card = one_card(work, text)
    as_found(work, slots[place].number, card)
    work.emit(CardTurned, hand=hand, place=place, card=card, clauses=clauses)
    close(work, "first-card-exposed")


@decides(
    Announce,
    rules=("announce-counts", "announce-result", "player-stands", "banker-stands", *ANNOUNCED),
)
def announce(work: Work, command: Announce) -> None:
    """Counts after four cards, Player's first; the result when no card is due (8.6.2, 9.1)."""
    coup = the_coup(work)
    player, banker = seen_cards(work, coup)
    if len(player) < 2 or len(banker) < 2:
        refuse("not-dealt", "Four cards are dealt first.", work.cite("four-cards"))
    if not coup.counts_announced:
        work.emit(
            CountsAnnounced,
            player=count(player[:2]),
            banker=count(banker[:2]),
            clauses=work.cite("announce-counts", conduct_of(work, coup).announces),
        )
        coup = the_coup(work)
        if due(tableau(work), coup) is not None:
            return
    hand = due(tableau(work), coup)
    if hand is not None:
        refuse("card-due", f"A third card is due to the {hand[0]} hand.", hand[1])
    totals = count(player), count(banker)
    work.emit(
        ResultAnnounced,
        outcome=outcome(*totals),
        player=totals[0],
        banker=totals[1],
        clauses=work.cite("announce-result") + stands(work, coup),
    )


@applies(BetsCalled)
def bets_called(table: Table, event: BetsCalled) -> Table:
    """A call changes nothing."""
    return table


@applies(CoupStarted)
def started(table: Table, event: CoupStarted) -> Table:
    """A coup is in progress."""
    coup = Coup(number=event.number, method=event.method, no_bet=event.no_bet is not None)
    left = table.no_bet_left - 1 if event.no_bet is not None else 0
    next_no_bet = event.no_bet if left > 0 else None
    return replace(
        table, coup=coup, coups=event.number, next_no_bet=next_no_bet, no_bet_left=max(left, 0)
    )


def change_coup(table: Table, **fields: object) -> Table:
    """The table with its coup changed."""
    assert table.coup is not None
    return replace(table, coup=replace(table.coup, **fields))


@applies(BettingClosed)
def closed(table: Table, event: BettingClosed) -> Table:
    """Closed; whoever has no wager now abstains, void though the coup may come to be (14.10)."""
    assert table.coup is not None
    if table.coup.no_bet:
        return change_coup(table, closed=True)
    bettors = {placed.person for placed in table.wagers.values()}
    people = {
        name: replace(person, idle=0 if name in bettors else person.idle + 1)
        if person.role == "player" and person.present
        else person
        for name, person in table.people.items()
    }
    return change_coup(replace(table, people=people), closed=True)


@applies(CardDealt)
def dealt(table: Table, event: CardDealt) -> Table:
    """From the shoe, or from beside it, to a hand."""
    shoe, coup = table.shoe, table.coup
    assert shoe is not None
    assert coup is not None
    if event.aside:
        known = shoe.aside[0]
        slot = replace(known, card=event.card, exposed=event.card is not None)
        fields: dict[str, object] = {"aside": shoe.aside[1:]}
        if known.card is None and event.card is not None:
            drawn = (*shoe.drawn[: known.number], event.card, *shoe.drawn[known.number + 1 :])
            fields.update(seen=see(shoe.seen, event.card), drawn=drawn)
    else:
        slot = Slot(card=event.card, exposed=event.card is not None, number=len(shoe.drawn))
        fields = {"left": shoe.left - 1, "drawn": (*shoe.drawn, event.card)}
        if event.card is not None:
            fields["seen"] = see(shoe.seen, event.card)
    changed: dict[str, object] = {event.hand: (*getattr(coup, event.hand), slot)}
    if coup.face_up is None and not event.aside:
        changed["face_up"] = event.card is not None
    if event.hand in coup.collected:
        changed["collected"] = tuple(hand for hand in coup.collected if hand != event.hand)
    return change_coup(change_shoe(table, **fields), **changed)


@applies(CardTurned)
def turned(table: Table, event: CardTurned) -> Table:
    """Seen."""
    shoe, coup = table.shoe, table.coup
    assert shoe is not None
    assert coup is not None
    slots: tuple[Slot, ...] = getattr(coup, event.hand)
    slot = slots[event.place]
    shown = replace(slot, card=event.card, exposed=True)
    drawn = (*shoe.drawn[: slot.number], event.card, *shoe.drawn[slot.number + 1 :])
    seen = shoe.seen if slot.card is not None else see(shoe.seen, event.card)
    table = change_shoe(table, seen=seen, drawn=drawn)
    hand = (*slots[: event.place], shown, *slots[event.place + 1 :])
    return change_coup(table, **{event.hand: hand})


@applies(CountsAnnounced)
def counts_announced(table: Table, event: CountsAnnounced) -> Table:
    """Announced."""
    return change_coup(table, counts_announced=True)


@applies(ResultAnnounced)
def result_announced(table: Table, event: ResultAnnounced) -> Table:
    """Announced; the coup is complete."""
    return change_coup(table, result_announced=True)
