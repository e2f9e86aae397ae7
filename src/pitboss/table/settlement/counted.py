"""What counts of the stakes on the layout where a limit was exceeded unseen."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.editions.limits import effective
from pitboss.editions.values import LimitRule
from pitboss.editions.wagers import Clauses
from pitboss.settle.lines import join
from pitboss.table.betting.stakes import area_most, opposed_areas, span_of, whole_area
from pitboss.table.machine import Query
from pitboss.table.procedures.boxes import in_line
from pitboss.table.procedures.low_stake import is_warned
from pitboss.table.state import Placed
from pitboss.table.tournament.play import deemed

Changed = dict[int, tuple[int, Clauses]]
Counts = Mapping[int, tuple[int, Clauses]]
"""By wager what counts of its stake, and why, where it is not all of it."""


def effective_stakes(query: Query) -> Counts:
    """The stakes that count where a limit was exceeded unseen."""
    table = query.table
    paid = None if table.coup is None else table.coup.paid
    parts = (table.wagers, table.people, table.sign, table.house, table.conduct, table.shoes, paid)
    return query.rules.once("counted", parts, lambda: _counted(query))


def _counted(query: Query) -> Changed:
    limits, sign = query.edition.limits, query.table.sign
    changed: Changed = {}
    whole = query.rule("tournament-increments")
    wagers = query.edition.wagers
    for number, placed in query.table.wagers.items():
        if wagers[placed.wager].chosen is not None:
            continue  # its bounds are those of the choice
        if placed.fixed:  # what counts of it was found in its first round
            if placed.effective_cents is not None:
                changed[number] = (placed.effective_cents, limits.above_maximum.clauses)
            continue
        span = span_of(query, placed.person, placed.wager)
        if span.maximum_cents is not None and placed.stake_cents > span.maximum_cents:
            rule = limits.above_maximum
            stake = _single(query, rule, placed, span.maximum_cents)
            changed[number] = (stake, rule.clauses)
        elif placed.stake_cents < span.minimum_cents:
            rule = limits.below_minimum
            stake = _single(query, rule, placed, span.minimum_cents)
            changed[number] = (stake, rule.clauses)
        elif (
            whole is not None
            and not deemed(query.table, number)
            and (over := placed.stake_cents % sign.minimum_cents)
        ):
            changed[number] = (placed.stake_cents - over, whole.clauses)
    if sign.by_player_maximum_cents is not None:
        for group in _by_player(query):
            _cut(query, changed, limits.over_player, group, sign.by_player_maximum_cents)
    for area, most in sign.area_maximum_cents.items():
        for group in areas(query, area):
            shared = query.edition.conduct.boxes is not None
            paid = _paid_before(query, area, group)
            if shared:
                _in_turn(query, changed, limits.over_area, in_line(query, group), paid)
            else:
                _cut(query, changed, limits.over_area, group, most - paid)
    opposed = opposed_areas(query)
    if sign.differential_cents is not None and opposed:
        sides = {area: areas(query, area, whole=True)[0] for area in opposed}
        totals = {area: _total(changed, group) for area, group in sides.items()}
        for hand, other in (opposed, opposed[::-1]):
            most = allowed(query, totals[other])
            _cut(query, changed, limits.over_differential_late, sides[hand], most)
    return changed


def allowed(query: Query, opposite: int) -> int:
    """The most that one of the opposed areas may hold by the differential."""
    opposed, differential = query.edition.limits.opposed, query.table.sign.differential_cents
    assert opposed is not None
    assert differential is not None
    return differential + (opposite if opposed.by == "gap" else 0)


def _paid_before(query: Query, area: str, group: list[Placed]) -> int:
    """What counted of wagers on the same area, or box, that the round has settled already."""
    coup = query.table.coup
    if coup is None or not coup.paid or not group:
        return 0
    box, whole = group[0].box, whole_area(query)
    return sum(
        line.stake_cents for line in coup.paid if line.wager == area and (whole or line.box == box)
    )


def _by_player(query: Query) -> list[list[Placed]]:
    """The wagers of each player who is under the sign's own limits."""
    found: dict[str, list[Placed]] = {}
    for placed in query.table.wagers.values():
        if query.table.people[placed.person].personal is None:
            found.setdefault(placed.person, []).append(placed)
    return list(found.values())


def _single(query: Query, rule: LimitRule, placed: Placed, limit: int) -> int:
    warned = rule.then == "settles-once" and is_warned(query.table, placed.person)
    return effective(rule, [placed.stake_cents], limit, 1, chips=query.chips, warned=warned)[0]


def _total(changed: Changed, group: list[Placed]) -> int:
    return sum(changed.get(placed.number, (placed.stake_cents, ()))[0] for placed in group)


def _cut(
    query: Query, changed: Changed, rule: LimitRule | None, group: list[Placed], most: int
) -> None:
    """Where a group of wagers is above the most allowed, its rule says which stakes count."""
    if rule is None or _total(changed, group) <= most:
        return
    stakes = [changed.get(placed.number, (placed.stake_cents, ()))[0] for placed in group]
    counted = effective(rule, stakes, most, unit(query), chips=query.chips)
    for placed, stake in zip(group, counted, strict=True):
        before = changed.get(placed.number, (0, ()))[1]
        changed[placed.number] = (stake, join(before, rule.clauses))


def _in_turn(
    query: Query, changed: Changed, rule: LimitRule | None, line: list[Placed], paid: int
) -> None:
    """Of wagers on a box each counts to the most that it leaves room for, who comes first first."""
    for placed in line:
        most = area_most(query, placed.person, placed.wager)
        if rule is None or most is None:
            return
        stake, before = changed.get(placed.number, (placed.stake_cents, ()))
        counted = effective(rule, [stake], max(0, most - paid), unit(query), chips=query.chips)[0]
        paid += counted
        if counted != stake:
            changed[placed.number] = (counted, join(before, rule.clauses))


def areas(query: Query, area: str, *, whole: bool = False) -> list[list[Placed]]:
    """The wagers of a playing area: the whole table's, or each box's as the sign says."""
    wagers = [placed for placed in query.table.wagers.values() if placed.wager == area]
    if whole or whole_area(query):
        return [wagers]
    boxes: dict[int | None, list[Placed]] = {}
    for placed in wagers:
        boxes.setdefault(placed.box, []).append(placed)
    return list(boxes.values())


def unit(query: Query) -> int:
    """The unit to which stakes are reduced: the sign's, or what the chips go up by."""
    chips = query.chips
    return query.table.sign.unit_cents or (chips.smallest if chips.regular else chips.common)
