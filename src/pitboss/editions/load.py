"""The loader: TOML and CSV in, a typed edition out, or sentences with file and line."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pitboss.editions import procedures as floor
from pitboss.editions import values as model
from pitboss.editions import wagers as wager
from pitboss.editions.conduct import Conduct
from pitboss.editions.edition import Clause, Edition, cited_in
from pitboss.editions.locate import KeyPath
from pitboss.editions.overlay import Overlay, amiss
from pitboss.editions.promotion import Promotions
from pitboss.editions.reader import Gather, Reader, together
from pitboss.editions.rules import COMBINATION, misread, needed
from pitboss.editions.tables import CardSet, Place, lacking
from pitboss.errors import BadDataError, BadEditionError
from pitboss.refusal import Refusal
from pitboss.words import near

EDITION_FILE = "edition.toml"
WAGERS_FILE = "wagers.toml"
TABLE_FOLDER = "table"
RULINGS_FILE = "rulings.toml"
PROMOTION_FILE = "promotion.toml"
CLAUSES_FILE = "clauses.csv"
SHELF = Path(__file__).parent.parent / "rulebooks"
SHELF_VARIABLE = "PITBOSS_SHELF"
"""The environment's name of folders with further rulebooks, beside those of the package."""

Change = Callable[[dict[str, Any]], None]
T = TypeVar("T")

Readers = Mapping[str, Reader]
Section = Callable[[str], str]
"""The part of an edition that the game of this name needs; `LookupError` says it is none."""
Problem = tuple[str, KeyPath, str]
"""What is wrong in an edition: the file, the place in it, a sentence."""


def read_files(folder: Path) -> Readers:
    """The files of an edition; those of the table's conduct where it has them."""
    names = [EDITION_FILE, WAGERS_FILE]
    names += [
        f"{TABLE_FOLDER}/{path.name}" for path in sorted(folder.glob(f"{TABLE_FOLDER}/*.toml"))
    ]
    names += [name for name in (RULINGS_FILE, PROMOTION_FILE) if (folder / name).exists()]
    return {name: Reader(folder, name) for name in names}


def load_folder(
    folder: Path, change: Change | None = None, section: Section | None = None
) -> Edition:
    """Load the edition in `folder`; `change` may alter the parsed data first (for proofs)."""
    return build(folder, read_files(folder), load_clauses(folder), change, section)


def build(
    folder: Path,
    readers: Readers,
    clauses: Mapping[str, Clause],
    change: Change | None = None,
    section: Section | None = None,
) -> Edition:
    """Turn the files, already read, into an edition; everything wrong is told at once.

    `section` is what the edition's game needs of it, where somebody knows the games.
    """
    if change:
        readers = {name: reader.copy() for name, reader in readers.items()}
        change({name: reader.data for name, reader in readers.items()})
    return _made(folder, readers, clauses, section)


def _sound(readers: Readers, section: Section) -> None:
    """What no table can be without; proofs, which take values away, do not ask for it."""
    gather = Gather()
    values, shoe = readers[EDITION_FILE], readers[EDITION_FILE].data.get("shoe")
    gather(_section, values, section)
    for key in ("cutting_card", "burn"):
        if isinstance(shoe, dict) and shoe.get(key) == []:
            sentence = f"'shoe.{key}' needs one way at least"
            gather.errors.append(values.fail(("shoe", key), sentence))
    tables = {name: reader for name, reader in readers.items() if name.startswith(TABLE_FOLDER)}
    held = {rule for reader in tables.values() for rule in reader.data.get("rule", {})}
    if held:
        file = next(iter(tables.values()))
        wagers = readers[WAGERS_FILE].data.get("wager", {})
        conduct = values.data.get("conduct", {})
        by_box = isinstance(conduct, dict) and "boxes" in conduct
        together = any(rule.startswith(COMBINATION) for rule in held)
        for rule, without in needed(wagers, together=together, boxes=by_box):
            if rule not in held:
                sentence = f"the rule '{rule}' is missing: without it {without}"
                gather.errors.append(file.fail((), sentence))
    gather.done()


