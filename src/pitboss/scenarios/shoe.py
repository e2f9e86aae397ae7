"""The order of a scenario's shoe: the cards of the file, the others by its seed."""

from __future__ import annotations

import random

from pitboss.cards import CARDS_IN_DECK, Card, name, parse
from pitboss.editions.values import Burn, Cut, CuttingCard
from pitboss.errors import BadScenarioError
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Scenario
from pitboss.shoe import cards_burned

BEHIND = 26
"""Cards behind the cutting card of a scenario, where the edition lets them be so many."""


def usual_behind(rule: CuttingCard, decks: int) -> int:
    """Where the cutting card is placed: the usual number, or the nearest that is permitted."""
    most = decks * CARDS_IN_DECK // (rule.most_share or 1) if rule.most is None else rule.most
    return max(rule.least, min(BEHIND, most))


def usual_depth(rule: Cut, decks: int) -> int:
    """Where the cards are cut: two decks deep, or as near to it as is permitted."""
    least = rule.decks_from_end * CARDS_IN_DECK
    usual = 2 * CARDS_IN_DECK if decks > 3 else 60
    return max(least, min(usual, decks * CARDS_IN_DECK - least))


def order_of(scenario: Scenario, decks: int, shoe: int, burn: Burn) -> list[Card]:
    """A shoe's order: the cards to burn, the file's cards, then the rest by its seed."""
    rest = [card for card in range(CARDS_IN_DECK) for _ in range(decks)]
    first = parse(scenario.cards)
    if isinstance(first, Refusal):
        raise BadScenarioError(f"{scenario.title}: cards: {first.sentence}")
    for card in first:
        if card not in rest:
            raise BadScenarioError(
                f"{scenario.title}: cards: {decks} decks have no more {name(card)}"
            )
        rest.remove(card)
    random.Random(scenario.seed + shoe - 1).shuffle(rest)
    top = rest.pop()
    # A first card that nobody sees burns no others by its value.
    more = cards_burned(burn, top) - 1 if burn.shown == "always" else 0
    return [top, *(rest.pop() for _ in range(more)), *first, *rest]
