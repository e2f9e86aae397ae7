"""What people ask of a baccarat rulebook: what hands pay, commission, ties, the third card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pitboss.decision.compiled import Compiled, in_game
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Row
from pitboss.money import AtOdds, SignedPercentage, parse_pay
from pitboss.settle.questions import (
    Answer,
    Asked,
    Facts,
    by_game,
    conditions,
    odds_said,
    paid,
    rounded,
    share_of,
    where,
)
from pitboss.words.catalogue import Said

SIDES = ("banker", "player")
TIE = "tie"
CHIP, ODD_STAKE_CENTS = "1.00", 500
"""Chips and a stake that people ask about, where winnings are not exact in chips."""


def questions(compiled: Compiled) -> Iterator[Asked]:
    """Every question that is asked of baccarat only."""
    for place, side in zip((10, 11), SIDES, strict=True):
        yield _asked(f"pays.{side}", place, _paid(compiled, side, {"result": side}))
    yield _asked("pays.tie", 12, _paid(compiled, TIE, {"result": TIE}))
    yield _asked("on-tie", 13, by_game(compiled, lambda game: _on_tie(compiled, game)))
    yield _asked("commission", 14, by_game(compiled, lambda game: _commission(compiled, game)))
    yield _asked("commission-owed", 15, _owed(compiled.edition))
    yield _asked("rounding", 19, rounded(compiled, SIDES, CHIP, ODD_STAKE_CENTS))
    yield _asked("natural", 50, _natural(compiled.edition))
    yield _asked("player-third", 51, _player_third(compiled.edition))
    yield _asked("banker-third", 52, _banker_third(compiled.edition))
    yield _asked("hands", 53, _hands(compiled.edition))


def _asked(key: str, place: int, answers: Iterator[Answer]) -> Asked:
    return Asked(key=key, place=place, question=Said(f"ask.{key}"), answers=tuple(answers))


def _paid(compiled: Compiled, wager: str, facts: Facts) -> Iterator[Answer]:
    return by_game(compiled, lambda game: paid(compiled, wager, game, facts))


def _rows(compiled: Compiled, wager: str, game: str, result: str) -> list[Row]:
    """The rows of a wager that are about a result."""
    edition = compiled.edition
    if wager not in edition.wagers or not in_game(edition.wagers[wager], game):
        return []
    rows = compiled.table(wager, game).rows
    return [row for row in rows if row.when.get("result") == result]


def _on_tie(compiled: Compiled, game: str) -> Iterator[Answer]:
    """What becomes of both sides on a tie."""
    edition = compiled.edition
    for side in SIDES[::-1]:
        for row in _rows(compiled, side, game, TIE):
            told: dict[str, Any] = {"outcome": row.outcome, "wager": side}
            if isinstance(row.pays, str) and isinstance(parse_pay(row.pays), SignedPercentage):
                told |= dict(odds_said(edition, row.pays).params)
            yield Answer(said=Said("on-tie", told), clauses=row.clauses)


def _commission(compiled: Compiled, game: str) -> Iterator[Answer]:
    """What is taken of winnings, or how the odds say it where nothing is."""
    taken = False
    for side in SIDES:
        for row in _rows(compiled, side, game, side):
            pay = parse_pay(row.pays) if isinstance(row.pays, str) else None
            if not isinstance(pay, AtOdds):
                continue
            if pay.less:
                taken = True
                told: dict[str, Any] = {"share": share_of(pay.less), "wager": side}
                when = conditions(row, {"result": side})
                yield Answer(
                    said=Said("commission", told | ({"when": when} if when else {})),
                    clauses=row.clauses,
                )
            if row.excess is not None:
                rate = row.excess.commission.removesuffix("%")
                told = {"share": rate, "wager": side}
                yield Answer(said=Said("commission.excess", told), clauses=row.excess.clauses)
    if not taken:
        yield from _plain_odds(compiled, game)


def _plain_odds(compiled: Compiled, game: str) -> Iterator[Answer]:
    """What Banker pays where nothing is taken of it: the usual odds, then what differs."""
    rows = [row for row in _rows(compiled, SIDES[0], game, SIDES[0]) if isinstance(row.pays, str)]
    weights: Counter[str] = Counter()
    for row in rows:
        weights[str(row.pays)] += len(where(compiled, SIDES[0], row.when))
    told: list[Said] = []
    for pays, _ in weights.most_common():
        row = next(one for one in rows if one.pays == pays)
        when = conditions(row, {"result": SIDES[0]}) if told else []
        odds: dict[str, Any] = {"odds": odds_said(compiled.edition, pays)}
        told.append(Said("commission.odds", odds | ({"when": when} if when else {})))
    if told:
        clauses = tuple(dict.fromkeys(clause for row in rows for clause in row.clauses))
        yield Answer(said=Said("commission.none", {"odds": told}), clauses=clauses)


def _owed(edition: Edition) -> Iterator[Answer]:
    rule = edition.conduct.commission
    if rule is None:
        yield Answer(said=Said("commission-owed.no"))
        return
    leave = edition.approvals.get("defer-commission")
    told = {} if leave is None else {"rank": leave.rank}
    clauses = rule.clauses + (() if leave is None else leave.clauses)
    yield Answer(said=Said("commission-owed.yes", told), clauses=clauses)


def _natural(edition: Edition) -> Iterator[Answer]:
    if edition.tableau is not None:
        rule = edition.tableau.natural
        yield Answer(said=Said("natural", {"counts": list(rule.counts)}), clauses=rule.clauses)


def _player_third(edition: Edition) -> Iterator[Answer]:
    if edition.tableau is not None:
        rule = edition.tableau.player
        told = {"draws": list(rule.draws), "stands": list(rule.stands)}
        yield Answer(said=Said("player-third", told), clauses=rule.clauses)


def _banker_third(edition: Edition) -> Iterator[Answer]:
    """Against which third cards of Player's each count of Banker's draws."""
    if edition.tableau is None:
        return
    counts: dict[str, list[int]] = {}
    clauses: dict[str, None] = {}
    for row in edition.tableau.banker:
        counts.setdefault(row.cells, []).append(row.banker)
        clauses |= dict.fromkeys(row.clauses)
    for cells, banker in counts.items():
        draws = [third for third, cell in enumerate(cells) if cell == "D"]
        told: dict[str, Any] = {"banker": banker}
        if len(draws) == len(cells):
            key = "banker-third.always"
        elif draws:
            key, told = "banker-third", told | {"draws": draws}
        else:
            key = "banker-third.never"
        yield Answer(said=Said(key, told), clauses=tuple(clauses))
        clauses = {}


def _hands(edition: Edition) -> Iterator[Answer]:
    """Who holds the shoe and opens each hand, by each way of dealing."""
    for method in edition.methods.values():
        told: dict[str, Any] = {
            "label": method.title,
            "shoe": method.shoe,
            "player": method.player_hand,
            "banker": method.banker_hand,
        }
        if method.approval:
            told["rank"] = method.approval
        yield Answer(said=Said("hands", told), clauses=method.clauses)
