"""The floor at its first start: a table for each rulebook that has tables, and people.

Every command has an id that is always the same, so that a restart, or a second server on the
same database, does none of it twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.aggregates import TABLE
from pitboss.book import Rulebook, rulebook
from pitboss.editions.edition import Edition
from pitboss.editions.load import shelf
from pitboss.errors import BadDataError
from pitboss.refusal import Refusal
from pitboss.service.people.accounts import Accounts, Role
from pitboss.service.tables import Actor, Tables
from pitboss.table.usual.next_act import AUTOMATIC
from pitboss.table.usual.opening import CHIPS_CENTS, opening

OTHERS: tuple[Role, ...] = ("inspector", "surveillance", "display")
PLAYERS = ("player1", "player2")


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


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _ranks(books: dict[str, Rulebook]) -> Iterable[tuple[str, str, str]]:
    """A name for every rank of every house: plain in the first, with the house in others."""
    houses: list[str] = []
    seen = set()
    for book in with_tables(books).values():
        house = book.edition.identity.house
        if house not in houses:
            houses.append(house)
        for rank in book.edition.ranks.ladder:
            if (house, rank) not in seen:
                seen.add((house, rank))
                plain = _slug(rank)
                yield (plain if house == houses[0] else f"{_slug(house)}.{plain}"), rank, house


def demo_people(accounts: Accounts, books: dict[str, Rulebook]) -> list[Credentials]:
    """Someone of every rank and role, with a password drawn anew."""
    wanted: list[tuple[str, Role, str | None, str | None]] = [
        (login, "staff", rank, house) for login, rank, house in _ranks(books)
    ]
    wanted += [(role, role, None, None) for role in OTHERS]
    wanted += [(login, "player", None, None) for login in PLAYERS]
    return [_known(accounts, *one, demo=True) for one in wanted]


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
    tops = {book.edition.identity.house: book for book in with_tables(books).values()}
    for number, (house, book) in enumerate(tops.items()):
        rank = book.edition.ranks.ladder[-1]
        login = "manager" if number == 0 else f"{_slug(house)}.manager"
        found.append(_known(accounts, login, "staff", rank, house))
    return found
