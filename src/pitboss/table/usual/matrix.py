"""Who may do what: every command with its fields, and every act against every rank.

All of it is read from the registered commands and from the edition; nothing is listed here.
"""

from __future__ import annotations

import datetime as dt
import inspect
import types
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from pitboss.editions.edition import Edition
from pitboss.editions.tables import cited_by
from pitboss.editions.values import Approval
from pitboss.table import ENTRIES
from pitboss.table.entries import fields_of
from pitboss.table.machine import Entry
from pitboss.table.own import alike

Answer = Literal["yes", "needs approval", "no"]
_PLAIN = {int: "number", str: "text", bool: "yes or no", dt.datetime: "time", dt.date: "date"}

_PAGE = (
    'Every command that a table takes, as scenarios (`do = "..."`) and `pitboss deal` write it. '
    "Amounts are dollars. Fields in brackets may be left out. Ranks and clauses are the "
    "edition's: `pitboss run --commands RULEBOOK` lists them, with `--matrix` it shows who may do "
    "what. This page is made by `pitboss run --commands --markdown`."
)


class Field(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of a command: what it takes, and what it is where it is left out."""

    name: str
    takes: str
    required: bool
    default: str | None = None


class Needed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A rank that an act needs; `asked` where another person approves it beforehand."""

    key: str
    act: str
    rank: str
    asked: bool
    also: tuple[str, ...]
    clauses: tuple[str, ...]


class Described(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command: its word, what it does, its fields, who gives it, what it needs and cites."""

    word: str
    does: str
    fields: tuple[Field, ...]
    who: tuple[str, ...]
    while_troubled: bool
    while_closed: bool
    approvals: tuple[Needed, ...] = ()
    rules: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An act and the answer for each rank, and for others whom the rule names.

    `when` are the facts under which a ruling is permitted.
    """

    kind: Literal["approval", "ruling"]
    key: str
    act: str
    asked: bool
    answers: Mapping[str, Answer]
    clauses: tuple[str, ...]
    when: Mapping[str, Any] = msgspec.field(default_factory=dict)


def describe(entry: Entry, edition: Edition | None = None) -> Described:
    """A command as the edition has it; without one, as every edition has it."""
    rules = {} if edition is None else edition.rules
    needed = () if edition is None else _needed(entry, edition)
    held = tuple(rule for rule in entry.rules if rule in rules)
    cited = [clause for rule in held for clause in rules[rule].clauses]
    cited += [clause for one in needed for clause in one.clauses]
    words = {} if edition is None else {name: of(edition) for name, of in entry.words.items()}
    for parts in words.values():
        cited += cited_by(parts) if isinstance(parts, Mapping) else ()
    return Described(
        word=entry.word,
        does=" ".join((entry.kind.__doc__ or entry.word).split()),
        fields=fields(entry.kind, words),
        who=entry.who or ("anyone",),
        while_troubled=entry.troubled,
        while_closed=entry.opens,
        approvals=needed,
        rules=held,
        clauses=tuple(dict.fromkeys(cited)),
    )


def commands(edition: Edition | None = None) -> list[Described]:
    """Every command, by its word."""
    found = [describe(entry, edition) for entry in ENTRIES.values()]
    return sorted(found, key=lambda one: one.word)


def _needed(entry: Entry, edition: Edition) -> tuple[Needed, ...]:
    keys = entry.may_need(edition)
    return tuple(alike(Needed, edition.approvals[key], key=key) for key in keys)


def fields(
    kind: type[msgspec.Struct], words: Mapping[str, Iterable[str]] = MappingProxyType({})
) -> tuple[Field, ...]:
    """The fields of a command or of a part of one, in the words of scenario files.

    `words` are those that an edition has for some of them.
    """
    common = fields_of(kind)
    found = []
    for one in msgspec.structs.fields(kind):
        if one.name not in common:
            continue
        found.append(
            Field(
                name=one.name.removesuffix("_cents"),
                takes=" | ".join(words.get(one.name, ()))
                or takes(common[one.name], money=one.name.endswith("_cents")),
                required=one.required,
                default=_default(one),
            )
        )
    return tuple(found)


def _default(one: msgspec.structs.FieldInfo) -> str | None:
    value = one.default
    if value is msgspec.NODEFAULT or value is None or isinstance(value, msgspec.Struct):
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or None
    return str(value)


def takes(hint: Any, *, money: bool = False) -> str:
    """What a field takes, in plain words."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(takes(one, money=money) for one in inner if one is not type(None))
    if origin is Literal:
        return " | ".join(map(str, inner))
    if origin is tuple:
        return f"list of {takes(inner[0], money=money)}"
    if origin is not None and len(inner) == 2:
        return f"table of {takes(inner[1], money=money)}"
    if money and hint is int:
        return "dollars"
    if hint in _PLAIN:
        return _PLAIN[hint]
    return f"table ({', '.join(one.name for one in fields(hint))})"


def answer(edition: Edition, rule: Approval, rank: str) -> Answer:
    """Whether someone of this rank may do it: alone, with another's approval, or not."""
    if edition.ranks.meets(rank, rule.rank):
        return "yes"
    return "needs approval" if rule.asked else "no"


def matrix(edition: Edition) -> list[Row]:
    """Every approval and every ruling of the edition, against every rank of its ladder.

    In a row of an approval that is asked for, `yes` is whoever may grant it.
    """
    ladder = edition.ranks.ladder
    rows = []
    for key, rule in edition.approvals.items():
        answers: dict[str, Answer] = {rank: answer(edition, rule, rank) for rank in ladder}
        answers.update(dict.fromkeys(rule.also, "yes"))
        rows.append(alike(Row, rule, kind="approval", key=key, answers=answers))
    for situation, found in edition.situations.items():
        rows.extend(
            Row(
                kind="ruling",
                key=f"{situation}: {ruling.name}",
                act=ruling.says,
                asked=False,
                answers={
                    rank: "yes" if edition.ranks.meets(rank, ruling.rank) else "no"
                    for rank in ladder
                },
                clauses=ruling.clauses,
                when=ruling.when,
            )
            for ruling in found.rulings
        )
    return rows


def as_markdown() -> str:
    """Every command as the reference page lists them: by topic, with fields and who gives it."""
    topics: dict[str, list[Described]] = {}
    titles = {}
    for entry in ENTRIES.values():
        module = entry.kind.__module__
        says = (inspect.getdoc(inspect.getmodule(entry.kind)) or module).splitlines()[0]
        titles[module] = says.rstrip(".")
        topics.setdefault(module, []).append(describe(entry))
    lines = ["# Table commands", "", _PAGE]
    for module in sorted(topics, key=lambda one: titles[one]):
        lines += ["", f"## {titles[module]}", "", "| command | does | fields | given by |"]
        lines.append("| --- | --- | --- | --- |")
        for one in sorted(topics[module], key=lambda each: each.word):
            cells = [f"`{one.word}`", one.does, _listed(one.fields), ", ".join(one.who)]
            lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(lines) + "\n"


def _listed(given: tuple[Field, ...]) -> str:
    shown = []
    for one in given:
        default = f" = {one.default}" if one.default is not None else ""
        text = f"`{one.name}` {one.takes}{default}"
        shown.append(text if one.required else f"[{text}]")
    return "; ".join(shown)
