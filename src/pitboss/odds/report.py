"""The odds of a game's wagers as one document, for JSON, tables and charts alike."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from pitboss.odds.wagers import WagerOdds

Document = dict[str, Any]


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """A share of one: exactly where that is known, in per cent, and as a number."""

    exact: str | None
    percent: str
    value: float


def share(value: Fraction | float, exact: str | None = None) -> Share:
    """A share as it is shown."""
    if isinstance(value, Fraction):
        exact = exact or str(value)
    return Share(exact=exact, percent=f"{float(value) * 100:.4f}", value=float(value))


def exact_document(odds: WagerOdds, at_stake: WagerOdds | None = None) -> Document:
    """One wager's exact odds; `at_stake` is the same wager at one stake after rounding up."""
    document: Document = {
        "wager": odds.wager,
        "method": "exact",
        "expectation": str(odds.expectation),
        "edge": float(-odds.expectation),
        "std": odds.std,
        "hits": float(odds.hits),
        "offered": float(odds.offered),
        "favours_player": odds.favours_player,
        "rows": [
            {
                "label": row.row.label or row.row.outcome,
                "outcome": row.row.outcome,
                "pays": row.pays,
                "probability": str(row.probability),
                "float": float(row.probability),
                "ways": row.ways,
                "clauses": list(row.row.clauses),
            }
            for row in odds.rows
        ],
    }
    if odds.situations:
        document["by_situation"] = [
            {
                item.fact: item.value,
                "share": float(item.share),
                "expectation": str(item.expectation),
                "edge": float(-item.expectation),
                "favours_player": item.expectation > 0,
            }
            for item in odds.situations
        ]
    if at_stake is not None:
        document["at_stake"] = {
            "expectation": str(at_stake.expectation),
            "edge": float(-at_stake.expectation),
            "favours_player": at_stake.favours_player,
        }
    return document
