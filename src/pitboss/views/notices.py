"""Notices on a table: what changes and from when, in one sentence by the clock of the house."""

from __future__ import annotations

import datetime as dt

import msgspec

from pitboss.editions.edition import Edition
from pitboss.table import Table
from pitboss.table.life.notices import BY_PLAYER, CLOSE, END_OLD, GAME
from pitboss.table.state import Posted
from pitboss.views.areas import amount
from pitboss.views.copies import copy_of


class NoticeShown(msgspec.Struct, frozen=True, kw_only=True, rename={"since": "from"}):
    """A notice on the table: what changes, from when, by the clock of the house."""

    kind: str
    sentence: str
    shown: dt.datetime
    change: dt.datetime
    since: str
    zone: str
    minimum_cents: int | None
    old_minimum_cents: int | None
    value: str
    minutes: int
    clauses: tuple[str, ...]


def notices_of(edition: Edition, table: Table) -> list[NoticeShown]:
    """The notices that stand on a table."""
    return [notice_of(edition, table, posted) for posted in table.notices.values()]


def notice_of(edition: Edition, table: Table, posted: Posted) -> NoticeShown:
    """A notice as it is read at the table, at the desk and in the pit."""
    there = edition.identity.there
    change = there(posted.change)
    since = f"{change:%H:%M %Z}"
    if change.date() != there(posted.shown).date():
        since += f" on {change.day} {change:%B}"
    raised = amount(posted.minimum_cents) if posted.minimum_cents is not None else ""
    about = f" on {edition.wagers[posted.value].title}" if posted.value in edition.wagers else ""
    about = " of each player" if posted.value == BY_PLAYER else about
    old: int | None = None
    if posted.kind == CLOSE:
        sentence = f"The table closes at {since}"
    elif posted.kind == GAME:
        sentence = f"{edition.games[posted.value].title} from {since}"
    elif posted.kind == END_OLD:
        sentence, old = f"Minimum {raised} for everyone from {since}", table.sign.old_minimum_cents
    else:
        sentence, old = f"Minimum {raised}{about} from {since}", table.sign.minimum_cents
        if posted.value in table.sign.wagers:
            old = table.sign.wagers[posted.value].minimum_cents
        elif posted.value == BY_PLAYER:
            old = table.sign.by_player_minimum_cents
    return copy_of(
        NoticeShown,
        posted,
        edition.notices[posted.kind],
        sentence=sentence,
        since=f"{change:%H:%M}",
        zone=f"{change:%Z}",
        old_minimum_cents=old,
    )
