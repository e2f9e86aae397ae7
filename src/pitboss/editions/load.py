"""The loader: TOML and CSV in, a typed edition out, or a sentence with file and line."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pitboss.editions import floor, model, wager
from pitboss.editions.edition import Clause, Edition
from pitboss.editions.locate import KeyPath, line_of, lines_of
from pitboss.refusal import BadDataError, Refusal

EDITION_FILE = "edition.toml"
WAGERS_FILE = "wagers.toml"
TABLE_FOLDER = "table"
RULINGS_FILE = "rulings.toml"
CLAUSES_FILE = "clauses.csv"
SHELF = Path(__file__).parent.parent / "rulebooks"

Change = Callable[[dict[str, Any]], None]
T = TypeVar("T")

_STEP = re.compile(r"\.([A-Za-z_]+)|\[(\d+)\]|\[\.\.\.\]")


class BadEditionError(BadDataError):
    """An edition's files cannot be used; the sentence names file and line."""

    def __init__(self, file: Path | str, line: int, sentence: str) -> None:
        super().__init__(f"{file}:{line}: {sentence}")
        self.file = str(file)
        self.line = line
        self.sentence = sentence


class Reader:
    """One TOML file of an edition, read part by part so that every error has a line."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / name
        try:
            self.text = self.path.read_text(encoding="utf-8")
        except OSError as error:
            raise BadEditionError(self.path, 1, "the file cannot be read") from error
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"line (\d+)", str(error))
            raise BadEditionError(self.path, int(found[1]) if found else 1, str(error)) from error
        self.lines = lines_of(self.text)

    def copy(self) -> Reader:
        """The same file with data of its own, to be altered freely."""
        other = copy(self)
        other.data = deepcopy(self.data)
        return other

    def fail(self, path: KeyPath, sentence: str) -> BadEditionError:
        """An error at the line where `path` stands."""
        return BadEditionError(self.path, line_of(self.lines, path), sentence)

    def read(self, kind: type[T], path: KeyPath) -> T:
        """The part at `path`, as this type; missing, unknown or wrong is an error."""
        data: Any = self.data
        for length, step in enumerate(path):
            if not isinstance(data, dict) or step not in data:
                missing = ".".join(map(str, path[: length + 1]))
                raise self.fail(path[:length], f"'{missing}' is missing")
            data = data[step]
        try:
            return msgspec.convert(data, kind, strict=True)
        except msgspec.ValidationError as error:
            sentence, _, where = str(error).partition(" - at `")
            steps: list[str | int] = [
                found[1] or int(found[2]) for found in _STEP.finditer(where) if found[1] or found[2]
            ]
            if unknown := re.search(r"unknown field `(.+)`", sentence):
                steps.append(unknown[1])
            at = ".".join(str(step) for step in (*path, *steps))
            raise self.fail((*path, *steps), f"{at}: {sentence}") from error

    def each(self, kind: type[T], key: str, required: bool = True) -> dict[str, T]:
        """Every named part under `key`."""
        if key not in self.data:
            if required:
                raise self.fail((), f"'{key}' is missing")
            return {}
        return {name: self.read(kind, (key, name)) for name in self.data[key]}

    def optional(self, kind: type[T], key: str) -> T | None:
        """The part at `key` where there is one."""
        return self.read(kind, (key,)) if key in self.data else None

    def only(self, *keys: str) -> None:
        """Refuse keys at the top of the file that the model does not have."""
        for key in self.data:
            if key not in keys:
                raise self.fail((key,), f"unknown key '{key}'")


Readers = Mapping[str, Reader]


def read_files(folder: Path) -> Readers:
    """The files of an edition; those of the table's conduct where it has them."""
    names = [EDITION_FILE, WAGERS_FILE]
    names += [
        f"{TABLE_FOLDER}/{path.name}" for path in sorted(folder.glob(f"{TABLE_FOLDER}/*.toml"))
    ]
    names += [RULINGS_FILE] if (folder / RULINGS_FILE).exists() else []
    return {name: Reader(folder, name) for name in names}


def load_folder(folder: Path, change: Change | None = None) -> Edition:
    """Load the edition in `folder`; `change` may alter the parsed data first (for proofs)."""
    return build(folder, read_files(folder), load_clauses(folder), change)


