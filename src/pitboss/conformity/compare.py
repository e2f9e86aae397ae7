"""Two editions side by side: every value and procedure in which they differ."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec

from pitboss.conformity.mutants import PROSE
from pitboss.editions.edition import Edition
from pitboss.editions.load import EDITION_FILE, WAGERS_FILE

_SKIPPED = ("identity", "layout")


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One value in which two editions differ; an absent value is None."""

    what: str
    first: str | None
    first_clauses: tuple[str, ...]
    second: str | None
    second_clauses: tuple[str, ...]


def compare(first: Edition, second: Edition) -> list[Difference]:
    """Every difference, in the first edition's order, then what only the second has."""
    left, right = values_of(first, second), values_of(second, first)
    found = []
    for what in dict.fromkeys((*left, *right)):
        one, two = left.get(what), right.get(what)
        if (one and one[0]) != (two and two[0]):
            found.append(
                Difference(
                    what=what,
                    first=one[0] if one else None,
                    first_clauses=one[1] if one else (),
                    second=two[0] if two else None,
                    second_clauses=two[1] if two else (),
                )
            )
    return found


def values_of(edition: Edition, beside: Edition) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Every value of an edition by name, with its clauses, to be laid beside another's."""
    return dict(_values(edition, edition.wagers.keys() & beside.wagers.keys()))


def _values(
    edition: Edition, shared: AbstractSet[str]
) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    """Every value by name; of a wager that only one edition has, no more than that."""
    values = {k: v for k, v in edition.raw[EDITION_FILE].items() if k not in _SKIPPED}
    yield from _walk(values, (), ())
    for name, wager in edition.raw[WAGERS_FILE]["wager"].items():
        if name not in shared:
            yield f"wager.{name}", ("offered", tuple(wager["clauses"]))
            continue
        yield from _walk({k: v for k, v in wager.items() if k != "rows"}, ("wager", name), ())
        for row in wager["rows"]:
            for game in row.get("games") or _games(edition, name):
                what = f"wager.{name}.{game}.{row['label']}"
                text = _text(row.get("pays") or row.get("outcome", ""))
                yield what, (text, tuple(row["clauses"]))
    yield from _conduct(edition)


def _conduct(edition: Edition) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    """Rules of procedure, duties and rulings, by name."""
    for name, rule in edition.rules.items():
        yield f"rule.{name}", (_text(rule.value) if rule.value else "holds", rule.clauses)
    for name, duty in edition.duties.items():
        yield f"duty.{name}", (f"{duty.to}, {duty.channel}, {duty.due}", duty.clauses)
    for name, situation in edition.situations.items():
        for ruling in situation.rulings:
            what = f"ruling.{name}.{ruling.name}"
            yield what, (f"{ruling.effect} by {ruling.rank}", ruling.clauses)


def _games(edition: Edition, name: str) -> tuple[str, ...]:
    games = edition.wagers[name].games
    return tuple(map(str, games.only)) if games else tuple(edition.games)


def _walk(
    data: Any, path: tuple[str, ...], clauses: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, tuple[str, ...]]]]:
    if isinstance(data, dict):
        clauses = tuple(data.get("clauses", clauses))
        for key, value in data.items():
            if key not in PROSE and not key.endswith("clauses"):
                yield from _walk(value, (*path, key), clauses)
    elif isinstance(data, list) and any(isinstance(item, dict) for item in data):
        for number, item in enumerate(data):
            name = item.get("name") or str(item.get("banker", item.get("label", number)))
            yield from _walk({k: v for k, v in item.items() if k != "banker"}, (*path, name), ())
    else:
        yield ".".join(path), (_text(data), clauses)


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return "; ".join(f"{key} {item}" for key, item in value.items())
    return str(value)
