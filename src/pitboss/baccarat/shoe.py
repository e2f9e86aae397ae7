"""The life of a shoe: cut, cutting card, burn, last coup; one account for table and kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pitboss.baccarat.points import count, value
from pitboss.baccarat.tableau import banker_draws, player_draws
from pitboss.cards import CARDS_IN_DECK, Card
from pitboss.editions.model import Burn, Cut, CuttingCard, ShoeEnd, Tableau
from pitboss.refusal import Refusal


def check_cut(rule: Cut, depth: int, cards: int) -> Refusal | None:
    """The cut must leave the stated number of decks on either side."""
    least = rule.decks_from_end * CARDS_IN_DECK
    if least <= depth <= cards - least:
        return None
    return Refusal(
        code="cut-too-near-the-end",
        sentence=f"A cut {depth} cards deep in {cards} is nearer than {least} cards to an end.",
        clauses=rule.clauses,
    )


def check_cutting_card(rule: CuttingCard, behind: int, cards: int) -> Refusal | None:
    """The cutting card must leave a permitted number of cards behind it."""
    most = cards if rule.most is None else rule.most
    if rule.most_share is not None:
        most = cards // rule.most_share
    if rule.least <= behind <= most:
        return None
    return Refusal(
        code="cutting-card-misplaced",
        sentence=f"The cutting card must leave {rule.least} to {most} cards behind it, "
        f"not {behind}.",
        clauses=rule.clauses,
    )


def burn_value(card: Card) -> int:
    """For burning, tens and pictures count ten and an ace one."""
    return value(card) or 10


def cards_burned(rule: Burn, first: Card) -> int:
    """How many cards go to the discards, the first card counted."""
    return 1 + (burn_value(first) if rule.by_value else 0)


def coups_left(rule: ShoeEnd, *, first: bool) -> int:
    """Coups still to be dealt when the cutting card shows.

    Shown as the first card of a coup, the count includes that coup; shown later, it counts
    the coups after the one in progress.
    """
    return rule.when_first if first else rule.when_later


@dataclass(frozen=True)
class Coup:
    """A coup dealt from the shoe, and whether it is the last."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    last: bool = False


def deal_coup(tableau: Tableau, cards: Sequence[Card]) -> Coup:
    """Deal Player, Banker, Player, Banker, then third cards by the tableau."""
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    rest = iter(cards[4:])
    two = count(player), count(banker)
    third = None
    if player_draws(tableau, *two):
        player.append(next(rest))
        third = value(player[2])
    if banker_draws(tableau, *two, third):
        banker.append(next(rest))
    return Coup(tuple(player), tuple(banker))


def deal_shoe(tableau: Tableau, end: ShoeEnd, cards: Sequence[Card], behind: int) -> Iterator[Coup]:
    """Deal coups until the cutting card, `behind` cards from the back, ends the shoe."""
    front = len(cards) - behind
    dealt = 0
    left: int | None = None
    while left is None or left > 0:
        if left is None and dealt == front:
            left = coups_left(end, first=True)
        coup = deal_coup(tableau, cards[dealt : dealt + 6])
        dealt += len(coup.player) + len(coup.banker)
        if left is not None:
            left -= 1
        elif dealt > front:
            left = coups_left(end, first=False)
            yield coup
            continue
        yield replace(coup, last=left == 0)
