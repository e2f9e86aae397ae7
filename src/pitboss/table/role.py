"""The role of designated player: accepted, declined, passed on, at an end (8.17 to 8.26)."""

from __future__ import annotations

from typing import Literal

from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.procedures.delivery import (
    conduct,
    role_holder,
    role_offered,
    role_rules,
    wagers_of,
)
from pitboss.table.shoe import in_play
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


class RoleAccepted(Event, frozen=True, kw_only=True):
    """A player is the designated player."""

    seat: int


class RoleDeclined(Event, frozen=True, kw_only=True):
    """A player declined; `next` is the one to whom the role is offered now, if any is left."""

    next: str | None = None


class RoleOffered(Event, frozen=True, kw_only=True):
    """The role goes round the table again."""

    next: str


class RoleEnded(Event, frozen=True, kw_only=True):
    """A player holds the role no longer."""

    person: str
    why: Ends


@decides(AcceptRole, who=("player",), rules=("role-first", "role-declined", "role-after-loss"))
def accept(work: Work, command: AcceptRole) -> None:
    """From the dealer's right at the start of a shoe, then counter-clockwise (8.17, 8.18)."""
    _turn(work, command.by)
    seat = work.table.people[command.by].seat
    assert seat is not None
    work.emit(RoleAccepted, seat=seat, clauses=work.cite("role-first", *role_rules(work.table)))


@decides(
    DeclineRole,
    who=("player",),
    rules=("role-first", "role-declined", "role-after-loss", "role-all-decline"),
)
def decline(work: Work, command: DeclineRole) -> None:
    """The next is the seat to the right of whoever declined (8.18)."""
    _turn(work, command.by)
    declined = _declined(work.table, command.by)
    following = role_offered(declined)
    rule = "role-all-decline" if following is None else "role-declined"
    work.emit(RoleDeclined, next=following, clauses=work.cite("role-declined", rule))


@decides(OfferRole, rules=("role-declined", "role-first", "role-after-loss"))
def offer(work: Work, command: OfferRole) -> None:
    """Only once nobody is left to be asked."""
    _between(work)
    if role_holder(work.table) is not None or role_offered(work.table) is not None:
        refuse("role-open", "The role is held, or still being offered.", work.cite("role-declined"))
    following = role_offered(replace(work.table, declined=()))
    if following is None:
        refuse("nobody-seated", "Nobody is seated at the table.", work.cite("role-declined"))
    work.emit(RoleOffered, next=following, clauses=work.cite("role-declined"))


@decides(PassRole, who=("player", "staff"), rules=("role-passed", "role-first"))
def pass_on(work: Work, command: PassRole) -> None:
    """The holder after any coup (8.19); without a wager on Banker it passes anyhow (B11)."""
    _between(work, "role-passed")
    holder = role_holder(work.table)
    if holder is None:
        refuse("no-role", "Nobody is the designated player.", work.cite("role-passed"))
    if command.by == holder:
        if "passes" not in _ends(work):
            refuse("role-kept", "The role is not passed on here.", work.cite("role-passed"))
        end_role(work, holder, "passes")
        return
    if work.table.people[command.by].role != "staff":
        refuse("not-yours", f"{holder} is the designated player.", work.cite("role-passed"))
    if "banker" in wagers_of(work.table, holder):
        refuse("role-kept", f"{holder} has wagered on the Banker's Hand.", work.cite("role-passed"))
    end_role(work, holder, "no-wager")


def end_role(work: Work, holder: str, why: Ends) -> None:
    """The role ends (8.17, 8.19, 8.20)."""
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
        clauses=tuple(dict.fromkeys(work.cite(*rules.get(why, ())) + clauses)),
    )


def after_coup(work: Work, outcome: str) -> None:
    """When the Banker's Hand has lost the role is offered to others; a tie keeps it (8.20)."""
    holder = role_holder(work.table)
    if holder is not None and outcome == "player" and "banker-hand-loses" in _ends(work):
        end_role(work, holder, "banker-hand-loses")


def _ends(work: Work) -> tuple[str, ...]:
    return work.edition.methods[work.house.method].control_ends


def _between(work: Work, rule: str = "role-first") -> None:
    """The role changes hands between coups, at a table that has it."""
    in_play(work)
    if not conduct(work.edition.methods[work.house.method]).role:
        refuse("no-such-role", "The dealing method has no designated player from coup to coup.")
    if work.table.coup is not None:
        refuse("coup-in-progress", "The role changes between coups.", work.cite(rule))


def _turn(work: Work, person: str) -> None:
    _between(work)
    holder, turn = role_holder(work.table), role_offered(work.table)
    if holder is not None:
        refuse("role-held", f"{holder} is the designated player.", work.cite("role-first"))
    if turn != person:
        to = "nobody now" if turn is None else f"{turn} first"
        refuse("not-your-turn", f"The role is offered to {to}.", work.cite(*role_rules(work.table)))


def _declined(table: Table, person: str) -> Table:
    current = table.role_shoe == table.shoes
    return replace(
        table,
        designated=None,
        declined=(*(table.declined if current else ()), person),
        role_from=table.role_from if current else None,
        role_shoe=table.shoes,
    )


@applies(RoleAccepted)
def accepted(table: Table, event: RoleAccepted) -> Table:
    """The role is theirs; from their right it will go on."""
    return replace(
        table, designated=event.by, declined=(), role_from=event.seat, role_shoe=table.shoes
    )


@applies(RoleDeclined)
def was_declined(table: Table, event: RoleDeclined) -> Table:
    """Asked and declined."""
    return _declined(table, event.by)


@applies(RoleOffered)
def was_offered(table: Table, event: RoleOffered) -> Table:
    """Everyone may be asked again."""
    return replace(table, declined=())


@applies(RoleEnded)
def has_ended(table: Table, event: RoleEnded) -> Table:
    """Open again; whoever gave it up is not asked in this round."""
    declined = () if event.why == "banker-hand-loses" else (event.person,)
    return replace(table, designated=None, declined=declined)
