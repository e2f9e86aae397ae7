"""Wagers that do not stand: found invalid, refused on grounds; and the close that is relaxed."""

from __future__ import annotations

from typing import Literal

from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides
from pitboss.table.authority import authorise
from pitboss.table.dealing import change_coup
from pitboss.table.state import Placed, Table
from pitboss.table.wagering import drop_confined, exposed, give_back, none_left

Defect = Literal["outside-area", "not-flat", "on-another-bet"]
RULE_OF: dict[str, str] = {
    "outside-area": "bets-inside-area",
    "not-flat": "bets-flat",
    "on-another-bet": "bets-flat",
}


class FindInvalid(Command, frozen=True, kw_only=True):
    """Find that a wager does not lie as a valid one must."""

    number: int
    defect: Defect


class RefuseWager(Command, frozen=True, kw_only=True):
    """Refuse a player's wager, on grounds that are recorded."""

    number: int
    grounds: str


class RelaxClose(Command, frozen=True, kw_only=True):
    """Let wagers be touched after the close, for this coup, where the rule would be unfair."""

    reason: str


class WagerFoundInvalid(Event, frozen=True, kw_only=True):
    """A wager is not valid; it goes back to its player."""

    number: int
    person: str
    defect: Defect | Literal["not-permitted"]


class WagerRefused(Event, frozen=True, kw_only=True):
    """A wager was refused; it goes back to its player."""

    number: int
    person: str
    grounds: str


class CloseRelaxed(Event, frozen=True, kw_only=True):
    """Wagers on this coup may be touched until a card is exposed."""

    coup: int
    reason: str


@decides(FindInvalid, rules=("bets-inside-area", "bets-flat", "invalid-returned"))
def find_invalid(work: Work, command: FindInvalid) -> None:
    """Before the first card or after it, the stake goes back (5.5, 12.17; P10)."""
    rule = work.rule(RULE_OF[command.defect])
    if rule is None:
        refuse("not-provided", f"This rulebook has no test for '{command.defect}'.")
    placed = lying(work, command.number)
    clauses = rule.clauses
    if work.table.coup is not None:
        late = work.rule("invalid-returned")
        if late is None:
            refuse("betting-closed", "Betting is closed.", work.edition.close.clauses)
        clauses = tuple(dict.fromkeys((*clauses, *late.clauses)))
    work.emit(
        WagerFoundInvalid,
        number=placed.number,
        person=placed.person,
        defect=command.defect,
        clauses=clauses,
    )
    give_back(work, placed, "invalid", clauses)
    if work.table.coup is None:
        drop_confined(work, placed.person)
    none_left(work, clauses)


@decides(RefuseWager, approvals=("refuse-wager",))
def refuse_wager(work: Work, command: RefuseWager) -> None:
    """Until the first card is removed, even where betting stays open longer (14.12; P6)."""
    clauses = authorise(work, "refuse-wager")
    if not command.grounds.strip():
        refuse("grounds-missing", "A wager is refused on grounds that are recorded.", clauses)
    placed = lying(work, command.number)
    if work.table.coup is not None:
        sentence = "A wager is refused before the first card of the coup is removed."
        refuse("first-card-removed", sentence, clauses)
    work.emit(
        WagerRefused,
        number=placed.number,
        person=placed.person,
        grounds=command.grounds,
        clauses=clauses,
    )
    give_back(work, placed, "refused", clauses)
    drop_confined(work, placed.person)


@decides(RelaxClose, rules=("close-not-relaxed",), approvals=("relax-close",))
def relax(work: Work, command: RelaxClose) -> None:
    """Not under every method, and only before a card is exposed (12.12; B1)."""
    clauses = authorise(work, "relax-close")
    coup = work.table.coup
    if coup is None or not coup.closed or coup.no_bet:
        refuse("betting-open", "Betting has not closed: there is nothing to relax.", clauses)
    if coup.method in work.value("close-not-relaxed", tuple, ()):
        sentence = f"Under {work.edition.methods[coup.method].title} the close is not relaxed."
        refuse("not-by-this-method", sentence, work.cite("close-not-relaxed"))
    if exposed(coup):
        refuse("card-exposed", "A card of the coup is exposed.", clauses)
    if not command.reason.strip():
        refuse("reason-missing", "The reason is recorded.", clauses)
    work.emit(CloseRelaxed, coup=coup.number, reason=command.reason, clauses=clauses)


def lying(work: Work, number: int) -> Placed:
    """A wager on the layout, whosoever's."""
    placed = work.table.wagers.get(number)
    if placed is None:
        refuse("no-such-wager", f"No wager {number} lies on the layout.")
    return placed


def _noted(table: Table, event: Event) -> Table:
    return table


for _kind in (WagerFoundInvalid, WagerRefused):
    applies(_kind)(_noted)


@applies(CloseRelaxed)
def relaxed(table: Table, event: CloseRelaxed) -> Table:
    """Open again for this coup."""
    return change_coup(table, relaxed=True)
