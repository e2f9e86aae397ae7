"""Lint of an edition: what the loader's types cannot see, each finding with file and line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitboss.conformity.floor import conduct
from pitboss.conformity.scenes import Proven, Scene, proofs_of
from pitboss.editions.edition import Edition
from pitboss.editions.load import (
    CLAUSES_FILE,
    EDITION_FILE,
    WAGERS_FILE,
    BadEditionError,
    build,
    load_clauses,
    read_files,
)
from pitboss.editions.locate import KeyPath, line_of
from pitboss.editions.wager import Row, Wager
from pitboss.money import SignedPercentage, parse_pay
from pitboss.settle.compiled import Compiled, in_game
from pitboss.settle.sign import default_of
from pitboss.tables.decision import ContradictoryTableError, pays_under

STATUSES = ("enforced", "recorded", "shown", "outside", "planned")
NEEDS_REASON = ("engine", "approval", "record", "duty")
MOST_MARKS = 10


@dataclass(frozen=True)
class Finding:
    """Something wrong with an edition."""

    file: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}"


def lint(folder: Path) -> list[Finding]:
    """Everything wrong with the edition in `folder`; nothing if it may be used."""
    try:
        readers = read_files(folder)
        edition = build(folder, readers, load_clauses(folder))
    except BadEditionError as error:
        return [Finding(error.file, error.line, error.sentence)]
    found = []
    problems = list(contradictions(edition)) or list(_compiled(edition))
    for file, path, sentence in problems:
        reader = readers[file]
        found.append(Finding(str(reader.path), line_of(reader.lines, path), sentence))
    found += _clauses(edition, proofs_of(folder))
    return found


Problem = tuple[str, KeyPath, str]


def contradictions(edition: Edition) -> Iterator[Problem]:
    """Values and rows that cannot stand together; compiling the tables comes after."""
    yield from _values(edition)
    yield from _wagers(edition)
    yield from conduct(edition)


def _values(edition: Edition) -> Iterator[Problem]:
    file = EDITION_FILE
    if edition.decks.default not in edition.decks.permitted:
        yield file, ("decks", "default"), "the usual number of decks is not permitted"
    try:
        ZoneInfo(edition.identity.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        yield file, ("identity", "time_zone"), f"no time zone '{edition.identity.time_zone}'"
    identity = (edition.folder.parent.name, edition.folder.name)
    if identity != (edition.identity.rulebook, edition.identity.edition):
        yield file, ("identity", "edition"), "the folder and the identity disagree"
    yield from _ranks(edition)
    yield from _tableau(edition)
    for key, rule in edition.sign.items():
        for game in rule.games:
            if game not in edition.games:
                yield file, ("sign", key, "games"), f"there is no game '{game}'"
        for name in (*rule.sets, *([rule.at_least_key] if rule.at_least_key else [])):
            if name not in edition.sign:
                yield file, ("sign", key), f"there is no sign key '{name}'"
        if rule.default is not None:
            try:
                default_of(key, rule)
            except ValueError as error:
                yield file, ("sign", key, "default"), str(error)
    if "chip" not in edition.sign or edition.sign["chip"].default is None:
        yield file, ("sign",), "the smallest chip needs a sign key 'chip' with a default"


def _ranks(edition: Edition) -> Iterator[Problem]:
    known = {*edition.ranks.ladder, *edition.ranks.met_by}
    file = EDITION_FILE
    for name, rung in edition.ranks.met_by.items():
        if rung not in edition.ranks.ladder:
            yield file, ("ranks", "met_by"), f"'{name}' is met by '{rung}', no rank of the ladder"
    named: list[tuple[KeyPath, str | None]] = [
        *((("approval", key, "rank"), rule.rank) for key, rule in edition.approvals.items()),
        *((("notice", key, "rank"), rule.rank) for key, rule in edition.notices.items()),
        *((("method", key, "approval"), rule.approval) for key, rule in edition.methods.items()),
        *((("shoe", "burn", n), rule.approval) for n, rule in enumerate(edition.shoe.burn)),
        (("shoe", "end"), edition.shoe.end.dummies_by),
    ]
    for path, rank in named:
        if rank is not None and rank not in known:
            yield file, path, f"there is no rank '{rank}'"


def _tableau(edition: Edition) -> Iterator[Problem]:
    tableau = edition.tableau
    if tableau is None:
        return
    file = EDITION_FILE
    rows: list[tuple[KeyPath, str]] = [(("tableau", "no_card"), tableau.no_card.cells)]
    rows += [(("tableau", "banker", n), row.cells) for n, row in enumerate(tableau.banker)]
    for path, cells in rows:
        if len(cells) != 10 or set(cells) - {"D", "S"}:
            yield file, path, "a row of the tableau needs ten letters D or S"
    if [row.banker for row in tableau.banker] != list(range(10)):
        yield file, ("tableau", "banker"), "Banker's rows must run from nought to nine"
    counts = (*tableau.player.draws, *tableau.player.stands, *tableau.natural.counts)
    if sorted(counts) != list(range(10)):
        yield file, ("tableau", "player"), "Player's counts must each stand once"


def _wagers(edition: Edition) -> Iterator[Problem]:
    for name, wager in edition.wagers.items():
        path: KeyPath = ("wager", name)
        for key, known in (("games", edition.games), ("layouts", edition.layouts)):
            among = getattr(wager, key)
            for item in among.only if among else ():
                if item not in known:
                    yield WAGERS_FILE, (*path, key), f"there is nothing called '{item}' in {key}"
        for item in wager.decks.only if wager.decks else ():
            if item not in edition.decks.permitted:
                yield WAGERS_FILE, (*path, "decks"), f"{item} decks are never permitted"
        if wager.signed and wager.signed.key not in edition.sign:
            yield WAGERS_FILE, (*path, "signed"), f"there is no sign key '{wager.signed.key}'"
        for number, row in enumerate(wager.rows):
            yield from _row(edition, wager, row, (*path, "rows", number))


def _row(edition: Edition, wager: Wager, row: Row, path: KeyPath) -> Iterator[Problem]:
    for game in row.games:
        if game not in edition.games or not in_game(wager, game):
            yield WAGERS_FILE, path, f"the wager is not offered in a game '{game}'"
    if (row.outcome == "win") and row.pays is None:
        yield WAGERS_FILE, path, f"row '{row.label}' wins but pays nothing"
    if row.outcome in ("lose", "void") and row.pays is not None:
        yield WAGERS_FILE, path, f"row '{row.label}' pays on a loss"
    if row.excess and row.excess.over not in edition.sign:
        yield WAGERS_FILE, path, f"there is no sign key '{row.excess.over}'"
    if isinstance(row.pays, dict):
        bound = row.pays.get("by", "")
        choices = set(edition.sign[bound].choices) if bound in edition.sign else set()
        if bound == "stake":
            choices = {str(stake) for stake in wager.stakes.only} if wager.stakes else set()
        if set(row.pays) - {"by"} != choices or not choices:
            yield WAGERS_FILE, path, f"row '{row.label}' does not pay for each choice of {bound}"
    for text in pays_under(row).values():
        try:
            pay = parse_pay(text)
        except ValueError as error:
            yield WAGERS_FILE, path, str(error)
            continue
        if isinstance(pay, SignedPercentage) and pay.key not in edition.sign:
            yield WAGERS_FILE, path, f"there is no sign key '{pay.key}'"


def _compiled(edition: Edition) -> Iterator[Problem]:
    compiled = Compiled(edition)
    for game in edition.games:
        for name in compiled.offered(game):
            try:
                compiled.table(name, game)
            except ContradictoryTableError as error:
                yield WAGERS_FILE, ("wager", name, *error.path), f"in {game}: {error}"
            except ValueError as error:
                yield WAGERS_FILE, ("wager", name), str(error)


def _clauses(edition: Edition, cases: Iterable[Proven]) -> Iterator[Finding]:
    file = str(edition.folder / CLAUSES_FILE)
    cited = {clause for _, _, clause in edition.citations()}
    for line, clause in enumerate(edition.clauses.values(), 2):
        if clause.status not in STATUSES:
            yield Finding(file, line, f"clause {clause.clause} has no status")
        if clause.clause in cited and clause.status not in ("enforced", "recorded"):
            yield Finding(file, line, f"clause {clause.clause} is cited but not enforced")
        weak = clause.status == "outside" or (
            clause.status == "shown" and clause.kind in NEEDS_REASON
        )
        if weak and not clause.how:
            sentence = f"clause {clause.clause} is {clause.status} without a reason"
            yield Finding(file, line, sentence)
    for case in cases:
        where = str(edition.folder)
        # A scenario may show that a rule of another house does not hold here: no clause says so.
        least = 0 if isinstance(case, Scene) else 1
        if not least <= len(case.clauses) <= MOST_MARKS:
            yield Finding(where, 1, f"{case.name} carries {len(case.clauses)} clauses")
        for mark in case.clauses:
            if mark not in edition.clauses:
                yield Finding(where, 1, f"{case.name}: clause {mark} does not exist")