def build(
    folder: Path, readers: Readers, clauses: Mapping[str, Clause], change: Change | None = None
) -> Edition:
    """Turn the files, already read, into an edition."""
    if change:
        readers = {name: reader.copy() for name, reader in readers.items()}
    raw = {name: reader.data for name, reader in readers.items()}
    if change:
        change(raw)
    values, wagers = readers[EDITION_FILE], readers[WAGERS_FILE]
    values.only(
        *("identity", "decks", "game", "sign", "shoe", "close", "limits", "notice", "ranks"),
        *("approval", "method", "layout", "dated", "idle", "tableau", "rounds"),
    )
    wagers.only("wager", "automaton")
    rules: dict[str, floor.Rule] = {}
    duties: dict[str, floor.DutyRule] = {}
    situations: dict[str, floor.Situation] = {}
    for name, reader in readers.items():
        if name.startswith(f"{TABLE_FOLDER}/"):
            reader.only("rule", "duty")
            _merge(reader, "rule", floor.Rule, rules)
            _merge(reader, "duty", floor.DutyRule, duties)
        elif name == RULINGS_FILE:
            reader.only("situation")
            _merge(reader, "situation", floor.Situation, situations)
    edition = Edition(
        identity=values.read(model.Identity, ("identity",)),
        decks=values.read(model.Decks, ("decks",)),
        games=values.each(model.Game, "game"),
        sign=values.each(model.SignKey, "sign"),
        shoe=values.read(model.Shoe, ("shoe",)),
        close=values.read(model.Close, ("close",)),
        limits=values.read(model.Limits, ("limits",)),
        notices=values.each(model.Notice, "notice"),
        ranks=values.read(model.Ranks, ("ranks",)),
        approvals=values.each(model.Approval, "approval"),
        methods=values.each(model.Method, "method"),
        layouts=values.each(model.Layout, "layout"),
        dated=values.each(model.Dated, "dated", required=False),
        idle=values.optional(model.Idle, "idle"),
        tableau=values.optional(model.Tableau, "tableau"),
        rounds=values.optional(model.Rounds, "rounds"),
        wagers=wagers.each(wager.Wager, "wager"),
        automata=wagers.each(wager.Automaton, "automaton", required=False),
        clauses=clauses,
        folder=folder,
        raw=raw,
        rules=rules,
        duties=duties,
        situations=situations,
    )
    needed = {"baccarat": "tableau", "blackjack": "rounds"}[edition.identity.play]
    if getattr(edition, needed) is None:
        raise values.fail((), f"'{needed}' is missing")
    for file, path, clause in edition.citations():
        if clause not in edition.clauses:
            raise readers[file].fail(
                (*path, "clauses"), f"clause {clause} does not exist in this rulebook"
            )
    return edition


def _merge(reader: Reader, key: str, kind: type[T], into: dict[str, T]) -> None:
    """Add the named parts of one file; a name that stands twice is an error."""
    for name, part in reader.each(kind, key, required=False).items():
        if name in into:
            raise reader.fail((key, name), f"{key} '{name}' stands twice")
        into[name] = part


def load_clauses(folder: Path) -> Mapping[str, Clause]:
    """The clause inventory of an edition."""
    path = folder / CLAUSES_FILE
    clauses: dict[str, Clause] = {}
    columns = list(Clause.__struct_fields__)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if reader.fieldnames != columns:
                raise BadEditionError(path, 1, f"the columns must be {', '.join(columns)}")
            for row in reader:
                if None in row or None in row.values():
                    raise BadEditionError(path, reader.line_num, "a row has too many or few fields")
                if row["clause"] in clauses:
                    raise BadEditionError(
                        path, reader.line_num, f"clause {row['clause']} stands twice"
                    )
                clauses[row["clause"]] = Clause(**row)
    except OSError as error:
        raise BadEditionError(path, 1, "the file cannot be read") from error
    return clauses


def shelf() -> dict[str, list[str]]:
    """The rulebooks that are kept, each with its editions, newest last."""
    return {
        book.name: sorted(edition.name for edition in book.iterdir() if edition.is_dir())
        for book in sorted(SHELF.iterdir())
        if book.is_dir() and not book.name.startswith(("_", "."))
    }


def find(rulebook: str, edition: str | None = None) -> Path | Refusal:
    """The folder of an edition (the newest by default)."""
    books = shelf()
    if rulebook not in books:
        return Refusal(
            code="unknown-rulebook",
            sentence=f"There is no rulebook '{rulebook}'; there are {', '.join(books)}.",
        )
    editions = books[rulebook]
    chosen = editions[-1] if edition is None else edition
    if chosen not in editions:
        return Refusal(
            code="unknown-edition",
            sentence=f"{rulebook} has no edition '{chosen}'; it has {', '.join(editions)}.",
        )
    return SHELF / rulebook / chosen


@cache
def load(rulebook: str, edition: str | None = None) -> Edition | Refusal:
    """An edition from the shelf, loaded once."""
    folder = find(rulebook, edition)
    return folder if isinstance(folder, Refusal) else load_folder(folder)
