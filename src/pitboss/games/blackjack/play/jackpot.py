"""The jackpot at a table: stakes taken, wins confirmed, shares paid.

Conditions and shares come from the link as commands of the clock.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.editions.wagers import Clauses, Pool
from pitboss.games.blackjack.facts import spaces as facts
from pitboss.games.blackjack.play.hands import cards_of, initial_cards
from pitboss.games.blackjack.play.link import (
    JackpotConfirmed,
    JackpotPaid,
    JackpotRejected,
    JackpotStakesReturned,
    JackpotStakesTaken,
    JackpotSuspended,
    JackpotWinner,
    Linked,
    StakeTaken,
    TableLinked,
    TableUnlinked,
    linked,
)
from pitboss.games.blackjack.play.own import DEALER, decides
from pitboss.games.blackjack.play.phases import initial_card
from pitboss.money import JackpotShare, parse_pay
from pitboss.refusal import refusable, refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.returns import give_back
from pitboss.table.machine import Command, Query, Work
from pitboss.table.state import Placed, Round, Table

WITHOUT = "play-without-jackpot"
Amount = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


# Commands -------------------------------------------------------------------------------------


class NoteLink(Command, frozen=True, kw_only=True):
    """Tell the table that it is linked, and under which conditions."""

    link: str
    stake_cents: Amount
    pay_table: str
    increment_millionths: Amount
    seed_cents: Amount
    reset_cents: Amount


class UnlinkTable(Command, frozen=True, kw_only=True):
    """Take the table off its link, between rounds."""

    reason: str = ""


class TakeJackpotStakes(Command, frozen=True, kw_only=True):
    """Collect the jackpot wagers into the float before the initial deal."""


class ConfirmJackpot(Command, frozen=True, kw_only=True):
    """Press the dealer's key: stakes of this round won a share of the pool."""


class PayJackpot(Command, frozen=True, kw_only=True):
    """Tell the table what a winner is paid of the pool."""

    link: str
    win: int
    coup: int
    number: int
    person: str
    amount_cents: Amount


class ReturnJackpotStakes(Command, frozen=True, kw_only=True):
    """Return the jackpot wagers of the round: the equipment failed."""

    reason: str


class PlayWithoutJackpot(Command, frozen=True, kw_only=True):
    """Let the game go on without the jackpot, or with it again."""

    over: bool = False


class NoteRejection(Command, frozen=True, kw_only=True):
    """Tell the table that the link did not take what it was told."""

    link: str
    coup: int
    told: str
    code: str


def link_of(work: Query) -> Linked:
    """The link; refused where the table has none."""
    found = linked(work.table)
    if found is None:
        refuse("no-link")
    return found


def pool_of(query: Query, pay_table: str) -> Pool:
    """What the edition says of a wager's pool; refused where it has none."""
    wager = query.edition.wagers.get(pay_table)
    if wager is None or wager.pool is None:
        refuse("no-link", () if wager is None else wager.clauses)
    return wager.pool


# Linking --------------------------------------------------------------------------------------


@decides(NoteLink, who=("clock",), troubled=True)
def note_link(work: Work, command: NoteLink) -> None:
    """The equipment that a jackpot needs must be there: a device, the areas, the decks."""
    pool, house = pool_of(work, command.pay_table), work.house
    wager = work.edition.wagers[command.pay_table]
    if linked(work.table) is not None:
        refuse("linked-already", pool.clauses)
    if not work.device:
        refuse("jackpot-needs-device", pool.device_clauses)
    for among, has in ((wager.layouts, house.layout), (wager.decks, house.decks)):
        if among is not None and has not in among.only:
            only = ", ".join(map(str, among.only))
            refuse("jackpot-not-here", among.clauses, only=only, has=has)
    alike = (*pool.pay_table_clauses, *pool.rate_clauses, *pool.stake_clauses)
    work.emit(TableLinked, command, clauses=(*pool.clauses, *alike))


