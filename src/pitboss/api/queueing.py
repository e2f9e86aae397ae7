"""What waits at a table, and for whom: rulings, approvals, duties, changes of the sign."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal

import msgspec

from pitboss.api.floor import Shown
from pitboss.api.guiding import follow_of
from pitboss.api.noticing import notices_of
from pitboss.api.seen import RowWaits
from pitboss.editions.model import Approval
from pitboss.service.reports import Tally
from pitboss.service.sessions import Session
from pitboss.table import COMMANDS, Table
from pitboss.table.duties import DischargeDuty, open_duties
from pitboss.table.state import Granted
from pitboss.table.trouble import offered
from pitboss.table.views import Audience


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for someone: an approval, a ruling, a duty, a change of the sign.

    `yours`: the caller's rank suffices and another asked; `signed_on`: the caller is on duty at
    that table, without which no command is taken there.
    """

    kind: Literal["ruling", "approval", "duty", "notice"]
    table: str
    number: int | None
    about: str
    key: str
    by: str | None
    by_rank: str | None
    to: str | None
    since: dt.datetime | None
    due: dt.datetime | None
    overdue: bool
    rank: str | None
    yours: bool
    signed_on: bool
    why_not: str | None
    clauses: tuple[str, ...]


def waits(approval: Granted) -> bool:
    """Whether an approval that was asked for is neither granted nor refused."""
    return approval.granted_by is None and not approval.refused and not approval.used


def row_waits(shown: Shown, audience: Audience) -> tuple[RowWaits, ...]:
    """What holds a table up, as the list of tables says it.

    Who plays there sees that a ruling is awaited, the display nothing; the rest is the house's.
    """
    table, edition = shown.table, shown.rules.edition
    if audience == "display":
        return ()
    trouble = table.trouble
    if audience == "player":
        return (RowWaits(kind="ruling"),) if trouble is not None else ()
    found = []
    if trouble is not None and (following := follow_of(table, trouble)) is not None:
        found.append(RowWaits(kind="follow", about=following.says))
    elif trouble is not None:
        about = edition.situations[trouble.situation].title
        found.append(RowWaits(kind="ruling", about=about, rank=_ruling_rank(shown)))
    for one in table.approvals.values():
        if waits(one):
            rule = edition.approvals[one.key]
            found.append(RowWaits(kind="approval", about=_act(rule), rank=rule.rank))
    return tuple(found)


def _ruling_rank(shown: Shown) -> str | None:
    """The lowest rank that may give one of the rulings permitted now."""
    ranks = shown.rules.edition.ranks
    able = {one.rank for one in offered(shown.rules, shown.table)}
    rungs = sorted(able, key=lambda one: ranks.ladder.index(ranks.met_by.get(one, one)))
    return rungs[0] if rungs else None


def _act(rule: Approval) -> str:
    return rule.act[:1].upper() + rule.act[1:]


def queue_of(shown: Shown, held: Tally, session: Session, now: dt.datetime) -> list[Waiting]:
    """Everything that waits at a table."""
    table = shown.table
    person = table.people.get(session.person)
    signed_on = person is not None and person.present
    common: dict[str, Any] = {"table": shown.name, "signed_on": signed_on}
    return [
        *_rulings(shown, held, session, common),
        *_approvals(shown, held, session, common),
        *_duties(shown, session, now, common),
        *(
            Waiting(
                kind="notice",
                number=None,
                about=one.sentence,
                key=one.kind,
                by=None,
                by_rank=None,
                to=None,
                since=one.shown,
                due=one.change,
                overdue=False,
                rank=None,
                yours=False,
                why_not=None,
                clauses=one.clauses,
                **common,
            )
            for one in notices_of(shown.rules.edition, table)
        ),
    ]


def _rank_of(table: Table, person: str | None) -> str | None:
    found = table.people.get(person or "")
    return None if found is None else found.rank


def _may(shown: Shown, session: Session, rank: str) -> bool:
    ranks = shown.rules.edition.ranks
    return (
        session.role == "staff"
        and session.rank in ranks.ladder
        and ranks.meets(session.rank or "", rank)
    )


def _rulings(shown: Shown, held: Tally, session: Session, common: dict[str, Any]) -> list[Waiting]:
    table, trouble = shown.table, shown.table.trouble
    if trouble is None:
        return []
    rank = _ruling_rank(shown)
    yours = rank is not None and _may(shown, session, rank)
    why = None if yours or rank is None else f"It takes the rank {rank} or above."
    follow = follow_of(table, trouble)
    if follow is not None:
        why = f"It is ruled on. {follow.says}"
    return [
        Waiting(
            kind="ruling",
            number=None,
            about=shown.rules.edition.situations[trouble.situation].title,
            key=trouble.situation,
            by=trouble.by,
            by_rank=_rank_of(table, trouble.by),
            to=None,
            since=held.reported,
            due=None,
            overdue=False,
            rank=rank,
            yours=yours,
            why_not=why,
            clauses=trouble.clauses,
            **common,
        )
    ]


def _approvals(
    shown: Shown, held: Tally, session: Session, common: dict[str, Any]
) -> list[Waiting]:
    table, found = shown.table, []
    for one in table.approvals.values():
        if not waits(one):
            continue
        rule = shown.rules.edition.approvals[one.key]
        own = one.by == session.person
        may = _may(shown, session, rule.rank) or session.role in rule.also
        why = None
        if own:
            why = "You asked for this, so another person must approve it."
        elif not may:
            why = f"It takes the rank {rule.rank} or above."
        whom = "" if one.whom in (None, one.by) else f" ({one.whom})"
        found.append(
            Waiting(
                kind="approval",
                number=one.number,
                about=_act(rule) + whom,
                key=one.key,
                by=one.by,
                by_rank=_rank_of(table, one.by),
                to=None,
                since=held.asked.get(one.number),
                due=None,
                overdue=False,
                rank=rule.rank,
                yours=may and not own,
                why_not=why,
                clauses=rule.clauses,
                **common,
            )
        )
    return found


def _duties(
    shown: Shown, session: Session, now: dt.datetime, common: dict[str, Any]
) -> list[Waiting]:
    return [
        Waiting(
            kind="duty",
            number=duty.number,
            about=f"{duty.to}: {duty.what}",
            key=duty.key,
            by=None,
            by_rank=None,
            to=duty.to,
            since=duty.raised,
            due=duty.due,
            overdue=duty.due is not None and duty.due < now,
            rank=None,
            yours=session.role in COMMANDS[DischargeDuty].who,
            why_not=None,
            clauses=duty.clauses,
            **common,
        )
        for duty in open_duties(shown.table)
    ]
