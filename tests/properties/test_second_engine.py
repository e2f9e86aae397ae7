"""The product and the second engine agree on every coup, round and series of results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.book import rulebook
from pitboss.refusal import Refusal
from tests.properties.compare import (
    bet_text,
    compare_coup,
    compare_round,
    compare_series,
    product_coup,
)
from tests.properties.deals import (
    RUNS,
    TAILS,
    Series,
    baccarat_signs,
    blackjack_signs,
    chips,
    dealt_rounds,
    doubtful_rounds,
    series,
    shoes,
    stakes,
)
from tests.second import baccarat, blackjack, optional, spans, tableau
from tests.second.cards import RANKS, SUITS, Cards, parse, possible

GAMES = [(name, game) for name, games in baccarat.GAMES.items() for game in games]
TWO_CARDS = (
    "Tc Kd",
    "Ah Js",
    "2d Qc",
    "Ac 2h",
    "2s 2c",
    "Td 5d",
    "3c 3h",
    "9s 8d",
    "4h 4h",
    "6c 3d",
)
ONE_CARD = ("Ks", "Ad", "2h", "3s", "4c", "5h", "6d", "7c", "8h", "9d")


@pytest.mark.parametrize(("name", "game"), GAMES)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_dealt_coups(name: str, game: str, data: st.DataObject) -> None:
    decks = data.draw(st.sampled_from((8, 8, 8, 3, 4, 5, 6, 7)))
    coup = baccarat.Coup(*tableau.play(data.draw(shoes(6, decks))))
    assert baccarat.legal(coup.player, coup.banker)
    bets = {wager: data.draw(stakes) for wager in baccarat.WAGERS}
    # 1.1 of Crown Melbourne: not more than the bettor's own Player or Banker wager.
    most = max(bets["player"], bets["banker"])
    bets["insurance-no-6"] = min(bets["insurance-no-6"], most)
    compare_coup(name, game, coup, bets, data.draw(baccarat_signs(name)), decks)


@pytest.mark.parametrize("name", baccarat.GAMES)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_any_cards(name: str, data: st.DataObject) -> None:
    decks = data.draw(st.sampled_from((4, 8)))
    sizes = st.sampled_from((0, 1, 2, 2, 2, 3, 3, 3, 4))
    player = data.draw(sizes.flatmap(lambda size: shoes(size, 8)))
    banker = data.draw(sizes.flatmap(lambda size: shoes(size, 8)))
    allowed = baccarat.legal(player, banker) and possible(player + banker, decks)
    coup = baccarat.Coup(player, banker)
    game = data.draw(st.sampled_from(baccarat.GAMES[name]))
    found = product_coup(name, game, coup, {"tie": 100}, baccarat.Sign(), decks)
    assert (found is not None) == allowed


small = st.integers(1, 20)


@settings(max_examples=100, deadline=None)
@given(stake=small, player=small, banker=small)
def test_insurance_no_6_up_to_the_own_wager(stake: int, player: int, banker: int) -> None:
    coup = baccarat.Coup(("2c", "2d", "Ah"), ("6s", "Kd"))
    bets = {"player": player, "banker": banker, "insurance-no-6": stake}
    found = product_coup("crown-melbourne-baccarat", "crown", coup, bets, baccarat.Sign(), 8)
    assert (found is not None) == baccarat.insurance_allowed(stake, player, banker)


def coups_by_value() -> Iterator[baccarat.Coup]:
    """Every legal coup by the two counts and the third cards' values."""
    draws: list[Cards] = [(), *((card,) for card in ONE_CARD)]
    for player in map(parse, TWO_CARDS):
        for banker in map(parse, TWO_CARDS):
            for player_draw in draws:
                for banker_draw in draws:
                    coup = baccarat.Coup(player + player_draw, banker + banker_draw)
                    if baccarat.legal(coup.player, coup.banker):
                        yield coup


@pytest.mark.parametrize(("name", "game"), GAMES)
def test_every_coup_by_value(name: str, game: str) -> None:
    coups = list(coups_by_value())
    assert len(coups) == 3394
    # Cents alone and an odd stake, so that no rounding hides a wrong price.
    sign = baccarat.Sign(tie_bonus=True, differential=2000)
    stake = 100_001
    for coup in coups:
        bets = {
            wager: stake
            for wager in baccarat.WAGERS
            if baccarat.settle(name, game, wager, stake, coup, sign) is not None
        }
        if game == "crown":
            # Offered in some situations only: refused in the others.
            bets["insurance-no-6"] = stake
        compare_coup(name, game, coup, bets, sign, 8)


