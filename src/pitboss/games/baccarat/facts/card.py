"""The tableau as it is printed on a rule card."""

from __future__ import annotations

from typing import Literal

import msgspec

from pitboss.editions.values import Tableau

_ACTS: dict[str, Literal["draws", "stands"]] = {"D": "draws", "S": "stands"}


class CountRule(msgspec.Struct, frozen=True, kw_only=True):
    """What Player's Hand does on a count of its first two cards."""

    count: int
    act: Literal["draws", "stands", "natural"]
    clauses: tuple[str, ...]


class BankerRule(msgspec.Struct, frozen=True, kw_only=True):
    """What Banker's Hand does on a count: against third cards 0 to 9, and against none."""

    banker: int
    cells: list[Literal["draws", "stands"]]
    no_card: Literal["draws", "stands"]
    clauses: tuple[str, ...]


class TableauCard(msgspec.Struct, frozen=True, kw_only=True):
    """The tableau as it is printed on the card."""

    natural: tuple[int, ...]
    natural_clauses: tuple[str, ...]
    player: list[CountRule]
    banker: list[BankerRule]
    no_card_clauses: tuple[str, ...]


def card(tableau: Tableau) -> TableauCard:
    """The tableau, count by count."""
    player = []
    for count in range(10):
        if count in tableau.natural.counts:
            rule = CountRule(count=count, act="natural", clauses=tableau.natural.clauses)
        else:
            draws = count in tableau.player.draws
            own = tableau.player.draws_clauses if draws else tableau.player.stands_clauses
            clauses = tuple(dict.fromkeys((*tableau.player.clauses, *own)))
            rule = CountRule(count=count, act="draws" if draws else "stands", clauses=clauses)
        player.append(rule)
    return TableauCard(
        natural=tableau.natural.counts,
        natural_clauses=tableau.natural.clauses,
        player=player,
        banker=[
            BankerRule(
                banker=row.banker,
                cells=[_ACTS[cell] for cell in row.cells],
                no_card=_ACTS[tableau.no_card.cells[row.banker]],
                clauses=row.clauses,
            )
            for row in tableau.banker
        ],
        no_card_clauses=tableau.no_card.clauses,
    )
