"""Cases as data: what a coup, a round, a series of results or a value must be.

Case files lie beside the edition they are about. A case is a test: `make test` runs each of
them under the clauses that it names. It carries those which what it settles must cite; a mark
that nothing there cites is a label and proves nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from typing import Any

from pitboss.book import Rulebook
from pitboss.conformity.asks import ASKS, ask
from pitboss.editions.edition import cited_in
from pitboss.editions.load import WAGERS_FILE
from pitboss.errors import BadDataError
from pitboss.money import parse_amount
from pitboss.refusal import Refusal
from pitboss.settle.model import Line, Settlement

GIVEN = {
    "coup": ("player", "banker"),
    "results": ("results", "tail_open"),
    "round": ("hand", "dealer", "insurance", "even_money"),
}
SETTING = ("decks", "layout", "sign")
EXPECTED = ("outcome", "paid", "returned", "clauses", "marks", "settled_after", "indicator")


@dataclass(frozen=True)
class Case:
    """One checkable statement, with the clauses it names."""

    name: str
    clauses: tuple[str, ...]
    kind: str
    given: Mapping[str, Any]
    expected: Mapping[str, Any] = field(default_factory=dict)

    @property
    def acts(self) -> bool:
        """Whether something is settled or refused; a question only reads a value back."""
        return self.kind != "ask"

    def carried(self, book: Rulebook) -> tuple[str, ...]:
        """The clauses it names that are cited by what is settled or refused here."""
        if not self.acts:
            return self.clauses
        settled = book.settle(**self.given)
        if isinstance(settled, Refusal):
            cited = set(settled.clauses)
        else:
            cited = set(_cited(book, settled, self._lines(settled.wagers)))
        return tuple(clause for clause in self.clauses if clause.partition("#")[0] in cited)

    def failure(self, book: Rulebook, *, citations: bool = True) -> str | None:
        """None where the case holds, otherwise one sentence; `citations` may be left aside."""
        if self.kind == "ask":
            arguments = dict(self.given)
            answer = ask(book.edition, arguments.pop("about"), arguments)
            wanted = self.expected["answer"]
            return None if answer == wanted else f"the answer is '{answer}', not '{wanted}'"
        settled = book.settle(**self.given)
        if "refused" in self.expected:
            wanted = _bare(self.expected["refused"])
            if not isinstance(settled, Refusal):
                return f"it is settled, not refused under {', '.join(sorted(wanted))}"
            if self.expected.get("code", settled.code) != settled.code:
                return f"it is refused as {settled.code}: {settled}"
            if citations and not wanted <= set(settled.clauses):
                return f"the refusal cites {', '.join(settled.clauses) or 'nothing'}: {settled}"
            return None
        if isinstance(settled, Refusal):
            return f"it is refused: {settled}"
        return self._line_failure(settled.wagers, citations=citations)

    def _lines(self, lines: tuple[Line, ...]) -> list[Line]:
        """The lines that the case is about: one, where it holds."""
        name, hand = self.expected.get("wager"), self.expected.get("hand")
        return [
            line
            for line in lines
            if (name is None or line.wager == name) and (hand is None or line.hand == hand)
        ]

    def _line_failure(self, lines: tuple[Line, ...], *, citations: bool) -> str | None:
        found = self._lines(lines)
        if len(found) != 1:
            return f"{len(found)} lines are for {self.expected.get('wager')}"
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
        missing = _bare(self.expected.get("clauses", ())) - set(line.clauses)
        if citations and missing:
            return f"{', '.join(sorted(missing))} is not cited"
        return None


def _bare(clauses: Iterable[str]) -> set[str]:
    """Clauses without the obligations that may be named after them."""
    return {clause.partition("#")[0] for clause in clauses}


def _cited(book: Rulebook, settled: Settlement, lines: list[Line]) -> Iterator[str]:
    """What is cited for some lines: by themselves, by their wagers, and by the cards drawn.

    Of a wager it is what holds for every row of it; which row it was the line says itself.
    """
    wagers = book.edition.raw[WAGERS_FILE]
    for line in lines:
        yield from line.clauses
        own = {key: part for key, part in wagers["wager"][line.wager].items() if key != "rows"}
        parts = [own, wagers.get("automaton", {}).get(own.get("automaton"), {})]
        yield from (clause for part in parts for _, clause in cited_in(part, ()))
    for part in settled.result.values():
        if isinstance(part, dict):
            yield from part.get("clauses", ())


def cases_of(folder: Path) -> tuple[Case, ...]:
    """Every case of an edition."""
    return tuple(case for path in sorted((folder / "cases").glob("*.toml")) for case in _read(path))


def _read(path: Path) -> Iterator[Case]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadDataError(f"{path}: {error}") from error
    for kind, entries in data.items():
        if kind != "ask" and kind not in GIVEN:
            raise BadDataError(f"{path}: there are no cases of kind '{kind}'")
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            raise BadDataError(f"{path}: cases are a list of tables: write [[{kind}]]")
        for number, entry in enumerate(entries, 1):
            try:
                yield from _cases(kind, dict(entry), f"{path.stem}:{kind}-{number}")
            except BadDataError as error:
                raise BadDataError(f"{path}: {kind} {number}: {error}") from error


def _cases(kind: str, entry: dict[str, Any], name: str) -> Iterator[Case]:
    if kind == "ask":
        yield _question(entry, name)
        return
    games = entry.pop("games", None) or [entry.pop("game", None)]
    lines = entry.pop("lines", [])
    if not isinstance(lines, list) or not all(isinstance(one, dict) for one in lines):
        raise BadDataError("'lines' is a list of tables")
    refused = _texts(entry, "refused") if "refused" in entry else None
    given = {key: entry.pop(key) for key in (*GIVEN[kind], *SETTING, "bets") if key in entry}
    marks = _texts(entry, "marks")
    code = {"code": entry.pop("code")} if "code" in entry and refused is not None else {}
    if entry or bool(lines) == (refused is not None):
        raise BadDataError(f"unknown keys {list(entry)}, or not one of lines and refused")
    for game in games:
        where = f"{name}:{game}" if game else name
        setting = given | ({"game": game} if game else {})
        if refused is not None:
            expected = {"refused": refused, **code}
            yield Case(where, (*refused, *marks), kind, setting, expected)
        for line in lines:
            yield _line_case(kind, line, setting, where, marks)


def _question(entry: dict[str, Any], name: str) -> Case:
    """A question that can be put, with the arguments that it takes."""
    about, answer = entry.get("about"), entry.pop("answer", None)
    if not isinstance(about, str) or about not in ASKS:
        raise BadDataError(f"nothing can be asked about '{about}'")
    if not isinstance(answer, str):
        raise BadDataError(f"the answer is a text, not {answer!r}")
    clauses = _texts(entry, "clauses")
    arguments = {key: value for key, value in entry.items() if key != "about"}
    try:
        signature(ASKS[about]).bind(None, **arguments)
    except TypeError as error:
        raise BadDataError(f"'{about}' is not asked so: {error}") from error
    if not clauses:
        raise BadDataError("name the clauses that it proves")
    return Case(name, clauses, "ask", entry, {"answer": answer})


def _line_case(
    kind: str, line: dict[str, Any], setting: dict[str, Any], where: str, marks: tuple[str, ...]
) -> Case:
    unknown = set(line) - {*EXPECTED, "bet", "wager", "hand"}
    if unknown or "outcome" not in line:
        raise BadDataError(f"a line has unknown keys {sorted(unknown)} or no outcome")
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
        raise BadDataError(f"'{key}' is a list of texts, not {found!r}")
    return tuple(found)


def _cents(amount: object) -> int:
    """Dollars, as a text or a figure, in cents."""
    if amount in ("0", "", 0):
        return 0
    cents = parse_amount(str(amount))
    if isinstance(cents, Refusal):
        raise BadDataError(cents.sentence)
    return cents
