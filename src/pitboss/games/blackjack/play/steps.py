"""What comes next in a round: one thing, read by everyone who deals."""

from __future__ import annotations

from dataclasses import replace

from pitboss.games.blackjack.facts.hand import is_blackjack
from pitboss.games.blackjack.facts.play import dealer_done
from pitboss.games.blackjack.play.decisions import WORDS, silence
from pitboss.games.blackjack.play.follow import not_following
from pitboss.games.blackjack.play.hands import (
    bust,
    cards_of,
    control_of,
    dealer_draws,
    rounds_of,
    stakes_on,
)
from pitboss.games.blackjack.play.insurance import no_insurance
from pitboss.games.blackjack.play.jackpot import confirmed, share_winners, untaken
from pitboss.games.blackjack.play.own import (
    BUST,
    DEALER,
    INSURANCE,
    INSURED,
    INTERIM,
    MAIN,
    OPTIONAL,
    boxes_now,
    boxes_of,
)
from pitboss.games.blackjack.play.phases import (
    begun,
    initial_card,
    insurable,
    paid_at_once,
    side_wagers,
    staked_boxes,
    unanswered,
)
from pitboss.games.blackjack.play.refusals import finished
from pitboss.table.machine import Query
from pitboss.table.play import Ask, Card, Do, Done, Move, Pay, Say, Stage, Step, stage
from pitboss.table.state import Round, Table
from pitboss.table.tournament.play import sealed_stakes

CALLED, CLOSED, RESULT = "insurance", "insurance closed", "result"


def next_step(query: Query) -> Step:
    """What comes next; a card that came out in error comes before those in the shoe."""
    step, coup = _next(query), query.table.coup
    if isinstance(step, Card) and coup is not None and boxes_of(coup).in_error:
        rule = "refused-by-all" if step.hand == DEALER and len(coup.hand(DEALER)) else "next-card"
        return replace(step, aside=True, clauses=(*step.clauses, *query.cite(rule)))
    return step


def _next(query: Query) -> Step:
    """The initial deal, three settlements, box after box, the dealer's hand, the end."""
    coup = query.table.coup
    if coup is None:
        first = next(iter(staked_boxes(query)), None)
        if first is None:
            return Done()
        if untaken(query):
            return Do("take-jackpot-stakes")
        return Card(str(first), face_up(query, str(first)), query.cite("initial-deal"))
    if coup.complete:
        return Pay(clauses=query.cite("final-settlement"))
    due = initial_card(coup)
    if due is not None:
        return Card(due, face_up(query, due), query.cite("initial-deal"))
    return _after_deal(query, coup) or _subsequent(query, coup) or _dealers(query, coup)


def face_up(query: Query, hand: str) -> bool:
    """Whether the next card to a hand is dealt face up; the method may have the first two down."""
    coup = query.table.coup
    method = query.house.method if coup is None else coup.method
    down = query.edition.methods[method].player_hand != "dealer"
    initial = coup is None or initial_card(coup) is not None
    return hand == DEALER or not (down and initial)


def _after_deal(query: Query, coup: Round) -> Step | None:
    """Between the initial and the subsequent deal: side wagers, insurance, blackjacks."""
    own, shoe = boxes_of(coup), query.table.shoe
    left = own.left_out
    refilled = (
        query.device and not query.house.virtual
    )  # a committed order has no cards but its own
    if refilled and not own.reloaded and "reload" not in left and shoe and shoe.discards:
        return Do("reload-device")
    won = [winner.number for winner in share_winners(query, coup)]
    side = side_wagers(query, won)
    for placed in side.values():
        turned = _to_turn(coup, str(placed))
        if turned is not None:
            return turned
    if side:
        return Pay(OPTIONAL, query.cite("optional-settlement"))
    if won and not confirmed(query.table):
        return Do("confirm-jackpot")
    if not begun(coup) and insurable(query, coup) and INSURANCE not in left:
        if own.insurance is None:
            return Say(CALLED, query.cite("insurance-called"))
        people = tuple(dict.fromkeys(person for _, person in unanswered(query, coup)))
        if own.insurance == "open" and people:
            return Ask(people, no_insurance(query), clauses=query.cite("insurance-called"))
        if own.insurance == "open":
            return Say(CLOSED, query.cite("insurance-closed"))
    if paid_at_once(query, coup):
        return Pay(INTERIM, query.cite("interim-settlement"))
    return None


