"""Wagers that do not stand: found invalid, refused on grounds; and the close that is relaxed."""

from __future__ import annotations

from typing import Literal

from pitboss.money import due, parse_pay
from pitboss.refusal import refuse
from pitboss.settle.lines import excess_of, join, pay_text
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.place import drop_confined, exposed, none_left
from pitboss.table.betting.returns import give_back
from pitboss.table.betting.window import change_betting
from pitboss.table.machine import Command, Query, TableEvent, Work, decides
from pitboss.table.procedures.arranged import setting_for
from pitboss.table.state import Placed, Round, Table

Defect = Literal["outside-area", "not-flat", "on-another-bet"]
Void = Defect | Literal["not-permitted", "no-bet-coup"]
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


class WagerFoundInvalid(TableEvent, frozen=True, kw_only=True):
    """A wager is not valid; it goes back to its player."""

    number: int
    person: str
    defect: Void


class WagerRefused(TableEvent, frozen=True, kw_only=True):
    """A wager was refused; it goes back to its player."""

    number: int
    person: str
    grounds: str


class CloseRelaxed(TableEvent, frozen=True, kw_only=True):
    """Wagers on this coup may be touched until a card is exposed."""

    coup: int
    reason: str

    def changes(self, table: Table) -> Table:
        """Open again for this coup."""
        return change_betting(table, relaxed=True)


@decides(FindInvalid, rules=("bets-inside-area", "bets-flat", "invalid-returned"))
def find_invalid(work: Work, command: FindInvalid) -> None:
    """Before the first card or after it, the stake goes back."""
    rule = work.rule(RULE_OF[command.defect])
    if rule is None:
        refuse("not-provided.find-invalid", defect=command.defect)
    placed = lying(work, command.number)
    clauses = rule.clauses
    if work.table.coup is not None:
        late = work.rule("invalid-returned")
        if late is None:
            refuse("betting-closed.find-invalid", work.edition.close.clauses)
        clauses = join(clauses, late.clauses)
    work.emit(WagerFoundInvalid, command, placed, clauses=clauses)
    give_back(work, placed, "invalid", clauses)
    if work.table.coup is None:
        drop_confined(work, placed.person, placed.box)
    work.play.withdrawn(work, placed.person)
    none_left(work, clauses)


def pays_exactly(query: Query, placed: Placed) -> bool:
    """Whether whatever the wager may win can be paid in the chips of the table."""
    wager, game = query.edition.wagers[placed.wager], query.house.game
    sign = setting_for(query, placed).sign
    for row in wager.rows:
        text = pay_text(row, sign, placed.stake_cents)
        if not text or (row.games and game not in row.games):
            continue
        excess = excess_of(row, sign)
        won = due(
            placed.stake_cents, parse_pay(text), chips=sign.chips, signed=sign.shares, excess=excess
        )
        if won.paid_cents != won.winnings - won.commission:
            return False
    return True


@decides(RefuseWager, rules=("refuse-unpayable",), needs=(Ranked("refuse-wager"),))
def refuse_wager(work: Work, command: RefuseWager) -> None:
    """Until the first card is removed, even where betting stays open longer."""
    clauses = authorise(work, "refuse-wager")
    if not command.grounds.strip():
        refuse("grounds-missing", clauses)
    placed = lying(work, command.number)
    if work.table.coup is not None:
        refuse("first-card-removed", clauses)
    only = work.rule("refuse-unpayable")
    if only is not None and pays_exactly(work, placed):
        refuse("pays-exactly", only.clauses, number=placed.number)
    work.emit(WagerRefused, command, placed, clauses=clauses)
    give_back(work, placed, "refused", clauses)
    drop_confined(work, placed.person, placed.box)


def _closed(work: Query) -> Round:
    """The round on which betting has closed."""
    coup = work.table.coup
    if coup is None or not work.table.betting.closed or coup.no_bet:
        cited = work.cite("relax-close")
        refuse("betting-open", cited)
    return coup


@decides(RelaxClose, rules=("close-not-relaxed",), needs=(Ranked("relax-close"), _closed))
def relax(work: Work, command: RelaxClose) -> None:
    """Not under every method, and only before a card is exposed."""
    clauses = authorise(work, "relax-close")
    coup = _closed(work)
    if coup.method in work.value("close-not-relaxed", tuple, ()):
        refuse(
            "not-by-this-method",
            work.cite("close-not-relaxed"),
            title=work.edition.methods[coup.method].title,
        )
    if exposed(work, coup):
        refuse("card-exposed", clauses)
    if not command.reason.strip():
        refuse("reason-missing.relax", clauses)
    work.emit(CloseRelaxed, coup=coup.number, reason=command.reason, clauses=clauses)


def lying(work: Work, number: int) -> Placed:
    """A wager on the layout, whosoever's."""
    placed = work.table.wagers.get(number)
    if placed is None:
        refuse("no-such-wager.lying", number=number)
    return placed
