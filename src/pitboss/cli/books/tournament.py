"""`pitboss tournament`: conditions written and checked; whole tournaments played and verified."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Option

from pitboss.cli.options import open_book
from pitboss.cli.term.output import columns, console, fail, print_json

if TYPE_CHECKING:
    from pitboss.aggregates.tournament.terms import Conditions
    from pitboss.book import Rulebook

USUAL = "star-baccarat"
RULEBOOK = "rulebook"
SHOWN = 10
"""So many placings are shown; all of them are in the JSON document and in the folder."""
Act = Literal["new", "check", "run", "verify"]


def tournament(
    act: Annotated[
        Act,
        Argument(
            help="new: write a sample of conditions; check: name what is missing in them; "
            "run: play a whole tournament under them with bots, from a seed; "
            "verify: prove draws, sealed wagers, placings and prizes of an exported tournament."
        ),
    ],
    file: Annotated[str, Argument(help="The file of conditions; for verify the export.")],
    rulebook: Annotated[
        str | None,
        Option(help="The rulebook; if omitted the one that the file of conditions names."),
    ] = None,
    edition: Annotated[str | None, Option(help="The edition; the newest if omitted.")] = None,
    players: Annotated[
        int | None,
        Option(
            min=1,
            max=5_000,
            help="run: so many play; the conditions' greatest number if omitted. Where they are "
            "more than the conditions have room for, the rounds are widened, which is said.",
        ),
    ] = None,
    seed: Annotated[
        int, Option(min=0, help="run: the seed; the same seed, the same tournament.")
    ] = 1,
    out: Annotated[
        str | None, Option(help="run: a folder for the export, the placings and the outcome.")
    ] = None,
    key: Annotated[
        list[str] | None,
        Option("--key", help="verify: a public key of the house, or a file of it."),
    ] = None,
    json: Annotated[bool, Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Write or check conditions, play a tournament under them, prove an exported one."""
    if act == "new":
        write(file, rulebook or USUAL, edition)
    elif act == "check":
        check(file, rulebook, edition, as_json=json)
    elif act == "run":
        play(file, rulebook, edition, players, seed, out, as_json=json)
    else:
        prove(file, key, as_json=json)


# Conditions -------------------------------------------------------------------------------


def write(file: str, rulebook: str, edition: str | None) -> None:
    """A file of conditions with every item, to be made one's own."""
    from pitboss.scenarios.samples import CONDITIONS_FILE

    book, path = open_book(rulebook, edition), Path(file)
    sample = book.edition.folder / CONDITIONS_FILE
    if not sample.is_file():
        fail(f"{book.edition.identity.title} has no tournaments.", 1)
    if path.exists():
        fail(f"{file} is there already.", 1)
    head, _, rest = sample.read_text(encoding="utf-8").partition("\n")
    name = book.edition.identity.rulebook
    try:
        path.write_text(f'{head}\n\n{RULEBOOK} = "{name}"{rest}', encoding="utf-8")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}.")
    console().print(f"Written: pitboss tournament check {file}", markup=False)


def conditions_in(
    file: str, rulebook: str | None, edition: str | None
) -> tuple[Rulebook, Conditions]:
    """The conditions in a file and the rulebook that they are under, or a clear end."""
    import tomllib

    from pitboss.aggregates.tournament.terms import read_conditions
    from pitboss.errors import BadDataError

    try:
        data: dict[str, Any] = tomllib.loads(Path(file).read_text(encoding="utf-8"))
        named = data.pop(RULEBOOK, None)
        terms = read_conditions(data)
    except OSError as error:
        fail(f"{file} cannot be read: {error.strerror}.")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, BadDataError) as error:
        fail(f"{file} is no file of conditions: {error}")
    name = rulebook or named
    if not isinstance(name, str):
        fail(f'{file} names no rulebook: write rulebook = "{USUAL}" in it, or say --rulebook.')
    book = open_book(name, edition)
    if not book.edition.items:
        fail(f"{book.edition.identity.title} has no tournaments.", 1)
    return book, terms


def check(file: str, rulebook: str | None, edition: str | None, *, as_json: bool) -> None:
    """Name what is missing with its clauses, and what cannot stand in conditions."""
    from pitboss.aggregates.tournament.terms import missing, wrong

    book, terms = conditions_in(file, rulebook, edition)
    gaps, faults = list(missing(book.edition, terms)), list(wrong(book.edition, terms))
    if as_json:
        print_json({"complete": not gaps and not faults, "missing": gaps, "wrong": faults})
    else:
        out = console()
        for gap in gaps:
            out.print(f"missing: {gap.says} ({', '.join(gap.clauses)})", markup=False)
        for fault in faults:
            out.print(f"wrong: {fault}", markup=False)
        if not gaps and not faults:
            out.print("The conditions are complete.")
    if gaps or faults:
        raise SystemExit(1)


# A tournament -----------------------------------------------------------------------------


