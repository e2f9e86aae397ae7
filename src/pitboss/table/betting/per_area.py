"""How many wagers a betting area takes: as the operator chose, or as the edition has it."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.stakes import change_sign
from pitboss.table.machine import Command, PublicEvent, Work, decides
from pitboss.table.state import Table

NAME = "wagers-per-area"
"""The rule of the most on an area with a maximum in all, and the approval to choose otherwise."""


class ChooseWagersPerArea(Command, frozen=True, kw_only=True):
    """Choose how many wagers an area takes; nought: any number."""

    most: int


class WagersPerAreaChosen(PublicEvent, frozen=True, kw_only=True):
    """An area takes so many wagers from here on; nought: any number."""

    most: int

    def changes(self, table: Table) -> Table:
        """What lies there already stays."""
        return change_sign(table, wagers_per_area=self.most)


@decides(ChooseWagersPerArea, rules=(NAME, "bets-single"), needs=(Ranked(NAME),))
def choose(work: Work, command: ChooseWagersPerArea) -> None:
    """Any number with a differential; with maximums in all, the number of the rule or any."""
    clauses, sign = authorise(work, NAME), work.table.next_sign or work.table.sign
    if sign.differential_cents is not None:
        cited = work.cite("bets-single")
        known = command.most >= 0
    elif sign.area_maximum_cents:
        cited = work.required(NAME).clauses
        known = command.most in (0, work.value(NAME, int, 0))
    else:
        refuse("no-such-limit.differential", clauses)
    if not known:
        refuse("bad-number.permit", join(clauses, cited))
    work.emit(WagersPerAreaChosen, most=command.most, clauses=join(clauses, cited))


def room_on_area(work: Work, name: str, box: int | None) -> None:
    """Refuse one wager more than the area takes."""
    sign = work.table.sign
    most = sign.wagers_per_area
    if most is None:
        most = work.value(NAME, int, 0) if name in sign.area_maximum_cents else 0
    lying = [one for one in work.table.wagers.values() if (one.wager, one.box) == (name, box)]
    if most and len(lying) >= most:
        title = work.edition.wagers[name].title
        refuse("area-full", work.cite(NAME), title=title, most=most)
