"""A round of Star Blackjack played out card by card, from rules 8 to 15 as printed.

A second, plain account of the game for small shoes. A shoe is a tuple of ten counts, aces
first, tens and pictures last; a hand is a sorted tuple of values with an ace as 1. Every
player plays by the hand's own cards and the dealer's card; each chance is a draw from the
cards that are left, one after the other: first hand, second hand, dealer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

Shoe = tuple[int, ...]
Hand = tuple[int, ...]
End = tuple[int, int]  # point total (22 for over 21) and stakes on the hand (1 or 2)
OVER = 22


def draws(shoe: Shoe) -> Iterator[tuple[int, Fraction, Shoe]]:
    """The next card: its value, its chance and what is left."""
    cards = sum(shoe)
    for value in range(1, 11):
        if shoe[value - 1]:
            left = tuple(n - (i == value - 1) for i, n in enumerate(shoe))
            yield value, Fraction(shoe[value - 1], cards), left


def without(shoe: Shoe, *values: int) -> Shoe:
    left = list(shoe)
    for value in values:
        left[value - 1] -= 1
        assert left[value - 1] >= 0
    return tuple(left)


def points(hand: Hand) -> int:
    """3.2: one ace is eleven where that does not pass 21."""
    hard = sum(hand)
    return hard + 10 if 1 in hand and hard + 10 <= 21 else hard


@cache
def dealer(hand: Hand, shoe: Shoe) -> dict[str, Fraction]:
    """13.2: draw to hard 17 or soft 18; `bj` is an ace and a ten as the first two cards."""
    total = points(hand)
    soft = total != sum(hand)
    if len(hand) == 2 and total == 21:
        return {"bj": Fraction(1)}
    if total > 21:
        return {"bust": Fraction(1)}
    if len(hand) > 1 and (total >= 18 or (total == 17 and not soft)):
        return {str(total): Fraction(1)}
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for value, chance, left in draws(shoe):
        for result, share in dealer(tuple(sorted((*hand, value))), left).items():
            found[result] += chance * share
    return dict(found)


def result(end: End, original: bool, dealers: str) -> int:
    """10.5 and 15.1: what one hand wins or loses; a double is a second stake on it."""
    total, stakes = end
    if total > 21:
        return -stakes
    if dealers == "bj":
        return -1 if original else 0  # 11.4, 12.7: the original wager only
    if dealers == "bust" or total > int(dealers):
        return stakes
    return 0 if total == int(dealers) else -stakes


def worth(end: End, original: bool, up: int, shoe: Shoe) -> Fraction:
    if end[0] > 21:
        return Fraction(result(end, original, "bust"))
    chances = dealer((up,), shoe).items()
    return sum((share * result(end, original, dealers) for dealers, share in chances), Fraction())


def doubled(hand: Hand, drawn: int) -> int:
    """11.1.2 and J14: the first two cards hard, the third as in any hand."""
    hard = sum(hand) + drawn
    return hard + 10 if drawn == 1 and hard + 10 <= 21 else hard


@cache
def choices(
    hand: Hand, up: int, shoe: Shoe, original: bool = True, split: int = 0
) -> dict[str, Fraction]:
    """What each action is worth; `shoe` is what is left, `split` the value of a split pair."""
    found = {}
    total = points(hand)
    if len(hand) == 1 or (split == 1 and len(hand) == 2):
        # 12.3.1: one card and only one on each split ace.
        if len(hand) == 2:
            return {"stand": worth((total, 1), original, up, shoe)}
    elif total >= 12:  # 10.2
        found["stand"] = worth((total, 1), original, up, shoe)
    if total < 21:  # 10.3
        found["hit"] = Fraction()
        for value, chance, left in draws(shoe):
            more = tuple(sorted((*hand, value)))
            if sum(more) > 21:
                found["hit"] -= chance
            else:
                found["hit"] += chance * max(choices(more, up, left, original, split).values())
    if len(hand) == 2 and sum(hand) in (9, 10, 11) and total < 21:  # 11.1, J15
        found["double"] = Fraction()
        for value, chance, left in draws(shoe):
            found["double"] += chance * worth((doubled(hand, value), 2), original, up, left)
    return found


def act(hand: Hand, up: int, shoe: Shoe, original: bool, split: int) -> str:
    found = choices(hand, up, shoe, original, split)
    return max(found, key=lambda action: found[action])


def ends(
    hand: Hand, up: int, shoe: Shoe, post: Shoe, original: bool, split: int
) -> dict[tuple[End, Shoe], Fraction]:
    """How a hand ends and what it leaves, played as is best on `post`.

    `post` is the shoe after the deal; the hand sees its own cards only, so it decides as if
    they alone had been drawn from `post`.
    """
    seen = without(
        post, *(hand if not split else hand[: hand.index(split)] + hand[hand.index(split) + 1 :])
    )
    action = act(hand, up, seen, original, split)
    if action == "stand":
        return {((points(hand), 1), shoe): Fraction(1)}
    found: defaultdict[tuple[End, Shoe], Fraction] = defaultdict(Fraction)
    for value, chance, left in draws(shoe):
        more = tuple(sorted((*hand, value)))
        if action == "double":
            found[(doubled(hand, value), 2), left] += chance
        elif sum(more) > 21:
            found[(OVER, 1), left] += chance
        else:
            for end, share in ends(more, up, left, post, original, split).items():
                found[end] += chance * share
    return dict(found)


def split_results(pair: int, up: int, shoe: Shoe) -> dict[Fraction, Fraction]:
    """12.2: the first hand is completed before the second; `shoe` is left after the deal."""
    found: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for (first, left), chance in ends((pair,), up, shoe, shoe, True, pair).items():
        for (second, rest), share in ends((pair,), up, left, shoe, False, pair).items():
            for dealers, odds in dealer((up,), rest).items():
                net = result(first, True, dealers) + result(second, False, dealers)
                found[Fraction(net)] += chance * share * odds
    return dict(found)


def third_hand_mean(
    pair: int, up: int, shoe: Shoe, first_again: bool, second_again: bool
) -> Fraction:
    """12.5: a second card of the pair's value may be split again, to three hands at most."""
    third = without(shoe, pair)
    found = Fraction()
    for value, chance, left in draws(shoe):
        if value == pair and first_again:
            found += chance * _play_out([True, False, False], pair, up, left, third, [])
            continue
        hand = tuple(sorted((pair, value)))
        for (first, rest), share in ends(hand, up, left, shoe, True, pair).items():
            done = [(first, True)]
            for second, odds, last in draws(rest):
                if second == pair and second_again:
                    worth_of = _play_out([False, False], pair, up, last, third, done)
                else:
                    worth_of = Fraction()
                    two = tuple(sorted((pair, second)))
                    for (end, after), part in ends(two, up, last, shoe, False, pair).items():
                        worth_of += part * _settle([*done, (end, False)], up, after)
                found += chance * share * odds * worth_of
    return found


