"""The deal: cards leave the shoe in order, are exposed, counts and result are announced.

The core knows where each card belongs: Player, Banker, Player, Banker, then third cards by
the tableau. A card dealt elsewhere is an irregularity to be reported, not a deal.
"""

from __future__ import annotations

from typing import Literal

from pitboss.baccarat.points import count, value
from pitboss.baccarat.tableau import banker_cell, banker_draws, is_natural, player_draws
from pitboss.cards import Card, name
from pitboss.editions.model import Tableau
from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.shoe import change_shoe, in_play, one_card, see
from pitboss.table.state import Coup, Hand, Slot, Table

Cause = Literal["first-card-removed", "first-card-exposed", "call"]


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

    outcome: Literal["player", "banker", "tie"]
    player: int
    banker: int


@decides(CallBets, rules=("calls",))
def call_bets(work: Work, command: CallBets) -> None:
    """The dealer may call before each coup (7.1)."""
    if work.table.coup is not None and work.table.coup.closed:
        refuse("coup-in-progress", "A coup is in progress.", work.cite("calls"))
    work.emit(BetsCalled, call=command.call, clauses=work.cite("calls"))


@decides(DealCard, rules=("four-cards", "no-bet-method", "burn-forgotten", "last-coup-over"))
def deal(work: Work, command: DealCard) -> None:
    """Four cards in turn, then third cards as the tableau has it (7.3, 9)."""
    shoe = in_play(work)
    table = work.table
    if table.coup is None:
        _start(work)
    coup = the_coup(work)
    if work.house.virtual and shoe.cutting_card == "ahead" and shoe.left == shoe.behind:
        refuse("cutting-card-next", "The cutting card comes next.", work.edition.shoe.end.clauses)
    hand, clauses = next_card(work, coup)
    place = len(getattr(coup, hand))
    aside = bool(shoe.aside) and not coup.player
    if aside:
        _from_aside(work, command)
        return
    if shoe.left == 0:
        refuse("shoe-empty", "No card is left: report insufficient cards.")
    card = None if command.card is None else one_card(work, command.card)
    if card is None and coup.method == "A" and coup.no_bet:
        refuse(
            "face-up", "A no bet coup is dealt by the dealer, face up.", work.cite("no-bet-method")
        )
    work.emit(CardDealt, hand=hand, place=place, card=card, clauses=clauses)
    if card is not None:
        close(work, "first-card-exposed")


def _from_aside(work: Work, command: DealCard) -> None:
    """The card set aside before is the first of this coup; its face may be known already."""
    shoe = in_play(work)
    slot = shoe.aside[0]
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
    no_bet = table.next_no_bet
    if no_bet is None and not table.wagers:
        refuse(
            "no-wagers",
            "No wager is placed: a coup without wagers is a no bet coup, which is authorised.",
            work.cite("no-bet-when"),
        )
    if no_bet is not None and table.wagers:
        refuse(
            "no-bet-coup",
            "No wagers are permitted on a no bet coup.",
            work.cite("no-bet-no-wagers"),
        )
    method = work.value("no-bet-method", str, work.house.method) if no_bet else work.house.method
    cited = work.cite("four-cards", "no-bet-method" if no_bet else "dealing-methods")
    work.emit(CoupStarted, number=table.coups + 1, method=method, no_bet=no_bet, clauses=cited)
    close(work, "first-card-removed")


def close(work: Work, cause: Cause) -> None:
    """Betting closes at the event that the edition names, once."""
    coup = work.table.coup
    if coup is not None and not coup.closed and work.edition.close.at == cause:
        work.emit(BettingClosed, cause=cause, clauses=work.edition.close.clauses)


@decides(TurnCard, rules=("turn-the-rest",))
def turn(work: Work, command: TurnCard) -> None:
    """Cards dealt face down are exposed by the dealer, or the rest of them (8.6.1, 8.15.2)."""
    coup = the_coup(work)
    if coup.out == command.hand:
        refuse("cards-passed-out", f"The {command.hand} hand is with a player.")
    expose(work, command.hand, command.place, command.card)


def expose(work: Work, hand: Hand, place: int, text: str) -> None:
    """A card that lies face down is seen."""
    coup = the_coup(work)
    slots: tuple[Slot, ...] = getattr(coup, hand)
    if not 0 <= place < len(slots) or slots[place].exposed:
        refuse("no-such-card", f"No card {place} of the {hand} hand lies face down.")
    card = one_card(work, text)
    method = work.edition.methods[coup.method]
    work.emit(CardTurned, hand=hand, place=place, card=card, clauses=method.clauses)
    close(work, "first-card-exposed")


