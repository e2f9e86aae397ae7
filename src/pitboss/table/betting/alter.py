"""Altering the limits of a table: at any time, after a sign, at once with markers, for a player.

A minimum goes up after a sign has stood, or at once while those who play keep the earlier
one. Two minimums stand on the sign then, and a marker before each player who keeps it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.editions.wagers import Clauses
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.authority.approvals import Ranked, authorise, told
from pitboss.table.betting.stakes import change_sign
from pitboss.table.cards.sets import words
from pitboss.table.life.notices import BY_PLAYER, CHANGE, END_OLD, RAISE, carry_out
from pitboss.table.life.open import CONSENT, SignDisplayed, check_limits
from pitboss.table.machine import (
    Command,
    PersonalEvent,
    PublicEvent,
    Query,
    Standing,
    Work,
    decides,
    replace,
)
from pitboss.table.people.presence import MinimumMarkerRemoved, change_person, place_marker
from pitboss.table.state import SignState, Span, Table
from pitboss.table.terminals.parts import ROLE, at_terminal, patron, players_of

TOLD_OF_LIMITS = "personal-limits-told"
"""The rule that names who is told before a player has limits of their own; no sign stands."""
OF_LIMITS = "limits: "
"""So begins what a player agrees to where it is a change of limits."""


class ChangeLimits(Command, frozen=True, kw_only=True):
    """Alter the limits on the sign; what is not named stays."""

    minimum_cents: int | None = None
    maximum_cents: int | None = None
    by_player_minimum_cents: int | None = None
    by_player_maximum_cents: int | None = None
    unit_cents: int | None = None
    differential_cents: int | None = None
    area_maximum_cents: Mapping[str, int] = msgspec.field(default_factory=dict)
    wagers: Mapping[str, Span] = msgspec.field(default_factory=dict)


class RaiseMinimumAtOnce(Command, frozen=True, kw_only=True):
    """Raise the minimum without a sign beforehand; who plays already keeps the earlier one."""

    minimum_cents: int


class EndOldMinimum(Command, frozen=True, kw_only=True):
    """End the earlier minimum of those who kept it, after its own sign."""


class AllowAboveMaximum(Command, frozen=True, kw_only=True):
    """Let a player wager above the maximum; a sign shows that player's limits and stands there."""

    person: str
    minimum_cents: int | None = None
    maximum_cents: int | None = None
    where: str | None = None


class EndPersonalLimits(Command, frozen=True, kw_only=True):
    """Take the sign of a player's own limits away."""

    person: str


class LimitsChanged(PublicEvent, frozen=True, kw_only=True):
    """The limits are altered; `later`: from the next coup, as wagers lie under the earlier."""

    sign: SignState
    later: bool = False

    def changes(self, table: Table) -> Table:
        """In force now, or when the wagers that lie on the layout are settled."""
        marks = {key: mark for key, mark in table.marks.items() if not mark.startswith(OF_LIMITS)}
        table = replace(table, marks=marks)
        if self.later:
            return replace(table, next_sign=self.sign)
        return replace(table, sign=self.sign, next_sign=None)


class MinimumRaised(PublicEvent, frozen=True, kw_only=True):
    """The minimum is higher from now on, for all but those who keep the earlier."""

    minimum_cents: int
    old_minimum_cents: int | None = None

    def changes(self, table: Table) -> Table:
        """A higher minimum, and the earlier beside it where somebody keeps it."""
        return change_sign(
            table, minimum_cents=self.minimum_cents, old_minimum_cents=self.old_minimum_cents
        )


class OldMinimumEnded(PublicEvent, frozen=True, kw_only=True):
    """One minimum holds for all again."""

    minimum_cents: int

    def changes(self, table: Table) -> Table:
        """The sign shows one minimum."""
        return change_sign(table, old_minimum_cents=None)


class PersonalLimitsSet(PersonalEvent, frozen=True, kw_only=True):
    """A player has limits of their own."""

    person: str
    minimum_cents: int
    maximum_cents: int

    def changes(self, table: Table) -> Table:
        """For this stay."""
        span = Span(minimum_cents=self.minimum_cents, maximum_cents=self.maximum_cents)
        return change_person(table, self.person, personal=span)


class PersonalLimitsEnded(PersonalEvent, frozen=True, kw_only=True):
    """A player is under the table's limits again."""

    person: str

    def changes(self, table: Table) -> Table:
        """As everyone."""
        return change_person(table, self.person, personal=None)