@decides(UnlinkTable, approvals=(WITHOUT,), needs=(Ranked(WITHOUT),))
def unlink(work: Work, command: UnlinkTable) -> None:
    """Between rounds, when nothing of the table is with the link."""
    clauses, known = authorise(work, WITHOUT), link_of(work)
    if work.table.coup is not None or known.awaited:
        refuse("jackpot-in-play", pool_of(work, known.pay_table).clauses)
    _untaken_back(work, clauses)
    work.emit(TableUnlinked, link=known.link, reason=command.reason, clauses=clauses)


@decides(PlayWithoutJackpot, approvals=(WITHOUT,), needs=(Ranked(WITHOUT),), troubled=True)
def play_without(work: Work, command: PlayWithoutJackpot) -> None:
    """A supervisor lets the game go on without it."""
    clauses, known = authorise(work, WITHOUT), link_of(work)
    if known.suspended is not command.over:
        refuse("jackpot-is-so", clauses)
    if known.fault is not None and not command.over and known.stakes:
        refuse("jackpot-stakes-first", pool_of(work, known.pay_table).fault_clauses)
    _untaken_back(work, pool_of(work, known.pay_table).fault_clauses)
    work.emit(JackpotSuspended, command, clauses=clauses)


def _untaken_back(work: Work, clauses: Clauses) -> None:
    """Without the jackpot nothing is won on the wagers that lie for it: they go back."""
    for placed in untaken(work):
        give_back(work, placed, "without the jackpot", clauses)


# Stakes ---------------------------------------------------------------------------------------


def untaken(query: Query) -> tuple[Placed, ...]:
    """The jackpot wagers that lie on the layout and are still to be collected."""
    known = linked(query.table)
    if known is None or known.suspended:
        return ()
    wagers = query.table.wagers.values()
    return tuple(one for one in wagers if one.wager == known.pay_table and not one.taken)


@refusable
def jackpot_closed(query: Query, wager: str) -> None:
    """Where a wager feeds a pool, the table must be linked, and the jackpot be played for."""
    pool = query.edition.wagers[wager].pool
    if pool is None:
        return
    known = linked(query.table)
    if known is None or known.pay_table != wager:
        refuse("not-linked", pool.clauses)
    if known.suspended:
        refuse("without-jackpot", query.cite(WITHOUT))


@decides(TakeJackpotStakes)
def take_stakes(work: Work, _: TakeJackpotStakes) -> None:
    """Before the first card, all of them, each of the one amount that linked tables have."""
    known, stakes = link_of(work), untaken(work)
    pool = pool_of(work, known.pay_table)
    coup = work.table.coup
    if (coup is not None and coup.slots) or not stakes:
        refuse("no-jackpot-stakes", pool.metered_clauses)
    if any(one.stake_cents != known.stake_cents for one in stakes):
        refuse("jackpot-stake", pool.stake_clauses, stake=known.stake_cents)
    work.emit(
        JackpotStakesTaken,
        link=known.link,
        coup=work.table.coups + (coup is None),
        stake_cents=known.stake_cents,
        stakes=tuple(
            StakeTaken(
                number=one.number,
                person=one.person,
                amount_cents=one.stake_cents,
                tokens_cents=one.tokens_cents,
            )
            for one in stakes
        ),
        clauses=pool.metered_clauses,
    )


def stakes_taken(work: Work) -> None:
    """No card is dealt while jackpot wagers still lie on the layout."""
    known = linked(work.table)
    if known is not None and untaken(work):
        refuse("take-stakes-first", pool_of(work, known.pay_table).metered_clauses)


def return_stakes(work: Work, reason: str, clauses: Clauses) -> None:
    """The jackpot wagers of the round go back to their players, and the link hears of it."""
    known = linked(work.table)
    if known is None or not known.stakes:
        return
    work.emit(
        JackpotStakesReturned,
        link=known.link,
        coup=known.coup,
        stakes=known.stakes,
        reason=reason,
        metered=known.fault is None or known.confirmed,
        clauses=clauses,
    )
    for number in known.stakes:
        if number in work.table.wagers:
            give_back(work, work.table.wagers[number], reason, clauses)


