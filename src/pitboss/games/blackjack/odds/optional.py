"""The exact odds of the wagers on the first cards and of insurance.

The facts of three cards see a suit only as diamonds, another suit, one colour or mixed, so
the deals are counted by ranks: how many physical cards of those ranks lie within one suit,
within one colour, or anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

from pitboss.cards import RANKS, SUITS
from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member
from pitboss.games.blackjack.facts import spaces as facts
from pitboss.games.blackjack.odds.insurance import insured_counts
from pitboss.odds.returns import stakes_of
from pitboss.odds.wagers import WagerOdds, odds_of
from pitboss.settle.setting import Setting
from pitboss.settle.sign import Sign

Suits = tuple[int, ...]


def optional_odds(
    compiled: Compiled,
    wager: str,
    counts52: Sequence[int],
    sign: Sign,
    stake_cents: int | None = None,
) -> WagerOdds:
    """The odds of a wager on the first cards, or of insurance, from any composition.

    With a stake, what that stake is paid after rounding up to chips; a wager with prizes
    takes its lowest stake where none is given, and the sign's jackpot.
    """
    rule = compiled.edition.wagers[wager]
    if stake_cents is None and rule.stakes:
        stake_cents = stakes_of(compiled, wager)[0]
    # Nothing here depends on the decks of the setting: the composition is given.
    setting = Setting(compiled.edition.default_game, 0, None, sign)
    return odds_of(compiled, setting, wager, COUNTS[rule.space](counts52), stake_cents)


def pair_counts(counts52: Sequence[int]) -> Counter[Member]:
    """The ordered deals of two cards by their facts."""
    found: Counter[Member] = Counter()
    for first, copies in enumerate(counts52):
        for second, others in enumerate(counts52):
            ways = copies * (others - (first == second))
            if ways:
                found[_pair_member(first, second)] += ways
    return found


@cache
def _pair_member(first: int, second: int) -> facts.Pair:
    return facts.pair((first, second))


def three_counts(counts52: Sequence[int]) -> Counter[Member]:
    """The ordered deals of a player's two cards and the dealer's first by their facts."""
    groups = _suit_groups()
    copies = {
        group: [
            sum(counts52[len(SUITS) * rank + suit] for suit in group) for rank in range(len(RANKS))
        ]
        for group in {suits for terms in groups.values() for suits, _ in terms}
    }
    found: Counter[Member] = Counter()
    for ranks in product(range(len(RANKS)), repeat=3):
        one, two, three = ranks
        ways = {
            group: left[one]
            * (left[two] - (two == one))
            * (left[three] - (three == one) - (three == two))
            for group, left in copies.items()
        }
        for suits, terms in groups.items():
            number = sum(sign * ways[group] for group, sign in terms)
            if number:
                found[_three_member(ranks, suits)] += number
    return found


@cache
def _three_member(ranks: tuple[int, ...], suits: Suits) -> facts.Three:
    cards = [len(SUITS) * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
    return facts.three(cards[:2], cards[2])


@cache
def _suit_groups() -> dict[Suits, tuple[tuple[Suits, int], ...]]:
    """By one example of suits: the sums and differences of groups that count its class.

    All of one suit; all of one colour, less one suit; anywhere, less one colour.
    """
    clubs, diamonds, hearts, spades = range(len(SUITS))
    red, black, whole = (diamonds, hearts), (clubs, spades), (clubs, diamonds, hearts, spades)
    found: dict[Suits, tuple[tuple[Suits, int], ...]] = {
        (suit, suit, suit): (((suit,), 1),) for suit in whole
    }
    for colour in (red, black):
        one, other = colour
        found[one, other, one] = ((colour, 1), *(((suit,), -1) for suit in colour))
    found[clubs, diamonds, clubs] = ((whole, 1), (red, -1), (black, -1))
    return found


COUNTS: dict[str, Callable[[Sequence[int]], Counter[Member]]] = {
    "pair": pair_counts,
    "three": three_counts,
    "insured": insured_counts,
}
