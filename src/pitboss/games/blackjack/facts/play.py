"""What a player and the dealer may do with their cards (rules 10 to 13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pitboss.cards import ACE, Card, rank
from pitboss.editions.values import Rounds
from pitboss.games.blackjack.facts.hand import (
    LIMIT,
    doubled_total,
    initial_total,
    is_blackjack,
    total,
    value,
)
from pitboss.refusal import refusable, refuse


@dataclass(frozen=True)
class Hand:
    """A finished hand of a box: its cards, the stake doubled on it, whether it was split."""

    cards: tuple[Card, ...]
    doubled_cents: int = 0
    split: bool = False
    ace_in_double: int | None = None

    @cached_property
    def total(self) -> int:
        """The point total it is settled on."""
        if self.doubled_cents:
            return doubled_total(self.cards, self.ace_in_double)
        return total(self.cards)[0]

    @cached_property
    def kind(self) -> str:
        """Blackjack, bust or points; a split hand is never a blackjack (rule 12.3.2)."""
        if not self.split and is_blackjack(self.cards):
            return "blackjack"
        return "bust" if self.total > LIMIT else "points"


@refusable
def check_hands(rules: Rounds, hands: Sequence[Hand], *, third_hand: bool) -> None:
    """Check the hands of one box, split or not, against rules 10 to 12."""
    if len(hands) > 1:
        _check_split(rules, hands, third_hand)
    for hand in hands:
        if len(hand.cards) < 2:
            refuse("two-cards-needed.check-hands")
        if hand.split and rank(hand.cards[0]) == ACE:
            most = rules.split_ace_cards
            if len(hand.cards) > 1 + most.most or hand.doubled_cents:
                refuse("draw-to-split-ace", most.clauses, most=most.most)
        elif hand.doubled_cents:
            _check_double(rules, hand)
        else:
            _check_draws(rules, hand)


def _check_split(rules: Rounds, hands: Sequence[Hand], third_hand: bool) -> None:
    if len({value(hand.cards[0]) for hand in hands if hand.cards}) > 1:
        refuse("split-unlike-values", rules.split_hands.clauses)
    more = rules.third_hand
    most = more if third_hand and more is not None else rules.split_hands
    if len(hands) > most.most:
        key = "too-many-hands" if more is None or most is more else "too-many-hands.unless-signed"
        refuse(key, most.clauses, most=most.most, hands=len(hands))


def _check_double(rules: Rounds, hand: Hand) -> None:
    first_two = hand.cards[:2]
    again = rules.double_after_split
    if hand.split and again is not None and not again.permitted:
        refuse("double-after-split", again.clauses)
    if total(first_two)[0] >= rules.may_draw.below:
        refuse("double-on-21", rules.may_draw.clauses)
    ace = rules.double_ace
    counted = initial_total(first_two, None if ace is None else ace.value)
    if counted not in rules.double.totals:
        allowed = ", ".join(map(str, rules.double.totals))
        clauses = rules.double.clauses
        if ace is not None and any(rank(card) == ACE for card in first_two):
            clauses = (*clauses, *ace.clauses)
        refuse("double-not-allowed", clauses, allowed=allowed, counted=counted)
    if len(hand.cards) != 2 + rules.double_cards.most:
        refuse("double-card", rules.double_cards.clauses, most=rules.double_cards.most)


def _check_draws(rules: Rounds, hand: Hand) -> None:
    for length in range(2, len(hand.cards)):
        before = total(hand.cards[:length])[0]
        if before >= rules.may_draw.below:
            refuse("draw-not-allowed", rules.may_draw.clauses, before=before)
    at_last = total(hand.cards)[0]
    must = rules.must_draw
    if must is not None and at_last < must.below:
        refuse("stands-too-low.check-draws", must.clauses, at_last=at_last, below=must.below)


def dealer_done(rules: Rounds, cards: Sequence[Card]) -> bool:
    """Whether the dealer stops on these cards."""
    points, soft = total(cards)
    return points >= (rules.dealer.stands_soft if soft else rules.dealer.stands_hard)


@refusable
def check_dealer(rules: Rounds, cards: Sequence[Card], *, needed: int) -> None:
    """Check the dealer's hand against rule 13.

    `needed` is 0 if no stake waits for the dealer, 1 if only the second card decides, 2 if
    the whole hand does (readings J13).
    """
    for length in range(2, len(cards)):
        if dealer_done(rules, cards[:length]):
            points = total(cards[:length])[0]
            refuse("dealer-draw", rules.dealer.clauses, points=points)
    short = len(cards) < 2 or not dealer_done(rules, cards)
    if (needed == 2 and short) or (needed == 1 and len(cards) < 2):
        points = total(cards)[0]
        clauses = (*rules.dealer.clauses, *rules.dealer.no_effect_clauses)
        refuse("dealer-stands-too-low", clauses, points=points)


def dealer_kind(rules: Rounds, cards: Sequence[Card]) -> str:
    """Blackjack, bust, points, or not needed while the hand is unfinished."""
    if is_blackjack(cards):
        return "blackjack"
    points = total(cards)[0]
    if points > LIMIT:
        return "bust"
    return "points" if len(cards) >= 2 and dealer_done(rules, cards) else "not-needed"