@decides(
    ChangeLimits,
    rules=("limits-sign", "both-minimums-shown", "marker-removed"),
    needs=(Ranked("change-limits"),),
    worded=True,
)
def change_limits(work: Work, command: ChangeLimits) -> None:
    """A minimum goes up, or where the edition has it so any change, only as a sign announced it."""
    clauses = authorise(work, "change-limits")
    before = work.table.next_sign or work.table.sign
    after = altered(before, command)
    if after == before:
        refuse("no-change.change-limits")
    check_limits(work, work.house, after)
    if CHANGE in work.edition.notices:
        what = says(before, after)
        empty = not players_of(work.table)
        clauses += carry_out(work, CHANGE, value=what, consent=all_agree(work, what), empty=empty)
    else:
        for wager, minimum in raised(before, after):
            clauses += carry_out(work, RAISE, value=wager, minimum=minimum)
    later = bool(work.table.staked) and tighter(before, after)
    work.emit(LimitsChanged, sign=after, later=later, clauses=tuple(dict.fromkeys(clauses)))
    old = after.old_minimum_cents
    if old is not None and after.minimum_cents <= old:
        end_old_minimum(work, clauses)
    display(work, clauses)


FIGURES = (
    *("minimum_cents", "maximum_cents", "by_player_minimum_cents", "by_player_maximum_cents"),
    *("unit_cents", "differential_cents"),
)


def altered(before: SignState, command: ChangeLimits) -> SignState:
    """The sign with the limits that the command names."""
    fields: dict[str, Any] = {
        name: getattr(command, name) for name in FIGURES if getattr(command, name) is not None
    }
    areas = {**before.area_maximum_cents, **command.area_maximum_cents}
    wagers = {**before.wagers, **command.wagers}
    return replace(before, **fields, area_maximum_cents=areas, wagers=wagers)


def says(before: SignState, after: SignState) -> str:
    """What is altered, as a sign says it."""
    told = [
        f"{name.removesuffix('_cents').replace('_', ' ')} {sum_of(getattr(after, name))}"
        for name in FIGURES
        if getattr(after, name) != getattr(before, name)
    ]
    for area, cents in after.area_maximum_cents.items():
        if before.area_maximum_cents.get(area) != cents:
            told.append(f"{area} in all {sum_of(cents)}")
    for wager, span in after.wagers.items():
        if before.wagers.get(wager) != span:
            most = "" if span.maximum_cents is None else f" to {sum_of(span.maximum_cents)}"
            told.append(f"{wager} {sum_of(span.minimum_cents)}{most}")
    return "; ".join(told)


def all_agree(work: Work, what: str) -> bool:
    """Whether every player at the table has agreed to this change of limits."""
    marks, players = work.table.marks, players_of(work.table)
    agreed = [marks.get(f"{CONSENT}{name}") == f"{OF_LIMITS}{what}" for name in players]
    return bool(agreed) and all(agreed)


def raised(before: SignState, after: SignState) -> list[tuple[str, int]]:
    """Every minimum that goes up: of the table (no name), by player, of a wager with its own."""
    found = []
    if after.minimum_cents > before.minimum_cents:
        found.append(("", after.minimum_cents))
    if after.by_player_minimum_cents > before.by_player_minimum_cents:
        found.append((BY_PLAYER, after.by_player_minimum_cents))
    for wager, span in after.wagers.items():
        own = before.wagers.get(wager)
        earlier = before.minimum_cents if own is None else own.minimum_cents
        if span.minimum_cents > earlier:
            found.append((wager, span.minimum_cents))
    return found


def tighter(before: SignState, after: SignState) -> bool:
    """Whether a wager that lay within the earlier limits could be outside the new ones."""

    def lower(new: int | None, old: int | None) -> bool:
        return new is not None and (old is None or new < old)

    areas = after.area_maximum_cents
    return (
        lower(after.maximum_cents, before.maximum_cents)
        or lower(after.by_player_maximum_cents, before.by_player_maximum_cents)
        or lower(after.differential_cents, before.differential_cents)
        or any(lower(most, before.area_maximum_cents.get(area)) for area, most in areas.items())
        or any(
            lower(span.maximum_cents, before.wagers.get(wager, Span()).maximum_cents)
            for wager, span in after.wagers.items()
        )
    )


def display(work: Work, clauses: Clauses) -> None:
    """The new sign stands on the table; with two minimums it shows both."""
    sign = work.table.next_sign or work.table.sign
    both = work.cite("both-minimums-shown") if sign.old_minimum_cents is not None else ()
    work.emit(
        SignDisplayed,
        sign,
        what="limits",
        by_player_minimum_cents=sign.by_player_minimum_cents or None,
        old_minimum_cents=sign.old_minimum_cents if both else None,
        clauses=join(clauses, both),
    )


def _higher(standing: Standing, cents: int) -> bool:
    return cents > (standing.table.next_sign or standing.table.sign).minimum_cents


