"""One coup of baccarat, settled as the four rulebooks say."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.second.cards import (
    Answer,
    Cards,
    lose,
    pay,
    rank,
    red,
    round_up,
    same_rank,
    stand_off,
    suit,
)
from tests.second.tableau import count, legal, natural

__all__ = ["GAMES", "WAGERS", "Coup", "Sign", "insurance_allowed", "legal", "settle", "winner"]

GAMES = {
    "star-baccarat": ("baccarat", "even-money"),
    "star-premium-baccarat": ("premium", "even-money", "tie"),
    "crown-perth-baccarat": ("commission", "non-commission", "two-to-one", "even-money"),
    "crown-melbourne-baccarat": ("traditional", "crown", "two-to-one", "tie"),
}

WAGERS = (
    "player",
    "banker",
    "tie",
    "player-pair",
    "banker-pair",
    "super-six",
    "tiger",
    "tiger-tie",
    "tiger-pair",
    "big-tiger",
    "small-tiger",
    "player-dragon-bonus",
    "banker-dragon-bonus",
    "player-perfect-pair",
    "banker-perfect-pair",
    "insurance-no-6",
)


@dataclass(frozen=True)
class Sign:
    """What the table's sign fixes; amounts in cents, percents as printed."""

    chip: int = 1
    tie_percent_player: Fraction = Fraction(5)
    tie_percent_banker: Fraction = Fraction(5)
    tie_bonus: bool = False
    differential: int | None = None


@dataclass(frozen=True)
class Coup:
    """The two hands as dealt."""

    player: Cards
    banker: Cards


def winner(coup: Coup) -> str:
    if count(coup.player) > count(coup.banker):
        return "player"
    if count(coup.banker) > count(coup.player):
        return "banker"
    return "tie"


def settle(
    rulebook: str, game: str, wager: str, stake: int, coup: Coup, sign: Sign, decks: int = 8
) -> Answer | None:
    """What a stake on a wager comes to; None where the wager is not offered."""
    if rulebook == "star-baccarat":
        return star(game, wager, stake, coup, sign, decks)
    if rulebook == "star-premium-baccarat":
        return premium(game, wager, stake, coup, sign, decks)
    if rulebook == "crown-perth-baccarat":
        return perth(game, wager, stake, coup, sign, decks)
    if rulebook == "crown-melbourne-baccarat":
        return melbourne(game, wager, stake, coup, sign, decks)
    raise ValueError(rulebook)


def main_wager(wager: str, stake: int, coup: Coup, to: Fraction, chip: int) -> Answer:
    """Win, lose, or stand off on a tie."""
    if winner(coup) == "tie":
        return stand_off(stake)
    if winner(coup) == wager:
        return pay(stake, to, chip)
    return lose()


def either(wins: bool, stake: int, to: int, chip: int) -> Answer:
    if wins:
        return pay(stake, Fraction(to), chip)
    return lose()


def star(game: str, wager: str, stake: int, coup: Coup, sign: Sign, decks: int) -> Answer | None:
    """Rules 5.1, 10 and 11 of Baccarat at The Star."""
    if decks not in (3, 4, 6, 8):
        return None
    if wager == "player":
        return main_wager(wager, stake, coup, Fraction(1), sign.chip)
    if wager == "banker":
        to = Fraction(19, 20)
        if game == "even-money":
            to = Fraction(1, 2) if count(coup.banker) == 6 else Fraction(1)
        return main_wager(wager, stake, coup, to, sign.chip)
    if wager == "tie":
        return either(winner(coup) == "tie", stake, 8, sign.chip)
    if wager == "super-six":
        return either(banker_six(coup), stake, 15, sign.chip)
    if decks not in (6, 8):
        return None
    if wager == "player-pair":
        return either(same_rank(coup.player), stake, 11, sign.chip)
    if wager == "banker-pair":
        return either(same_rank(coup.banker), stake, 11, sign.chip)
    return tigers(wager, stake, coup, sign)


