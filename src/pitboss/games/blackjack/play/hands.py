"""The hands of a round as they lie: their cards, their stakes, how far each is."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cards import Card
from pitboss.editions.values import Rounds
from pitboss.games.blackjack.facts.hand import is_blackjack, total
from pitboss.games.blackjack.facts.play import Hand, dealer_done
from pitboss.games.blackjack.facts.spaces import dealer_up
from pitboss.games.blackjack.play.own import (
    DEALER,
    DOUBLE,
    INSURED,
    MAIN,
    SPLIT,
    BoxHand,
    box_of,
    boxes_of,
)
from pitboss.table.machine import Query
from pitboss.table.settlement.counted import effective_stakes
from pitboss.table.state import Hands, Placed, Round
from pitboss.table.tournament.play import sealed_stakes


def rounds_of(query: Query) -> Rounds:
    """The edition's rules of a round."""
    rules = query.edition.rounds
    assert rules is not None  # the game's editions have them
    return rules


def cards_of(coup: Round, hand: str) -> tuple[Card, ...]:
    """The cards of a hand that are known."""
    return tuple(slot.card for slot in coup.hand(hand) if slot.card is not None)


def initial_cards(hands: Hands, box: int | None) -> tuple[Card, ...]:
    """The first two cards that a box was dealt, wherever a split has moved them."""
    first, other = hands[str(box)], hands.get(f"{box}b")
    return first[:2] if other is None else (first[0], other[0])


def up_card(coup: Round) -> str:
    """What the dealer's first card is for insurance and interim settlement."""
    return dealer_up(cards_of(coup, DEALER)[0])


def on_hand(placed: Placed) -> str:
    """The hand that a stake lies on."""
    return placed.hand or str(placed.box)


def stakes_on(query: Query, hand: str) -> list[Placed]:
    """The stakes that lie on a hand and wait for its result, insurance and side wagers apart."""
    return [
        placed
        for placed in query.table.wagers.values()
        if placed.wager in (MAIN, SPLIT, DOUBLE) and on_hand(placed) == hand
    ]


def bettors_on(query: Query, hand: str) -> list[str]:
    """Who has a stake of their own on a hand, doubles apart, in order of placing."""
    return [one.person for one in stakes_on(query, hand) if one.wager != DOUBLE]


def original(query: Query, person: str, box: int) -> Placed | None:
    """A bettor's initial wager on a box, while it waits for its result."""
    for placed in query.table.wagers.values():
        if placed.wager == MAIN and placed.person == person and placed.box == box:
            return placed
    return None


def counted(query: Query, person: str, box: int) -> int:
    """What counts of a bettor's initial wager on a box; kept lines know one that is settled."""
    placed = original(query, person, box)
    if placed is not None:
        return effective_stakes(query).get(placed.number, (placed.stake_cents, ()))[0]
    paid = query.table.coup.paid if query.table.coup is not None else ()
    for line in paid:
        if line.wager == MAIN and line.person == person and line.box == box:
            return line.stake_cents
    return 0


def most_insured(query: Query, placed: Placed) -> int:
    """The part of what counts of an initial wager that may be insured, in chips."""
    rule = rounds_of(query).insurance
    assert rule is not None  # where none is offered nobody asks
    stake = counted(query, placed.person, placed.box or 0)
    return query.chips.part(stake, stake // rule.part_of)


def as_hand(query: Query, coup: Round, name: str) -> Hand:
    """A hand of a box with what its settlement asks."""
    state = boxes_of(coup).hands.get(name, BoxHand())
    ace = rounds_of(query).double_ace
    return Hand(
        cards_of(coup, name),
        doubled_cents=1 if state.doubled else 0,
        split=state.split,
        ace_in_double=None if ace is None else ace.value,
    )


def points(query: Query, coup: Round, name: str) -> tuple[int, bool]:
    """The total of a hand and whether it is soft, as it would be settled."""
    cards = cards_of(coup, name)
    if boxes_of(coup).hands.get(name, BoxHand()).doubled:
        settled = as_hand(query, coup, name).total
        return settled, total(cards) == (settled, True)
    return total(cards)


def least_to_stand(rules: Rounds) -> int:
    """The least total on which a hand may stand."""
    return 0 if rules.must_draw is None else rules.must_draw.below


def bust(query: Query, coup: Round, name: str) -> bool:
    """Whether a hand of a box is over 21."""
    return as_hand(query, coup, name).kind == "bust"


def needed(query: Query, coup: Round) -> int:
    """How much of the dealer's hand any stake still waits for: nothing, a second card, all."""
    most = 0
    up, stakes = up_card(coup), effective_stakes(query)
    sealed = sealed_stakes(query.table)
    for name in boxes_of(coup).hands:
        lying = stakes_on(query, name)
        waits = any(one.number in sealed for one in lying)
        if not waits and not any(stakes.get(one.number, (one.stake_cents, ()))[0] for one in lying):
            continue  # what is over the limit waits for nothing
        kind = as_hand(query, coup, name).kind
        if kind == "points":
            return 2
        if kind == "blackjack" and up != "other":
            most = 1
    wagers = query.table.wagers.values()
    return 1 if any(placed.wager in INSURED.values() for placed in wagers) else most


def dealer_draws(query: Query, coup: Round) -> bool:
    """Whether a card is due to the dealer's hand, once all others are finished."""
    cards, wanted = cards_of(coup, DEALER), needed(query, coup)
    if wanted == 0:
        return False
    if len(cards) < 2:
        return True
    return wanted == 2 and not is_blackjack(cards) and not dealer_done(rounds_of(query), cards)


def in_play(query: Query, coup: Round) -> Sequence[str]:
    """The hands of boxes on which something is still at stake, in order of play."""
    return [name for name in boxes_of(coup).hands if stakes_on(query, name)]


def control_of(coup: Round, hand: str) -> str:
    """Who decides for a hand."""
    return boxes_of(coup).control[str(box_of(hand))]