@settings(max_examples=600, deadline=None)
@given(drawn=series(), chip=chips, game=st.sampled_from(("traditional", "crown")))
def test_series_of_results(drawn: Series, chip: int, game: str) -> None:
    results, bets, others = drawn
    compare_series(results, bets, others, chip, game)


def test_every_series_of_seven_results() -> None:
    """Runs and early tails from the first coup, late tails from the second."""
    bets = [spans.Bet(wager, 1075, 2 if wager.endswith("late") else 1) for wager in TAILS]
    for wager in RUNS:
        nominated = "PBBPPB"[: int(wager[-1])] if wager.startswith("combination") else ""
        bets.append(spans.Bet(wager, 1075, 1, nominated))
    for results in product("PBT", repeat=7):
        compare_series(" ".join(results), bets, [], 50, "traditional")


def test_every_end_of_shoe_and_misplaced_tail() -> None:
    """Early tails on the first coup, late ones before every coup; dummies and shoes between."""
    for start in ("P", "P P P P P P"):
        for marks in product("PBd/", repeat=4):
            results = " ".join([start, *marks])
            coups = len(results.replace("/", "").split())
            bets = [spans.Bet("player-dragon-tail-early", 1075)]
            bets += [spans.Bet("player-dragon-tail-late", 50 * n, n) for n in range(2, coups + 1)]
            compare_series(results, bets, [("banker", 2)] if coups > 1 else [], 50, "crown")


@pytest.mark.parametrize("game", ["two-to-one", "tie"])
@pytest.mark.parametrize("wager", RUNS + TAILS)
def test_spans_not_offered(game: str, wager: str) -> None:
    assert not spans.offered(game)
    nominated = "P" * int(wager[-1]) if wager.startswith("combination") else ""
    found = rulebook("crown-melbourne-baccarat").settle(
        results="P P P",
        bets=[bet_text(spans.Bet(wager, 1000, 1, nominated))],
        game=game,
        sign={"tie-percent": "5"} if game == "tie" else {},
    )
    assert isinstance(found, Refusal)


@settings(max_examples=700, deadline=None)
@given(data=st.data(), sign=blackjack_signs(), insurance_ten=st.booleans())
def test_dealt_rounds(data: st.DataObject, sign: optional.Sign, insurance_ten: bool) -> None:
    most_hands = data.draw(st.sampled_from((2, 3)))
    played = data.draw(dealt_rounds(most_hands))
    if played.insurance == 0:
        assert blackjack.legal(played, sign.chip, insurance_ten, most_hands)
    decks = data.draw(st.sampled_from((6, 6, 8)))
    bets: dict[str, int] = {}
    if len(played.hands) <= 2:
        # With three hands the cards no longer tell which two were dealt first.
        bets = {wager: data.draw(stakes) for wager in optional.WAGERS}
        bets["blazing-sevens"] = data.draw(st.sampled_from((250, 500)))
        if decks != 6:
            del bets["star-pairs"], bets["blazing-sevens"]
    compare_round(played, bets, sign, decks, insurance_ten, most_hands)


@settings(max_examples=700, deadline=None)
@given(data=st.data(), sign=blackjack_signs(), insurance_ten=st.booleans())
def test_doubtful_rounds(data: st.DataObject, sign: optional.Sign, insurance_ten: bool) -> None:
    most_hands = data.draw(st.sampled_from((2, 3)))
    played = data.draw(doubtful_rounds(most_hands))
    compare_round(played, {}, sign, 6, insurance_ten, most_hands)


