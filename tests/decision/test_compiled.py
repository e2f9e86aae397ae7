"""Compiled tables against a scalar reading of the rows, over the whole space."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.decision.table import DecisionTable
from pitboss.editions.load import load_folder, shelf
from pitboss.editions.wagers import Row, Wager
from pitboss.games.baccarat.facts.pairs import pairs, pairs_space
from pitboss.games.baccarat.facts.points import points
from pitboss.games.baccarat.facts.spaces import points_space
from pitboss.games.blackjack.facts import spaces as facts


def _tables() -> Iterator[Any]:
    for name in shelf():
        book = rulebook(name)
        for game in book.games:
            for wager in book.compiled.offered(game):
                yield pytest.param(name, game, wager, id=f"{name}:{game}:{wager}")


def holds(when: dict[str, Any], member: dict[str, Any]) -> bool:
    """A row's conditions, read one by one."""
    for fact, wanted in when.items():
        allowed = []
        for value in wanted if isinstance(wanted, list) else [wanted]:
            if isinstance(value, str) and ".." in value:
                low, high = value.split("..")
                allowed += list(range(int(low), int(high) + 1))
            else:
                allowed.append(value)
        if member[fact] not in allowed:
            return False
    return True


def scalar_row(wager: Wager, table: DecisionTable, game: str, member: Any) -> Row | None:
    named = dict(zip(table.space.facts, member, strict=True))
    if wager.offer and not holds(wager.offer.when, named):
        return None
    rows = [row for row in wager.rows if not row.games or game in row.games]
    return next((row for row in rows if holds(row.when, named)), wager.otherwise)


@pytest.mark.parametrize(("name", "game", "wager"), list(_tables()))
def test_compiled_table_equals_its_rows(name: str, game: str, wager: str) -> None:
    book = rulebook(name)
    table = book.compiled.table(wager, game)
    rule = book.edition.wagers[wager]
    for member in table.space.members:
        assert table.row(member) is scalar_row(rule, table, game, member)


def test_three_cards_space_holds_every_ordered_triple() -> None:
    space = facts.spaces()["three"]
    seen = {
        facts.three((first, second), dealer)
        for first, second, dealer in product(range(52), repeat=3)
    }
    assert seen == set(space.members)


def test_pair_spaces_hold_every_combination() -> None:
    pair = {facts.pair(two) for two in product(range(52), repeat=2)}
    assert pair == set(facts.spaces()["pair"].members)
    # A smaller set of cards reaches every kind of pair on each side.
    few = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    both = {pairs(four[:2], four[2:]) for four in product(few, repeat=4)}
    assert both == set(pairs_space().members)


@pytest.mark.parametrize("name", [name for name in shelf() if "blackjack" not in name])
def test_points_space_is_what_the_tableau_deals(name: str) -> None:
    tableau = rulebook(name).edition.tableau
    assert tableau is not None
    by_value = [39, 0, 4, 8, 12, 16, 20, 24, 28, 32]  # T A 2 .. 9
    seen = set()
    for p1, b1 in product(range(10), repeat=2):
        for third, last in product([None, *range(10)], repeat=2):
            player = [by_value[p1], by_value[0]] + ([] if third is None else [by_value[third]])
            banker = [by_value[b1], by_value[0]] + ([] if last is None else [by_value[last]])
            natural = p1 >= 8 or b1 >= 8
            draws = not natural and p1 <= 5
            if (third is not None) != draws:
                continue
            cell = (
                b1 <= 5
                if third is None
                else b1 <= 2
                or (b1 == 3 and third != 8)
                or (b1 == 4 and 2 <= third <= 7)
                or (b1 == 5 and 4 <= third <= 7)
                or (b1 == 6 and third in (6, 7))
            )
            if (last is not None) != (cell and not natural):
                continue
            seen.add(points(tableau, player, banker))
    assert seen == set(points_space(tableau).members)


def test_fingerprint_is_of_the_meaning() -> None:
    book = rulebook("star-baccarat")

    def changed(key: str, value: str) -> str:
        def change(raw: dict[str, Any]) -> None:
            raw["wagers.toml"]["wager"]["tiger"]["rows"][0][key] = value

        return Rulebook(load_folder(book.edition.folder, change)).fingerprint

    assert Rulebook(load_folder(book.edition.folder)).fingerprint == book.fingerprint
    assert changed("label", "another name") == book.fingerprint
    assert changed("pays", "13 to 1") != book.fingerprint
    fingerprints = {rulebook(name).fingerprint for name in shelf()}
    assert len(fingerprints) == len(shelf())