@decides(Announce, rules=("announce-counts", "announce-result"))
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
            clauses=work.cite("announce-counts"),
        )
        coup = the_coup(work)
        if due(tableau(work), coup) is not None:
            return
    hand = due(tableau(work), coup)
    if hand is not None:
        refuse("card-due", f"A third card is due to the {hand[0]} hand.", hand[1])
    totals = count(player), count(banker)
    outcome = "tie" if totals[0] == totals[1] else "player" if totals[0] > totals[1] else "banker"
    work.emit(
        ResultAnnounced,
        outcome=outcome,
        player=totals[0],
        banker=totals[1],
        clauses=work.cite("announce-result"),
    )


def the_coup(work: Work) -> Coup:
    """The coup in progress."""
    if work.table.coup is None:
        refuse("no-coup", "No coup is in progress.")
    if work.table.coup.result_announced:
        refuse("coup-complete", "The result is announced; the coup is to be settled.")
    return work.table.coup


def tableau(work: Work) -> Tableau:
    """The edition's tableau."""
    if work.edition.tableau is None:
        refuse("no-tableau", "This game has no tableau.")
    return work.edition.tableau


def cards_of(slots: tuple[Slot, ...]) -> list[Card]:
    """The cards of a hand that were seen."""
    return [slot.card for slot in slots if slot.card is not None]


def seen_cards(work: Work, coup: Coup) -> tuple[list[Card], list[Card]]:
    """Both hands, every card of them exposed."""
    for hand in ("player", "banker"):
        if any(not slot.exposed for slot in getattr(coup, hand)):
            refuse(
                "face-down",
                f"A card of the {hand} hand lies face down.",
                work.cite("turn-the-rest"),
            )
    if coup.out is not None:
        refuse("cards-passed-out", f"The {coup.out} hand is with a player.")
    return cards_of(coup.player), cards_of(coup.banker)


def due(table: Tableau, coup: Coup) -> tuple[Hand, Clauses] | None:
    """The hand to which a third card is due, with the clauses; none when both are complete."""
    player, banker = cards_of(coup.player), cards_of(coup.banker)
    two = count(player[:2]), count(banker[:2])
    if any(is_natural(table, total) for total in two):
        return None
    if len(coup.player) < 3 and player_draws(table, *two):
        return "player", table.player.clauses
    third = value(player[2]) if len(player) > 2 else None
    if len(coup.banker) < 3 and banker_draws(table, *two, third):
        return "banker", banker_cell(table, two[1], third)[1]
    return None


def next_card(work: Work, coup: Coup) -> tuple[Hand, Clauses]:
    """The hand the next card belongs to; refused where no card is due."""
    dealt = len(coup.player) + len(coup.banker)
    if dealt < 4:
        return ("player", "banker")[dealt % 2], work.cite("four-cards")
    player, banker = seen_cards(work, coup)
    if not coup.counts_announced:
        refuse("announce-first", "The counts are announced first.", work.cite("announce-counts"))
    hand = due(tableau(work), coup)
    if hand is None:
        two = count(player[:2]), count(banker[:2])
        rules = tableau(work)
        natural = any(is_natural(rules, total) for total in two)
        clauses = rules.natural.clauses if natural else rules.extra.clauses
        refuse("no-card-due", "No more cards are due in this coup.", clauses)
    return hand


@applies(BetsCalled)
def bets_called(table: Table, event: BetsCalled) -> Table:
    """A call changes nothing."""
    return table


@applies(CoupStarted)
def started(table: Table, event: CoupStarted) -> Table:
    """A coup is in progress."""
    coup = Coup(number=event.number, method=event.method, no_bet=event.no_bet is not None)
    return replace(table, coup=coup, coups=event.number, next_no_bet=None)


def change_coup(table: Table, **fields: object) -> Table:
    """The table with its coup changed."""
    assert table.coup is not None
    return replace(table, coup=replace(table.coup, **fields))


@applies(BettingClosed)
def closed(table: Table, event: BettingClosed) -> Table:
    """Closed."""
    return change_coup(table, closed=True)


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
    table = change_shoe(table, **fields)
    return change_coup(table, **{event.hand: (*getattr(coup, event.hand), slot)})


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
