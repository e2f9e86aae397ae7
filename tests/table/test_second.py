"""The same shoes and wagers through the table and through the second engine."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from pitboss.book import rulebook
from pitboss.cards import full_shoe, name
from pitboss.chaos.steady import Steady, sign_for
from pitboss.ledger import FLOAT, chips_of
from pitboss.settle.lines import not_offered
from pitboss.settle.setting import choose
from pitboss.table import Rules
from pitboss.table.cards.shoe import ShoeEnded
from pitboss.table.settlement.settle import CoupSettled
from tests.second.baccarat import Sign
from tests.second.table_engine import Bet, Game, Limits, Paid, Played, play_shoe

GAMES = [
    ("star-baccarat", "baccarat"),
    ("star-baccarat", "even-money"),
    ("star-premium-baccarat", "premium"),
    ("star-premium-baccarat", "even-money"),
    ("star-premium-baccarat", "tie"),
]
PEOPLE = ("Ann", "Bob", "Cat", "Dan", "Eve")
CHIPS = 10_000_000_00


def optional_of(
    rules: Rules, game: str, decks: int, layout: str, values: dict[str, str]
) -> list[str]:
    edition = rules.edition
    setting = choose(edition, game, decks, layout, values)
    return [
        wager
        for wager, rule in edition.wagers.items()
        if rule.optional is not None and not_offered(edition, setting, wager) is None  # type: ignore[arg-type]
    ]


def bets_on(source: random.Random, optional: list[str], chip: int) -> tuple[Bet, ...]:
    """Bets of several players: a main hand, a tie, one of each optional wager at most."""
    found = []
    for person in PEOPLE:
        wagers = [source.choice(("player", "banker"))]
        wagers += ["tie"] if source.random() < 0.3 else []
        wagers += source.sample(optional, source.randint(0, len(optional)))
        found += [Bet(person, wager, chip * source.randint(1, 4000)) for wager in wagers]
    return tuple(found)


def played_at_table(
    steady: Steady, cards: list[int], behind: int, bets: list[tuple[Bet, ...]]
) -> list[Played]:
    """The shoe as the table deals and settles it."""
    steady.new_shoe(cards, behind)
    found: list[Played] = []
    while not steady.over:
        on_it = bets[len(found) % len(bets)]
        events = steady.coup([(bet.person, bet.wager, bet.cents) for bet in on_it])
        settled = next(event for event in events if isinstance(event, CoupSettled))
        paid = tuple(
            Paid(
                bet,
                str(one.line.outcome),
                one.line.paid_cents,
                one.line.returned_cents + one.excess_cents,
            )
            for bet, one in zip(on_it, settled.lines, strict=True)
        )
        assert [one.person for one in settled.lines] == [bet.person for bet in on_it]
        found.append(
            Played(
                tuple(map(name, settled.hands["player"])),
                tuple(map(name, settled.hands["banker"])),
                settled.outcome,
                paid,
                any(isinstance(event, ShoeEnded) for event in events),
            )
        )
    return found


def compare(book: str, game: str, seed: int, shoes: int) -> int:
    """Play some shoes both ways; the number of coups compared."""
    source = random.Random(f"{book} {game} {seed}")
    rules = rulebook(book).rules
    edition = rules.edition
    coups = 0
    for number in range(shoes):
        chip = source.choice((1, 5, 50, 250))
        percent = source.randint(1, 10)
        values = {"chip": f"{chip / 100:.2f}"} | (
            {"tie-percent": str(percent)} if game == "tie" else {}
        )
        decks = edition.decks.permitted[number % len(edition.decks.permitted)]
        layout = source.choice(list(edition.layouts))
        optional = optional_of(rules, game, decks, layout, values)
        areas = ("player", chip * 5000), ("tie", chip * 3000)
        sign = Sign(chip=chip, tie_percent_player=Fraction(percent))
        second = Game(book, game, decks, sign, Limits(areas))
        steady = Steady(rules)
        steady.open(game, layout, decks, sign_for(optional, values, dict(areas)))
        steady.seat(PEOPLE, CHIPS)
        cards = full_shoe(decks)
        source.shuffle(cards)
        behind = source.randint(20, 60)
        bets = [bets_on(source, optional, chip) for _ in range(12)]
        expected = play_shoe(second, tuple(map(name, cards)), behind, bets)
        assert played_at_table(steady, cards, behind, bets) == expected
        for person in PEOPLE:
            won = sum(
                paid.paid + paid.back - paid.bet.cents
                for one in expected
                for paid in one.paid
                if paid.bet.person == person
            )
            assert steady.table.balances[chips_of(person)] == CHIPS + won
        assert steady.table.balances[FLOAT] >= 0
        coups += len(expected)
    return coups


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_table_and_second_engine_settle_the_same_shoes_alike(book: str, game: str) -> None:
    assert compare(book, game, 1, 4) > 150


@pytest.mark.long
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_many_shoes_alike(book: str, game: str) -> None:
    assert compare(book, game, 2, 400) > 15_000
