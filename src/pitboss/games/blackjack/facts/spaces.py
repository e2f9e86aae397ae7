"""The fact spaces of blackjack: the first cards for the optional wagers, a stake for the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from pitboss.cards import ACE, PAIR_KINDS, RANKS, SEVEN, SUITS, Card, pair_kind, rank, red, suit
from pitboss.decision.space import Space
from pitboss.games.blackjack.facts.hand import total, value
from pitboss.words.catalogue import Said


class Pair(NamedTuple):
    """The first two cards of a hand."""

    pair: str
    aces: bool


class Three(NamedTuple):
    """A player's first two cards with the dealer's first card."""

    total: int
    suits: str
    in_order: bool
    player_sevens: int
    dealer_seven: bool


class Stake(NamedTuple):
    """One stake on one hand against the dealer's hand."""

    stake: str
    hand: str
    dealer: str
    dealer_up: str
    against: str
    even_money: bool


class Insured(NamedTuple):
    """The dealer's first card and whether it became a blackjack."""

    dealer_up: str
    dealer_blackjack: bool
    even_money: bool


def pair(player: Sequence[Card]) -> Pair:
    """Facts of a player's first two cards."""
    first, second = player[:2]
    return Pair(pair_kind(first, second), rank(first) == rank(second) == ACE)


def three(player: Sequence[Card], dealer: Card) -> Three:
    """Facts of the three cards; one ace counts eleven if the total allows (J32)."""
    cards = (*player[:2], dealer)
    ranks = sorted(map(rank, cards))
    return Three(
        total=total(cards)[0],
        suits=_suits(cards),
        in_order=ranks == [SEVEN - 1, SEVEN, SEVEN + 1],
        player_sevens=sum(rank(card) == SEVEN for card in player[:2]),
        dealer_seven=rank(dealer) == SEVEN,
    )


def dealer_up(card: Card) -> str:
    """What the dealer's first card is for insurance and interim settlement."""
    return "ace" if rank(card) == ACE else "ten" if value(card) == 10 else "other"


def _suits(cards: Sequence[Card]) -> str:
    if len({suit(card) for card in cards}) == 1:
        return "diamonds" if SUITS[suit(cards[0])] == "d" else "suited"
    return "same-colour" if len({red(card) for card in cards}) == 1 else "mixed"


def spaces() -> dict[str, Space]:
    """Every space of blackjack by name."""
    return {
        "pair": Space("pair", Pair._fields, _pair_members(), _tell_pair),
        "three": Space("three", Three._fields, _three_members(), _tell_three),
        "stake": Space("stake", Stake._fields, _stake_members(), _tell_stake),
        "insured": Space("insured", Insured._fields, _insured_members(), _tell_insured),
    }


def _pair_members() -> Iterator[Pair]:
    for kind in PAIR_KINDS:
        yield Pair(kind, False)
        if kind != "none":
            yield Pair(kind, True)


def _three_members() -> Iterator[Three]:
    # One example of each class of suits stands for all: no fact tells the others apart.
    d, c, h = (SUITS.index(letter) for letter in "dch")
    for ranks in product(range(len(RANKS)), repeat=3):
        for suits in ((d, d, d), (c, c, c), (d, h, d), (c, d, c)):
            cards = [4 * r + s for r, s in zip(ranks, suits, strict=True)]
            yield three(cards[:2], cards[2])


def _stake_members() -> Iterator[Stake]:
    for stake, up in product(("original", "double", "split"), ("ace", "ten", "other")):
        dealers = ["points", "bust"] + (["blackjack"] if up != "other" else [])
        if stake == "original":
            for dealer in (*dealers, "not-needed"):
                yield Stake(stake, "blackjack", dealer, up, "none", False)
                if up == "ace":
                    yield Stake(stake, "blackjack", dealer, up, "none", True)
        for dealer in (*dealers, "not-needed"):
            yield Stake(stake, "bust", dealer, up, "none", False)
        for dealer in dealers:
            for against in ("higher", "equal", "lower") if dealer == "points" else ("none",):
                yield Stake(stake, "points", dealer, up, against, False)


def _insured_members() -> Iterator[Insured]:
    for up, blackjack in product(("ace", "ten"), (False, True)):
        yield Insured(up, blackjack, False)
        if up == "ace":
            yield Insured(up, blackjack, True)
    yield Insured("other", False, False)


def _tell_pair(facts: Pair) -> Said:
    if facts.pair == "none":
        return Said("pair.none")
    return Said("pair.some", {"pair": facts.pair, "aces": facts.aces})


def _tell_three(facts: Three) -> Said:
    sevens = facts.player_sevens + facts.dealer_seven
    told: dict[str, Any] = {"total": facts.total, "in_order": facts.in_order}
    if facts.suits in ("diamonds", "suited"):
        told["suits"] = facts.suits
    if sevens:
        told |= {"sevens": sevens, "player": facts.player_sevens}
    return Said("three", told)


def _tell_stake(facts: Stake) -> Said:
    if facts.even_money:
        return Said("stake.even-money")
    told: dict[str, Any] = {"hand": facts.hand}
    if facts.hand != "bust" and facts.dealer != "not-needed":
        told["dealer"] = facts.against if facts.against != "none" else facts.dealer
    return Said("stake", told)


def _tell_insured(facts: Insured) -> Said:
    if facts.even_money:
        return Said("insured.even-money")
    return Said("insured", {"blackjack": facts.dealer_blackjack})
