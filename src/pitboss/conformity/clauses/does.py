"""What the software does under a clause: every value of the edition that cites it, as a line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Row
from pitboss.settle.reason import say_pay

_KEY = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_SIGNED = re.compile(rf"({_KEY.pattern})%")
"""A percentage that the sign fixes, in a pay."""
_AS_IT_IS = frozenset({"name", "label", "outcome"})
_UNSAID = frozenset(
    {
        *("clauses", "title", "name", "label", "says", "what", "act", "when"),
        *("space", "automaton", "sequence", "tail_of", "told_by", "play", "kind", "ours"),
    }
)


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """One value or row of an edition: what it is of, what it says, under which clauses."""

    what: str
    says: str
    clauses: tuple[str, ...]


def statements(edition: Edition) -> Iterator[Statement]:
    """Every value and row of an edition that cites a clause, in the order of its files."""
    names = _names(edition)
    for data in edition.raw.values():
        for kind, parts in data.items():
            yield from _walk(_worded(parts, names), kind, kind.replace("-", " "), "")


def _names(edition: Edition) -> Mapping[str, str]:
    """What the parts of an edition are called, by the keys under which others name them."""
    found = {}
    for data in edition.raw.values():
        for parts in data.values():
            for key, part in parts.items() if isinstance(parts, dict) else ():
                words = (part.get("act") or part.get("title")) if isinstance(part, dict) else None
                if words is not None and _KEY.fullmatch(key):
                    found[key] = str(words)
    return found


def _worded(data: Any, names: Mapping[str, str]) -> Any:
    """The same values with words in the place of keys; clauses and own names stay as they are."""
    if isinstance(data, dict):
        return {
            key: value if key in _AS_IT_IS or key.endswith("clauses") else _worded(value, names)
            for key, value in data.items()
        }
    if isinstance(data, list):
        return [_worded(item, names) for item in data]
    if isinstance(data, str):
        if _KEY.fullmatch(data):
            return names.get(data, data.replace("-", " "))
        return _SIGNED.sub(lambda found: f"{names.get(found[1], found[1])},", data)
    return data


def by_clause(edition: Edition) -> Mapping[str, list[Statement]]:
    """The statements under each clause."""
    found: dict[str, list[Statement]] = defaultdict(list)
    for one in statements(edition):
        for clause in dict.fromkeys(one.clauses):
            found[clause].append(one)
    for clause in edition.clauses:
        for says, why in switched_off(edition, clause):
            found[clause].append(Statement(what="overlay", says=says, clauses=why))
    return found


def switched_off(edition: Edition, clause: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is said of a clause that an overlay switches off, and by which clauses it does."""
    for overlay in edition.overlays.values():
        if overlay.covers(clause):
            yield overlay.says, overlay.clauses


def _walk(data: Any, what: str, called: str, title: str) -> Iterator[Statement]:
    """Everything under a part; `title` is that of the nearest part above it which has one."""
    if isinstance(data, list):
        for number, item in enumerate(data):
            if isinstance(item, dict):
                name = item.get("name") or item.get("label") or str(item.get("banker", number))
                shown = str(name).replace("-", " ")
                yield from _walk(item, f"{what} {name}", f"{called} {shown}", title)
        return
    if not isinstance(data, dict):
        return
    title = str(data.get("title", title))
    cited = tuple(data.get("clauses", ()))
    if cited:
        yield Statement(what=what, says=_says(data, called, title), clauses=cited)
    for key, value in data.items():
        if key.endswith("_clauses"):
            field = key.removesuffix("_clauses")
            lists = value.values() if isinstance(value, dict) else [value]
            clauses = tuple(clause for each in lists for clause in each)
            if clauses:
                held = f" {_plain(data[field])}" if field in data else ""
                text = f"{title or called}: {field.replace('_', ' ')}{held}"
                yield Statement(what=f"{what} {field}", says=text, clauses=clauses)
        elif isinstance(value, dict | list):
            words = key.replace("_", " ").replace("-", " ")
            yield from _walk(value, f"{what} {key}", words, title)


def _says(data: Mapping[str, Any], called: str, title: str) -> str:
    """A part in one line: its own sentence where it has one, else its values."""
    values = {
        key: value
        for key, value in data.items()
        if key not in _UNSAID and not key.endswith("_clauses") and not _parts(key, value)
    }
    if "act" in data:
        asked = ", asked for beforehand" if data.get("asked") else ""
        return f"To {data['act']} takes {a(data['rank'])} or above{asked}"
    if "to" in data and "what" in data:
        return f"{data['to']}: {data['what']} ({data.get('due', 'at once')})"
    if "off" in data:
        return f"{data['says']}: {', '.join(data['off'])}"
    if "says" in data:
        by = f", by {a(data['rank'])} or above" if "rank" in data else ""
        value = f": {_plain(data['value'])}" if "value" in data else ""
        named = f"{title}: " if title and "rank" in data else ""
        return f"{named}{data['says']}{value}{by}"
    if "pays" in data or "outcome" in data:
        label = data.get("label") or called
        shown = [str(data.get("outcome", "win")), say_pay(_row(data), None)]
        return f"{title}, {label}: {', '.join(one for one in shown if one)}"
    return f"{title or called}: {_text(values)}".rstrip(": ")


def _row(data: Mapping[str, Any]) -> Row:
    return Row(pays=data.get("pays"), clauses=tuple(data.get("clauses", ())))


def a(rank: str) -> str:
    """A rank with its article."""
    return f"{'an' if rank[:1] in 'AEIOU' else 'a'} {rank}"


def _parts(key: str, value: Any) -> bool:
    """Whether a value is a part with clauses of its own, which has a line of its own."""
    if key == "pays":
        return False
    if isinstance(value, dict):
        return "clauses" in value or any(isinstance(one, dict | list) for one in value.values())
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)


def _text(values: Mapping[str, Any]) -> str:
    return "; ".join(_named(key.replace("_", " "), _plain(value)) for key, value in values.items())


def _named(name: str, value: str) -> str:
    """A value with its name, unless it begins with it."""
    return value if value.startswith(f"{name} ") else f"{name} {value}"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(item)}" for key, item in value.items())
    return str(value)
