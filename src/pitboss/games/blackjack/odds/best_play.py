"""The optimal play as one document, by totals and where single cards matter, and its chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from pitboss.cards import CARDS_IN_DECK
from pitboss.charts import Chart
from pitboss.decision.compiled import Compiled
from pitboss.odds.report import Share, share
from pitboss.refusal import refusable, sure
from pitboss.settle.setting import Setting

if TYPE_CHECKING:
    from pitboss.games.blackjack.odds.solver.plan import Start
    from pitboss.games.blackjack.odds.solver.solution import Solution
    from pitboss.games.blackjack.odds.strategy import TotalDependent

LEGEND = {
    "hit": ("H", "draw a card"),
    "stand": ("S", "stand"),
    "double else hit": ("D", "double, or draw where that is not permitted"),
    "double else stand": ("Ds", "double, or stand where that is not permitted"),
    "split": ("P", "split the pair"),
    "total": ("·", "as the total of the hand"),
}
ACTS = ("hit", "stand", "double", "split")
UPS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
ACE, SOFT_MORE = 1, 10
Worths = dict[tuple[str, str, str], dict[str, Share]]
_KEPT: dict[tuple[str, str, int], Best] = {}


class Legend(msgspec.Struct, frozen=True, kw_only=True):
    """An act, its short sign, and what it means."""

    act: str
    short: str
    says: str


class PlayRow(msgspec.Struct, frozen=True, kw_only=True):
    """A hand, and what is done with it against each first card of the dealer.

    `worths`: against each, what every act permitted on two such cards is worth, per unit of the
    original wager and played on in the best way; nothing where two cards cannot make the hand.
    """

    hand: str
    acts: list[str]
    shorts: list[str]
    worths: list[dict[str, Share]]


class PlayTable(msgspec.Struct, frozen=True, kw_only=True):
    """Hands of one kind: hard totals, soft totals, pairs."""

    kind: str
    rows: list[PlayRow]


class ByUp(msgspec.Struct, frozen=True, kw_only=True):
    """What the original wager is worth against a first card of the dealer."""

    up: str
    worth: Share


class PlayException(msgspec.Struct, frozen=True, kw_only=True):
    """Two cards whose best play is not that of their total."""

    hand: str
    up: str
    best: str
    by_totals: str
    gain: Share


class Strategy(msgspec.Struct, frozen=True, kw_only=True):
    """The optimal play, by totals and where single cards matter."""

    rulebook: str
    edition: str
    game: str
    decks: int
    policy: str
    expectation: Share
    by_totals: Share
    cost: Share
    legend: list[Legend]
    ups: tuple[str, ...]
    tables: list[PlayTable]
    by_up: list[ByUp]
    exceptions: list[PlayException]


@dataclass(frozen=True)
class Best:
    """The play, and its table by totals for the chart."""

    document: Strategy
    table: TotalDependent

    def chart(self, title: str) -> Chart:
        """The play by totals as a chart."""
        from pitboss.games.blackjack.odds.chart import strategy_chart  # noqa: PLC0415 - heavy

        return strategy_chart(self.table, title)


@refusable
def best_play(compiled: Compiled, setting: Setting) -> Best:
    """The play that loses least; solved once for each shoe."""
    from pitboss.games.blackjack.odds.solver.solution import THIRD_HAND, solve  # noqa: PLC0415 - needs numba

    edition, decks = compiled.edition, setting.decks
    key = (edition.name, compiled.fingerprint, decks)
    if key in _KEPT:
        return _KEPT[key]
    two_hands = replace(setting.sign, choices=setting.sign.choices | {THIRD_HAND: "no"})
    solution = sure(solve(compiled, (decks,) * CARDS_IN_DECK, two_hands))
    basic, worths = solution.basic, _worths(solution.starts)
    made = Strategy(
        rulebook=edition.identity.rulebook,
        edition=edition.identity.edition,
        game=setting.game,
        decks=decks,
        policy=solution.policy,
        expectation=share(solution.expectation),
        by_totals=share(basic.expectation),
        cost=share(basic.cost),
        legend=[Legend(act=act, short=one[0], says=one[1]) for act, one in LEGEND.items()],
        ups=UPS,
        tables=[_table(kind, rows, worths) for kind, rows in basic.table.document().items()],
        by_up=_by_up(solution),
        exceptions=_exceptions(solution),
    )
    _KEPT[key] = Best(made, basic.table)
    return _KEPT[key]


def _worths(starts: Sequence[Start]) -> Worths:
    """What each act is worth on two cards of a kind and total, over the hands that make it."""
    from pitboss.games.blackjack.odds.strategy import letter  # noqa: PLC0415

    found: dict[tuple[str, str, str], list[Start]] = {}
    for start in starts:
        low, high = start.hand
        soft = ACE in (low, high)
        total = str(low + high + (SOFT_MORE if soft else 0))
        up = letter(start.up)
        if low == high:
            found.setdefault(("pair", letter(low), up), []).append(start)
        found.setdefault(("soft" if soft else "hard", total, up), []).append(start)
    return {cell: _mean(cell[0], hands) for cell, hands in found.items()}


def _mean(kind: str, hands: list[Start]) -> dict[str, Share]:
    """The mean over hands as often as they are dealt; a pair counts where nothing else does."""
    apart = [one for one in hands if kind == "pair" or one.hand[0] != one.hand[1]] or hands
    whole = sum(one.probability for one in apart)
    acts = [act for act in ACTS if all(act in one.expectations for one in apart)]
    return {
        act: share(sum(one.probability * one.expectations[act] for one in apart) / whole)
        for act in acts
    }


def _table(kind: str, rows: dict[str, dict[str, str]], worths: Worths) -> PlayTable:
    order: Sequence[str] = list(rows)
    if kind != "pair":
        order = sorted(rows, key=lambda row: (len(row), row), reverse=True)
    made = []
    for hand in order:
        acts = [rows[hand][up] for up in UPS]
        shorts = [LEGEND[act][0] if act in LEGEND else act for act in acts]
        worth = [worths.get((kind, hand, up), {}) for up in UPS]
        made.append(PlayRow(hand=hand, acts=acts, shorts=shorts, worths=worth))
    return PlayTable(kind=kind, rows=made)


def _by_up(solution: Solution) -> list[ByUp]:
    from pitboss.games.blackjack.odds.strategy import letter  # noqa: PLC0415

    worth = {letter(up): expectation for up, (_, expectation) in solution.by_up.items()}
    return [ByUp(up=up, worth=share(worth[up])) for up in UPS if up in worth]


def _exceptions(solution: Solution) -> list[PlayException]:
    """Two-card hands whose best play is not the table's, the cards being known."""
    values = {letter: number for number, letter in enumerate("A23456789T", 1)}
    found = []
    for cell in solution.cells:
        hand = tuple(sorted(values[letter] for letter in cell["hand"].split(",")))
        if cell["after_split"] or len(hand) != 2 or len(cell["ev"]) < 2:
            continue
        word = solution.basic.table.action(hand, values[cell["up"]], 0)
        best = cell["action"]
        if best == word or best not in ACTS or word not in cell["ev"]:
            continue
        gain = cell["ev"][best] - cell["ev"][word]
        if gain > 0:
            found.append(
                PlayException(
                    hand=cell["hand"], up=cell["up"], best=best, by_totals=word, gain=share(gain)
                )
            )
    return found
