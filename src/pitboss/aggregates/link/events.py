"""What happens to a link; each event says what it changes and which tables hear of it."""

from __future__ import annotations

import datetime as dt
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from pitboss.aggregates.link.state import (
    FAULTS_KEPT,
    Computation,
    Conditions,
    Fault,
    Link,
    Member,
    Metered,
    Sharing,
    Win,
    Winner,
)
from pitboss.aggregates.shapes import AggregateEvent
from pitboss.money import MILLIONTHS_IN_CENT
from pitboss.table.errand import Errand


class LinkEvent(AggregateEvent, frozen=True, kw_only=True):
    """Something that happened to a link."""

    def changes(self, link: Link) -> Link:
        """The link after it."""
        return link


class LinkOpened(LinkEvent, frozen=True, kw_only=True):
    """A link begins with the house's seed on its meter."""

    conditions: Conditions
    resolution_ms: int
    meter_millionths: int

    def changes(self, link: Link) -> Link:
        """The seed is all there is."""
        seed = self.conditions.seed_cents * MILLIONTHS_IN_CENT
        return replace(
            link,
            conditions=self.conditions,
            resolution_ms=self.resolution_ms,
            seeds=seed,
            meter_millionths=self.meter_millionths,
        )


class TableJoined(LinkEvent, frozen=True, kw_only=True):
    """A table feeds the link from now on; it hears under which conditions."""

    table: str
    conditions: Conditions

    def changes(self, link: Link) -> Link:
        """One more table."""
        return replace(link, members={**link.members, self.table: Member()})

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The table notes its link."""
        said = msgspec.structs.asdict(self.conditions)
        return (Errand(self.table, {"do": "note-link", "link": stream, **said}),)


class TableLeft(LinkEvent, frozen=True, kw_only=True):
    """A table feeds the link no longer; wins that it confirmed still wait."""

    table: str
    reason: str

    def changes(self, link: Link) -> Link:
        """One table less."""
        members = {name: one for name, one in link.members.items() if name != self.table}
        return replace(link, members=members)


class StakesMetered(LinkEvent, frozen=True, kw_only=True):
    """The stakes of a round at a table, taken into its float, raised the meter."""

    table: str
    round: int
    stakes: tuple[int, ...]
    millionths: int
    meter_millionths: int

    def changes(self, link: Link) -> Link:
        """The meter rises."""
        new = Metered(round=self.round, stakes=self.stakes, millionths=self.millionths)
        return replace(
            link,
            members={**link.members, self.table: link.members[self.table].with_round(new)},
            stakes=link.stakes + len(self.stakes),
            contributions=link.contributions + self.millionths,
            meter_millionths=self.meter_millionths,
        )


class StakesReturned(LinkEvent, frozen=True, kw_only=True):
    """The stakes of a round went back to their players, and what they added leaves the meter.

    Wins of the round that still waited are withdrawn.
    """

    table: str
    round: int
    millionths: int
    topped_millionths: int = 0
    meter_millionths: int
    withdrawn: tuple[int, ...] = ()

    def changes(self, link: Link) -> Link:
        """The meter falls, never below the reset."""
        members = link.members
        before = members[self.table].metered(self.round) if self.table in members else None
        if before is not None:
            after = members[self.table].with_round(replace(before, returned=True))
            members = {**members, self.table: after}
        link = replace(
            link,
            members=members,
            returned=link.returned + self.millionths,
            topped_up=link.topped_up + self.topped_millionths,
            meter_millionths=self.meter_millionths,
            waiting=tuple(one for one in link.waiting if one.number not in self.withdrawn),
        )
        return pruned(link) if self.withdrawn else link


class WinConfirmed(LinkEvent, frozen=True, kw_only=True):
    """A dealer's key confirmed the winners of a round at a table."""

    win: int
    table: str
    round: int
    stamp: dt.datetime
    winners: tuple[Winner, ...]
    chips: tuple[int, ...]
    late: bool = False

    def changes(self, link: Link) -> Link:
        """It waits behind those of earlier moments."""
        new = Win(
            number=self.win,
            table=self.table,
            round=self.round,
            stamp=self.stamp,
            winners=self.winners,
            chips=self.chips,
            meter_millionths=link.meter_millionths,
            pools_before=link.pools,
            topped_before=link.topped_up,
            late=self.late,
        )
        member = link.members[self.table]
        after = member.with_round(replace(member.kept(self.round), confirmed=True))
        waiting = sorted((*link.waiting, new), key=lambda one: (link.tick(one.stamp), one.number))
        return replace(
            link,
            members={**link.members, self.table: after},
            wins=link.wins + 1,
            waiting=tuple(waiting),
        )


class MomentsQuestioned(LinkEvent, frozen=True, kw_only=True):
    """Wins at several tables have equal stamps: Surveillance determines what that means.

    So it does where one came when its moment was shared out already.
    """

    wins: tuple[int, ...]

    def changes(self, link: Link) -> Link:
        """They wait for the determination."""
        return replace(link, questioned=self.wins)


