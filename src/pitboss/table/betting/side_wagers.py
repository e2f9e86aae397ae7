"""Optional wagers kept for players with a main wager: the restriction, and its lifting."""

from __future__ import annotations

from pitboss.editions.wagers import OptionalBet
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.authority.approvals import authorise, told
from pitboss.table.betting.offer import offered
from pitboss.table.betting.stakes import change_sign
from pitboss.table.machine import Command, PublicEvent, Work, decides, replace
from pitboss.table.state import Table


class ConfineWager(Command, frozen=True, kw_only=True):
    """Keep an optional wager for players with a main wager; `sign`: a sign says so."""

    wager: str
    sign: bool = False


class LiftConfinement(Command, frozen=True, kw_only=True):
    """Open an optional wager to every player again."""

    wager: str


class WagerConfined(PublicEvent, frozen=True, kw_only=True):
    """These optional wagers are kept for main bettors from here on."""

    wagers: tuple[str, ...]

    def changes(self, table: Table) -> Table:
        """On the sign."""
        return change_sign(table, confined=join(table.sign.confined, self.wagers))


class ConfinementLifted(PublicEvent, frozen=True, kw_only=True):
    """These optional wagers are open to every player again; the notice given is used up."""

    wagers: tuple[str, ...]
    notices: tuple[str, ...]

    def changes(self, table: Table) -> Table:
        """Off the sign."""
        names = tuple(name for name in table.sign.confined if name not in self.wagers)
        marks = {key: by for key, by in table.marks.items() if key not in self.notices}
        return replace(change_sign(table, confined=names), marks=marks)


@decides(ConfineWager, rules=("permissible-wagers",), approvals=("confine-*",), worded=True)
def confine(work: Work, command: ConfineWager) -> None:
    """By the rank named, after notice, under a sign."""
    optional = _optional(work, command.wager)
    key = _key(work, optional)
    clauses = authorise(work, key)
    names = _alike(work, optional)
    if command.wager in work.table.sign.confined:
        refuse("confined-already", clauses)
    for whom in optional.told:
        if not told(work, whom, key):
            refuse("notify-first", optional.told_clauses, whom=whom, confine=key)
    if not command.sign:
        refuse("sign-missing.confine", optional.sign_clauses)
    cited = (*clauses, *optional.told_clauses, *optional.sign_clauses)
    work.emit(WagerConfined, wagers=names, clauses=cited)


@decides(
    LiftConfinement,
    rules=("permissible-wagers",),
    approvals=("confine-*",),
    fits={"wager": lambda standing, name: name in standing.table.sign.confined},
)
def lift(work: Work, command: LiftConfinement) -> None:
    """By the rank that may confine it; to confine it again takes a new notice."""
    optional = _optional(work, command.wager)
    key = _key(work, optional)
    clauses = authorise(work, key)
    if command.wager not in work.table.sign.confined:
        refuse("not-confined", clauses)
    notices = tuple(f"told:{whom}:{key}" for whom in optional.told)
    work.emit(ConfinementLifted, wagers=_alike(work, optional), notices=notices, clauses=clauses)


def _optional(work: Work, name: str) -> OptionalBet:
    wager = offered(work, name)
    if wager.optional is None:
        refuse("not-optional", wager.clauses, title=wager.title)
    return wager.optional


def _key(work: Work, optional: OptionalBet) -> str:
    """The approval by which a wager is kept for main bettors; refused where there is none."""
    if optional.confine is None:
        refuse(
            "not-provided.act",
            optional.clauses,
            title=work.edition.identity.title,
            word="confine-wager",
        )
    return optional.confine


def _alike(work: Work, optional: OptionalBet) -> tuple[str, ...]:
    """The wagers that one restriction confines together: both sides of a pairs wager."""
    return tuple(
        name
        for name, wager in work.edition.wagers.items()
        if wager.optional is not None and wager.optional.confine == optional.confine
    )
