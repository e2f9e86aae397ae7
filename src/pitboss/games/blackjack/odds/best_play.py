"""The optimal play, by totals and where single cards matter: as documents, a page and a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.charts import Chart
from pitboss.decision.compiled import Compiled
from pitboss.odds.report import Share, share
from pitboss.page import Page, Rows
from pitboss.refusal import refusable, sure
from pitboss.settle.setting import Setting

if TYPE_CHECKING:
    from pitboss.games.blackjack.odds.solver.plan import Start
    from pitboss.games.blackjack.odds.solver.solution import Solution
    from pitboss.games.blackjack.odds.solver.third import ThirdHand

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
TONES = {"H": "red", "S": "green", "D": "yellow", "Ds": "yellow", "P": "cyan"}
IN_SHORT = "H hit, S stand, D double (else hit), Ds double (else stand), P split, · as its total"
Worths = dict[tuple[str, str, str], dict[str, Share]]


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
    """A shoe solved; `third` is its play with a third hand, where the sign permits one."""

    compiled: Compiled
    setting: Setting
    solution: Solution
    third: ThirdHand | None

    @cached_property
    def document(self) -> Strategy:
        """The play as pages show it."""
        identity, setting, solution = self.compiled.edition.identity, self.setting, self.solution
        basic, worths = solution.basic, _worths(solution.starts)
        return Strategy(
            rulebook=identity.rulebook,
            edition=identity.edition,
            game=setting.game,
            decks=setting.decks,
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

    def figures(self, *, basic: bool) -> dict[str, Any]:
        """The play in figures alone; unless it is to be `basic`, with every decision."""
        from pitboss.games.blackjack.odds.report import third_hand_document  # noqa: PLC0415

        solution = self.solution
        found: dict[str, Any] = {
            "rulebook": self.compiled.edition.identity.rulebook,
            "game": self.setting.game,
            "decks": self.setting.decks,
            "expectation": solution.expectation,
            "policy": solution.policy,
            "basic": {
                "expectation": solution.basic.expectation,
                "cost": solution.basic.cost,
                "table": solution.basic.table.document(),
            },
        }
        if not basic:
            found["cells"] = solution.cells
        if self.third:
            found["third_hand"] = third_hand_document(self.third)
        return found

    def page(self, *, basic: bool) -> Page:
        """The play by totals and, unless it is to be `basic`, the hands that are played apart."""
        made = self.document
        yield f"best play {made.expectation.value:+.6%} of the wager; {made.policy}"
        whole, cost = made.by_totals.value, made.cost.value
        yield f"play by totals alone (below) {whole:+.6%}, costs {cost:.6%}\n"
        for one in made.tables:  # in the order of the cards' values, an ace the lowest
            rows = one.rows if one.kind == "pair" else one.rows[::-1]
            cells = [(row.hand, *row.shorts[-1:], *row.shorts[:-1]) for row in rows]
            yield Rows((f"{one.kind} against", *UPS[-1:], *UPS[:-1]), cells, TONES)
        yield IN_SHORT
        if not basic:
            yield from _apart(made.exceptions)
        if self.third:
            yield from _split_again(self.third)

    def chart(self) -> Chart:
        """The play by totals as a chart."""
        from pitboss.games.blackjack.odds.chart import strategy_chart  # noqa: PLC0415 - heavy

        title = f"{self.compiled.edition.identity.title}, {self.setting.decks} decks"
        return strategy_chart(self.solution.basic.table, f"{title}: play by totals")


@refusable
def best_play(compiled: Compiled, setting: Setting, counts: Sequence[int]) -> Best:
    """The play that loses least on a shoe with so many copies of each card."""
    from pitboss.games.blackjack.odds.solver.solution import THIRD_HAND, solve  # noqa: PLC0415 - needs numba
    from pitboss.games.blackjack.odds.solver.third import solve_third_hand  # noqa: PLC0415

    sign, third = setting.sign, None
    two_hands = replace(sign, choices=sign.choices | {THIRD_HAND: "no"})
    solution = sure(solve(compiled, counts, two_hands))
    if sign.choices.get(THIRD_HAND) == "yes":
        third = sure(solve_third_hand(compiled, counts, sign))
    return Best(compiled, setting, solution, third)


def _apart(found: Sequence[PlayException]) -> Page:
    if found:
        yield "\nFirst two cards that the best play treats otherwise:"
        heads = ("two cards", "against", "best", "by totals", "worth")
        rows = [(one.hand, one.up, one.best, one.by_totals, one.gain.value) for one in found]
        yield Rows(heads, [(*words, f"{gain:.5%}") for *words, gain in rows])
    yield "Every decision with the worth of each action: --json"


def _split_again(third: ThirdHand) -> Page:
    """Which pairs are split again where a third hand is permitted."""
    from pitboss.games.blackjack.odds.strategy import letter  # noqa: PLC0415

    yield f"\nwith a third hand {third.expectation:+.6%}; {third.policy}"
    said = {True: "yes", False: "no"}
    yield Rows(
        ("pair", "against", "first hand again", "second hand again", "worth"),
        [
            (
                letter(again.pair),
                letter(again.up),
                said[again.first_again],
                said[again.second_again],
                f"{again.expectation:+.4%}",
            )
            for again in third.splits
            if again.first_again or again.second_again
        ],
    )


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
    from pitboss.games.blackjack.odds.strategy import hand_text, letter  # noqa: PLC0415

    found = []
    for start in sorted(solution.starts, key=lambda one: list(solution.by_up).index(one.up)):
        word = solution.basic.table.action(start.hand, start.up, 0)
        gain = start.expectation - start.expectations.get(word, start.expectation)
        if gain > 0:
            found.append(
                PlayException(
                    hand=hand_text(start.hand),
                    up=letter(start.up),
                    best=start.action,
                    by_totals=word,
                    gain=share(gain),
                )
            )
    return found
