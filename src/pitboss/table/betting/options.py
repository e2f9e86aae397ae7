"""The option that a ruling gives players: take wagers back, or reduce them, before play goes on.

Every wager on the layout is answered for by its own player, once. What is taken back cannot
be replaced and what stays cannot be changed; a coup left without wagers goes on as a no bet
coup.
"""

from __future__ import annotations

from typing import Literal

from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.table.betting.returns import WagerReturned, give_back
from pitboss.table.betting.stakes import in_chips, own_wager, within
from pitboss.table.betting.window import change_betting
from pitboss.table.cards.deal import change_coup
from pitboss.table.machine import Command, Query, TableEvent, Work, decides
from pitboss.table.procedures.dummy import make_no_bet
from pitboss.table.rulings.rule import awaited, over
from pitboss.table.state import Placed, Table, Trouble

Kind = Literal["remove", "remove or reduce"]
Take = Literal["keep", "remove", "reduce"]


class AnswerOption(Command, frozen=True, kw_only=True):
    """Say what becomes of one's own wager; `amount_cents` is what is taken off a reduced one."""

    number: int
    take: Take
    amount_cents: int | None = None


class ResumeCoup(Command, frozen=True, kw_only=True):
    """Confirm what the players chose; a wager without an answer is kept. Play goes on."""


class OptionOffered(TableEvent, frozen=True, kw_only=True):
    """Each player may now take back, or reduce, their own wagers."""

    kind: Kind
    wagers: tuple[int, ...]

    def changes(self, table: Table) -> Table:
        """Open on each wager; nothing may be placed or changed otherwise from here on."""
        options = {str(number): self.kind for number in self.wagers}
        table = change_betting(table, closed=True, fixed=True, relaxed=False)
        return change_coup(table, options=options, answered=())


class OptionAnswered(TableEvent, frozen=True, kw_only=True):
    """A player chose for one wager."""

    number: int
    take: Take

    def changes(self, table: Table) -> Table:
        """Chosen."""
        assert table.coup is not None
        return change_coup(table, answered=(*table.coup.answered, self.number))


class WagersFixed(TableEvent, frozen=True, kw_only=True):
    """The wagers stay as they lie until the coup is settled."""

    def changes(self, table: Table) -> Table:
        """Closed."""
        return change_betting(table, closed=True, fixed=True, relaxed=False)


class CoupResumed(TableEvent, frozen=True, kw_only=True):
    """The coup goes on with the wagers that remain."""

    wagers: tuple[int, ...]

    def changes(self, table: Table) -> Table:
        """The option is over."""
        return change_coup(table, options={}, answered=())


def offer_option(work: Work, kind: Kind, clauses: Clauses) -> bool:
    """Offer the option on every wager; false where no wager lies on the layout."""
    if not work.table.staked:
        return False
    work.emit(OptionOffered, kind=kind, wagers=tuple(work.table.staked), clauses=clauses)
    return True


@decides(AnswerOption, who=("player", "terminal"), troubled=True, barred=True)
def answer(work: Work, command: AnswerOption) -> None:
    """One's own wager, once, whole unless the ruling lets it be reduced."""
    trouble = awaited(work, "answers")
    coup = work.table.coup
    kind = coup.options.get(str(command.number)) if coup is not None else None
    if coup is None or kind is None:
        refuse("no-option", trouble.clauses, number=command.number)
    if command.number in coup.answered:
        refuse("answered-already", trouble.clauses)
    placed = own_wager(work, command.number)
    if command.take == "reduce":
        _reduce(work, placed, command.amount_cents, kind, trouble.clauses)
    elif command.amount_cents is not None:
        refuse("whole-wagers", trouble.clauses)
    elif command.take == "remove":
        give_back(work, placed, "taken back by option", trouble.clauses)
        work.play.withdrawn(work, command.by)
    work.emit(OptionAnswered, number=command.number, take=command.take, clauses=trouble.clauses)


def _reduce(work: Work, placed: Placed, cents: int | None, kind: str, clauses: Clauses) -> None:
    """Part of a wager goes back; what stays keeps to the sign."""
    if kind != "remove or reduce":
        refuse("whole-wagers", clauses)
    if cents is None or not 0 < cents < placed.stake_cents:
        refuse("bad-amount.reduce", clauses)
    in_chips(work, cents)
    in_chips(work, placed.stake_cents - cents)
    within(work, placed.person, placed.wager, placed.stake_cents - cents)
    chips = placed.stake_cents - placed.tokens_cents
    work.emit(
        WagerReturned,
        placed,
        amount_cents=cents,
        tokens_cents=max(0, cents - chips),
        why="reduced by option",
        clauses=clauses,
    )


def _answers(work: Query) -> Trouble:
    return awaited(work, "answers")


@decides(ResumeCoup, troubled=True, rules=("no-bet-method",), needs=(_answers,))
def resume(work: Work, command: ResumeCoup) -> None:
    """Whoever could give the ruling confirms the choices."""
    trouble = _answers(work)
    situation = work.edition.situations[trouble.situation]
    ruling = next(one for one in situation.rulings if one.name == trouble.ruling)
    actor = work.actor
    if actor is None or not work.edition.ranks.held(actor.rank, ruling.rank):
        holds = (actor.rank or actor.role) if actor else "nobody"
        refuse(
            "rank-too-low.resume", ruling.clauses, rank=ruling.rank, person=command.by, holds=holds
        )
    if work.table.coup is not None and work.table.coup.remainder is not None:
        refuse("from-card-shoe", trouble.clauses)
    if not work.table.staked:
        make_no_bet(work, "all wagers were taken back", trouble.clauses)
    work.emit(CoupResumed, wagers=tuple(work.table.staked), clauses=trouble.clauses)
    over(work)
