"""The conditions of a tournament as a document, item by item with the clauses that ask for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from pitboss.aggregates.tournament.terms import Conditions, as_file, field_of
from pitboss.editions.edition import Edition
from pitboss.money import dollars
from pitboss.paper import Paper, PaperTable

HUNDRED = 100


def conditions_paper(edition: Edition, terms: Conditions, digest: str) -> Paper:
    """What every player is given; `digest` is that of the published conditions."""
    figures = as_file(terms)
    items = [
        (item.says, _text(edition, terms, figures, name), ", ".join(item.clauses))
        for name, item in edition.items.items()
        if terms.texts.get(name) or field_of(name) is not None
    ]
    identity = edition.identity
    return Paper(
        title=terms.title,
        lines=(
            f"Conditions under {identity.title}, edition {identity.edition}.",
            f"SHA-256 of these conditions: {digest}",
        ),
        tables=(
            PaperTable(heads=("item", "condition", "clauses"), rows=items, title="Conditions"),
            PaperTable(
                heads=("round", "tables", "length", "go on from each table"),
                rows=[
                    (str(number), str(one.tables), _length(one), str(one.advance))
                    for number, one in enumerate(terms.rounds or (), 1)
                ],
                title="Rounds",
            ),
            PaperTable(
                heads=("place", "prize"),
                rows=[(str(one.place), _prize(one)) for one in terms.prizes or ()],
                title="Prizes",
            ),
        ),
    )


def _text(edition: Edition, terms: Conditions, figures: dict[str, Any], name: str) -> str:
    """What the conditions say of an item, as a person reads it."""
    if terms.texts.get(name):
        return terms.texts[name]
    found = figures.get(name.replace("-", "_"))
    if name == "starts" and terms.starts is not None:
        there = terms.starts.astimezone(ZoneInfo(edition.identity.time_zone))
        return f"{there:%d %B %Y %H:%M %Z}"
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, list | tuple | dict):
        return f"{len(found)}, below"
    return "" if found is None else str(found)


def _length(one: Any) -> str:
    return f"{one.coups} coups" if one.coups is not None else f"{one.minutes} minutes"


def _prize(one: Any) -> str:
    parts: Sequence[str] = [
        *([f"{one.share / HUNDRED:g}% of the pool"] if one.share else []),
        *([dollars(one.amount_cents)] if one.amount_cents else []),
        *([one.thing] if one.thing else []),
    ]
    return ", ".join(parts)
