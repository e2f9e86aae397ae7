"""The dealing method in use: another one from the next coup on, some of them only by leave."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.admission import in_edition
from pitboss.table.authority.approvals import of_rank, told
from pitboss.table.cards.sets import words
from pitboss.table.machine import Command, TableEvent, Work, decides, replace
from pitboss.table.state import Table

TOLD = "method-told"
"""The rule that names who is told before a method that takes leave is used."""


class ChangeMethod(Command, frozen=True, kw_only=True):
    """Deal by another of the dealing methods from the next coup on."""

    method: str


class MethodChanged(TableEvent, frozen=True, kw_only=True):
    """Another dealing method is used."""

    method: str

    def changes(self, table: Table) -> Table:
        """From the next coup."""
        assert table.house is not None
        return replace(table, house=replace(table.house, method=self.method))


@decides(ChangeMethod, rules=("dealing-methods", TOLD), fits={"method": in_edition("methods")})
def change_method(work: Work, command: ChangeMethod) -> None:
    """One of the edition's methods, between coups; where it takes leave, by the rank, and told."""
    cited = work.cite("dealing-methods")
    if command.method not in work.edition.methods:
        listed = ", ".join(work.edition.methods)
        refuse("unknown-method.change-method", cited, listed=listed)
    if work.table.coup is not None:
        refuse("coup-in-progress.change-method", cited)
    if by_leave(work, command.method):
        method = work.edition.methods[command.method]
        of_rank(work, method.approval or "", method.clauses)
        for whom in words(work, TOLD):
            if not told(work, whom, command.method):
                refuse("notify-first", work.cite(TOLD), whom=whom, confine=command.method)
        cited += method.clauses + work.cite(TOLD)
    work.emit(MethodChanged, method=command.method, clauses=cited)


def by_leave(work: Work, name: str) -> bool:
    """Whether a method takes leave."""
    return work.edition.methods[name].approval is not None