@decides(
    RaiseMinimumAtOnce,
    rules=("marker-placed", "marker-at-seat", "both-minimums-shown"),
    needs=(Ranked("raise-minimum-at-once"),),
    fits={"minimum_cents": _higher},
)
def raise_at_once(work: Work, command: RaiseMinimumAtOnce) -> None:
    """Whoever plays keeps the earlier minimum, with a marker at their box."""
    clauses = authorise(work, "raise-minimum-at-once")
    sign = work.table.next_sign or work.table.sign
    if command.minimum_cents <= sign.minimum_cents:
        refuse("not-higher", clauses)
    if sign.old_minimum_cents is not None:
        refuse("two-minimums-already", work.cite("both-minimums-shown"))
    check_limits(work, work.house, replace(sign, minimum_cents=command.minimum_cents))
    players = work.table.participants()
    work.emit(
        MinimumRaised,
        minimum_cents=command.minimum_cents,
        old_minimum_cents=sign.minimum_cents if players else None,
        clauses=clauses,
    )
    for name, player in players.items():
        several = work.cite("marker-at-seat") if len(player.boxes) > 1 else ()
        place_marker(work, name, _plays_at(work, name), several)
    display(work, clauses)


def _plays_at(work: Work, person: str) -> int | None:
    """The box of a player: where they sit, or where they play standing; none if not known yet."""
    table = work.table
    player = table.people[person]
    if player.seat is not None:
        at_seat = work.rule("marker-at-seat") is not None
        return player.seat if at_seat else min(player.boxes)
    wagers = (*table.wagers.values(), *(table.last.wagers.values() if table.last else ()))
    played = [one.box for one in wagers if one.person == person and one.box is not None]
    return next(iter((*played, *player.boxes)), None)


def _two_minimums(work: Query) -> SignState:
    """The sign, where an earlier minimum is still played at."""
    if work.table.sign.old_minimum_cents is None:
        refuse("no-old-minimum")
    return work.table.sign


@decides(EndOldMinimum, rules=("marker-removed",), needs=(_two_minimums,))
def end_old(work: Work, command: EndOldMinimum) -> None:
    """Only after a sign of its own has stood."""
    sign = _two_minimums(work)
    clauses = carry_out(work, END_OLD, minimum=sign.minimum_cents)
    end_old_minimum(work, clauses)
    display(work, clauses)


def end_old_minimum(work: Work, clauses: Clauses) -> None:
    """The markers go; one minimum holds for all."""
    for name, player in work.table.present("player").items():
        if player.old_minimum:
            work.emit(MinimumMarkerRemoved, person=name, clauses=clauses)
    minimum = (work.table.next_sign or work.table.sign).minimum_cents
    work.emit(OldMinimumEnded, minimum_cents=minimum, clauses=clauses)


@decides(
    AllowAboveMaximum,
    rules=("personal-limits", TOLD_OF_LIMITS),
    needs=(Ranked("personal-maximum"),),
    worded=True,
)
def allow_above_maximum(work: Work, command: AllowAboveMaximum) -> None:
    """With a sign of that player's minimum and maximum on the table, where the edition asks one."""
    clauses = authorise(work, "personal-maximum")
    patron(work, command.person)
    least, most = command.minimum_cents, command.maximum_cents
    told_first = work.rule(TOLD_OF_LIMITS)
    if least is None or most is None or not (command.where or told_first):
        refuse("sign-missing.allow-above-maximum", clauses)
    for whom in words(work, TOLD_OF_LIMITS):
        if not told(work, whom, "personal-maximum"):
            cited = work.cite(TOLD_OF_LIMITS)
            refuse("notify-first", cited, whom=whom, confine="personal-maximum")
    clauses += work.cite(TOLD_OF_LIMITS)
    if not 0 < least <= most:
        refuse("bad-limits.allow-above-maximum", clauses)
    sign = work.table.sign
    signed = sign.by_player_maximum_cents if sign.maximum_cents is None else sign.maximum_cents
    either_way = work.rule("personal-limits") is not None
    if not either_way and (signed is None or most <= signed):
        refuse("not-above-maximum", clauses)
    work.emit(PersonalLimitsSet, command, minimum_cents=least, maximum_cents=most, clauses=clauses)
    if command.where is not None:
        work.emit(
            SignDisplayed,
            command,
            what="limits of a player",
            minimum_cents=least,
            maximum_cents=most,
            clauses=clauses,
        )


@decides(
    EndPersonalLimits,
    needs=(Ranked("personal-maximum"),),
    fits={"person": lambda standing, name: standing.table.people[name].personal is not None},
)
def end_personal(work: Work, command: EndPersonalLimits) -> None:
    """Not while a wager lies under them."""
    clauses = authorise(work, "personal-maximum")
    role = ROLE if at_terminal(work.table, command.person) else "player"
    if work.person(command.person, role).personal is None:
        refuse("no-own-limits", person=command.person)
    if any(placed.person == command.person for placed in work.table.wagers.values()):
        refuse("wager-unsettled", person=command.person)
    work.emit(PersonalLimitsEnded, person=command.person, clauses=clauses)
