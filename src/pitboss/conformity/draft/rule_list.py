"""Every rule of procedure that a table reads: its value, what happens without it, who reads it.

What happens without a rule is read off the code that asks for it.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pitboss.book import load_plays
from pitboss.editions.load import load, shelf
from pitboss.editions.rules import NEEDED, values
from pitboss.refusal import Refusal
from pitboss.table import ENTRIES

load_plays()  # the commands of every game are listed

_PAGE = """# Rules of procedure

A rule of procedure stands in `table/*.toml` of an edition under its name. **A rule that an edition
does not list does not hold there**: what it forbids is free, what it provides for does not exist.
A name that is not on this page is refused when the edition is loaded, and so is a rule without the
value that it needs.

A rule that the core keeps at every table (`always = true`) only says under which clauses it does
so. A table needs the rules marked **needed** and, where some rule `combination-...` says which
wagers go together, a rule `combination-WAGER` for each of its main wagers.

This page is made by `pitboss edition rules --markdown`.
"""
_WITHOUT = (
    ("required", "the act does not exist"),
    ("provides", "the act does not exist"),
    ("forbid", "what it forbids is free"),
    ("value", "its value is not asked for"),
    ("rule", "the core goes on as if it did not hold"),
)


@dataclass(frozen=True)
class Listed:
    """A rule as the page lists it."""

    name: str
    value: str
    without: str
    says: str
    words: tuple[str, ...]


def listed() -> list[Listed]:
    """Every rule, by name."""
    words: defaultdict[str, list[str]] = defaultdict(list)
    for entry in ENTRIES.values():
        for name in entry.rules:
            words[name].append(entry.word)
    said = _said()
    return [
        Listed(
            name=name,
            value=kind or "-",
            without=_without(name, said.get(name, ("", False))[1]),
            says=said.get(name, ("", False))[0],
            words=tuple(sorted(words[name])),
        )
        for name, kind in sorted(values().items())
    ]


def as_markdown() -> str:
    """The page of the documentation."""
    lines = [_PAGE, "| rule | value | without it | for example | read by |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for one in listed():
        read = ", ".join(f"`{word}`" for word in one.words)
        lines.append(f"| `{one.name}` | {one.value} | {one.without} | {one.says} | {read} |")
    return "\n".join(lines) + "\n"


def _without(name: str, always: bool) -> str:
    if name in NEEDED:
        return f"**needed**: {NEEDED[name]}"
    if always:
        return "the core does so all the same, and cites nothing"
    asked = _asked().get(name, set())
    return next(
        (text for how, text in _WITHOUT if how in asked), "the commands that read it do without it"
    )


@cache
def _asked() -> Mapping[str, set[str]]:
    """How the code asks for each rule: by which of its functions."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, module in sorted(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if not name.startswith(("pitboss.table.", "pitboss.games.")) or path is None:
            continue
        for rule, how in _calls(ast.parse(Path(path).read_text(encoding="utf-8"))):
            found[rule].add(how)
    return found


def _calls(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and argument.value in values():
                    yield str(argument.value), node.func.attr


def _said() -> dict[str, tuple[str, bool]]:
    """What the first edition that has a rule says of it, and whether the core always acts so."""
    found: dict[str, tuple[str, bool]] = {}
    for name in shelf():
        edition = load(name)
        if not isinstance(edition, Refusal):
            for rule, one in edition.rules.items():
                found.setdefault(rule, (one.says, one.always))
    return found
