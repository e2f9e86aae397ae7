"""Wagers below the minimum: the first is settled and its player warned, later ones go back."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.betting.returns import give_back
from pitboss.table.betting.stakes import span_of
from pitboss.table.machine import Command, PersonalEvent, Work, decides
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Table

NAME = "low-stake"


class ReturnLowStake(Command, frozen=True, kw_only=True):
    """Give back a wager below the minimum of a player who was warned before."""

    number: int


class LowStakeWarned(PersonalEvent, frozen=True, kw_only=True):
    """A player was told that further wagers below the minimum will, or may, go back."""

    person: str
    number: int

    def changes(self, table: Table) -> Table:
        """Kept for this stay."""
        people = memory(table, NAME, Warned()).people
        return remember(table, NAME, Warned(people=(*people, self.person)))


@own_part
class Warned(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """The players who were warned in this stay."""

    people: tuple[str, ...] = ()

    def without(self, person: str) -> Warned:
        """Nobody is warned for a stay to come."""
        return Warned(people=tuple(name for name in self.people if name != person))


def is_warned(table: Table, person: str) -> bool:
    """Whether a player was warned before."""
    return person in memory(table, NAME, Warned()).people


def warn(work: Work, person: str, number: int) -> None:
    """The first wager below the minimum is settled, and its player warned."""
    if not is_warned(work.table, person):
        clauses = work.edition.limits.below_minimum.clauses
        work.emit(LowStakeWarned, person=person, number=number, clauses=clauses)


@decides(ReturnLowStake, procedure="low_stake")
def return_low(work: Work, command: ReturnLowStake) -> None:
    """Where it is the house's choice, after the warning and before the wager is settled."""
    rule = work.edition.limits.below_minimum
    placed = work.table.wagers.get(command.number)
    if rule.then != "may-return":
        refuse("not-provided.return-low", rule.clauses)
    if placed is None:
        refuse("no-such-wager.lying", rule.clauses, number=command.number)
    if placed.stake_cents >= span_of(work, placed.person, placed.wager).minimum_cents:
        refuse("not-low", rule.clauses)
    if not is_warned(work.table, placed.person):
        refuse("not-warned", rule.clauses, person=placed.person)
    give_back(work, placed, "below the minimum, after a warning", rule.clauses)
