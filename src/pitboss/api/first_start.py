"""The floor at its first start: a table for each rulebook that has tables, and people.

Every command has an id that is always the same, so that a restart, or a second server on the
same database, does none of it twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.aggregates import TABLE, TICKETS
from pitboss.book import Rulebook, rulebook
from pitboss.editions.edition import Edition
from pitboss.editions.load import shelf
from pitboss.errors import BadDataError
from pitboss.refusal import Refusal
from pitboss.service.people.accounts import Accounts, Kept, Role
from pitboss.service.tables import Actor, Tables
from pitboss.table.usual.next_act import AUTOMATIC
from pitboss.table.usual.opening import CHIPS_CENTS, opening

OTHERS: tuple[Role, ...] = ("inspector", "surveillance", "display")
PLAYERS = ("player1", "player2")
TERMINALS = ("terminal1", "terminal2")


KIND = "house:kind"
REAL_HOUSE = (
    "Here is a real house, and the demonstration would let anyone in: start it with --no-demo, "
    "or the demonstration with another --data."
)
DEMONSTRATION = (
    "Here is a demonstration, with passwords that were shown and money from nowhere: start it "
    "with --demo, or a real house with another --data and --database."
)


class HouseKind(Kept, frozen=True, kw_only=True):
    """What a store was first started as, and stays."""

    demonstration: bool


def mark(accounts: Accounts, *, demonstration: bool) -> str | None:
    """Mark the store at its first start; why it is refused where it is the other kind.

    Accounts say it too: those of a demonstration are never those of a house, whatever the mark.
    People whom a manager of the demonstration made have accounts like any other.
    """
    found = {one.demo for one in accounts.all()}
    kept = accounts.read(KIND, HouseKind)
    if kept is not None:
        found = found & {True} | {kept.demonstration}
    if found - {demonstration}:
        return REAL_HOUSE if demonstration else DEMONSTRATION
    if kept is None:
        accounts.revise(KIND, HouseKind, lambda old: old or HouseKind(demonstration=demonstration))
        return mark(accounts, demonstration=demonstration)  # of two first starts one was first
    return None


class Credentials(msgspec.Struct, frozen=True, kw_only=True):
    """A name to sign in with, and what its owner must be told."""

    login: str
    password: str
    role: str
    rank: str | None = None
    house: str | None = None
    secret: str | None = None


def all_books() -> dict[str, Rulebook]:
    """Every rulebook on the shelf, newest edition."""
    return {name: rulebook(name) for name in shelf()}


def with_tables(books: dict[str, Rulebook]) -> dict[str, Rulebook]:
    """Those under which tables are run: the ones with rules of procedure."""
    return {name: book for name, book in books.items() if book.edition.rules}


def open_floor(tables: Tables, books: dict[str, Rulebook]) -> list[str]:
    """An open virtual table for each rulebook, where there is none of its name yet."""
    names = []
    for name, book in with_tables(books).items():
        if TABLE.stream_of(name) in tables.aside.streams():
            continue
        going = tables.table(TABLE.stream_of(name), book.edition.name)
        if going.stream.table.house is None:
            _open(tables, TABLE.stream_of(name), book.edition)
        names.append(name)
    return names


def _open(tables: Tables, stream: str, edition: Edition) -> None:
    ladder = edition.ranks.ladder
    dealer = Actor(f"{AUTOMATIC}dealer", "staff", ladder[0])
    supervisor = Actor(f"{AUTOMATIC}supervisor", "staff", ladder[1])
    steps: list[tuple[Actor, dict[str, Any]]] = [
        (dealer, {"do": "sign-on"}),
        (supervisor, {"do": "sign-on"}),
        (dealer, {"do": "open-table", **first_opening(edition)}),
    ]
    for number, (actor, data) in enumerate(steps):
        answer = tables.give(stream, data, actor, f"first-start-{number}")
        known = answer.refusal is not None and answer.refusal.code == "already-here"
        if answer.refusal is not None and not known:
            raise BadDataError(f"{stream} cannot be opened: {answer.refusal}")


def first_opening(edition: Edition) -> dict[str, Any]:
    """The fields of the command that opens a virtual table under the edition's usual values."""
    found = opening(edition)
    if isinstance(found, Refusal):
        raise BadDataError(f"{edition.name} has no table to open: {found}")
    return {**msgspec.to_builtins(found), "virtual": True, "chips": list(CHIPS_CENTS)}


