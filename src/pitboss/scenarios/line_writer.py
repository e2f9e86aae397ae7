"""A scenario written with a line a step, so that reading it gives the scenario again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

import msgspec

from pitboss.scenarios.amounts import field_order
from pitboss.scenarios.lines import SETTING
from pitboss.scenarios.read import OWN, Actor, Scenario
from pitboss.scenarios.usual import Usual
from pitboss.scenarios.values import ARROW, pairs, written
from pitboss.table.state import Role

WIDTH = 100
_INDENT = " " * 4
_PARTS = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^\s"])+')  # of a list or of named values
_QUOTED = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'""")


def write_lines(
    scenario: Scenario, usual: Usual, remarks: Mapping[int, Sequence[str]] | None = None
) -> str:
    """The scenario in lines; `remarks` by the number of the step that they stand before."""
    said = remarks or {}
    lines = [line for words in _head(scenario, usual) for line in _filled(words)]
    lines += [*said.get(0, ()), ""]
    for number, step in enumerate(scenario.step, 1):
        lines += [*said.get(number, ()), *_step(step)]
    lines += [one for number in sorted(said) if number > len(scenario.step) for one in said[number]]
    if scenario.balances:
        lines += _filled(["balances", *_divided([one] for one in pairs(scenario.balances))])
    return "\n".join(lines).rstrip("\n") + "\n"


def remarks_of(text: str) -> dict[int, list[str]]:
    """The comments of a scenario in TOML, by the step that each stands before or in."""
    found: dict[int, list[str]] = {}
    number, waiting = 0, list[str]()
    for line in text.splitlines():
        bare, mark, _ = _QUOTED.sub(lambda text: "x" * len(text[0]), line).partition("#")
        if mark:
            waiting.append(f"# {line[len(bare) + 1 :].strip()}".rstrip())
        if bare.strip():
            number += bare.startswith(("[[step]]", "[balances]"))
            found.setdefault(number, []).extend(waiting)
            waiting = []
    found.setdefault(number + 1, []).extend(waiting)
    return found


def _head(scenario: Scenario, usual: Usual) -> Iterator[list[str]]:
    title = scenario.title
    plain = title == " ".join(title.split()) and not {'"', "#"} & {*title}
    yield ["title", *(title.split() if plain else [json.dumps(title, ensure_ascii=False)])]
    edition = {} if scenario.edition is None else {"edition": scenario.edition}
    clauses = (one if one.isdecimal() else written(one) for one in scenario.clauses)
    yield ["rulebook", written(scenario.rulebook), *pairs(edition), *clauses]
    defaults = Scenario(title="", rulebook="")
    own = {key: getattr(scenario, key) for key in SETTING}
    own = {key: value for key, value in own.items() if value != getattr(defaults, key)}
    yield from _other("table", {**own, **scenario.table}, usual.table)
    yield from _other("sign", scenario.sign, usual.sign)
    if scenario.people != usual.there():
        yield ["people", *_divided(_person(one, usual) for one in scenario.people)]
    if scenario.cards:
        yield ["cards", *scenario.cards.split(" ")]


def _other(word: str, given: dict[str, Any], usual: dict[str, Any]) -> Iterator[list[str]]:
    """A line of what is not as usual; none where all is."""
    unsaid = ["none"] if usual.keys() - given.keys() else []
    said = {k: v for k, v in given.items() if unsaid or k not in usual or usual[k] != v}
    if unsaid or said:
        yield [word, *unsaid, *pairs(said)]


def _person(person: Actor, usual: Usual) -> list[str]:
    if person in usual.people:
        return [written(person.name)]
    named = msgspec.structs.asdict(person)
    named = {key: value for key, value in named.items() if value != getattr(Actor(name=""), key)}
    words = [written(named.pop("name", ""))]
    kinds = (*get_args(Role), "later")
    if named.pop("later", False):
        words.append("later")
    if named.get("role") == "staff" and named.get("rank", "later") not in kinds:
        del named["role"]
        words.append(written(named.pop("rank")))
    elif named.get("role") in kinds:
        words.append(named.pop("role"))
    return [*words, *(pairs(named) or ([] if words[1:] else ["player"]))]


def _step(step: dict[str, Any]) -> list[str]:
    """One line where it has room, otherwise what comes of it below."""
    fields = {key: value for key, value in step.items() if key not in OWN}
    words = [written(step["at"])] if step.get("at") is not None else []
    words += [f"{written(step['who'])}:", written(step["do"])]
    for key, needed in field_order(step["do"]).items():
        if not needed or key not in fields:
            break
        words.append(written(fields.pop(key)))
    words += pairs(fields)
    came = list(_outcomes(step))
    line = " ".join([*words, *(word for outcome in came for word in outcome)])
    if len(line) <= WIDTH:
        return [line]
    below = [_filled(outcome, _INDENT) for outcome in came]
    return [*_filled(words), *(line for lines in below for line in lines)]


def _outcomes(step: dict[str, Any]) -> Iterator[list[str]]:
    for wanted in step.get("expect") or ():
        word, *parts = wanted.split()
        yield [ARROW, word, *(part.removeprefix("clause=") for part in parts)]
    if refused := step.get("refused"):
        code, clause = refused.get("code"), refused.get("clause")
        cited = [] if clause is None else [clause if code else f"clause={clause}"]
        yield [ARROW, "refused", *([code] if code else []), *cited]


def _divided(found: Iterator[list[str]]) -> list[str]:
    """The words of several things with commas between them."""
    things = list(found)
    ended = [[*words[:-1], f"{words[-1]},"] for words in things[:-1]]
    return [word for words in (*ended, *things[-1:]) for word in words]


def _filled(words: list[str], indent: str = "") -> list[str]:
    """Words in lines of the usual width; those that go on stand further in."""
    lines = [indent + words[0]]
    room = WIDTH - len(indent + _INDENT)
    for word in words[1:]:
        for part in [word] if len(word) <= room else _PARTS.findall(word):
            if len(lines[-1]) + len(part) < WIDTH:
                lines[-1] += f" {part}"
            else:
                lines.append(f"{indent}{_INDENT}{part}")
    return lines
