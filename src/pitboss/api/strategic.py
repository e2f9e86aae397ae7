"""Routes: the optimal play of a game that leaves its players decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, Response, Router, get

from pitboss.api.charting import drawn
from pitboss.api.edges import Shade
from pitboss.api.guard import HOUSE
from pitboss.api.library import Name, devices
from pitboss.api.payouts import Decks, placed
from pitboss.api.pricing import Share, Shop, computed, share
from pitboss.api.problems import ProblemError, refused
from pitboss.cards import CARDS_IN_DECK
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.odds.blackjack.plan import Start
    from pitboss.odds.blackjack.solution import Solution

Asked = Request[Any, Any, Any]
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
_KEPT: dict[tuple[str, str, int], tuple[Strategy, Any]] = {}


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


def _solve(place: Shop) -> Solution:
    from pitboss.odds.blackjack.solution import THIRD_HAND, solve  # noqa: PLC0415 - heavy

    if place.setting is None:
        raise ProblemError(409, "sign-missing")
    sign = place.setting.sign
    two_hands = replace(sign, choices=sign.choices | {THIRD_HAND: "no"})
    found = solve(place.book.compiled, (place.decks,) * CARDS_IN_DECK, two_hands)
    if isinstance(found, Refusal):
        raise refused(found, 422)
    return found


def _check(place: Shop) -> None:
    edition = place.book.edition
    if edition.rounds is None:
        sentence = f"{edition.identity.title} leaves the players no decision."
        raise ProblemError(409, "no-strategy", sentence)


def _strategy(place: Shop) -> tuple[Strategy, Any]:
    """The play, and its table by totals for the chart; solved once for each shoe."""
    identity = place.book.edition.identity
    key = (place.book.edition.name, place.book.fingerprint, place.decks)
    if key in _KEPT:
        return _KEPT[key]
    solution = _solve(place)
    basic, worths = solution.basic, _worths(solution.starts)
    made = Strategy(
        rulebook=identity.rulebook,
        edition=identity.edition,
        game=place.game,
        decks=place.decks,
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
    _KEPT[key] = (made, basic.table)
    return _KEPT[key]


def _worths(starts: Sequence[Start]) -> Worths:
    """What each act is worth on two cards of a kind and total, over the hands that make it."""
    from pitboss.odds.blackjack.strategy import letter  # noqa: PLC0415

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
    from pitboss.odds.blackjack.strategy import letter  # noqa: PLC0415

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


@get(
    "/rulebooks/{rulebook:str}/strategy",
    opt={"roles": HOUSE, "answer": Strategy, "refusal": devices},
)
async def strategy(request: Asked, rulebook: Name, decks: Decks = None) -> Strategy:
    """The play that loses least, for staff and study."""
    place = placed(request, rulebook, None, decks)
    _check(place)
    return await computed(request.app, lambda: _strategy(place)[0])


@get(
    "/rulebooks/{rulebook:str}/charts/strategy",
    opt={"roles": HOUSE, "refusal": devices},
    media_type="image/svg+xml",
)
async def chart(
    request: Asked, rulebook: Name, decks: Decks = None, theme: Shade = "dark"
) -> Response[bytes]:
    """The play by totals as a chart."""
    place = placed(request, rulebook, None, decks)
    _check(place)
    title = f"{place.book.edition.identity.title}, {place.decks} decks: play by totals"

    def make() -> Response[bytes]:
        from pitboss.odds.blackjack.chart import strategy_chart  # noqa: PLC0415 - heavy

        return drawn(strategy_chart(_strategy(place)[1], title), theme)

    return await computed(request.app, make)


TYPES: tuple[type[msgspec.Struct], ...] = (Strategy,)
router = Router("/", route_handlers=[strategy, chart], tags=["odds"])