def _section(values: Reader, section: Section) -> None:
    """The part that the edition's game needs must be there, and the game be one there is."""
    identity = values.data.get("identity")
    play = identity.get("play") if isinstance(identity, dict) else None
    if not isinstance(play, str):
        return  # it is missing, or no word: that is told where it is read
    try:
        needed = section(play)
    except LookupError as error:
        raise values.fail(("identity", "play"), str(error.args[0])) from error
    if needed not in values.data:
        raise values.fail((), f"'{needed}' is missing: {play} needs it")


def _made(
    folder: Path, readers: Readers, clauses: Mapping[str, Clause], section: Section | None
) -> Edition:
    values, wagers = readers[EDITION_FILE], readers[WAGERS_FILE]
    gather = Gather()
    gather(
        values.only,
        *("identity", "decks", "game", "sign", "shoe", "close", "limits", "notice", "ranks"),
        *("approval", "method", "layout", "dated", "idle", "tableau", "rounds", "conduct"),
        *("card_set", "place"),
    )
    gather(wagers.only, "wager", "automaton")
    if section is not None:
        gather(_sound, readers, section)
    rules: dict[str, floor.Rule] = {}
    duties: dict[str, floor.DutyRule] = {}
    situations: dict[str, floor.Situation] = {}
    promotions: Promotions | None = None
    items: dict[str, floor.Item] = {}
    overlays: dict[str, Overlay] = {}
    for name, reader in readers.items():
        if name.startswith(f"{TABLE_FOLDER}/"):
            gather(reader.only, "rule", "duty", "item", "overlay")
            gather(_merge, reader, "rule", floor.Rule, rules)
            gather(_read_rules, reader, rules)
            gather(_merge, reader, "duty", floor.DutyRule, duties)
            gather(_merge, reader, "item", floor.Item, items)
            gather(_merge, reader, "overlay", Overlay, overlays)
        elif name == RULINGS_FILE:
            gather(reader.only, "situation")
            gather(_merge, reader, "situation", floor.Situation, situations)
        elif name == PROMOTION_FILE:
            gather(reader.only, "promotion")
            promotions = gather(reader.read, Promotions, ("promotion",))
    gather(_cited, readers, clauses)
    edition = Edition(
        identity=gather(values.read, model.Identity, ("identity",)),
        decks=gather(values.read, model.Decks, ("decks",)),
        games=gather(values.each, model.Game, "game"),
        sign=gather(values.each, model.SignKey, "sign"),
        shoe=gather(values.read, model.Shoe, ("shoe",)),
        close=gather(values.read, model.Close, ("close",)),
        limits=gather(values.read, model.Limits, ("limits",)),
        notices=gather(values.each, model.Notice, "notice"),
        ranks=gather(values.read, model.Ranks, ("ranks",)),
        approvals=gather(values.each, model.Approval, "approval"),
        methods=gather(values.each, model.Method, "method"),
        layouts=gather(values.each, model.Layout, "layout"),
        dated=gather(values.each, model.Dated, "dated", required=False),
        card_sets=gather(values.each, CardSet, "card_set", required=False),
        places=gather(values.each, Place, "place", required=False),
        idle=gather(values.optional, model.Idle, "idle"),
        tableau=gather(values.optional, model.Tableau, "tableau"),
        rounds=gather(values.optional, model.Rounds, "rounds"),
        conduct=gather(values.optional, Conduct, "conduct") or Conduct(),
        wagers=gather(wagers.each, wager.Wager, "wager"),
        automata=gather(wagers.each, wager.Automaton, "automaton", required=False),
        clauses=clauses,
        folder=folder,
        raw={name: reader.data for name, reader in readers.items()},
        rules=rules,
        duties=duties,
        situations=situations,
        promotions=promotions,
        items=items,
        overlays=overlays,
    )
    gather.done()
    gather(_fitting, readers, edition)
    gather.done()
    if section is not None:
        gather.errors += [values.fail(path, sentence) for path, sentence in lacking(edition)]
        gather.done()
    return edition


def _read_rules(reader: Reader, rules: Mapping[str, floor.Rule]) -> None:
    """Rules that nothing reads would be words without effect."""
    wrong = [
        reader.fail(("rule", name), sentence)
        for name in reader.data.get("rule", {})
        if name in rules and (sentence := misread(name, rules[name])) is not None
    ]
    if wrong:
        raise together(wrong)