@decides(ReturnJackpotStakes, troubled=True)
def stakes_back(work: Work, command: ReturnJackpotStakes) -> None:
    """Equipment that failed returns all of them."""
    known = link_of(work)
    clauses = pool_of(work, known.pay_table).fault_clauses
    if not known.stakes:
        refuse("no-jackpot-stakes", clauses)
    return_stakes(work, command.reason, clauses)


@decides(NoteRejection, who=("clock",), opens=True, troubled=True)
def note_rejection(work: Work, command: NoteRejection) -> None:
    """What the link did not take is known at the table."""
    known = link_of(work)
    clauses = pool_of(work, known.pay_table).fault_clauses
    work.emit(JackpotRejected, command, clauses=clauses)


# Wins -----------------------------------------------------------------------------------------


def confirmed(table: Table) -> bool:
    """Whether the dealer's key was pressed in this round."""
    known = linked(table)
    return known is not None and known.confirmed


def share_winners(query: Query, coup: Round) -> tuple[JackpotWinner, ...]:
    """The stakes of the round that won a share of the pool, by the first cards."""
    known = linked(query.table)
    if known is None or initial_card(coup) is not None:
        return ()
    found = []
    for number in known.stakes:
        placed = query.table.wagers.get(number)
        row = None if placed is None else share_row(query, coup, placed)
        if placed is not None and row is not None and placed.defect is None:
            found.append(JackpotWinner(number=number, person=placed.person, row=row))
    return tuple(found)


def share_row(query: Query, coup: Round, placed: Placed) -> str | None:
    """The row by which a stake won a share; none where it lost or won a fixed prize."""
    first, dealer = initial_cards(coup.known(), placed.box), cards_of(coup, DEALER)
    if len(first) < 2:  # the rest lies face down
        return None
    setting = query.rules.setting(query.house, query.table.sign)
    member = facts.three(first, dealer[0])
    label = query.rules.line(placed.wager, setting, placed.stake_cents, member).row
    for row in query.edition.wagers[placed.wager].rows:
        if row.label == label and isinstance(row.pays, str):
            return label if isinstance(parse_pay(row.pays), JackpotShare) else None
    return None


@decides(ConfirmJackpot)
def confirm(work: Work, _: ConfirmJackpot) -> None:
    """Once a round, for all of its winners together; fixed prizes are paid first."""
    known, coup = link_of(work), work.table.coup
    pool = pool_of(work, known.pay_table)
    if known.confirmed:
        refuse("jackpot-confirmed", pool.round_clauses)
    winners = () if coup is None else share_winners(work, coup)
    if coup is None or not winners:
        refuse("no-jackpot-win", pool.clauses)
    others = set(known.stakes) & set(work.table.wagers) - {one.number for one in winners}
    if others:
        refuse("fixed-prizes-first", pool.first_clauses)
    work.emit(
        JackpotConfirmed,
        link=known.link,
        coup=coup.number,
        winners=winners,
        chips=work.chips.values,
        clauses=pool.moment_clauses,
    )


@decides(PayJackpot, who=("clock",), opens=True, troubled=True)
def pay(work: Work, command: PayJackpot) -> None:
    """What the link decided is paid, and no more."""
    known = link_of(work)
    if known.link != command.link or (command.coup, command.number) not in known.awaited:
        refuse("no-jackpot-win", pool_of(work, known.pay_table).clauses)
    pool, coup = pool_of(work, known.pay_table), work.table.coup
    placed = work.table.wagers.get(command.number)
    shared: Clauses = ()
    if placed is not None and coup is not None and coup.number == command.coup:
        shared = pool.shared_clauses.get(share_row(work, coup, placed) or "", ())
    work.emit(JackpotPaid, command, clauses=(*pool.clauses, *pool.paid_clauses, *shared))
