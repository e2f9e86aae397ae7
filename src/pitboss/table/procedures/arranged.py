"""Players who may exceed the differential by prior arrangement, up to an agreed maximum.

What one of their wagers exceeds it by bears a further commission when it wins.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.editions.conduct import Arranged
from pitboss.editions.wagers import Clauses
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.settle.setting import Setting
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.machine import Command, PersonalEvent, Query, Work, decides, replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Placed, Table

NAME = "arranged"
KEY = "exceed-differential"


class ArrangeExcess(Command, frozen=True, kw_only=True):
    """Arrange for a player to exceed the differential, up to this maximum."""

    person: str
    maximum_cents: int


class EndArrangement(Command, frozen=True, kw_only=True):
    """End a player's arrangement."""

    person: str


class ExcessArranged(PersonalEvent, frozen=True, kw_only=True):
    """A player may exceed the differential from here on."""

    person: str
    maximum_cents: int

    def changes(self, table: Table) -> Table:
        """For this stay."""
        people = memory(table, NAME, Maxima()).people
        return remember(table, NAME, Maxima(people={**people, self.person: self.maximum_cents}))


class ArrangementEnded(PersonalEvent, frozen=True, kw_only=True):
    """A player is under the differential again."""

    person: str

    def changes(self, table: Table) -> Table:
        """As everyone."""
        return remember(table, NAME, memory(table, NAME, Maxima()).without(self.person))


@own_part
class Maxima(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """The agreed maximum of each player with an arrangement."""

    people: Mapping[str, int] = msgspec.field(default_factory=dict)

    def without(self, person: str) -> Maxima:
        """An arrangement ends with the stay."""
        people = {name: cents for name, cents in self.people.items() if name != person}
        return replace(self, people=people)


def agreed(query: Query, person: str, wager: str) -> int | None:
    """The agreed maximum of this wager; nothing where there is no arrangement about it."""
    rule = query.edition.conduct.arranged
    if rule is None or wager not in rule.areas or not _in_game(query, rule):
        return None
    return memory(query.table, NAME, Maxima()).people.get(person)


def arranged(query: Query, placed: Placed) -> bool:
    """Whether a wager is one that an arrangement is about."""
    return agreed(query, placed.person, placed.wager) is not None


def setting_for(query: Query, placed: Placed) -> Setting:
    """The setting in which a wager is settled: with its excess where one is arranged."""
    house, sign = query.house, query.table.sign
    rule, differential = query.edition.conduct.arranged, sign.differential_cents
    if rule is None or differential is None or not arranged(query, placed):
        return query.rules.setting(house, sign)
    values = {**sign.values, rule.over: f"{differential // 100}.{differential % 100:02}"}
    return query.rules.setting(house, replace(sign, values=values))


def _in_game(query: Query, rule: Arranged) -> bool:
    games = query.edition.sign[rule.over].games
    return not games or query.house.game in games


def _clauses(work: Work) -> Clauses:
    """The clauses of the procedure; refused in a game that has none, or without a differential."""
    rule = work.edition.conduct.arranged
    assert rule is not None
    if not _in_game(work, rule):
        title = work.edition.games[work.house.game].title
        refuse("not-in-this-game", rule.clauses, title=title)
    return rule.clauses


@decides(ArrangeExcess, procedure="arranged", needs=(Ranked(KEY),), worded=True)
def arrange(work: Work, command: ArrangeExcess) -> None:
    """Before the coup, above the differential of the sign."""
    clauses = _clauses(work) + authorise(work, KEY)
    work.player(command.person)
    differential = work.table.sign.differential_cents
    if differential is None:
        refuse("no-such-limit.differential", clauses)
    if command.maximum_cents <= differential:
        refuse("not-above-differential", clauses, differential=sum_of(differential))
    if any(placed.person == command.person for placed in work.table.staked.values()):
        refuse("wager-unsettled", clauses, person=command.person)
    work.emit(ExcessArranged, command, clauses=clauses)


@decides(EndArrangement, procedure="arranged", needs=(Ranked(KEY),))
def end_arrangement(work: Work, command: EndArrangement) -> None:
    """Not while a wager lies under it."""
    clauses = _clauses(work) + authorise(work, KEY)
    if command.person not in memory(work.table, NAME, Maxima()).people:
        refuse("no-own-limits", clauses, person=command.person)
    if any(placed.person == command.person for placed in work.table.staked.values()):
        refuse("wager-unsettled", clauses, person=command.person)
    work.emit(ArrangementEnded, command, clauses=clauses)