def _play_out(
    waiting: list[bool], pair: int, up: int, shoe: Shoe, post: Shoe, done: list[tuple[End, bool]]
) -> Fraction:
    """Play the hands that still wait with one card each, then settle all."""
    if not waiting:
        return _settle(done, up, shoe)
    found = Fraction()
    for (end, left), chance in ends((pair,), up, shoe, post, waiting[0], pair).items():
        more = [*done, (end, waiting[0])]
        found += chance * _play_out(waiting[1:], pair, up, left, post, more)
    return found


def _settle(done: list[tuple[End, bool]], up: int, shoe: Shoe) -> Fraction:
    found = Fraction()
    for dealers, odds in dealer((up,), shoe).items():
        found += odds * sum(result(end, original, dealers) for end, original in done)
    return found


def mean(results: dict[Fraction, Fraction]) -> Fraction:
    return sum((net * chance for net, chance in results.items()), Fraction())


def start_choices(hand: Hand, up: int, shoe: Shoe) -> dict[str, Fraction]:
    """A starting hand; `shoe` is left after the three cards of the deal."""
    if hand == (1, 10):  # 9.1, 15.1.1, 15.1.8
        dealers = dealer((up,), shoe).get("bj", Fraction())
        found = {"stand": Fraction(3, 2) * (1 - dealers)}
        if up == 1:
            found["even-money"] = Fraction(1)
        return found
    found = dict(choices(hand, up, shoe))
    if hand[0] == hand[1]:
        found["split"] = mean(split_results(hand[0], up, shoe))
    return found


def start_results(hand: Hand, up: int, shoe: Shoe) -> dict[Fraction, Fraction]:
    """The net results of the best play of a starting hand."""
    options = start_choices(hand, up, shoe)
    action = max(options, key=lambda option: options[option])
    dealers = dealer((up,), shoe).get("bj", Fraction())
    if action == "even-money":
        return {Fraction(1): Fraction(1)}
    if hand == (1, 10):
        return {Fraction(3, 2): 1 - dealers, Fraction(): dealers}
    if action == "split":
        return split_results(hand[0], up, shoe)
    found: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    before = tuple(n + hand.count(value) for value, n in enumerate(shoe, start=1))
    for (end, left), chance in ends(hand, up, shoe, before, True, 0).items():
        for dealers_hand, odds in dealer((up,), left).items():
            found[Fraction(result(end, True, dealers_hand))] += chance * odds
    return dict(found)


def deals(shoe: Shoe) -> Iterator[tuple[Hand, int, Fraction, Shoe]]:
    """7.1: first card, dealer's card, second card, with their chance and what is left."""
    found: defaultdict[tuple[Hand, int, Shoe], Fraction] = defaultdict(Fraction)
    for first, one, left in draws(shoe):
        for up, two, rest in draws(left):
            for second, three, last in draws(rest):
                hand = tuple(sorted((first, second)))
                found[hand, up, last] += one * two * three
    for (hand, up, last), chance in found.items():
        yield hand, up, chance, last


def round_results(shoe: Shoe) -> dict[Fraction, Fraction]:
    """The net results of a whole round."""
    found: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for hand, up, chance, left in deals(shoe):
        for net, share in start_results(hand, up, left).items():
            found[net] += chance * share
    return dict(found)
