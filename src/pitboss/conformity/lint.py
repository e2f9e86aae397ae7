"""Lint of an edition: what the loader's types cannot see, each finding with file and line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitboss.book import game_of, section_of
from pitboss.conformity.clauses.obligations import OBLIGATIONS_FILE, obligations_of
from pitboss.conformity.clauses.status import DECLARED
from pitboss.conformity.procedures import conduct
from pitboss.conformity.scenes import Proven, Scene, proofs_of
from pitboss.decision.compiled import Compiled, in_game
from pitboss.decision.table import pays_under
from pitboss.editions.edition import Edition
from pitboss.editions.load import (
    CLAUSES_FILE,
    EDITION_FILE,
    WAGERS_FILE,
    Problem,
    build,
    load_clauses,
    read_files,
)
from pitboss.editions.locate import KeyPath, line_of
from pitboss.editions.wagers import Row, Wager
from pitboss.errors import BadDataError, BadEditionError, ContradictoryTableError
from pitboss.money import SignedPercentage, parse_pay
from pitboss.settle.sign import default_of

NEEDS_REASON = ("engine", "approval", "record", "duty")
MOST_MARKS = 10
TO_BE_WRITTEN = "To be written"
"""How the summary of a clause begins in a new edition's skeleton."""


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
        edition = build(folder, readers, load_clauses(folder), section=section_of)
        game_of(edition)
    except BadEditionError as error:
        return [Finding(one.file, one.line, one.sentence) for one in error.every]
    found = []
    problems = list(contradictions(edition)) or list(_compiled(edition))
    for file, path, sentence in problems:
        reader = readers[file]
        found.append(Finding(str(reader.path), line_of(reader.lines, path), sentence))
    found += _clauses(edition)
    found += _proofs(edition, proofs_of(folder))
    return found


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
    yield from _layouts(edition)
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


def _layouts(edition: Edition) -> Iterator[Problem]:
    for key, rule in edition.layouts.items():
        for name in rule.spots:
            if name not in edition.wagers:
                yield EDITION_FILE, ("layout", key, "spots"), f"there is no wager '{name}'"


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
    compiled = Compiled(edition, game_of(edition).spaces)
    for game in edition.games:
        for name in compiled.offered(game):
            try:
                compiled.table(name, game)
            except ContradictoryTableError as error:
                yield WAGERS_FILE, ("wager", name, *error.path), f"in {game}: {error}"
            except ValueError as error:
                yield WAGERS_FILE, ("wager", name), str(error)


def _clauses(edition: Edition) -> Iterator[Finding]:
    file = str(edition.folder / CLAUSES_FILE)
    cited = {clause for _, _, clause in edition.citations()}
    for line, clause in enumerate(edition.clauses.values(), 2):
        if clause.summary.startswith(TO_BE_WRITTEN):
            yield Finding(file, line, f"write your clause in place of '{clause.clause}'")
        if clause.status and clause.status not in DECLARED:
            sentence = f"clause {clause.clause}: '{clause.status}' is computed, not declared"
            yield Finding(file, line, sentence)
        if clause.clause in cited and clause.status in DECLARED:
            sentence = f"clause {clause.clause} is cited but declared {clause.status}"
            yield Finding(file, line, sentence)
        weak = clause.status == "outside" or (
            clause.status == "shown" and clause.kind in NEEDS_REASON
        )
        if weak and not clause.how:
            sentence = f"clause {clause.clause} is {clause.status} without a reason"
            yield Finding(file, line, sentence)


def _proofs(edition: Edition, proofs: Iterable[Proven]) -> Iterator[Finding]:
    file = str(edition.folder / OBLIGATIONS_FILE)
    try:
        parts = obligations_of(edition.folder)
    except BadDataError as error:
        yield Finding(file, 1, str(error))
        return
    keys = {one.key for listed in parts.values() for one in listed}
    for clause in parts:
        if clause not in edition.clauses:
            yield Finding(file, 1, f"clause {clause} does not exist")
        elif edition.clauses[clause].status in DECLARED:
            yield Finding(file, 1, f"clause {clause} is declared, so nothing of it is proved")
    for proof in proofs:
        where = str(edition.folder)
        # A scenario may show that a rule of another house does not hold here: no clause says so.
        scene = isinstance(proof, Scene)
        labels = proof.scenario.clauses if isinstance(proof, Scene) else proof.clauses
        if not (0 if scene else 1) <= len(labels) <= MOST_MARKS:
            yield Finding(where, 1, f"{proof.name} carries {len(labels)} clauses")
        for key in proof.clauses:
            clause, named, _ = key.partition("#")
            if clause not in edition.clauses:
                yield Finding(where, 1, f"{proof.name}: clause {clause} does not exist")
            elif named and key not in keys:
                yield Finding(where, 1, f"{proof.name}: {key} is no obligation")
