"""Part: the pool that a table feeds with others, as its meter shows it."""

from __future__ import annotations

import msgspec

from pitboss.aggregates.link import LINK
from pitboss.money import MILLIONTHS_IN_CENT
from pitboss.table.own import Fed
from pitboss.views.parts.shown import Shown, Viewer


class PoolNow(msgspec.Struct, frozen=True, kw_only=True):
    """The meter: whole cents of a pool kept in millionths, and the stake that raises it.

    `on` says whether the table plays for it now: the link is in order, and the table feeds it.
    """

    link: str
    wager: str
    stake_cents: int
    reset_cents: int
    meter_cents: int
    on: bool


def fed(shown: Shown) -> Fed | None:
    """What the table says of the pool that it feeds."""
    own = shown.table.own
    return None if own is None else own.fed


def pool(shown: Shown, _: Viewer) -> PoolNow | None:
    """The pool; nothing where the table feeds none."""
    known = fed(shown)
    link = None if known is None else shown.pool_of(known.stream)
    if known is None or link is None:
        return None
    return PoolNow(
        link=LINK.name_of(known.stream),
        wager=known.wager,
        stake_cents=known.stake_cents,
        reset_cents=link.terms.reset_cents,
        meter_cents=link.meter_millionths // MILLIONTHS_IN_CENT,
        on=not known.off and link.stopped is None,
    )


def metered(shown: Shown, _: Viewer) -> tuple[object, ...]:
    """What the meter is told from."""
    known = fed(shown)
    return (known, None if known is None else shown.pool_of(known.stream))