def slug(text: str) -> str:
    """A name in small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _ranks(books: dict[str, Rulebook]) -> Iterable[tuple[str, str, str]]:
    """A name for every rank of every house: plain in the first, with the house in others."""
    for number, (house, own) in enumerate(_houses(books).items()):
        for rank in dict.fromkeys(rank for book in own for rank in book.edition.ranks.ladder):
            plain = slug(rank)
            yield (plain if number == 0 else f"{slug(house)}.{plain}"), rank, house


def _houses(books: dict[str, Rulebook]) -> dict[str, list[Rulebook]]:
    """The houses with their rulebooks that run tables; first the one that has most of them."""
    found: dict[str, list[Rulebook]] = {}
    for book in with_tables(books).values():
        found.setdefault(book.edition.identity.house, []).append(book)
    return dict(sorted(found.items(), key=lambda one: -len(one[1])))


def _terminals(books: dict[str, Rulebook]) -> tuple[str, ...]:
    """The accounts of terminals, where any house has some."""
    having = [book for book in books.values() if book.edition.conduct.terminals is not None]
    return TERMINALS if having else ()


def stand_terminals(tables: Tables, accounts: Accounts, books: dict[str, Rulebook]) -> None:
    """Two terminals at the table of each rulebook that has them, where they stand nowhere yet."""
    for name, book in with_tables(books).items():
        edition = book.edition
        if edition.conduct.terminals is None:
            continue
        layouts = [key for key, one in edition.layouts.items() if one.surface == "terminal"]
        staff = Actor(f"{AUTOMATIC}supervisor", "staff", edition.ranks.ladder[1])
        for number, login in enumerate(TERMINALS):
            account = accounts.find(login)
            if account is None:
                continue
            said = {
                "do": "bind-terminal",
                "terminal": account.person,
                "table": TABLE.stream_of(name),
                "layout": layouts[number % len(layouts)],
                "label": login,
            }
            stream = TICKETS.stream_of(slug(edition.identity.house))
            tables.tickets.give(stream, said, staff, f"first-{login}", edition.name)
    tables.deliver()


def demo_people(
    accounts: Accounts, books: dict[str, Rulebook], *, keep: bool = False
) -> list[Credentials]:
    """Someone of every rank and role, with a password drawn anew.

    To `keep` passwords is to make only those who are not there yet.
    """
    wanted: list[tuple[str, Role, str | None, str | None]] = [
        (login, "staff", rank, house) for login, rank, house in _ranks(books)
    ]
    wanted += [(role, role, None, None) for role in OTHERS]
    wanted += [(login, "player", None, None) for login in (*PLAYERS, *_terminals(books))]
    drawn = [one for one in wanted if not keep or accounts.find(one[0]) is None]
    accounts.draw_ahead(len(drawn))
    return [_known(accounts, *one, demo=True) for one in drawn]


def _known(
    accounts: Accounts,
    login: str,
    role: Role,
    rank: str | None,
    house: str | None,
    *,
    demo: bool = False,
) -> Credentials:
    """A new account; of one that is there the password is drawn anew."""
    made = accounts.make(login, role, rank, house, demo=demo)
    if not isinstance(made, Refusal):
        password, secret = made.password, made.secret
    else:
        known = accounts.find(login)
        if known is None:
            raise BadDataError(str(made))
        if demo and not known.demo:
            raise BadDataError(f"the account '{login}' is not of the demonstration")
        password, secret = accounts.draw_password(login), known.secret
    return Credentials(
        login=login, password=password, role=role, rank=rank, house=house, secret=secret
    )


def first_manager(accounts: Accounts, books: dict[str, Rulebook]) -> list[Credentials]:
    """The highest rank of each house, where nobody has an account yet.

    Where all of them let their one-time passwords lapse, the passwords are drawn anew.
    """
    if not all(accounts.lapsed(one) for one in accounts.all()):
        return []
    found = []
    for number, (house, own) in enumerate(_houses(books).items()):
        rank = own[-1].edition.ranks.ladder[-1]
        login = "manager" if number == 0 else f"{slug(house)}.manager"
        found.append(_known(accounts, login, "staff", rank, house))
    return found