def play(
    file: str,
    rulebook: str | None,
    edition: str | None,
    players: int | None,
    seed: int,
    out: str | None,
    *,
    as_json: bool,
) -> None:
    """Play it whole; what the conditions or the rules forbid ends it with the clause."""
    from pitboss.cli.term.progress import progress
    from pitboss.tournaments.fit import fitted, sessions_in
    from pitboss.tournaments.outcome import document
    from pitboss.tournaments.whole import NotPlayedError, Whole

    book, terms = conditions_in(file, rulebook, edition)
    wanted = players or terms.maximum_players
    if wanted is None:
        fail(f"{file} does not say how many may play: say --players.")
    folder = _folder(out)
    terms, changes = fitted(book.edition, terms, wanted)
    with progress("sessions", sessions_in(terms), quiet=as_json) as step:
        whole = Whole(book, terms, wanted, seed, step)
        try:
            state = whole.play()
        except NotPlayedError as error:
            fail(error.refusal)
    found = {
        "rulebook": book.edition.identity.rulebook,
        "edition": book.edition.identity.edition,
        "seed": seed,
        "fitted": changes,
        "draws": whole.draws,
        **document(state, whole.events),
    }
    if folder is not None:
        _keep(folder, whole, found)
    if as_json:
        print_json(found)
        return
    _show(found)
    if folder is not None:
        line = f"Written: pitboss tournament verify {folder / EXPORT}"
        console().print(line, markup=False)


EXPORT, OUTCOME, PLACINGS = "tournament.jsonl", "outcome.json", "placings.csv"


def _folder(out: str | None) -> Path | None:
    """The folder to write to: a new one, or one that has none of the files."""
    if out is None:
        return None
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"{out} is no folder to write to: {error.strerror}.")
    for name in (EXPORT, OUTCOME, PLACINGS):
        if (folder / name).exists():
            fail(f"{folder / name} is there already.")
    return folder


def _keep(folder: Path, whole: Any, found: dict[str, Any]) -> None:
    import msgspec

    from pitboss.journal.proof.export import write_file
    from pitboss.tournaments.lines import export_of, signer_of
    from pitboss.tournaments.outcome import placings_csv

    try:
        write_file(folder / EXPORT, export_of(whole.streams(), signer_of(found["seed"]), whole.now))
        write_file(folder / OUTCOME, [msgspec.json.format(msgspec.json.encode(found))])
        write_file(folder / PLACINGS, placings_csv(found["placings"]))
    except OSError as error:
        fail(f"{folder} cannot be written to: {error.strerror}.")


def _show(found: dict[str, Any]) -> None:
    """The outcome for a person: what was played, who is where, where the money went."""
    from pitboss.money import dollars

    out, money = console(), found["money"]
    out.print(f"{found['title']}: {found['players']} players, {found['ended']}", markup=False)
    for change in found.get("fitted", ()):
        out.print(f"for this run: {change}", markup=False)
    out.print(
        f"{found['rounds']} rounds, {found['sessions']} sessions, {found['play_offs']} of them "
        f"play-offs, {found['coups']} coups; {found['refused']} refused, "
        f"{found['withdrawn']} withdrew, {found['disqualified']} disqualified"
    )
    table = columns("place", "player", "round", "chips", "prize", figures=slice(2, None))
    for row in found["placings"][:SHOWN]:
        prize = row["thing"] or (dollars(row["prize_cents"]) if row["prize_cents"] else "")
        cells = (row["place"], row["person"], row["round"], dollars(row["chips_cents"]), prize)
        table.add_row(*map(str, cells))
    out.print(table)
    if len(found["placings"]) > SHOWN:
        out.print(f"and {len(found['placings']) - SHOWN} more, each placed once")
    out.print(
        f"pool {dollars(money['pool_cents'])}: fees {dollars(money['fees_cents'])}, "
        f"given back {dollars(money['refunds_cents'])}, added {dollars(money['added_cents'])}; "
        f"prizes {dollars(money['prizes_cents'])}, left {dollars(money['left_cents'])}"
    )
    chips = found["chips"]
    short = sum(one["quantity"] for one in chips["short"])
    out.print(
        f"chips of {chips['returned']} of {chips['sessions']} sessions back, "
        f"{short} chips listed short"
    )


# The proof --------------------------------------------------------------------------------


def prove(file: str, key: list[str] | None, *, as_json: bool) -> None:
    """Prove what the export says; exit 1 with one sentence where it does not hold."""
    from pitboss.cli.house.journals import lines_of, public_keys, readable
    from pitboss.tournaments.proof import prove as proved

    proof = proved(lines_of(readable(file)), public_keys(key))
    if proof.sound and not proof.tournaments:
        fail(f"{file} has no tournament.")
    if as_json:
        print_json(
            {
                "file": file,
                "sound": proof.sound,
                "keys": proof.verdict.keys,
                "key_given": key is not None,
                "findings": proof.verdict.findings,
                "tournaments": [one.document() for one in proof.tournaments],
            }
        )
        raise SystemExit(0 if proof.sound else 1)
    if not proof.sound:
        bad = proof.verdict.findings[0]
        where = f"line {bad.line}: " if bad.line else ""
        fail(f"{file} does not hold: {where}{bad.sentence}.", 1)
    for one in proof.tournaments:
        found = one.document()
        opened = sum(draw["opened"] for draw in found["draws"])
        announced = sum(slip.became == "announced" for slip in one.slips)
        _show(found)
        console().print(
            f"proved: {opened} of {len(found['draws'])} draws opened and drawn again, "
            f"{announced} of {len(one.slips)} sealed wagers opened as they were handed in, "
            "placings and prizes worked out again, the chips of "
            f"{one.compared} coups held against the tables' ledgers"
        )
    for name in proof.verdict.keys:
        said = "the key you gave" if key else "compare it with the house's published key"
        console().print(f"signed by {name}: {said}", markup=False)
