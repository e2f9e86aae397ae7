"""The option that a ruling gives players: take wagers back, or reduce them, before play goes on.

Every wager on the layout is answered for by its own player, once. What is taken back cannot
be replaced and what stays cannot be changed; a coup left without wagers goes on as a no bet
coup (Star 12.1.1; Premium 14.1.1, 14.12.5).
"""

from __future__ import annotations

from typing import Literal

from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides
from pitboss.table.dealing import change_coup
from pitboss.table.no_bet import make_no_bet
from pitboss.table.stakes import within
from pitboss.table.state import Placed, Table
from pitboss.table.trouble import awaited, over
from pitboss.table.wagering import WagerReturned, give_back, own_wager

Kind = Literal["remove", "remove or reduce"]
Take = Literal["keep", "remove", "reduce"]


class AnswerOption(Command, frozen=True, kw_only=True):
    """Say what becomes of one's own wager; `amount_cents` is what is taken off a reduced one."""

    number: int
    take: Take
    amount_cents: int | None = None


class ResumeCoup(Command, frozen=True, kw_only=True):
    """Confirm what the players chose; a wager without an answer is kept. Play goes on."""


class OptionOffered(Event, frozen=True, kw_only=True):
    """Each player may now take back, or reduce, their own wagers."""

    kind: Kind
    wagers: tuple[int, ...]


class OptionAnswered(Event, frozen=True, kw_only=True):
    """A player chose for one wager."""

    number: int
    take: Take


class WagersFixed(Event, frozen=True, kw_only=True):
    """The wagers stay as they lie until the coup is settled."""


class CoupResumed(Event, frozen=True, kw_only=True):
    """The coup goes on with the wagers that remain."""

    wagers: tuple[int, ...]


def offer_option(work: Work, kind: Kind, clauses: Clauses) -> bool:
    """Offer the option on every wager; false where no wager lies on the layout."""
    if not work.table.wagers:
        return False
    work.emit(OptionOffered, kind=kind, wagers=tuple(work.table.wagers), clauses=clauses)
    return True


@decides(AnswerOption, who=("player",), troubled=True)
def answer(work: Work, command: AnswerOption) -> None:
    """One's own wager, once, whole unless the ruling lets it be reduced (X23, P9)."""
    trouble = awaited(work, "answers")
    coup = work.table.coup
    kind = coup.options.get(str(command.number)) if coup is not None else None
    if coup is None or kind is None:
        refuse("no-option", f"No option is open on wager {command.number}.", trouble.clauses)
    if command.number in coup.answered:
        refuse("answered-already", "A wager is answered for once only.", trouble.clauses)
    placed = own_wager(work, command.number)
    if command.take == "reduce":
        _reduce(work, placed, command.amount_cents, kind, trouble.clauses)
    elif command.amount_cents is not None:
        refuse("whole-wagers", "A wager is kept or taken back whole.", trouble.clauses)
    elif command.take == "remove":
        give_back(work, placed, "taken back by option", trouble.clauses)
    work.emit(OptionAnswered, number=command.number, take=command.take, clauses=trouble.clauses)


def _reduce(work: Work, placed: Placed, cents: int | None, kind: str, clauses: Clauses) -> None:
    """Part of a wager goes back; what stays keeps to the sign."""
    if kind != "remove or reduce":
        refuse("whole-wagers", "A wager is kept or taken back whole.", clauses)
    if cents is None or not 0 < cents < placed.stake_cents:
        refuse("bad-amount", "A wager is reduced by a part of it.", clauses)
    within(work, placed.person, placed.wager, placed.stake_cents - cents)
    chips = placed.stake_cents - placed.tokens_cents
    work.emit(
        WagerReturned,
        number=placed.number,
        person=placed.person,
        amount_cents=cents,
        tokens_cents=max(0, cents - chips),
        why="reduced by option",
        clauses=clauses,
    )


@decides(ResumeCoup, troubled=True, rules=("no-bet-method",))
def resume(work: Work, command: ResumeCoup) -> None:
    """Whoever could give the ruling confirms the choices (X23)."""
    trouble = awaited(work, "answers")
    situation = work.edition.situations[trouble.situation]
    ruling = next(one for one in situation.rulings if one.name == trouble.ruling)
    actor = work.actor
    if actor is None or actor.rank is None or not work.edition.ranks.meets(actor.rank, ruling.rank):
        holds = (actor.rank or actor.role) if actor else "nobody"
        refuse(
            "rank-too-low",
            f"A {ruling.rank} or above confirms the choices; {command.by} is {holds}.",
            ruling.clauses,
        )
    if work.table.coup is not None and work.table.coup.remainder is not None:
        refuse("from-card-shoe", "The coup goes on from a card shoe.", trouble.clauses)
    if not work.table.wagers:
        make_no_bet(work, "all wagers were taken back", trouble.clauses)
    work.emit(CoupResumed, wagers=tuple(work.table.wagers), clauses=trouble.clauses)
    over(work)


@applies(OptionOffered)
def offered(table: Table, event: OptionOffered) -> Table:
    """Open on each wager; nothing may be placed or changed otherwise from here on."""
    options = {str(number): event.kind for number in event.wagers}
    return change_coup(table, options=options, answered=(), closed=True, fixed=True, relaxed=False)


@applies(OptionAnswered)
def answered(table: Table, event: OptionAnswered) -> Table:
    """Chosen."""
    assert table.coup is not None
    return change_coup(table, answered=(*table.coup.answered, event.number))


@applies(WagersFixed)
def fixed(table: Table, event: WagersFixed) -> Table:
    """Closed."""
    return change_coup(table, closed=True, fixed=True, relaxed=False)


@applies(CoupResumed)
def resumed(table: Table, event: CoupResumed) -> Table:
    """The option is over."""
    return change_coup(table, options={}, answered=())
