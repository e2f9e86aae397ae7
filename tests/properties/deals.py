"""Strategies: cards from a shoe, stakes, signs, rounds and series of results."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from tests.second import baccarat, blackjack, optional, spans
from tests.second.cards import RANKS, SUITS, Cards

CHIPS = (1, 50, 100, 250, 500)
chips = st.sampled_from(CHIPS)
stakes = st.integers(1, 500_000)
percents = st.integers(10, 100).map(lambda tenths: Fraction(tenths, 10))


def dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


def decimal(number: Fraction) -> str:
    """A number of tenths, as a sign prints it."""
    return f"{int(number * 10) // 10}.{int(number * 10) % 10}"


@st.composite
def shoes(draw: st.DrawFn, size: int, decks: int) -> Cards:
    """The first cards of a shuffled shoe; often a shoe of few ranks, for pairs and sevens."""
    few = st.lists(st.sampled_from(RANKS), min_size=2, max_size=4, unique=True)
    aces = st.sampled_from((["A", "T"], ["A", "T", "6"], ["A", "K", "Q", "8"]))
    ranks = draw(st.one_of(st.just(list(RANKS)), few, aces))
    stack = [rank + suit for rank in ranks for suit in SUITS for _ in range(decks)]
    places = st.integers(0, len(stack) - 1)
    drawn = draw(st.lists(places, min_size=size, max_size=size, unique=True))
    return tuple(stack[place] for place in drawn)


@st.composite
def baccarat_signs(draw: st.DrawFn, rulebook: str) -> baccarat.Sign:
    player = draw(percents)
    banker = draw(percents) if rulebook == "crown-melbourne-baccarat" else player
    return baccarat.Sign(
        chip=draw(chips),
        tie_percent_player=player,
        tie_percent_banker=banker,
        tie_bonus=draw(st.booleans()),
        differential=draw(st.one_of(st.none(), stakes)),
    )


@st.composite
def blackjack_signs(draw: st.DrawFn) -> optional.Sign:
    return optional.Sign(
        chip=draw(chips),
        lucky_lucky=draw(st.sampled_from((1, 2, 3))),
        jackpot=draw(st.integers(1, 10_000_000)),
        jackpot_reset=draw(st.sampled_from((1_000_000, 2_500_000, 5_000_000))),
    )


REST = [rank + suit for suit in "hs" for rank in RANKS]
"""What lies behind the first cards of the shoe, should a round need so many."""


@st.composite
def dealt_rounds(draw: st.DrawFn, most_hands: int) -> blackjack.Round:
    """A round played from the shoe: every decision is one that the rules leave open."""
    cards = [*draw(shoes(16, 6)), *REST]
    main = draw(st.integers(2, 100_000))
    first, up, second = cards.pop(0), cards.pop(0), cards.pop(0)
    starts: list[Cards] = [(first, second)]
    if blackjack.value(first) == blackjack.value(second) and draw(st.booleans()):
        starts = [(first, cards.pop(0)), (second, cards.pop(0))]
        if most_hands == 3 and blackjack.value(starts[0][1]) == blackjack.value(first):
            starts = [(first, cards.pop(0)), (starts[0][1], cards.pop(0)), starts[1]]
    split = len(starts) > 1
    hands = tuple(draw(played_hands(start, cards, split, main)) for start in starts)
    natural = not split and blackjack.ace_and_ten(hands[0].cards)
    insurance = draw(st.one_of(st.just(main // 2), st.integers(0, main // 2)))
    played = blackjack.Round(
        hands,
        (up,),
        main,
        insurance if up[0] in "ATJQK" and draw(st.booleans()) else 0,
        natural and up[0] == "A" and draw(st.booleans()),
    )
    while blackjack.dealer_must_draw(played.dealer):
        if blackjack.legal_dealer(played) and draw(st.booleans()):
            break
        played = replace(played, dealer=(*played.dealer, cards.pop(0)))
    return played


@st.composite
def played_hands(
    draw: st.DrawFn, start: Cards, cards: list[str], split: bool, main: int
) -> blackjack.Hand:
    """Double, draw and stand as one likes, within rules 10 to 12."""
    if split and start[0][0] == "A":
        return blackjack.Hand(start)
    may_double = blackjack.hard(start) in (9, 10, 11) and blackjack.total(start) < 21
    if may_double and draw(st.booleans()):
        return blackjack.Hand((*start, cards.pop(0)), draw(st.integers(1, main)))
    hand = start
    while blackjack.total(hand) < 12 or (blackjack.total(hand) < 21 and draw(st.booleans())):
        hand = (*hand, cards.pop(0))
    return blackjack.Hand(hand)


@st.composite
def doubtful_rounds(draw: st.DrawFn, most_hands: int) -> blackjack.Round:
    """A round with one thing done to it that may break a rule."""
    played = draw(dealt_rounds(most_hands))
    hands = list(played.hands)
    which = draw(st.integers(0, len(hands) - 1))
    hand = hands[which]
    (card,) = draw(shoes(1, 6))
    change = draw(st.sampled_from(CHANGES))
    if change == "take a card":
        hands[which] = replace(hand, cards=(*hand.cards, card))
    if change == "stand earlier":
        hands[which] = replace(hand, cards=hand.cards[:-1])
    if change == "another card":
        place = draw(st.integers(0, len(hand.cards) - 1))
        cards = (*hand.cards[:place], card, *hand.cards[place + 1 :])
        hands[which] = replace(hand, cards=cards)
    if change == "double":
        double = draw(st.sampled_from((1, played.main, played.main + 1)))
        hands[which] = replace(hand, cards=(*hand.cards[:2], card), double=double)
    if change == "no double":
        hands[which] = replace(hand, double=0)
    if change == "split":
        hands.append(blackjack.Hand((draw(st.sampled_from((card, hand.cards[0]))), card)))
    played = replace(played, hands=tuple(hands))
    if change == "dealer takes a card":
        return replace(played, dealer=(*played.dealer, card))
    if change == "dealer stands earlier":
        return replace(played, dealer=played.dealer[:-1])
    if change == "insure":
        return replace(played, insurance=played.main // 2 + draw(st.integers(0, 1)))
    if change == "even money":
        return replace(played, even_money=True)
    return played


CHANGES = (
    "take a card",
    "stand earlier",
    "another card",
    "double",
    "no double",
    "split",
    "dealer takes a card",
    "dealer stands earlier",
    "insure",
    "even money",
)

SEGMENTS = ("P", "B", "T", "d", "v", "/", "P P", "B B", "T T T", "P P P P P", "B B B B B")
RUNS = tuple(
    f"{side}-run-{length}"
    for side in ("player", "banker", "combination", "tie")
    for length in range(2, 5 if side == "tie" else 7)
)
TAILS = tuple(
    f"{side}-dragon-tail-{when}" for side in ("player", "banker") for when in ("early", "late")
)

Series = tuple[str, list[spans.Bet], list[tuple[str, int]]]


@st.composite
def series(draw: st.DrawFn) -> Series:
    """Results, bets placed on them, and early tails of other people."""
    segments = draw(st.lists(st.sampled_from(SEGMENTS), min_size=1, max_size=12))
    results = " ".join([*segments, draw(st.sampled_from("PBTdv"))])
    coups = len(results.replace("/", "").split())
    places = st.integers(1, coups)
    bets = []
    for wager in draw(st.lists(st.sampled_from(RUNS + TAILS + TAILS), min_size=1, max_size=8)):
        nominated = ""
        if wager.startswith("combination"):
            nominated = "".join(draw(st.sampled_from("PB")) for _ in range(int(wager[-1])))
        bets.append(spans.Bet(wager, draw(stakes), draw(places), nominated))
    sides = st.sampled_from(("player", "banker"))
    return results, bets, draw(st.lists(st.tuples(sides, places), max_size=3))
