"""Wagers with what they pay and, for staff, their exact edge: made once for each setting."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeVar

import msgspec

from pitboss.book import Rulebook
from pitboss.charts import Chart
from pitboss.decision.table import DecisionTable
from pitboss.editions.wagers import Row
from pitboss.odds.composition import composition
from pitboss.odds.report import Share, share
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.lines import not_offered
from pitboss.settle.reason import say_pay
from pitboss.settle.setting import Setting, check_decks, choose
from pitboss.views.areas import hue_of
from pitboss.views.problem import Problem, problem_of

MOST_KEPT = 64
Documents = dict[str, dict[str, Any]]
Play = tuple[msgspec.Struct, Chart]
"""The best play as a document, and as a chart."""
T = TypeVar("T")
EdgesTold = Literal["shown", "staff", "left out"]


class Edge(Share, frozen=True, kw_only=True):
    """What the house keeps of a stake; a simulated figure has its standard error."""

    method: str
    stderr_percent: str | None = None


class PricedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a wager: what it pays, by which clauses, and how likely it is."""

    label: str
    outcome: str
    pays: str
    clauses: tuple[str, ...]
    probability: Share | None = None


class Priced(msgspec.Struct, frozen=True, kw_only=True):
    """A wager: what it pays, and what it costs where that may be told."""

    wager: str
    title: str
    hue: str
    clauses: tuple[str, ...]
    rows: list[PricedRow]
    edge: Edge | None = None
    hits: Share | None = None
    favours_player: bool = False
    notes: list[str] = []