class MomentsDetermined(LinkEvent, frozen=True, kw_only=True):
    """Surveillance determined which wins were at the same moment, and in which order."""

    moments: tuple[tuple[int, ...], ...]
    reason: str = ""

    def changes(self, link: Link) -> Link:
        """The moments are shared out in this order; in each the meter showed one amount."""
        waiting = list(link.waiting)
        for moment in self.moments:
            first = link.win(min(moment))
            shown = {
                "meter_millionths": first.meter_millionths,
                "pools_before": first.pools_before,
                "topped_before": first.topped_before,
            }
            waiting = [replace(one, **shown) if one.number in moment else one for one in waiting]
        return replace(link, questioned=(), moments=self.moments, waiting=tuple(waiting))


class OrderHeld(LinkEvent, frozen=True, kw_only=True):
    """No rule says which rows come first: it is held, with what each order would give."""

    wins: tuple[int, ...]
    computations: tuple[Computation, ...]

    def changes(self, link: Link) -> Link:
        """It waits for a decision."""
        return replace(link, held=self.computations)


class OrderDecided(LinkEvent, frozen=True, kw_only=True):
    """Someone entitled decided in which order the rows are shared."""

    order: tuple[str, ...]
    reason: str

    def changes(self, link: Link) -> Link:
        """Nothing is held any more."""
        return replace(link, held=())


class JackpotShared(LinkEvent, frozen=True, kw_only=True):
    """The winners by one row, at one moment, share a pool; their tables hear what each is paid."""

    wins: tuple[int, ...]
    sharing: Sharing

    def changes(self, link: Link) -> Link:
        """The pool leaves the meter, which never shows less than the reset."""
        row, latest = self.sharing.row, link.shared_to
        waiting = []
        for win in link.waiting:
            if win.number in self.wins:
                tick = link.tick(win.stamp)
                latest = tick if latest is None else max(latest, tick)
                winners = tuple(one for one in win.winners if one.row != row)
                if winners:
                    waiting.append(replace(win, winners=winners))
            else:
                waiting.append(win)
        return pruned(replace(shared(link, self.sharing), waiting=tuple(waiting), shared_to=latest))

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """Each table pays its winners from the link's account."""
        return tuple(
            Errand(
                one.table,
                {
                    "do": "pay-jackpot",
                    "link": stream,
                    "win": one.win,
                    "coup": one.round,
                    "number": one.number,
                    "person": one.person,
                    "amount_cents": one.amount_cents,
                },
            )
            for one in self.sharing.payments
        )


class LinkStopped(LinkEvent, frozen=True, kw_only=True):
    """The link's equipment is out of order: tables go on without it, or not at all."""

    reason: str

    def changes(self, link: Link) -> Link:
        """Nothing is metered now."""
        return replace(link, stopped=self.reason)


class LinkResumed(LinkEvent, frozen=True, kw_only=True):
    """The link is in order again."""

    def changes(self, link: Link) -> Link:
        """It meters again."""
        return replace(link, stopped=None)


class Rejected(LinkEvent, frozen=True, kw_only=True):
    """What a table told could not be taken; the table hears so, and someone must look."""

    table: str
    told: str
    round: int
    code: str
    sentence: str

    def changes(self, link: Link) -> Link:
        """A fault more."""
        new = Fault(
            table=self.table,
            told=self.told,
            round=self.round,
            code=self.code,
            sentence=self.sentence,
            at=self.at,
        )
        return replace(link, faults=(*link.faults, new)[-FAULTS_KEPT:])

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The table notes that the link did not take it."""
        said = {"do": "note-rejection", "link": stream, "coup": self.round, "told": self.told}
        return (Errand(self.table, {**said, "code": self.code}),)


def shared(link: Link, one: Sharing) -> Link:
    """The link after a sharing, as far as its money goes."""
    paid = sum(payment.amount_cents for payment in one.payments) * MILLIONTHS_IN_CENT
    return replace(
        link,
        pools=link.pools + one.pool_millionths,
        topped_up=link.topped_up + one.topped_millionths,
        paid=link.paid + paid,
        covered=link.covered + one.covered_millionths,
        rounding=link.rounding + one.rounding_millionths,
        meter_millionths=one.meter_millionths,
    )


def pruned(link: Link) -> Link:
    """Without the wins that wait no longer, wherever they are named."""
    left = {one.number for one in link.waiting}
    some = (tuple(one for one in moment if one in left) for moment in link.moments)
    moments = tuple(moment for moment in some if moment)
    questioned = tuple(one for one in link.questioned if one in left)
    alone = len(questioned) == 1 and not link.win(questioned[0]).late
    return replace(
        link,
        moments=moments,
        questioned=() if alone else questioned,
        held=link.held if moments == link.moments else (),
    )


KINDS: tuple[type[LinkEvent], ...] = (
    LinkOpened,
    TableJoined,
    TableLeft,
    StakesMetered,
    StakesReturned,
    WinConfirmed,
    MomentsQuestioned,
    MomentsDetermined,
    OrderHeld,
    OrderDecided,
    JackpotShared,
    LinkStopped,
    LinkResumed,
    Rejected,
)
_UNION: Any = Union[KINDS]  # noqa: UP007 - a union made at run time
decoder: msgspec.json.Decoder[LinkEvent] = msgspec.json.Decoder(_UNION)


def evolve(link: Link, event: LinkEvent) -> Link:
    """The state after an event."""
    return replace(event.changes(link), now=event.at)
