"""What waits at a table, and for whom: rulings, approvals, duties, changes of the sign."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.decision.space import TOPIC
from pitboss.editions.values import Approval
from pitboss.journal.record import Record
from pitboss.refusal import Refusal
from pitboss.table import Event, Rules, Table
from pitboss.table.authority.approvals import ApprovalRequested
from pitboss.table.authority.duties import not_theirs, open_duties
from pitboss.table.rulings.guide import rulers
from pitboss.table.rulings.record import ruler
from pitboss.table.rulings.rule import IrregularityReported, offered
from pitboss.table.sight.roles import Audience
from pitboss.table.state import Granted, Proposed
from pitboss.views.guide import follow_of
from pitboss.views.notices import notices_of
from pitboss.views.preview import Consequence, consequence
from pitboss.views.problem import Problem, problem_of
from pitboss.words.catalogue import Said, spoken


class Caller(NamedTuple):
    """The person who looks at the queue, in which role and with which rank."""

    person: str
    role: Audience
    rank: str | None


class RequestTimes:
    """When each approval was asked for, and when something that went wrong was last reported."""

    def __init__(self) -> None:
        self.approvals: dict[int, dt.datetime] = {}
        self.reported: dt.datetime | None = None

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:
        """Take the next event."""
        if isinstance(event, ApprovalRequested):
            self.approvals[event.approval] = event.at
        elif isinstance(event, IrregularityReported):
            self.reported = event.at


class RowWaits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table waits for: a ruling, what must follow one, an approval.

    The house is told about what it is, and which rank it takes.
    """

    kind: Literal["ruling", "follow", "approval"]
    about: str = ""
    about_said: Said | None = None
    rank: str | None = None


