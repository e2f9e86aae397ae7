"""What waits at a table, and for whom: rulings, approvals, duties, changes of the sign."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal

import msgspec

from pitboss.api.floor import Shown
from pitboss.money import dollars
from pitboss.service.reports import Tally
from pitboss.service.sessions import Session
from pitboss.table import Table
from pitboss.table.duties import open_duties
from pitboss.table.state import Granted, Posted
from pitboss.table.trouble import offered


class NoticeSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A sign of a change to come."""

    kind: str
    says: str
    shown: dt.datetime
    change: dt.datetime
    minimum_cents: int | None
    value: str
    clauses: tuple[str, ...]


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


def notice_of(shown: Shown, posted: Posted) -> NoticeSeen:
    """A sign of a change, in words."""
    sign = shown.table.sign
    says = posted.kind.replace("-", " ")
    if posted.minimum_cents is not None:
        old, new = dollars(sign.minimum_cents), dollars(posted.minimum_cents)
        says = f"{says}: ${old} to ${new}"
    if posted.value:
        says = f"{says}: {posted.value}"
    rule = shown.rules.edition.notices.get(posted.kind)
    return NoticeSeen(
        kind=posted.kind,
        says=says[:1].upper() + says[1:],
        shown=posted.shown,
        change=posted.change,
        minimum_cents=posted.minimum_cents,
        value=posted.value,
        clauses=() if rule is None else rule.clauses,
    )


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
                about=one.says,
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
            for one in (notice_of(shown, posted) for posted in table.notices.values())
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
    permitted = offered(shown.rules, table)
    ladder = shown.rules.edition.ranks
    rungs = [one.rank for one in permitted]
    rungs.sort(key=lambda one: ladder.ladder.index(ladder.met_by.get(one, one)))
    rank = rungs[0] if rungs else None
    yours = rank is not None and _may(shown, session, rank)
    why = None if yours or rank is None else f"It takes the rank {rank} or above."
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
                about=rule.act[:1].upper() + rule.act[1:] + whom,
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
            yours=session.role == "staff" or session.role == duty.to.casefold(),
            why_not=None,
            clauses=duty.clauses,
            **common,
        )
        for duty in open_duties(shown.table)
    ]