class GameTitle(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a rulebook."""

    game: str
    title: str


class Payouts(msgspec.Struct, frozen=True, kw_only=True):
    """What the wagers of a game pay; edges and chances are for staff and study."""

    rulebook: str
    edition: str
    game: str
    game_title: str
    decks: int
    games: list[GameTitle]
    permitted_decks: tuple[int, ...]
    edges: EdgesTold
    notice: Problem | None
    wagers: list[Priced]


@dataclass(frozen=True)
class Shop:
    """A rulebook in one setting; without a setting something on its sign is not fixed."""

    book: Rulebook
    game: str
    decks: int
    setting: Setting | None
    missing: Refusal | None


def read_sign(text: str) -> dict[str, str]:
    """`key=value` pairs with commas between them."""
    pairs = [pair.partition("=") for pair in text.split(",") if pair.strip()]
    return {key.strip(): value.strip() for key, _, value in pairs}


@refusable
def shop(book: Rulebook, game: str | None, decks: int | None, sign: str = "") -> Shop:
    """The setting asked for; refused where there is no such game or number of decks."""
    edition = book.edition
    chosen = edition.default_game if game is None else game
    number = edition.decks.default if decks is None else decks
    if chosen not in edition.games:
        refuse("unknown-game.shop", chosen=chosen, games=", ".join(edition.games))
    problem = check_decks(edition, number)
    if problem is not None:
        sure(problem)
    found = choose(edition, chosen, number, None, read_sign(sign))
    if isinstance(found, Refusal):
        if found.code != "sign-missing":
            sure(found)
        return Shop(book, chosen, number, None, found)
    return Shop(book, chosen, number, found, None)


def edge_of(document: Mapping[str, Any]) -> Edge | None:
    """The edge that a document of odds tells; nothing where it tells none."""
    if document.get("edge") is None:
        return None
    text = str(document.get("expectation", ""))
    exact = str(-Fraction(text)) if "/" in text or text.lstrip("-").isdigit() else None
    error = document.get("stderr")
    value = float(document["edge"])
    return Edge(
        exact=exact,
        percent=f"{value * 100:.4f}",
        value=value,
        method=str(document["method"]),
        stderr_percent=None if error is None else f"{float(error) * 100:.4f}",
    )


_KEPT: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
_KEEPING = threading.Lock()


def _kept(key: tuple[Any, ...], make: Callable[[], T]) -> T:
    """What was made under a key, or is made now; what was last asked for is kept longest."""
    with _KEEPING:
        found: T | None = _KEPT.get(key)
    if found is None:  # two may compute the same at once: neither waits for the other
        found = make()
    with _KEEPING:
        _KEPT[key] = found
        _KEPT.move_to_end(key)
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return found


@refusable
def odds_of(place: Shop, wagers: tuple[str, ...] = (), sign: str = "") -> Documents:
    """Exact odds by wager, kept for the next who asks."""
    if place.missing is not None:
        sure(place.missing)
    signed = read_sign(sign)
    book, setting = place.book, tuple(sorted(signed.items()))
    key = (book.edition.name, book.fingerprint, place.game, place.decks, wagers, setting)
    given: dict[str, Any] = {"game": place.game, "decks": place.decks, "wagers": wagers}
    return _kept(key, lambda: sure(book.odds(**given, sign=signed)))


@refusable
def play_of(place: Shop, setting: Setting) -> Play:
    """How a whole shoe is played best, kept for the next who asks; not the shoe as solved."""
    book, counts = place.book, sure(composition(place.book.edition, place.decks))

    def make() -> Play:
        best = sure(book.game.best_play(book.compiled, setting, counts))
        return best.document, best.chart()

    return _kept((book.edition.name, book.fingerprint, place.decks), make)


def offered_in(place: Shop) -> list[str]:
    """The wagers of the game, in the edition's order."""
    book = place.book
    names = book.compiled.offered(place.game)
    if place.setting is None:
        return names
    return [one for one in names if not_offered(book.edition, place.setting, one) is None]


def table_of_wager(place: Shop, name: str) -> DecisionTable:
    """The decision table of a wager in the game."""
    return place.book.compiled.table(name, place.game)


def pays_of(place: Shop, row: Row) -> str:
    """What a row pays under this sign, or under every sign."""
    return say_pay(row, None if place.setting is None else place.setting.sign)


def priced(place: Shop, documents: Documents | None) -> list[Priced]:
    """Every wager of the game, with its edge where documents of odds are given."""
    known = documents or {}
    return [priced_wager(place, name, known.get(name)) for name in offered_in(place)]


def priced_wager(place: Shop, name: str, document: dict[str, Any] | None) -> Priced:
    """One wager, with its edge where a document of its odds is given."""
    wager, table = place.book.edition.wagers[name], table_of_wager(place, name)
    rows = [
        PricedRow(
            label=row.label or row.outcome,
            outcome=row.outcome,
            pays=pays_of(place, row),
            clauses=row.clauses,
            probability=chance,
        )
        for row, chance in zip(table.rows, _chances(table, document), strict=True)
    ]
    hits = None if document is None or "hits" not in document else share(float(document["hits"]))
    return Priced(
        wager=name,
        title=wager.title,
        hue=hue_of(place.book.compiled, name, place.game),
        clauses=wager.clauses,
        rows=rows,
        edge=None if document is None else edge_of(document),
        hits=hits,
        favours_player=bool((document or {}).get("favours_player")),
        notes=[str(document[key]) for key in ("remark", "note") if key in document]
        if document
        else [],
    )


def _chances(table: DecisionTable, document: Mapping[str, Any] | None) -> list[Share | None]:
    """How likely each row is; a document of a game solved as a whole has no row of the table."""
    listed = (document or {}).get("rows", ())
    if [row["label"] for row in listed] != [row.label or row.outcome for row in table.rows]:
        return [None] * len(table.rows)
    told = [row.get("probability") for row in listed]
    return [None if chance is None else share(Fraction(chance)) for chance in told]


def payouts_of(
    place: Shop,
    wagers: list[Priced],
    edges: EdgesTold,
    notice: Problem | None,
) -> Payouts:
    """The answer for a setting."""
    edition = place.book.edition
    return Payouts(
        rulebook=edition.identity.rulebook,
        edition=edition.identity.edition,
        game=place.game,
        game_title=edition.games[place.game].title,
        decks=place.decks,
        games=[GameTitle(game=name, title=one.title) for name, one in edition.games.items()],
        permitted_decks=edition.decks.permitted,
        edges=edges,
        notice=notice,
        wagers=wagers,
    )


def missing(place: Shop) -> Problem | None:
    """What the sign does not fix, and therefore no edge can tell."""
    return None if place.missing is None else problem_of(place.missing)
