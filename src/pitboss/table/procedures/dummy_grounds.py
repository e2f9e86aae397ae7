"""Grounds on which no bet coups may be authorised; an edition has those it has approvals for."""

from __future__ import annotations

from typing import Literal, Protocol

from pitboss.refusal import refuse
from pitboss.table.authority.approvals import told
from pitboss.table.machine import Query
from pitboss.table.state import Table

GroundName = Literal[
    "no-patrons",
    "no-wagers",
    "all-agree",
    "sequence",
    "new-shoe",
    "any-time",
    "until-wager",
    "warranted",
]
UNTIL_WAGER = "until-wager"
ABOUT = "no-bet-coups"


class Ground(Protocol):
    """A ground: the approval it needs, what must be so at first, and before each coup.

    `voids`: wagers that lie are void and go back; `in_coup`: a coup in progress becomes one.
    """

    approval: str
    voids: bool
    in_coup: bool

    def permit(self, work: Query, marker: bool, /) -> str | None:
        """Refuse where the ground does not hold; the notice it uses up, if any."""

    def holds(self, work: Query) -> None:
        """Refuse where the ground no longer holds when a coup is to begin."""


class NoPatrons:
    """Nobody is at the table and a card shoe is in use."""

    approval = "no-bet-coups-without-patrons"
    voids = False
    in_coup = False

    def permit(self, work: Query, marker: bool, /) -> str | None:
        """With a marker on the layout, or notice given beforehand."""
        source = work.value("no-bet-source", str, work.house.source)
        if work.house.source != source:
            refuse("card-shoe-only.permit", work.cite("no-bet-source"), source=source)
        self.holds(work)
        to = work.value("no-bet-notice", str, "")
        if not to or marker:
            return None
        if not told(work, to, ABOUT):
            refuse("marker-or-notice", work.cite("no-bet-notice"), to=to)
        return f"told:{to}:{ABOUT}"

    def holds(self, work: Query) -> None:
        """No patron has come: nobody who plays, and nobody who watches the cards."""
        patrons = work.table.patrons()
        if patrons:
            refuse("patron-at-table", work.cite(self.approval), patrons=", ".join(patrons))


class NoWagers:
    """No wager lies on the layout."""

    approval = "no-bet-coups-without-wagers"
    voids = False
    in_coup = False

    def permit(self, _work: Query, _marker: bool, /) -> str | None:
        """Whoever authorises them looks for wagers on any ground."""
        return None

    def holds(self, work: Query) -> None:
        """None was placed since: a coup that is ordered so takes no wagers."""


class AllAgree:
    """Every player at the table agrees."""

    approval = "no-bet-coups-by-consent"
    voids = False
    in_coup = False

    def permit(self, work: Query, _marker: bool, /) -> str | None:
        """Each consent was given since the last coup."""
        if not work.table.participants():
            refuse("nobody-to-agree", work.cite(self.approval))
        self._agreed(work, work.table.coups)
        return None

    def holds(self, work: Query) -> None:
        """Whoever came since has agreed too."""
        self._agreed(work, work.table.no_bet_since)

    def _agreed(self, work: Query, since: int) -> None:
        missing = [name for name in work.table.participants() if agreed(work.table, name) < since]
        if missing:
            refuse("not-agreed", work.cite(self.approval), missing=", ".join(missing))


class Directed:
    """By direction, whatever lies on the layout."""

    def __init__(
        self, name: str, *, in_coup: bool = False, voids: bool = True, first: bool = False
    ) -> None:
        self.approval = f"dummy-{name}"
        self.voids = voids
        self.in_coup = in_coup
        self.first = first

    def permit(self, work: Query, _marker: bool, /) -> str | None:
        """At the beginning of a shoe only where it is about that."""
        shoe = work.table.shoe
        if self.first and shoe is not None and shoe.coups:
            refuse("shoe-begun", work.cite(self.approval))
        return None

    def holds(self, work: Query) -> None:
        """It was directed."""


GROUNDS: dict[str, Ground] = {
    "no-patrons": NoPatrons(),
    "no-wagers": NoWagers(),
    "all-agree": AllAgree(),
    "sequence": Directed("sequence", in_coup=True),
    "new-shoe": Directed("new-shoe", first=True),
    "any-time": Directed("any-time"),
    UNTIL_WAGER: Directed(UNTIL_WAGER, voids=False),
    "warranted": Directed("warranted", in_coup=True),
}


def consent_of(person: str) -> str:
    """Under which mark a consent is kept."""
    return f"agreed:{ABOUT}:{person}"


def agreed(table: Table, person: str) -> int:
    """After how many coups a person agreed last; less than nought if never."""
    return int(table.marks.get(consent_of(person), -1))