def premium(game: str, wager: str, stake: int, coup: Coup, sign: Sign, decks: int) -> Answer | None:
    """Rules 5.1, 12 and 13 of Premium Baccarat at The Star."""
    if decks not in (3, 4, 6, 8):
        return None
    if wager in ("player", "banker") and game == "tie" and winner(coup) == "tie":
        # 13.3.1: the stake back and the signed percentage of it; one figure for both hands.
        return ("stand-off", round_up(stake * sign.tie_percent_player / 100, sign.chip), stake)
    if wager == "player":
        return main_wager(wager, stake, coup, Fraction(1), sign.chip)
    if wager == "banker":
        to = Fraction(19, 20)
        if game == "even-money":
            to = Fraction(1)
            if count(coup.banker) == 6:
                to = Fraction(1, 2)
        return main_wager(wager, stake, coup, to, sign.chip)
    if wager == "tie":
        return either(winner(coup) == "tie", stake, 8, sign.chip)
    if wager == "super-six":
        return either(banker_six(coup), stake, 15, sign.chip)
    if decks not in (6, 8):
        return None
    if wager == "player-pair":
        return either(same_rank(coup.player), stake, 11, sign.chip)
    if wager == "banker-pair":
        return either(same_rank(coup.banker), stake, 11, sign.chip)
    return tigers(wager, stake, coup, sign)


def banker_six(coup: Coup) -> bool:
    return winner(coup) == "banker" and count(coup.banker) == 6


def tigers(wager: str, stake: int, coup: Coup, sign: Sign) -> Answer | None:
    """The Tiger wagers, which both documents of The Star word alike."""
    chip = sign.chip
    if wager == "tiger-tie":
        return either(winner(coup) == "tie" and count(coup.banker) == 6, stake, 45, chip)
    if wager == "tiger-pair":
        if same_rank(coup.player) and same_rank(coup.banker):
            if rank(coup.player[0]) == rank(coup.banker[0]):
                return pay(stake, Fraction(100), chip)
            return pay(stake, Fraction(25), chip)
        return either(same_rank(coup.player) or same_rank(coup.banker), stake, 4, chip)
    if wager == "tiger":
        if banker_six(coup) and len(coup.banker) == 2:
            return pay(stake, Fraction(12), chip)
        if banker_six(coup) and len(coup.banker) == 3:
            return pay(stake, Fraction(22), chip)
        return lose()
    if wager == "big-tiger":
        return either(banker_six(coup) and len(coup.banker) == 3, stake, 55, chip)
    if wager == "small-tiger":
        return either(banker_six(coup) and len(coup.banker) == 2, stake, 22, chip)
    return None


def perth(game: str, wager: str, stake: int, coup: Coup, sign: Sign, decks: int) -> Answer | None:
    """Rules 3.18 to 3.35 of Crown Perth."""
    if decks not in (4, 5, 6, 7, 8):
        return None
    chip = sign.chip
    if wager in ("player", "banker"):
        if game == "two-to-one":
            return two_to_one(wager, stake, coup, sign)
        to = Fraction(1)
        if wager == "banker" and game == "commission":
            to = Fraction(1) - Fraction(5, 100)
        if wager == "banker" and game == "non-commission" and count(coup.banker) == 6:
            to = Fraction(1, 2)
        return main_wager(wager, stake, coup, to, chip)
    if wager == "tie":
        if sign.tie_bonus and count(coup.banker) == 8:
            return either(winner(coup) == "tie", stake, 16, chip)
        return either(winner(coup) == "tie", stake, 8, chip)
    if wager == "player-dragon-bonus":
        return dragon_bonus(coup.player, coup.banker, stake, chip)
    if wager == "banker-dragon-bonus":
        return dragon_bonus(coup.banker, coup.player, stake, chip)
    if wager == "player-pair":
        return either(same_rank(coup.player), stake, 11, chip)
    if wager == "banker-pair":
        return either(same_rank(coup.banker), stake, 11, chip)
    if wager == "super-six" and game == "non-commission":
        return either(banker_six(coup), stake, 15, chip)
    return None


