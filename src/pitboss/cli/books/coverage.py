"""`pitboss rules --coverage` and `--prove`: how much is done, and whether a change is noticed."""

from __future__ import annotations

import datetime as dt

import typer
from rich.markup import escape

from pitboss.cli.books.clauses import statuses_shown
from pitboss.cli.books.rules import RulesOptions
from pitboss.cli.options import sure_of
from pitboss.cli.term.output import columns, console, print_json
from pitboss.cli.term.progress import progress
from pitboss.conformity.behaviour.crew import crew
from pitboss.conformity.clauses.coverage import coverage
from pitboss.conformity.clauses.status import STATUSES
from pitboss.conformity.prove import prepare, unreached
from pitboss.editions.load import find


def show_coverage(options: RulesOptions) -> None:
    """Count the clauses by kind and status; fail where one is unaccounted or untested."""
    accounts = {}
    for book in options.books():
        edition = book.edition
        statuses = statuses_shown(edition, quiet=options.json)
        accounts[edition.identity.rulebook] = coverage(edition, statuses)
    if options.json:
        print_json({"rulebooks": accounts})
    else:
        table = columns("rulebook", "clauses", *STATUSES, "untested")
        for name, account in accounts.items():
            counts = [str(account.by_status[status]) for status in STATUSES]
            table.add_row(name, str(account.clauses), *counts, str(len(account.untested)))
        console().print(table)
        for name, account in accounts.items():
            for clause in account.unaccounted:
                console().print(f"{name} {clause}: no status")
            for clause in account.untested:
                console().print(f"{name} {clause}: no test")
    if not all(account.holds(final=options.final) for account in accounts.values()):
        raise typer.Exit(1)


def show_proof(options: RulesOptions) -> None:
    """Change every value, guard and event in turn and list what no proof noticed."""
    picked = None
    if options.tenth:
        today = dt.date.today().toordinal()  # noqa: DTZ011 - any day will do
        picked = today if options.seed is None else options.seed
        if not options.json:
            console().print(f"a tenth of the changes, picked by seed {picked}")
    accounts: dict[str, dict[str, object]] = {}
    alive: dict[str, list[str]] = {}
    subjects = []
    with crew() as workers:
        for name in options.names():
            folder = sure_of(find(name, options.edition))
            proof = prepare(workers, folder, picked, only=options.only)
            subjects.append(proof.subject)
            with progress(name, len(proof.tries), quiet=options.json) as step:
                verdicts = proof.verdicts(workers, step)
            alive[name] = [str(one) for one in verdicts if one.noticed_by is None]
            accounts[name] = {"changes": len(verdicts), "survivors": alive[name]}
    whole = options.rulebook is None and not options.tenth and options.only is None
    missed = unreached(subjects) if whole else []
    if options.json:
        seeded = {} if picked is None else {"seed": picked}
        print_json({**seeded, "rulebooks": accounts, "unreached": missed})
    else:
        for name, account in accounts.items():
            console().print(f"{name}: {account['changes']} changes, {len(alive[name])} survivors")
            for text in alive[name]:
                console().print(f"  {escape(text)}")
        if missed:
            console().print(f"{len(missed)} guards and events that no proof reaches")
            for text in missed:
                console().print(f"  {escape(text)}")
    if missed or any(alive.values()):
        raise typer.Exit(1)
