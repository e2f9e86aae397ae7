"""Cases as data: what a coup, a round, a series of results or a value must be.

Case files lie beside the edition they are about. A case is a test: it carries the clauses it
proves, and `make test` runs each of them under those marks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any

from pitboss.book import Rulebook
from pitboss.conformity.asks import ASKS, ask
from pitboss.money import parse_amount
from pitboss.refusal import BadDataError, Refusal
from pitboss.settle.model import Line

GIVEN = {
    "coup": ("player", "banker"),
    "results": ("results", "tail_open"),
    "round": ("hand", "dealer", "insurance", "even_money"),
}
SETTING = ("decks", "layout", "sign")
EXPECTED = ("outcome", "paid", "returned", "clauses", "marks", "settled_after", "indicator")


@dataclass(frozen=True)
class Case:
    """One checkable statement, with the clauses it proves."""

    name: str
    clauses: tuple[str, ...]
    kind: str
    given: Mapping[str, Any]
    expected: Mapping[str, Any] = field(default_factory=dict)

    def failure(self, book: Rulebook) -> str | None:
        """None where the case holds, otherwise one sentence."""
        if self.kind == "ask":
            arguments = dict(self.given)
            answer = ask(book.edition, arguments.pop("about"), arguments)
            wanted = self.expected["answer"]
            return None if answer == wanted else f"the answer is '{answer}', not '{wanted}'"
        settled = book.settle(**self.given)
        if "refused" in self.expected:
            wanted = set(self.expected["refused"])
            if not isinstance(settled, Refusal):
                return f"it is settled, not refused under {', '.join(sorted(wanted))}"
            if not wanted <= set(settled.clauses):
                return f"the refusal cites {', '.join(settled.clauses) or 'nothing'}: {settled}"
            return None
        if isinstance(settled, Refusal):
            return f"it is refused: {settled}"
        return self._line_failure(settled.wagers)

    def _line_failure(self, lines: tuple[Line, ...]) -> str | None:
        name, hand = self.expected.get("wager"), self.expected.get("hand")
        found = [
            line
            for line in lines
            if (name is None or line.wager == name) and (hand is None or line.hand == hand)
        ]
        if len(found) != 1:
            return f"{len(found)} lines are for {name}"
        line = found[0]
        outcome = self.expected["outcome"]
        paid = _cents(self.expected.get("paid", "0"))
        kept = line.stake_cents if outcome in ("win", "stand-off", "void") else 0
        wanted = {
            "outcome": outcome,
            "paid_cents": paid,
            "returned_cents": _cents(self.expected.get("returned", ""))
            if "returned" in self.expected
            else kept,
            **{k: self.expected[k] for k in ("settled_after", "indicator") if k in self.expected},
        }
        for key, value in wanted.items():
            if getattr(line, key) != value:
                return f"{key} is {getattr(line, key)}, not {value}: {line.why}"
        missing = set(self.expected.get("clauses", ())) - set(line.clauses)
        return f"{', '.join(sorted(missing))} is not cited" if missing else None


class BadCaseError(BadDataError):
    """A case file that cannot be read; the sentence names it."""


def cases_of(folder: Path) -> tuple[Case, ...]:
    """Every case of an edition."""
    return tuple(case for path in sorted((folder / "cases").glob("*.toml")) for case in _read(path))


def _read(path: Path) -> Iterator[Case]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadCaseError(f"{path}: {error}") from error
    for kind, entries in data.items():
        if kind != "ask" and kind not in GIVEN:
            raise BadCaseError(f"{path}: there are no cases of kind '{kind}'")
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            raise BadCaseError(f"{path}: cases are a list of tables: write [[{kind}]]")
        for number, entry in enumerate(entries, 1):
            try:
                yield from _cases(kind, dict(entry), f"{path.stem}:{kind}-{number}")
            except BadCaseError as error:
                raise BadCaseError(f"{path}: {kind} {number}: {error}") from error


def _cases(kind: str, entry: dict[str, Any], name: str) -> Iterator[Case]:
    if kind == "ask":
        yield _question(entry, name)
        return
    games = entry.pop("games", None) or [entry.pop("game", None)]
    lines = entry.pop("lines", [])
    if not isinstance(lines, list) or not all(isinstance(one, dict) for one in lines):
        raise BadCaseError("'lines' is a list of tables")
    refused = _texts(entry, "refused") if "refused" in entry else None
    given = {key: entry.pop(key) for key in (*GIVEN[kind], *SETTING, "bets") if key in entry}
    marks = _texts(entry, "marks")
    if entry or bool(lines) == (refused is not None):
        raise BadCaseError(f"unknown keys {list(entry)}, or not one of lines and refused")
    for game in games:
        where = f"{name}:{game}" if game else name
        setting = given | ({"game": game} if game else {})
        if refused is not None:
            expected = {"refused": refused}
            yield Case(where, (*refused, *marks), kind, setting, expected)
        for line in lines:
            yield _line_case(kind, line, setting, where, marks)


def _question(entry: dict[str, Any], name: str) -> Case:
    """A question that can be put, with the arguments that it takes."""
    about, answer = entry.get("about"), entry.pop("answer", None)
    if not isinstance(about, str) or about not in ASKS:
        raise BadCaseError(f"nothing can be asked about '{about}'")
    if not isinstance(answer, str):
        raise BadCaseError(f"the answer is a text, not {answer!r}")
    clauses = _texts(entry, "clauses")
    arguments = {key: value for key, value in entry.items() if key != "about"}
    try:
        signature(ASKS[about]).bind(None, **arguments)
    except TypeError as error:
        raise BadCaseError(f"'{about}' is not asked so: {error}") from error
    if not clauses:
        raise BadCaseError("name the clauses that it proves")
    return Case(name, clauses, "ask", entry, {"answer": answer})


def _line_case(
    kind: str, line: dict[str, Any], setting: dict[str, Any], where: str, marks: tuple[str, ...]
) -> Case:
    unknown = set(line) - {*EXPECTED, "bet", "wager", "hand"}
    if unknown or "outcome" not in line:
        raise BadCaseError(f"a line has unknown keys {sorted(unknown)} or no outcome")
    for key in ("paid", "returned"):
        _cents(line.get(key, ""))
    given = dict(setting)
    if "bet" in line:
        given["bets"] = [*given.get("bets", []), line["bet"]]
    wager = line.get("wager") or line.get("bet", "").partition("=")[0].partition(":")[0]
    expected = {key: value for key, value in line.items() if key != "bet"} | {"wager": wager}
    own = dict(line)
    clauses = dict.fromkeys((*_texts(own, "clauses"), *_texts(own, "marks"), *marks))
    hand = f"#{line['hand']}" if "hand" in line else ""
    return Case(f"{where}:{wager}{hand}", tuple(clauses), kind, given, expected)


def _texts(entry: dict[str, Any], key: str) -> tuple[str, ...]:
    """The list of texts under a key, taken out; one text alone would be read letter by letter."""
    found = entry.pop(key, [])
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise BadCaseError(f"'{key}' is a list of texts, not {found!r}")
    return tuple(found)


def _cents(amount: object) -> int:
    """Dollars, as a text or a figure, in cents."""
    if amount in ("0", "", 0):
        return 0
    cents = parse_amount(str(amount))
    if isinstance(cents, Refusal):
        raise BadCaseError(cents.sentence)
    return cents
