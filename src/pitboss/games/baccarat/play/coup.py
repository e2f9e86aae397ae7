"""What the coup in progress says: its hands, whose card is next, why a hand stands."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.editions.values import Tableau
from pitboss.editions.wagers import Clauses
from pitboss.games.baccarat.facts import coup as coup_facts
from pitboss.games.baccarat.facts.coup import Seen, Turn
from pitboss.games.baccarat.play.own import BANKER, FIRST, PLAYER, delivery_of
from pitboss.games.baccarat.play.receivers import Receivers, conduct
from pitboss.refusal import refuse
from pitboss.table.cards.parts import Slot
from pitboss.table.machine import Query
from pitboss.table.state import Round


def the_coup(work: Query) -> Round:
    """The coup in progress."""
    if work.table.coup is None:
        refuse("no-coup.the-coup")
    if work.table.coup.complete:
        refuse("coup-complete")
    return work.table.coup


def tableau(query: Query) -> Tableau:
    """The edition's tableau; a game without one has no table to be dealt at."""
    assert query.edition.tableau is not None
    return query.edition.tableau


def cards_of(slots: tuple[Slot, ...]) -> list[Card]:
    """The cards of a hand that were seen."""
    return [slot.card for slot in slots if slot.card is not None]


def seen_cards(query: Query, coup: Round) -> tuple[list[Card], list[Card]]:
    """Both hands, every card of them exposed and back with the dealer."""
    if delivery_of(coup).out is not None:
        refuse(
            "cards-passed-out.seen-cards",
            query.cite(conduct_of(query, coup).collects),
            out=delivery_of(coup).out,
        )
    for hand, slots in coup.hands.items():
        if any(not slot.exposed for slot in slots):
            refuse("face-down", query.cite(conduct_of(query, coup).turns), hand=hand)
    return cards_of(coup.hand(PLAYER)), cards_of(coup.hand(BANKER))


def faces(coup: Round) -> tuple[Seen, Seen]:
    """Both hands as they lie; a card that is not known is none."""
    player, banker = ([slot.card for slot in coup.hand(hand)] for hand in (PLAYER, BANKER))
    return player, banker


def due(query: Query, coup: Round) -> Turn | None:
    """The turn of the hand to which a third card is due; none when both are complete."""
    return coup_facts.due(tableau(query), *faces(coup))


def next_card(query: Query, coup: Round) -> tuple[str, Clauses]:
    """The hand the next card is dealt to; refused where none is due, or not yet."""
    if len(coup.slots) >= FIRST:
        seen_cards(query, coup)
        if not delivery_of(coup).counts_announced:
            announces = conduct_of(query, coup).announces
            refuse("announce-first", query.cite("announce-counts", announces))
    return hand_due(query, coup)


def hand_due(query: Query, coup: Round) -> tuple[str, Clauses]:
    """The hand that the next card belongs to, be the counts announced or not."""
    dealt = len(coup.slots)
    rules = conduct_of(query, coup)
    if dealt < FIRST:
        return (PLAYER, BANKER)[dealt % 2], query.cite("four-cards", rules.deals)
    turn = due(query, coup)
    if turn is None:
        full = len(coup.hand(PLAYER)) == len(coup.hand(BANKER)) == 3
        clauses = tableau(query).extra.clauses if full else stands(query, coup)
        refuse("no-card-due", clauses)
    return turn.hand, turn.clauses + query.cite(rules.third, *_rule(coup, turn))


def stands(query: Query, coup: Round) -> Clauses:
    """The clauses under which the hands that have two cards stand."""
    clauses: Clauses = ()
    for turn in coup_facts.turns(tableau(query), *faces(coup)):
        if turn.decision in ("natural", "no-card"):
            return turn.clauses
        if len(coup.hand(turn.hand)) == 2:
            clauses += turn.clauses + query.cite(*_rule(coup, turn))
    return clauses


def _rule(coup: Round, turn: Turn) -> tuple[str, ...]:
    """The rule's name for a turn; Banker's has one where it depends on Player's third card."""
    if turn.hand == BANKER and len(coup.hand(PLAYER)) < 3:
        return ()
    return (f"{turn.hand}-{turn.decision}",)


def conduct_of(query: Query, coup: Round) -> Receivers:
    """By whose rules the coup is dealt."""
    return conduct(query.edition.methods[coup.method])