def _fitting(readers: Readers, edition: Edition) -> None:
    """An overlay names rules that are read, and says anew what it switches off."""
    wrong = []
    for reader in readers.values():
        for name in reader.data.get("overlay", {}):
            overlay = edition.overlays[name]
            told = list(amiss(edition, overlay))
            for key, rule in overlay.rule.items():
                sentence = misread(key, rule)
                told += [] if sentence is None else [(("rule", key), sentence)]
            wrong += [reader.fail(("overlay", name, *path), one) for path, one in told]
    if wrong:
        raise together(wrong)


def _cited(readers: Readers, clauses: Mapping[str, Clause]) -> None:
    """Every clause that is cited must be one of the inventory."""
    wrong = [
        reader.fail((*path, "clauses"), f"clause {clause} does not exist in this rulebook")
        for reader in readers.values()
        for path, clause in cited_in(reader.data, ())
        if clause not in clauses
    ]
    if wrong:
        raise together(wrong)


def _merge(reader: Reader, key: str, kind: type[T], into: dict[str, T]) -> None:
    """Add the named parts of one file; a name that stands twice is an error."""
    for name, part in reader.each(kind, key, required=False).items():
        if name in into:
            raise reader.fail((key, name), f"{key} '{name}' stands twice")
        into[name] = part


def sentenced(edition: Edition, problems: Sequence[Problem]) -> BadEditionError:
    """Problems found in an edition after it was loaded, as one error with files and lines."""
    readers = {file: Reader(edition.folder, file) for file, _, _ in problems}
    return together(readers[file].fail(path, sentence) for file, path, sentence in problems)


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


def shelves() -> tuple[Path, ...]:
    """The package's own shelf, then those that the environment names."""
    named = os.environ.get(SHELF_VARIABLE, "")
    others = tuple(Path(one).expanduser() for one in named.split(os.pathsep) if one)
    for folder in others:
        if not folder.is_dir():
            raise BadDataError(f"{SHELF_VARIABLE}: there is no folder {folder}")
    return (SHELF, *others)


def _editions() -> dict[str, dict[str, Path]]:
    """The folders of every edition of every rulebook; one edition stands on one shelf only."""
    found: dict[str, dict[str, Path]] = {}
    for where in shelves():
        for path in sorted(where.glob(f"*/*/{EDITION_FILE}")):
            edition, book = path.parent.name, path.parent.parent.name
            if book.startswith(("_", ".")):
                continue
            known = found.setdefault(book, {})
            if edition in known:
                raise BadDataError(f"{path.parent}: {book}/{edition} is on {known[edition]} too")
            known[edition] = path.parent
    return dict(sorted(found.items()))


def shelf() -> dict[str, list[str]]:
    """The rulebooks that are kept, each with its editions, newest last."""
    return {book: sorted(editions) for book, editions in _editions().items()}


def shared_rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a list that all rulebooks share, from every shelf that has it."""
    for folder in shelves():
        path = folder / name
        if path.exists():
            with path.open(encoding="utf-8", newline="") as file:
                yield from csv.DictReader(file)


def find(rulebook: str, edition: str | None = None) -> Path | Refusal:
    """The folder of an edition (the newest by default)."""
    books = _editions()
    if rulebook not in books:
        return Refusal.of(
            "unknown-rulebook",
            rulebook=rulebook,
            books=", ".join(books),
            nearest=near(rulebook, books),
        )
    editions = books[rulebook]
    chosen = max(editions) if edition is None else edition
    if chosen not in editions:
        listed = ", ".join(sorted(editions))
        return Refusal.of("unknown-edition", rulebook=rulebook, chosen=chosen, listed=listed)
    return editions[chosen]


@cache
def load(
    rulebook: str, edition: str | None = None, section: Section | None = None
) -> Edition | Refusal:
    """An edition from the shelf, loaded once."""
    folder = find(rulebook, edition)
    return folder if isinstance(folder, Refusal) else load_folder(folder, section=section)