class AtStake(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of whoever an approval is about."""

    title: str
    cents: int


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that was put forward: what it does to each wager, or why it would be refused."""

    ruling: str
    says: str
    by: str
    fields: dict[str, Any]
    consequence: Consequence | None
    refused: Problem | None


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for someone: an approval, a ruling, a duty, a change of the sign.

    `yours`: the caller's rank suffices and another asked; `signed_on`: the caller is on duty at
    that table, without which no command is taken there. An approval has the `seat` of whoever it
    is about, and what they have `at_stake`; a ruling has the `proposal` that waits for it.
    """

    kind: Literal["ruling", "approval", "duty", "notice"]
    table: str
    number: int | None
    about: str
    about_said: Said
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
    why_said: Said | None
    seat: int | None
    at_stake: list[AtStake]
    proposal: Proposal | None
    clauses: tuple[str, ...]


def waits(approval: Granted) -> bool:
    """Whether an approval that was asked for is neither granted nor refused."""
    return approval.granted_by is None and not (approval.refused or approval.withdrawn)


def row_waits(rules: Rules, table: Table, audience: Audience) -> tuple[RowWaits, ...]:
    """What holds a table up, as the list of tables says it.

    Who plays there sees that a ruling is awaited, the display nothing; the rest is the house's.
    """
    edition = rules.edition
    if audience == "display":
        return ()
    trouble = table.trouble
    if audience == "player":
        return (RowWaits(kind="ruling"),) if trouble is not None else ()
    found = []
    if trouble is not None and (following := follow_of(table)) is not None:
        found.append(RowWaits(kind="follow", about=following.says, about_said=following.said))
    elif trouble is not None:
        about = edition.situations[trouble.situation].title
        found.append(
            RowWaits(
                kind="ruling",
                about=about,
                rank=next((one.rank for one in rulers(rules, table)), None),
            )
        )
    for one in table.approvals.values():
        if waits(one):
            rule = edition.approvals[one.key]
            found.append(RowWaits(kind="approval", about=_act(rule), rank=rule.rank))
    return tuple(found)


def _act(rule: Approval) -> str:
    return rule.act[:1].upper() + rule.act[1:]


def queue_of(
    name: str, rules: Rules, table: Table, times: RequestTimes, caller: Caller, now: dt.datetime
) -> list[Waiting]:
    """Everything that waits at a table."""
    person = table.people.get(caller.person)
    blank = Waiting(
        kind="notice",
        table=name,
        number=None,
        about="",
        about_said=Said(""),
        key="",
        by=None,
        by_rank=None,
        to=None,
        since=None,
        due=None,
        overdue=False,
        rank=None,
        yours=False,
        signed_on=person is not None and person.present,
        why_not=None,
        why_said=None,
        seat=None,
        at_stake=[],
        proposal=None,
        clauses=(),
    )
    found = [
        *_rulings(rules, table, times, caller, now),
        *_approvals(rules, table, times, caller),
        *_duties(rules, table, caller, now),
        *_notices(rules, table),
    ]
    return [_waiting(blank, **fields) for fields in found]


def _waiting(blank: Waiting, about: Said, why: Said | None = None, **fields: Any) -> Waiting:
    text = spoken(TOPIC, about)
    return replace(
        blank,
        about=f"{text[:1].upper()}{text[1:]}",
        about_said=about,
        why_not=None if why is None else spoken(TOPIC, why),
        why_said=why,
        **fields,
    )


def _takes(rank: str) -> Said:
    return Said("ruling.takes", {"rank": rank})


def _rank_of(table: Table, person: str | None) -> str | None:
    found = table.people.get(person or "")
    return None if found is None else found.rank


def _may(rules: Rules, caller: Caller, rank: str) -> bool:
    return caller.role == "staff" and rules.edition.ranks.held(caller.rank, rank)


def _rulings(
    rules: Rules, table: Table, times: RequestTimes, caller: Caller, now: dt.datetime
) -> Iterator[dict[str, Any]]:
    trouble = table.trouble
    if trouble is None:
        return
    able = rulers(rules, table)
    proposal = None
    if trouble.proposed is not None and trouble.ruling is None:
        ruling = next(r for r in offered(rules, table) if r.name == trouble.proposed.ruling)
        able = [ruler(rules.edition, trouble, ruling)]
        proposal = _proposal(rules, table, trouble.proposed, ruling.says, now)
    rank = able[0].rank if able else None
    yours = rank is not None and _may(rules, caller, rank)
    why = None if yours or rank is None else _takes(rank)
    if yours and all(one.but_not == caller.person for one in able):
        yours, why = False, Said("ruling.you-reported")
    follow = follow_of(table)
    if follow is not None:
        why = Said("ruling.ruled", {"follow": follow.said})
    yield {
        "kind": "ruling",
        "about": Said("about", {"text": rules.edition.situations[trouble.situation].title}),
        "key": trouble.situation,
        "by": trouble.by,
        "by_rank": _rank_of(table, trouble.by),
        "since": times.reported,
        "rank": rank,
        "yours": yours,
        "why": why,
        "proposal": proposal,
        "clauses": trouble.clauses,
    }


def _proposal(
    rules: Rules, table: Table, proposed: Proposed, says: str, now: dt.datetime
) -> Proposal:
    given = {"hands": dict(proposed.hands), "cards": proposed.cards, "reason": proposed.reason}
    fields = {"ruling": proposed.ruling} | {key: one for key, one in given.items() if one}
    found = consequence(rules, table, fields, now)
    return Proposal(
        ruling=proposed.ruling,
        says=says,
        by=proposed.by,
        fields=fields,
        consequence=None if isinstance(found, Refusal) else found,
        refused=problem_of(found) if isinstance(found, Refusal) else None,
    )


def _at_stake(rules: Rules, table: Table, person: str | None) -> list[AtStake]:
    return [
        AtStake(title=rules.edition.wagers[one.wager].title, cents=one.stake_cents)
        for one in table.wagers.values()
        if one.person == person
    ]


def _approvals(
    rules: Rules, table: Table, times: RequestTimes, caller: Caller
) -> Iterator[dict[str, Any]]:
    for one in filter(waits, table.approvals.values()):
        rule = rules.edition.approvals[one.key]
        own = one.by == caller.person
        may = _may(rules, caller, rule.rank) or caller.role in rule.also
        why = None
        if own:
            why = Said("ruling.you-asked")
        elif not may:
            why = _takes(rule.rank)
        whom = "" if one.whom in (None, one.by) else one.whom
        yield {
            "kind": "approval",
            "number": one.number,
            "about": Said("about", {"text": rule.act, "whom": whom}),
            "key": one.key,
            "by": one.by,
            "by_rank": _rank_of(table, one.by),
            "since": times.approvals.get(one.number),
            "rank": rule.rank,
            "yours": may and not own,
            "why": why,
            "seat": None if (about := table.people.get(one.whom or one.by)) is None else about.seat,
            "at_stake": _at_stake(rules, table, one.whom or one.by),
            "clauses": rule.clauses,
        }


def _duties(
    rules: Rules, table: Table, caller: Caller, now: dt.datetime
) -> Iterator[dict[str, Any]]:
    for duty in open_duties(table):
        why = not_theirs(rules.edition, duty, caller.role, caller.rank)
        rule = rules.edition.duties.get(duty.key)
        yield {
            "kind": "duty",
            "number": duty.number,
            "about": Said("about.duty", {"to": duty.to, "text": duty.what}),
            "key": duty.key,
            "to": duty.to,
            "since": duty.raised,
            "due": duty.due,
            "overdue": duty.due is not None and duty.due < now,
            "rank": None if rule is None else rule.rank,
            "yours": why is None,
            "why": None if why is None else why.said,
            "clauses": duty.clauses,
        }


def _notices(rules: Rules, table: Table) -> Iterator[dict[str, Any]]:
    for one in notices_of(rules.edition, table):
        yield {
            "about": one.said,
            "key": one.kind,
            "since": one.shown,
            "due": one.change,
            "clauses": one.clauses,
        }