HANDS = (
    ("Ah Kd",),
    ("Td As",),
    ("Ah Kd 5c",),
    ("7h 6d",),
    ("5h 6d",),
    ("Ah Ad",),
    ("Ts 6d",),
    ("Ts 7d",),
    ("Ts 8d",),
    ("Ts 9d",),
    ("Ts Qd",),
    ("7s 7d 7c",),
    ("7s 7d 7c 2h",),
    ("Ts 6d Kc",),
    ("Ts 6d Kc 2h",),
    ("2s 2d 2c 2h 4d",),
    ("6h 4d Ah +10",),
    ("6h 4d Ah +10.01",),
    ("6h 4d Ah +0.01",),
    ("6h 5d Ah +5",),
    ("5h 4d Ah +10",),
    ("Ah 8d 2c +10",),
    ("Ah 9d Kc +10",),
    ("Ah 7d Kc +10",),
    ("Ah Kd Kc +10",),
    ("6h 2d Kc +10",),
    ("6h 6d Kc +10",),
    ("6h 5d +10",),
    ("6h 5d 2c 7c +10",),
    ("8h Kd", "8d 9c"),
    ("8h 7d Kc", "8d 9c"),
    ("8h Kd", "8d 7c Ks"),
    ("8h 7d Kc", "8d 7c Ks"),
    ("8h 3d Kc +10", "8d Ac 9h +3"),
    ("8h Kd", "9d Kc"),
    ("Th Ad", "Kd Ac"),
    ("Th Ad 2c +10", "Kd 8c"),
    ("Ah Kd", "Ad 9c"),
    ("Ah 5d 5c", "Ad 9c"),
    ("Ah 9d 5c +10", "Ad 9c"),
    ("8h Kd", "8d"),
    ("8h Kd", "8d Kc", "8s 2c 9c"),
    ("Ah Kd", "Ad 2c", "As Ac"),
    ("8h Kd", "8d Kc", "8s Kh", "8c 9c"),
)
DEALERS = [cards for size in (1, 2, 3) for cards in product(("As", "6h", "9c", "Td"), repeat=size)]


@pytest.mark.parametrize("most_hands", [2, 3])
@pytest.mark.parametrize("insurance", [0, 500, 501])
def test_rounds_by_dealer(insurance: int, most_hands: int) -> None:
    """Chosen hands against every short hand of the dealer, with insurance and even money."""
    sign = optional.Sign(chip=1)
    for texts, dealer in product(HANDS, DEALERS):
        hands = tuple(read_hand(text) for text in texts)
        for even_money in (False, True) if texts[0].startswith("Ah") else (False,):
            played = blackjack.Round(hands, dealer, 1000, insurance, even_money)
            compare_round(played, {}, sign, 6, insurance_ten=insurance != 0, most_hands=most_hands)


def read_hand(text: str) -> blackjack.Hand:
    cards, _, double = text.partition(" +")
    return blackjack.Hand(parse(cards), round(float(double or 0) * 100))


def first_three_cards() -> Iterator[tuple[Cards, str]]:
    """Every three ranks, suited and not; the sevens, their neighbours and pairs in all suits."""
    for first in RANKS:
        for second in RANKS:
            for up in RANKS:
                yield (first + "c", second + "c"), up + "c"
                yield (first + "d", second + "h"), up + "d"
    for ranks in ("777", "678", "876", "A67", "AA7", "K7K", "KQ7"):
        for suits in product(SUITS, repeat=3):
            first_card, second_card, up_card = (a + b for a, b in zip(ranks, suits, strict=True))
            yield (first_card, second_card), up_card


def finished(two: Cards, up: str) -> blackjack.Round:
    """The shortest round that begins with these cards."""
    hand: Cards = two
    dealer: Cards = (up,)
    while blackjack.total(hand) < 12:
        hand = (*hand, "9s")
    while blackjack.dealer_must_draw(dealer):
        dealer = (*dealer, "8s")
    return blackjack.Round((blackjack.Hand(hand),), dealer, 1000)


@pytest.mark.parametrize("table", [1, 2, 3])
def test_optional_wagers_by_first_cards(table: int) -> None:
    # 123,456.78 is above the minimum, 5,000.00 below it.
    jackpot = 500_000 if table == 3 else 12_345_678
    sign = optional.Sign(chip=50, lucky_lucky=table, jackpot=jackpot)
    bets = dict.fromkeys(optional.WAGERS, 250 if table == 1 else 500)
    for two, up in first_three_cards():
        compare_round(finished(two, up), bets, sign, 6, insurance_ten=False, most_hands=2)


@settings(max_examples=200, deadline=None)
@given(data=st.data(), sign=blackjack_signs(), wager=st.sampled_from(optional.WAGERS))
def test_optional_wagers_offered(data: st.DataObject, sign: optional.Sign, wager: str) -> None:
    """By decks and, for Blazing 7's, by stake."""
    played = data.draw(dealt_rounds(2))
    stake = data.draw(st.sampled_from((100, 250, 500, 501)))
    decks = data.draw(st.sampled_from((6, 8)))
    compare_round(played, {wager: stake}, sign, decks, insurance_ten=True, most_hands=2)
