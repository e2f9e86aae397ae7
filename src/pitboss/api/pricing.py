"""Wagers with what they pay and, for staff, their exact edge: made once for each setting."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from litestar import Litestar

from pitboss.api.hues import Hue, hue_of
from pitboss.book import Rulebook
from pitboss.editions.wager import Row
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.lines import not_offered, pay_text
from pitboss.settle.setting import Setting, check_decks, choose
from pitboss.tables.decision import DecisionTable, pays_under

MOST_KEPT = 64
MOST_AT_ONCE = 2
Documents = dict[str, dict[str, Any]]
T = TypeVar("T")


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A share of one: exactly where that is known, in per cent, and as a number."""

    exact: str | None
    percent: str
    value: float


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
    hue: Hue
    clauses: tuple[str, ...]
    rows: list[PricedRow]
    edge: Edge | None = None
    hits: Share | None = None
    favours_player: bool = False
    notes: list[str] = []


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
        refuse("unknown-game", f"There is no game '{chosen}': {', '.join(edition.games)}.")
    problem = check_decks(edition, number)
    if problem is not None:
        refuse(problem.code, problem.sentence, problem.clauses)
    found = choose(edition, chosen, number, None, read_sign(sign))
    if isinstance(found, Refusal):
        if found.code != "sign-missing":
            refuse(found.code, found.sentence, found.clauses)
        return Shop(book, chosen, number, None, found)
    return Shop(book, chosen, number, found, None)


def share(value: Fraction | float, exact: str | None = None) -> Share:
    """A share as it is shown."""
    if isinstance(value, Fraction):
        exact = exact or str(value)
    return Share(exact=exact, percent=f"{float(value) * 100:.4f}", value=float(value))


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


_KEPT: OrderedDict[tuple[Any, ...], Documents] = OrderedDict()


@refusable
def odds_of(place: Shop, wagers: tuple[str, ...] = (), sign: str = "") -> Documents:
    """Exact odds by wager, kept for the next who asks."""
    if place.missing is not None:
        refuse(place.missing.code, place.missing.sentence, place.missing.clauses)
    key = (place.book.edition.name, place.book.fingerprint, place.game, place.decks, wagers, sign)
    found = _KEPT.get(key)  # two may compute at once: what was found is never looked up again
    if found is None:
        given: dict[str, Any] = {"game": place.game, "decks": place.decks, "wagers": wagers}
        found = _KEPT[key] = sure(place.book.odds(**given, sign=read_sign(sign)))
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return found


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
    """What a row pays, as the edition prints it under this sign, or under every sign."""
    if place.setting is not None and not (isinstance(row.pays, dict) and row.pays["by"] == "stake"):
        return pay_text(row, place.setting.sign, 0)
    return "; ".join(f"{value}: {pay}" if value else pay for value, pay in pays_under(row).items())


def priced(place: Shop, documents: Documents | None) -> list[Priced]:
    """Every wager of the game, with its edge where documents of odds are given."""
    return [_priced(place, name, (documents or {}).get(name)) for name in offered_in(place)]


def _priced(place: Shop, name: str, document: dict[str, Any] | None) -> Priced:
    wager, table = place.book.edition.wagers[name], table_of_wager(place, name)
    chances: dict[tuple[str, str, str], Share] = {}
    for row in (document or {}).get("rows", ()):
        if row.get("probability"):
            key = (row["label"], row["outcome"], row["pays"])
            chances[key] = share(Fraction(row["probability"]))
    rows = []
    for row in table.rows:
        label, pays = row.label or row.outcome, pays_of(place, row)
        rows.append(
            PricedRow(
                label=label,
                outcome=row.outcome,
                pays=pays,
                clauses=row.clauses,
                probability=chances.get((label, row.outcome, pays)),
            )
        )
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


async def computed(app: Litestar, work: Callable[[], T]) -> T:
    """Have something computed beside the requests, few at a time."""
    gate: asyncio.Semaphore | None = getattr(app.state, "computing", None)
    if gate is None:
        gate = app.state.computing = asyncio.Semaphore(MOST_AT_ONCE)
    async with gate:
        return await asyncio.to_thread(work)
