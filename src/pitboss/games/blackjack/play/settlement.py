"""What each stake is settled on, at the moment that has come."""

from __future__ import annotations

from typing import Any

from pitboss.cards import Card
from pitboss.games.blackjack.facts import spaces as facts
from pitboss.games.blackjack.facts.hand import is_blackjack, total
from pitboss.games.blackjack.facts.play import dealer_kind
from pitboss.games.blackjack.play.hands import as_hand, initial_cards, on_hand, rounds_of
from pitboss.games.blackjack.play.jackpot import share_winners
from pitboss.games.blackjack.play.own import (
    BUST,
    DEALER,
    DOUBLE,
    INSURANCE,
    INTERIM,
    MAIN,
    OPTIONAL,
    SPLIT,
    boxes_of,
)
from pitboss.games.blackjack.play.phases import paid_at_once
from pitboss.table.machine import Query
from pitboss.table.play import END, Facts, Stays
from pitboss.table.state import Hands, Placed, Round
from pitboss.table.tournament.play import disclosed, sealed_stakes

STAKES = {MAIN: "original", DOUBLE: "double", SPLIT: "split"}
STAYS = Stays()
AWAITED = Stays("jackpot", fixed=True)


def facts_at(query: Query, hands: Hands, moment: str) -> Facts:
    """By wager: what it is settled on now, or that it stays on the layout."""
    coup = query.table.coup
    assert coup is not None
    dealer = hands[DEALER]
    even = boxes_of(coup).even
    won = {winner.number for winner in share_winners(query, coup)}
    at_once = paid_at_once(query, coup) if moment == INTERIM else frozenset()
    sealed, late = sealed_stakes(query.table), disclosed(query.table)

    def fact(placed: Placed) -> Any:
        if placed.number in sealed:
            return STAYS  # what it says is announced when the round is over
        space = query.edition.wagers[placed.wager].space
        if space in ("pair", "three"):
            waits = placed.number in won
            if waits and moment == END:
                return AWAITED  # the link pays it, whenever it has decided
            now = moment == END if placed.number in late else moment == OPTIONAL
            return _side(space, hands, placed, dealer) if now and not waits else STAYS
        if space == "insured":
            return _insured(query, placed, dealer, even, moment)
        now = moment == END or placed.number in at_once
        if moment == BUST:
            now = as_hand(query, coup, on_hand(placed)).kind == "bust"
        return _stake(query, coup, placed, dealer, even) if now else STAYS

    return fact


def _side(space: str, hands: Hands, placed: Placed, dealer: tuple[Card, ...]) -> Any:
    first = initial_cards(hands, placed.box)
    return facts.pair(first) if space == "pair" else facts.three(first, dealer[0])


def _insured(
    query: Query, placed: Placed, dealer: tuple[Card, ...], even: tuple[int, ...], moment: str
) -> Any:
    """Void once even money was taken; lost at the dealer's second card; won at the end."""
    up = facts.dealer_up(dealer[0])
    taken = any(
        one.number in even and one.person == placed.person and one.box == placed.box
        for one in query.table.wagers.values()
    )
    if moment == INTERIM:
        return facts.Insured(up, False, True) if taken else STAYS
    if moment in (INSURANCE, END):
        return facts.Insured(up, is_blackjack(dealer), False)
    return STAYS


def _stake(
    query: Query, coup: Round, placed: Placed, dealer: tuple[Card, ...], even: tuple[int, ...]
) -> facts.Stake:
    hand = as_hand(query, coup, on_hand(placed))
    kind = dealer_kind(rounds_of(query), dealer)
    against = "none"
    if hand.kind == "points" and kind == "not-needed":
        # No card was drawn for a stake of which nothing counts: it neither wins nor loses.
        kind, against = "points", "equal"
    elif hand.kind == kind == "points":
        margin = hand.total - total(dealer)[0]
        against = "higher" if margin > 0 else "lower" if margin < 0 else "equal"
    up = facts.dealer_up(dealer[0])
    return facts.Stake(STAKES[placed.wager], hand.kind, kind, up, against, placed.number in even)
