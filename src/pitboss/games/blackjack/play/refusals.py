"""What a rule forbids of a hand, with its clause, and whether anything is left to decide."""

from __future__ import annotations

from pitboss.cards import ACE, rank
from pitboss.games.blackjack.facts.hand import initial_total, total, value
from pitboss.games.blackjack.play.hands import as_hand, cards_of, least_to_stand, rounds_of
from pitboss.games.blackjack.play.own import box_of, boxes_of
from pitboss.refusal import refusable, refuse
from pitboss.table.machine import Query
from pitboss.table.state import Round


@refusable
def draw_closed(query: Query, coup: Round, hand: str) -> None:
    """No card to 21 or a blackjack, to a doubled hand, or to a split ace that has its card."""
    rules, state, cards = rounds_of(query), boxes_of(coup).hands[hand], cards_of(coup, hand)
    before = total(cards)[0]
    if before >= rules.may_draw.below:
        refuse("draw-not-allowed", rules.may_draw.clauses, before=before)
    if state.doubled:
        refuse("double-card", rules.double_cards.clauses, most=rules.double_cards.most)
    _split_ace(query, coup, hand)


@refusable
def stand_closed(query: Query, coup: Round, hand: str) -> None:
    """Not below the total that must draw."""
    rules = rounds_of(query)
    at_last = total(cards_of(coup, hand))[0]
    least = least_to_stand(rules)
    if at_last < least and rules.must_draw is not None:
        refuse("stands-too-low.check-draws", rules.must_draw.clauses, at_last=at_last, below=least)


@refusable
def double_closed(query: Query, coup: Round, hand: str) -> None:
    """Only on the first two cards, on the totals that the rules name."""
    rules, state, cards = rounds_of(query), boxes_of(coup).hands[hand], cards_of(coup, hand)
    if len(cards) != 2:
        refuse("double-first-two", rules.double.clauses)
    _split_ace(query, coup, hand)
    again = rules.double_after_split
    if state.split and again is not None and not again.permitted:
        refuse("double-after-split", again.clauses)
    if total(cards)[0] >= rules.may_draw.below:
        refuse("double-on-21", rules.may_draw.clauses)
    ace = rules.double_ace
    found = initial_total(cards, None if ace is None else ace.value)
    if found not in rules.double.totals:
        clauses = rules.double.clauses
        if ace is not None and any(rank(card) == ACE for card in cards):
            clauses = (*clauses, *ace.clauses)
        allowed = ", ".join(map(str, rules.double.totals))
        refuse("double-not-allowed", clauses, allowed=allowed, counted=found)


def _split_ace(query: Query, coup: Round, hand: str) -> None:
    """A split ace has the cards that the rules give it, and no decision but to split again."""
    state, cards, rule = boxes_of(coup).hands[hand], cards_of(coup, hand), rounds_of(query)
    most = rule.split_ace_cards
    if state.split and rank(cards[0]) == ACE and len(cards) > most.most:
        refuse("draw-to-split-ace", most.clauses, most=most.most)


@refusable
def split_closed(query: Query, coup: Round, hand: str) -> None:
    """Two first cards of equal value, in so many hands as the rules and the sign allow."""
    rules, hands, cards = rounds_of(query), boxes_of(coup).hands, cards_of(coup, hand)
    if len(cards) != 2:
        refuse("split-first-two", rules.split_hands.clauses + query.cite("split-abstained"))
    if value(cards[0]) != value(cards[1]):
        refuse("split-unlike-values", rules.split_hands.clauses)
    box = str(box_of(hand))
    formed = sum(str(box_of(name)) == box for name in hands)
    more = rules.third_hand
    signed = query.table.sign.values.get("third-hand") == "yes"
    most = more if signed and more is not None else rules.split_hands
    if formed >= most.most:
        key = "too-many-hands" if more is None or most is more else "too-many-hands.unless-signed"
        clauses = most.clauses if more is None else (*most.clauses, *more.clauses)
        refuse(key, clauses, most=most.most, hands=formed + 1)


def finished(query: Query, coup: Round, name: str) -> bool:
    """Whether nothing more is decided or dealt for a hand of a box."""
    state, hand = boxes_of(coup).hands[name], as_hand(query, coup, name)
    cards, rules = hand.cards, rounds_of(query)
    if len(cards) < 2 or state.drawing:
        return False
    if state.stood or hand.kind != "points" or hand.total >= rules.may_draw.below:
        return True
    if state.doubled:
        return len(cards) >= 2 + rules.double_cards.most
    if state.split and rank(cards[0]) == ACE and len(cards) > rules.split_ace_cards.most:
        return split_closed(query, coup, name) is not None
    return state.silent and hand.total >= least_to_stand(rules)
