"""The usual values of a new table: what is said of it where nobody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pitboss.editions.edition import Edition
from pitboss.editions.tables import fullest
from pitboss.refusal import refusable, sure
from pitboss.settle.lines import not_offered
from pitboss.settle.setting import Setting, choose
from pitboss.table.state import SignState, Span

FLOAT_CENTS = 100_000_000
MINIMUM_CENTS, MAXIMUM_CENTS = 25_00, 10_000_00
OPTIONAL_CENTS = 5_00, 1_000_00
"""The limits of a wager that a table need not offer."""
CHIPS_CENTS = (50, 100, 500, 2_500, 10_000, 50_000, 100_000)


@refusable
def opening(
    edition: Edition,
    game: str | None = None,
    decks: int | None = None,
    layout: str | None = None,
    values: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The fields of the command that opens a table, or why there can be none.

    `values` are what the sign fixes; without them the smallest chip, where it fixes that.
    """
    layout = layout or usual_layout(edition)
    if values is None:
        values = {"chip": f"{CHIPS_CENTS[0] / 100:.2f}"} if "chip" in edition.sign else {}
    setting = sure(choose(edition, game, decks, layout, values))
    return {
        "game": setting.game,
        "layout": layout,
        "decks": setting.decks,
        "method": next(iter(edition.methods)),
        "float_cents": FLOAT_CENTS,
        "shown": notices_shown(edition, setting.game),
        "sign": _sign(edition, setting, values),
        **stands(edition, layout),
    }


def usual_layout(edition: Edition) -> str:
    """The first layout that is not for tournaments only, with all that may lie beside it."""
    usual = next(
        name for name, rule in edition.layouts.items() if rule.base and not rule.tournament_only
    )
    return fullest(edition.layouts, usual)


def notices_shown(edition: Edition, game: str) -> tuple[str, ...]:
    """What must be shown at a table of the game beside its sign."""
    notice = edition.games[game].notice if game in edition.games else "none"
    return () if notice == "none" else (notice,)


def stands(edition: Edition, layout: str, seats: int | None = None) -> dict[str, Any]:
    """The boxes beyond those that may be seated where its tables usually stand are closed."""
    place = next(iter(edition.places.values()), None)
    laid = edition.layout_in_use(layout)
    seats = seats or laid.seats[0]
    if place is None or place.seats is None or place.seats.most >= seats:
        return {}
    return {"closed_boxes": tuple(range(place.seats.most + 1, seats + 1))}


def _sign(edition: Edition, setting: Setting, values: Mapping[str, str]) -> SignState:
    """The usual limits, and every optional wager that may be offered."""
    optional = tuple(
        name
        for name, wager in edition.wagers.items()
        if wager.optional is not None
        and not_offered(edition, setting, name) is None
        and (wager.sources is None or edition.shoe.source.permitted[0] in wager.sources.only)
    )
    optional = with_areas(edition, setting.layout, optional)
    least, most = OPTIONAL_CENTS
    return SignState(
        minimum_cents=MINIMUM_CENTS,
        maximum_cents=MAXIMUM_CENTS,
        offered=optional,
        wagers=dict.fromkeys(optional, Span(minimum_cents=least, maximum_cents=most)),
        values=dict(values),
    )


def with_areas(edition: Edition, layout: str | None, names: tuple[str, ...]) -> tuple[str, ...]:
    """As many of these wagers as the layout has areas for, the first that are named."""
    laid = None if layout is None else edition.layout(layout)
    areas = None if laid is None else laid.areas
    if areas is None:
        return names
    kept = [name for name in names if name in areas.of][: areas.most]
    return tuple(name for name in names if name in kept or name not in areas.of)
