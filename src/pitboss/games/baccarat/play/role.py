"""The role of designated player: accepted, declined, passed on, at an end."""

from __future__ import annotations

from typing import Literal

from pitboss.games.baccarat.play.own import BANKER, PLAYER, change_role, decides, role_of
from pitboss.games.baccarat.play.receivers import (
    conduct,
    role_holder,
    role_offered,
    role_rules,
    wagers_of,
)
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.cards.shoe import in_play
from pitboss.table.machine import Command, Query, TableEvent, Work
from pitboss.table.state import Table

Ends = Literal["passes", "banker-hand-loses", "directed", "no-wager"]


class AcceptRole(Command, frozen=True, kw_only=True):
    """Accept the role of designated player, with its duty to wager on the Banker's Hand."""


class DeclineRole(Command, frozen=True, kw_only=True):
    """Decline the role of designated player."""


class OfferRole(Command, frozen=True, kw_only=True):
    """Offer the role round the table once more, after all have declined it."""


class PassRole(Command, frozen=True, kw_only=True):
    """Pass the role on; staff do so for a holder who has not wagered on the Banker's Hand."""


class RoleAccepted(TableEvent, frozen=True, kw_only=True):
    """A player is the designated player."""

    seat: int

    def changes(self, table: Table) -> Table:
        """The role is theirs; from their right it will go on."""
        return change_role(
            table, designated=self.by, declined=(), start=self.seat, shoe=table.shoes
        )


class RoleDeclined(TableEvent, frozen=True, kw_only=True):
    """A player declined; `next` is the one to whom the role is offered now, if any is left."""

    next: str | None = None

    def changes(self, table: Table) -> Table:
        """Asked and declined."""
        return _declined(table, self.by)


class RoleOffered(TableEvent, frozen=True, kw_only=True):
    """The role goes round the table again."""

    next: str

    def changes(self, table: Table) -> Table:
        """Everyone may be asked again."""
        return change_role(table, declined=())


class RoleEnded(TableEvent, frozen=True, kw_only=True):
    """A player holds the role no longer."""

    person: str
    why: Ends

    def changes(self, table: Table) -> Table:
        """Open again; whoever gave it up is not asked in this round."""
        declined = () if self.why == "banker-hand-loses" else (self.person,)
        return change_role(table, designated=None, declined=declined)


@decides(AcceptRole, who=("player",), rules=("role-first", "role-declined", "role-after-loss"))
def accept(work: Work, command: AcceptRole) -> None:
    """From the dealer's right at the start of a shoe, then counter-clockwise."""
    _turn(work, command.by)
    seat = work.table.people[command.by].seat
    assert seat is not None
    work.emit(RoleAccepted, seat=seat, clauses=work.provides("role-first", *role_rules(work.table)))


@decides(
    DeclineRole,
    who=("player",),
    rules=("role-first", "role-declined", "role-after-loss", "role-all-decline"),
)
def decline(work: Work, command: DeclineRole) -> None:
    """The next is the seat to the right of whoever declined."""
    _turn(work, command.by)
    declined = _declined(work.table, command.by)
    following = role_offered(declined)
    rule = "role-all-decline" if following is None else "role-declined"
    clauses = work.provides("role-declined", rule, *role_rules(work.table))
    work.emit(RoleDeclined, next=following, clauses=clauses)


def _between(work: Query, rule: str = "role-first") -> None:
    """The role changes hands between coups, at a table that has it."""
    in_play(work)
    if not conduct(work.edition.methods[work.house.method]).role:
        refuse("no-such-role")
    if work.table.coup is not None:
        refuse("coup-in-progress.between", work.cite(rule))


@decides(OfferRole, rules=("role-declined", "role-first", "role-after-loss"), needs=(_between,))
def offer(work: Work, command: OfferRole) -> None:
    """Only once nobody is left to be asked."""
    _between(work)
    clauses = work.provides("role-declined")
    if role_holder(work.table) is not None or role_offered(work.table) is not None:
        refuse("role-open", clauses)
    following = role_offered(change_role(work.table, declined=()))
    if following is None:
        refuse("nobody-seated", clauses)
    work.emit(RoleOffered, next=following, clauses=clauses)


def _passable(work: Query) -> None:
    _between(work, "role-passed")


@decides(PassRole, who=("player", "staff"), rules=("role-passed", "role-first"), needs=(_passable,))
def pass_on(work: Work, command: PassRole) -> None:
    """The holder after any coup; without a wager on Banker it passes anyhow."""
    _passable(work)
    holder = role_holder(work.table)
    if holder is None:
        refuse("no-role", work.cite("role-passed"))
    if command.by == holder:
        clauses = work.provides("role-passed")
        if "passes" not in _ends(work):
            refuse("role-kept.here", clauses)
        end_role(work, holder, "passes")
        return
    if work.table.people[command.by].role != "staff":
        refuse("not-yours.pass-on", work.cite("role-passed"), holder=holder)
    if BANKER in wagers_of(work.table, holder):
        refuse("role-kept.pass-on", work.cite("role-passed"), holder=holder)
    end_role(work, holder, "no-wager")


def end_role(work: Work, holder: str, why: Ends) -> None:
    """The role ends."""
    rules = {
        "passes": ("role-passed",),
        "banker-hand-loses": ("role-after-loss",),
        "no-wager": ("role-first",),
    }
    clauses = () if why == "no-wager" else work.edition.methods[work.house.method].clauses
    work.emit(
        RoleEnded,
        person=holder,
        why=why,
        clauses=join(work.cite(*rules.get(why, ())), clauses),
    )


def keeps_role(work: Work, person: str) -> None:
    """In a coup the role goes with the holder's last wager on the Banker's Hand.

    Before the first card it may still be placed anew: then it is asked for when the coup begins.
    """
    table = work.table
    if table.coup is None or table.coup.complete or role_holder(table) != person:
        return
    if BANKER not in wagers_of(table, person):
        end_role(work, person, "no-wager")


def after_coup(work: Work, outcome: str) -> None:
    """When the Banker's Hand has lost the role is offered to others; a tie keeps it."""
    holder = role_holder(work.table)
    if holder is not None and outcome == PLAYER and "banker-hand-loses" in _ends(work):
        end_role(work, holder, "banker-hand-loses")


def _ends(work: Work) -> tuple[str, ...]:
    return work.edition.methods[work.house.method].control_ends


def _turn(work: Work, person: str) -> None:
    _between(work)
    holder, turn = role_holder(work.table), role_offered(work.table)
    if holder is not None:
        refuse("role-held", work.cite("role-first"), holder=holder)
    if turn != person:
        to = "nobody now" if turn is None else f"{turn} first"
        refuse("not-your-turn.turn", work.cite(*role_rules(work.table)), to=to)


def _declined(table: Table, person: str) -> Table:
    role = role_of(table)
    current = role.shoe == table.shoes
    return change_role(
        table,
        designated=None,
        declined=(*(role.declined if current else ()), person),
        start=role.start if current else None,
        shoe=table.shoes,
    )