def _subsequent(query: Query, coup: Round) -> Step | None:
    """Hand after hand: what the bettors are asked, the cards that were asked for."""
    own, sealed = boxes_of(coup), sealed_stakes(query.table)
    for hand, state in own.hands.items():
        if not stakes_on(query, hand):
            continue
        turned = _to_turn(coup, hand)
        if turned is not None:
            return turned
        open_ = [one for one in stakes_on(query, hand) if one.number not in sealed]
        if open_ and bust(query, coup, hand):
            return Pay(BUST, query.cite("bust-collected"))
        if own.asked and own.about == hand:
            return Ask(own.asked, not_following(query), hand, query.cite(f"{own.asking}-shared"))
        if len(coup.hand(hand)) < 2:
            return Card(hand, up=True, clauses=query.cite("split-second-card"))
        if finished(query, coup, hand):
            continue
        if state.drawing or state.doubled or state.silent:
            return Card(hand, up=True, clauses=query.cite("card-asked-for"))
        control = (control_of(coup, hand),)
        cited = query.cite("decisions")
        return Ask(control, silence(query, hand), hand, cited, among=WORDS)
    return None


def turn(query: Query) -> str | None:
    """The hand for which its controlling player decides now."""
    step = query.play.next(query)
    asked = isinstance(step, Ask) and not boxes_now(query.table).asked
    return step.hand if isinstance(step, Ask) and asked else None


def _to_turn(coup: Round, hand: str) -> Do | None:
    """A card of a hand that lies face down is turned before the hand is acted on."""
    for place, slot in enumerate(coup.hand(hand)):
        if not slot.exposed:
            return Do("turn-card", fields={"hand": hand, "place": place}, place=slot.number)
    return None


def _dealers(query: Query, coup: Round) -> Step:
    """The dealer's cards while a stake waits for them; then the result."""
    cards, wagers = cards_of(coup, DEALER), query.table.wagers.values()
    insured = any(placed.wager in INSURED.values() for placed in wagers)
    if insured and len(cards) > 1 and not is_blackjack(cards):
        return Pay(INSURANCE, query.cite("insurance-lost"))
    if boxes_of(coup).insurance == "late" and len(cards) == 1 and dealer_draws(query, coup):
        people = tuple(dict.fromkeys(person for _, person in unanswered(query, coup)))
        if people:
            return Ask(people, no_insurance(query), clauses=query.cite("insurance-called"))
    if dealer_draws(query, coup):
        drawn = query.cite("dealers-cards") + rounds_of(query).dealer.clauses
        return Card(DEALER, up=True, clauses=drawn)
    done = dealer_done(rounds_of(query), cards)
    none = () if done else rounds_of(query).dealer.no_effect_clauses
    return Say(RESULT, none + query.cite("final-settlement"))


def stages(table: Table, move: Move | None) -> list[Stage]:
    """How far the round is; `move` tells the hand to which a card comes next."""
    coup = table.coup
    hand = None if move is None else move.hand
    dealt = coup is not None and initial_card(coup) is None and bool(coup.slots)
    own = None if coup is None else boxes_of(coup)
    paid = {line.moment for line in coup.paid} if coup is not None else set()
    played = coup is not None and len(coup.hand(DEALER)) > 1
    done = coup is not None and coup.complete
    side = dealt and (OPTIONAL in paid or not _side(table))
    insured = own is not None and own.insurance == "closed"
    decided = done or played
    return [
        stage("closed", done=coup is not None and table.betting.closed),
        stage("initial", done=dealt, hand=None if dealt else hand),
        stage("optional", done=decided or side),
        stage("insurance", done=decided or insured),
        stage("boxes", done=decided, hand=hand if dealt and hand != DEALER else None),
        stage("dealer", done=done, hand=hand if hand == DEALER and dealt else None),
        stage("result", done=done),
        stage("settle", done=False),
    ]


def _side(table: Table) -> bool:
    return any(placed.wager not in (MAIN, *INSURED.values()) for placed in table.wagers.values())