def melbourne(
    game: str, wager: str, stake: int, coup: Coup, sign: Sign, decks: int
) -> Answer | None:
    """Rules 1.1, 7.5 and 10.1 of Crown Melbourne."""
    if decks not in (4, 5, 6, 7, 8):
        return None
    chip = sign.chip
    if wager in ("player", "banker"):
        return melbourne_main(game, wager, stake, coup, sign)
    if wager == "tie":
        return either(winner(coup) == "tie", stake, 8, chip)
    if game not in ("traditional", "crown"):
        return None
    if wager == "player-dragon-bonus":
        return dragon_bonus(coup.player, coup.banker, stake, chip)
    if wager == "banker-dragon-bonus":
        return dragon_bonus(coup.banker, coup.player, stake, chip)
    if wager == "player-pair":
        return either(same_rank(coup.player), stake, 11, chip)
    if wager == "banker-pair":
        return either(same_rank(coup.banker), stake, 11, chip)
    if wager == "player-perfect-pair" and decks == 8:
        return perfect_pair(coup.player, stake, chip)
    if wager == "banker-perfect-pair" and decks == 8:
        return perfect_pair(coup.banker, stake, chip)
    if wager == "insurance-no-6" and game == "crown":
        # Only when Banker's two cards total 6 and Player must draw.
        if natural(coup.player[:2]) or count(coup.banker[:2]) != 6:
            return None
        if count(coup.player[:2]) not in (0, 1, 2, 3, 4, 5):
            return None
        return either(not banker_six(coup), stake, 2, chip)
    return None


def insurance_allowed(stake: int, player: int, banker: int) -> bool:
    """Not more than the bettor's own Player or Banker wager, the larger where there are two."""
    return stake <= player or stake <= banker


def melbourne_main(game: str, wager: str, stake: int, coup: Coup, sign: Sign) -> Answer:
    """Player and Banker in the four versions."""
    if game == "two-to-one":
        return two_to_one(wager, stake, coup, sign)
    if game == "tie" and winner(coup) == "tie":
        percent = sign.tie_percent_player if wager == "player" else sign.tie_percent_banker
        return ("stand-off", round_up(stake * percent / 100, sign.chip), stake)
    if winner(coup) == "tie":
        return stand_off(stake)
    if winner(coup) != wager:
        return lose()
    if game == "crown":
        to = Fraction(1)
        if wager == "banker" and count(coup.banker) == 6:
            to = Fraction(1) - Fraction(50, 100)
        return pay(stake, to, sign.chip)
    commission = Fraction(0)
    if wager == "banker":
        commission = commission + stake * Fraction(5, 100)
    if game == "traditional" and sign.differential is not None and stake > sign.differential:
        commission = commission + (stake - sign.differential) * Fraction(25, 1000)
    return ("win", round_up(stake - commission, sign.chip), stake)


def two_to_one(wager: str, stake: int, coup: Coup, sign: Sign) -> Answer:
    """A three-card 8 or 9 pays 2 to 1; a tie loses."""
    if winner(coup) != wager:
        return lose()
    hand = coup.player if wager == "player" else coup.banker
    if len(hand) == 3 and count(hand) in (8, 9):
        return pay(stake, Fraction(2), sign.chip)
    return pay(stake, Fraction(1), sign.chip)


def dragon_bonus(own: Cards, other: Cards, stake: int, chip: int) -> Answer:
    """By four points or more, or with a natural."""
    if natural(own) and natural(other) and count(own) == count(other):
        return stand_off(stake)
    if natural(own) and count(own) > count(other):
        return pay(stake, Fraction(1), chip)
    margin = count(own) - count(other)
    if margin == 9:
        return pay(stake, Fraction(30), chip)
    if margin == 8:
        return pay(stake, Fraction(10), chip)
    if margin == 7:
        return pay(stake, Fraction(6), chip)
    if margin == 6:
        return pay(stake, Fraction(4), chip)
    if margin == 5:
        return pay(stake, Fraction(2), chip)
    if margin == 4:
        return pay(stake, Fraction(1), chip)
    return lose()


def perfect_pair(cards: Cards, stake: int, chip: int) -> Answer:
    """Mixed 6, coloured 12, perfect 25 to 1."""
    if not same_rank(cards):
        return lose()
    if suit(cards[0]) == suit(cards[1]):
        return pay(stake, Fraction(25), chip)
    if red(cards[0]) == red(cards[1]):
        return pay(stake, Fraction(12), chip)
    return pay(stake, Fraction(6), chip)
