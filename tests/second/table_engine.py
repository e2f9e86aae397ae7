"""A shoe played and settled as the two baccarats of The Star say, card by card.

It knows the cards in their order, the wagers on every coup and the sign; it gives each coup's
hands, what every wager came to and which coup was the last. Nothing but card names is shared
with the product.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.second.baccarat import Coup, Sign, settle, winner
from tests.second.cards import Cards
from tests.second.tableau import banker_draws, count, natural, value


@dataclass(frozen=True)
class Bet:
    """Cents of a person on a wager."""

    person: str
    wager: str
    cents: int


@dataclass(frozen=True)
class Limits:
    """The sign's limits on whole playing areas, in cents."""

    areas: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Paid:
    """What one bet came to: cents paid over the stake, and cents given back."""

    bet: Bet
    outcome: str
    paid: int
    back: int


@dataclass(frozen=True)
class Played:
    """A coup: both hands, the winner, the bets settled, and whether it was the last."""

    player: Cards
    banker: Cards
    winner: str
    paid: tuple[Paid, ...]
    last: bool


@dataclass(frozen=True)
class Game:
    """What is played."""

    rulebook: str
    game: str
    decks: int
    sign: Sign
    limits: Limits


class ShoeOfCards:
    """Cards that come out one by one, and a cutting card on the way."""

    def __init__(self, cards: Cards, behind: int) -> None:
        self.cards = cards
        self.next = 0
        self.cutting_card_at = len(cards) - behind
        self.cutting_card_shown = False

    def draw(self) -> str:
        """The next card; the cutting card before it, if it lies there, is put aside."""
        if self.next == self.cutting_card_at:
            self.cutting_card_shown = True
        card = self.cards[self.next]
        self.next = self.next + 1
        return card


def play_shoe(game: Game, cards: Cards, behind: int, bets: list[tuple[Bet, ...]]) -> list[Played]:
    """Every coup of a shoe from its burn to its last coup; `bets` are taken in turn."""
    shoe = ShoeOfCards(cards, behind)
    # 4.7.1: the first card is burned face down.
    shoe.draw()
    played: list[Played] = []
    one_more = False
    while True:
        last = one_more
        # 4.9: the cutting card comes first in a coup, and that coup is the last.
        if shoe.next == shoe.cutting_card_at:
            last = True
        shown_before = shoe.cutting_card_shown
        coup = deal(shoe)
        # 4.10: it comes later in a coup, and one more coup is dealt after this.
        if shoe.cutting_card_shown and not shown_before and not last:
            one_more = True
        on_it = bets[len(played) % len(bets)]
        paid = settle_all(game, coup, on_it)
        played.append(Played(coup.player, coup.banker, winner(coup), paid, last))
        if last:
            return played


def deal(shoe: ShoeOfCards) -> Coup:
    """7.3: four cards in turn; rule 9: third cards."""
    player: Cards = (shoe.draw(),)
    banker: Cards = (shoe.draw(),)
    player = (*player, shoe.draw())
    banker = (*banker, shoe.draw())
    if natural(player) or natural(banker):
        return Coup(player, banker)
    banker_two = count(banker)
    third = None
    if count(player) in (0, 1, 2, 3, 4, 5):
        player = (*player, shoe.draw())
        third = value(player[2])
    if banker_draws(banker_two, third):
        banker = (*banker, shoe.draw())
    return Coup(player, banker)


def settle_all(game: Game, coup: Coup, bets: tuple[Bet, ...]) -> tuple[Paid, ...]:
    """Every bet by the rulebook's words, on the stake that counts; the rest is given back."""
    counting = stakes_that_count(game, bets)
    found = []
    for bet, stake in zip(bets, counting, strict=True):
        answer = settle(game.rulebook, game.game, bet.wager, stake, coup, game.sign, game.decks)
        if answer is None:
            raise ValueError(bet.wager)
        outcome, paid, back = answer
        found.append(Paid(bet, outcome, paid, back + bet.cents - stake))
    return tuple(found)


def stakes_that_count(game: Game, bets: tuple[Bet, ...]) -> list[int]:
    """6.5 of Baccarat: over the area's maximum, down to it pro rata; Premium 6.3: they stand."""
    stakes = [bet.cents for bet in bets]
    if game.rulebook == "star-premium-baccarat":
        return stakes
    for area, most in game.limits.areas:
        places = [place for place, bet in enumerate(bets) if bet.wager == area]
        total = sum(stakes[place] for place in places)
        if total > most:
            cut = pro_rata([stakes[place] for place in places], most, game.sign.chip)
            for place, stake in zip(places, cut, strict=True):
                stakes[place] = stake
    return stakes


def pro_rata(stakes: list[int], most: int, chip: int) -> list[int]:
    """Each in proportion, in whole chips; chips left over go to the largest remainders first."""
    total = sum(stakes)
    cut = [stake * most // (total * chip) * chip for stake in stakes]
    wanted = [stake * most - part * total for stake, part in zip(stakes, cut, strict=True)]
    while sum(cut) + chip <= most and max(wanted) > 0:
        place = wanted.index(max(wanted))
        cut[place] = cut[place] + chip
        wanted[place] = wanted[place] - chip * total
    return cut
