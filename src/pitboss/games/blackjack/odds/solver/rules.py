"""The rules of a round as the solver asks them: card values instead of cards.

Suits and the kinds of tens never matter to play, so a hand is a sorted tuple of values 1 (an
ace) to 10. Every answer comes from `pitboss.games.blackjack.facts`, which settlement asks too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pitboss.cards import ACE, SUITS, Card
from pitboss.editions.values import Rounds
from pitboss.games.blackjack.facts import spaces as facts
from pitboss.games.blackjack.facts.hand import LIMIT, doubled_total, is_blackjack, total, value
from pitboss.games.blackjack.facts.play import Hand, check_hands, dealer_done

Values = tuple[int, ...]

ACE_VALUE, TEN_VALUE = ACE + 1, 10
VALUES = range(ACE_VALUE, TEN_VALUE + 1)
BUST, BLACKJACK = "bust", "blackjack"


def as_cards(values: Iterable[int]) -> tuple[Card, ...]:
    """A card of each value; which one does not matter."""
    return tuple(len(SUITS) * (value - 1) for value in values)


def up_kind(up: int) -> str:
    """What the dealer's first card is for insurance and interim settlement."""
    return facts.dealer_up(as_cards((up,))[0])


def value_counts(counts52: Sequence[int]) -> tuple[int, ...]:
    """The copies of each value, aces first, from the copies of each card."""
    found = [0] * len(VALUES)
    for card, copies in enumerate(counts52):
        found[value(card) - 1] += copies
    return tuple(found)


@dataclass(frozen=True)
class Play:
    """What a player and the dealer may do, by an edition's rules of a round."""

    rules: Rounds

    def total(self, values: Values) -> tuple[int, bool]:
        """The point total and whether it is soft."""
        return _total(values)

    def legal(self, values: Values, after_split: int, pair: int = 0) -> tuple[str, ...]:
        """The actions that rules 10 to 12 leave; never empty.

        `pair` is the value of the split cards; a hand of one card, just split, must draw.
        """
        return _legal(self, values, after_split > 0, pair if after_split else 0)

    def doubled(self, first_two: Values, drawn: int) -> int:
        """The total of a doubled hand (reading J14)."""
        ace = self.rules.double_ace
        return doubled_total(as_cards((*first_two, drawn)), None if ace is None else ace.value)

    @property
    def must_draw_below(self) -> int:
        """The total below which a player must draw; nought where none must."""
        return 0 if self.rules.must_draw is None else self.rules.must_draw.below

    def dealer_final(self, up: int, drawn: Values) -> int | str | None:
        """The dealer's total, bust or blackjack; None while the dealer must draw (13.2)."""
        cards = as_cards((up, *drawn))
        if is_blackjack(cards):
            return BLACKJACK
        points = total(cards)[0]
        if points > LIMIT:
            return BUST
        return points if drawn and dealer_done(self.rules, cards) else None

    @property
    def dealer_totals(self) -> range:
        """The totals a dealer can stand on."""
        dealer = self.rules.dealer
        return range(min(dealer.stands_hard, dealer.stands_soft), LIMIT + 1)

    def points_needed(self, hands: int) -> int:
        """A shoe whose values (aces as one) sum to this never runs out within a round.

        A hand draws on less than its limit and its last card is a ten at most; the dealer
        draws on less than the hard total that stands.
        """
        finished = self.rules.may_draw.below - 1 + TEN_VALUE
        return hands * finished + self.rules.dealer.stands_hard


@cache
def _total(values: Values) -> tuple[int, bool]:
    return total(as_cards(values))


@cache
def _legal(play: Play, values: Values, split: bool, pair: int) -> tuple[str, ...]:
    rules = play.rules
    if len(values) < 2:
        return ("hit",)
    if split and pair == ACE_VALUE:
        return ("hit",) if len(values) < 1 + rules.split_ace_cards.most else ("stand",)
    points, _ = _total(values)
    actions = []
    if points >= play.must_draw_below:
        actions.append("stand")
    if points < rules.may_draw.below:
        actions.append("hit")
    if len(values) == 2:
        # A hand of three aces stands for any doubled hand: only the first two are judged.
        trial = Hand(as_cards((*values, *[ACE_VALUE] * rules.double_cards.most)), doubled_cents=1)
        again = rules.double_after_split
        may = not split or again is None or again.permitted
        if may and check_hands(rules, [trial], third_hand=False) is None:
            actions.append("double")
        if values[0] == values[1] and not split and rules.split_hands.most > 1:
            actions.append("split")
    return tuple(actions)
