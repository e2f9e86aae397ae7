"""How a link acts: a command comes in, events come out, or a refusal; nothing else happens."""

from __future__ import annotations

from pitboss.aggregates.link import commands as told
from pitboss.aggregates.link.commands import FromTable, LinkCommand
from pitboss.aggregates.link.events import (
    JackpotShared,
    LinkEvent,
    LinkOpened,
    LinkResumed,
    LinkStopped,
    MomentsDetermined,
    MomentsQuestioned,
    OrderDecided,
    OrderHeld,
    Rejected,
    StakesMetered,
    StakesReturned,
    TableJoined,
    TableLeft,
    WinConfirmed,
    evolve,
)
from pitboss.aggregates.link.share import computations, rows_of, sharing
from pitboss.aggregates.link.state import Conditions, Link, Member, Metered
from pitboss.aggregates.link.terms import Terms
from pitboss.aggregates.work import STAFF, Decisions, Work
from pitboss.chips import too_odd
from pitboss.editions.wagers import Clauses, Pool
from pitboss.money import MILLIONTHS_IN_CENT, sum_of
from pitboss.refusal import Refusal, refusable, refuse

TABLE = "table"
CLOCK = "clock"
SURVEILLANCE = "surveillance"


class Deed(Work[Link, LinkEvent]):
    """One command to a link being decided."""

    def __init__(self, terms: Terms, link: Link, command: LinkCommand) -> None:
        super().__init__(terms.ranks, link, command, evolve)
        self.terms = terms

    @property
    def link(self) -> Link:
        """The link so far."""
        return self.state

    @property
    def pool(self) -> Pool:
        """What the edition says of the pool."""
        return self.terms.pools[self.link.terms.pay_table]

    def in_order(self) -> None:
        """Refuse while the equipment is out of order."""
        if self.link.stopped is not None:
            refuse("link-stopped", self.pool.fault_clauses, reason=self.link.stopped)

    def member(self, table: str) -> Member:
        """A linked table."""
        found = self.link.members.get(table)
        if found is None:
            refuse("not-linked", self.pool.clauses, table=table)
        return found

    def metered(self, table: str, number: int) -> Metered:
        """The stakes of a round that stand."""
        found = self.member(table).metered(number)
        if found is None:
            refuse("not-metered", self.pool.metered_clauses, table=table, round=number)
        if found.returned:
            refuse("already-returned", self.pool.fault_clauses, table=table, round=number)
        return found


DECISIONS = Decisions[Link]()


@refusable
def act(terms: Terms, link: Link, command: LinkCommand) -> tuple[Link, tuple[LinkEvent, ...]]:
    """Decide a command; the state after it and its events, or the refusal."""
    opening = isinstance(command, told.OpenLink)
    if opening is (link.conditions is not None):
        refuse("link-open" if opening else "link-not-open")
    if link.now is not None and command.at < link.now:
        refuse("clock-backwards.link", now=f"{terms.edition.identity.there(link.now):%H:%M:%S %Z}")
    deed = Deed(terms, link, command)
    if isinstance(command, FromTable):
        deed.by(TABLE, CLOCK)
    DECISIONS.decide(deed, command)
    return deed.link, tuple(deed.events)


def hear(terms: Terms, link: Link, command: FromTable) -> tuple[Link, tuple[LinkEvent, ...]]:
    """Take what a table told. It happened there: what cannot be taken is recorded as a fault."""
    done = act(terms, link, command)
    if not isinstance(done, Refusal):
        return done
    return reject(terms, link, command, command.word, done)


def reject(
    terms: Terms, link: Link, command: FromTable, word: str, refusal: Refusal
) -> tuple[Link, tuple[LinkEvent, ...]]:
    """Record that what a table told under this word could not be taken."""
    deed = Deed(terms, link, command)
    deed.emit(
        Rejected,
        table=command.table,
        told=word,
        round=command.about,
        code=refusal.code,
        sentence=refusal.sentence,
        clauses=refusal.clauses,
    )
    return deed.link, tuple(deed.events)


# Opening, tables --------------------------------------------------------------------------


@DECISIONS.of(told.OpenLink)
def _open(deed: Deed, command: told.OpenLink) -> None:
    """Stake and reset are among those that the edition has; the rate has no usual value."""
    terms, wanted = deed.terms, command.conditions
    pool = terms.pools.get(wanted.pay_table)
    if pool is None:
        refuse("no-pool", pay_table=wanted.pay_table, pools=", ".join(terms.pools))
    deed.of_rank(pool.opens.rank, pool.opens.clauses)
    stakes, clauses = terms.stakes(wanted.pay_table)
    if wanted.stake_cents not in stakes:
        listed = ", ".join(map(sum_of, sorted(stakes)))
        refuse("wrong-stake", clauses, stakes=listed, stake=sum_of(wanted.stake_cents))
    resets, clauses = terms.resets(wanted.pay_table)
    if wanted.reset_cents not in resets:
        listed = ", ".join(map(sum_of, sorted(resets)))
        refuse("wrong-reset", clauses, resets=listed, reset=sum_of(wanted.reset_cents))
    if wanted.seed_cents < wanted.reset_cents:
        seed, reset = sum_of(wanted.seed_cents), sum_of(wanted.reset_cents)
        refuse("seed-below-reset", clauses, seed=seed, reset=reset)
    if not 0 < wanted.increment_millionths <= wanted.stake_cents * MILLIONTHS_IN_CENT:
        refuse("wrong-increment", pool.rate_clauses, stake=sum_of(wanted.stake_cents))
    deed.emit(
        LinkOpened,
        conditions=wanted,
        resolution_ms=command.resolution_ms,
        meter_millionths=wanted.seed_cents * MILLIONTHS_IN_CENT,
        clauses=pool.clauses,
    )


@DECISIONS.of(told.JoinTable)
def _join(deed: Deed, command: told.JoinTable) -> None:
    """A table joins whose conditions are all equal to the link's."""
    pool = deed.pool
    deed.of_rank(pool.opens.rank, pool.opens.clauses)
    deed.in_order()
    if command.table in deed.link.members:
        refuse("already-linked", pool.clauses, table=command.table)
    equal(deed.link.terms, command.conditions, pool)
    deed.emit(TableJoined, table=command.table, conditions=command.conditions, clauses=pool.clauses)


def equal(ours: Conditions, theirs: Conditions, pool: Pool) -> None:
    """Refuse conditions that differ from the link's, naming the first that does."""
    wanted: tuple[tuple[str, Clauses], ...] = (
        ("pay_table", pool.pay_table_clauses),
        ("increment_millionths", pool.rate_clauses),
        ("seed_cents", pool.rate_clauses),
        ("stake_cents", pool.stake_clauses),
        ("reset_cents", pool.clauses),
    )
    for name, clauses in wanted:
        own, other = getattr(ours, name), getattr(theirs, name)
        if own != other:
            refuse("conditions-differ", clauses, what=name, own=own, other=other)


@DECISIONS.of(told.LeaveLink)
def _leave(deed: Deed, command: told.LeaveLink) -> None:
    deed.member(command.table)
    deed.emit(TableLeft, table=command.table, reason=command.reason)
    _advance(deed)


@DECISIONS.of(told.StopLink)
def _stop(deed: Deed, command: told.StopLink) -> None:
    deed.of_rank(*deed.terms.without(deed.link.terms.pay_table))
    deed.in_order()
    clauses = (*deed.pool.fault_clauses, *deed.terms.without(deed.link.terms.pay_table)[1])
    deed.emit(LinkStopped, reason=command.reason, clauses=clauses)


@DECISIONS.of(told.ResumeLink)
def _resume(deed: Deed, _: told.ResumeLink) -> None:
    rank, clauses = deed.terms.without(deed.link.terms.pay_table)
    deed.of_rank(rank, clauses)
    if deed.link.stopped is None:
        refuse("link-runs", clauses)
    deed.emit(LinkResumed, clauses=clauses)


# Stakes -----------------------------------------------------------------------------------


@DECISIONS.of(told.MeterStakes)
def _meter(deed: Deed, command: told.MeterStakes) -> None:
    """Each round of a table is metered once, each stake by the increment."""
    link, pool = deed.link, deed.pool
    deed.in_order()
    member, conditions = deed.member(command.table), link.terms
    if member.metered(command.round) is not None or command.round <= member.forgotten:
        refuse("already-metered", pool.metered_clauses, table=command.table, round=command.round)
    if command.stake_cents != conditions.stake_cents:
        stake, own = sum_of(command.stake_cents), sum_of(conditions.stake_cents)
        refuse("wrong-stake", pool.stake_clauses, stakes=own, stake=stake)
    if not command.stakes or len(set(command.stakes)) != len(command.stakes):
        refuse("stakes-unclear", pool.metered_clauses)
    added = len(command.stakes) * conditions.increment_millionths
    deed.emit(
        StakesMetered,
        table=command.table,
        round=command.round,
        stakes=command.stakes,
        millionths=added,
        meter_millionths=link.meter_millionths + added,
        clauses=pool.metered_clauses,
    )


@DECISIONS.of(told.ReturnStakes)
def _return(deed: Deed, command: told.ReturnStakes) -> None:
    """What a round added is taken back out; a win of it that waits falls away."""
    link = deed.link
    metered = deed.metered(command.table, command.round)
    round_ = (command.table, command.round)
    left = link.meter_millionths - metered.millionths
    topped = max(0, link.terms.reset_millionths - left)
    deed.emit(
        StakesReturned,
        table=command.table,
        round=command.round,
        millionths=metered.millionths,
        topped_millionths=topped,
        meter_millionths=left + topped,
        withdrawn=tuple(one.number for one in link.waiting if (one.table, one.round) == round_),
        clauses=deed.pool.fault_clauses,
    )
    _advance(deed)


# Wins -------------------------------------------------------------------------------------


@DECISIONS.of(told.ConfirmWin)
def _confirm(deed: Deed, command: told.ConfirmWin) -> None:
    """A round is confirmed once; who wins had a stake in it and a row that pays a share."""
    link, pool = deed.link, deed.pool
    deed.in_order()
    metered = deed.metered(command.table, command.round)
    if metered.confirmed:
        refuse("already-confirmed", pool.round_clauses, table=command.table, round=command.round)
    numbers = [one.number for one in command.winners]
    if not numbers or len(set(numbers)) != len(numbers) or not {*numbers} <= {*metered.stakes}:
        refuse("no-such-stake", pool.metered_clauses, table=command.table, round=command.round)
    rows = deed.terms.shares[link.terms.pay_table]
    for one in command.winners:
        if one.row not in rows:
            refuse("no-share", pool.pay_table_clauses, row=one.row)
    if too_odd(command.chips):
        refuse("no-chips", deed.terms.chip_clauses())
    deed.emit(
        WinConfirmed,
        win=link.wins + 1,
        table=command.table,
        round=command.round,
        stamp=command.stamp,
        winners=command.winners,
        chips=command.chips,
        late=link.shared_to is not None and link.tick(command.stamp) <= link.shared_to,
        clauses=pool.moment_clauses,
    )
    _advance(deed)


@DECISIONS.of(told.SettleWins)
def _settle(deed: Deed, _: told.SettleWins) -> None:
    deed.by(CLOCK, STAFF)
    _advance(deed)
    if not deed.events:
        refuse("nothing-waits")


@DECISIONS.of(told.DetermineMoments)
def _determine(deed: Deed, command: told.DetermineMoments) -> None:
    """Surveillance puts the wins in question into moments; each stands in one."""
    deed.by(SURVEILLANCE)
    clauses = deed.pool.moment_clauses
    if not deed.link.questioned:
        refuse("nothing-waits", clauses)
    named = [one for moment in command.moments for one in moment]
    if sorted(named) != sorted(deed.link.questioned) or () in command.moments:
        wins = ", ".join(map(str, deed.link.questioned))
        refuse("wrong-moments", clauses, wins=wins)
    deed.emit(MomentsDetermined, moments=command.moments, reason=command.reason, clauses=clauses)
    _advance(deed)


@DECISIONS.of(told.DecideOrder)
def _decide(deed: Deed, command: told.DecideOrder) -> None:
    """One of the orders that were worked out is carried out."""
    decides = deed.pool.decides
    deed.of_rank(decides.rank, decides.clauses)
    if not deed.link.held:
        refuse("nothing-waits", decides.clauses)
    if command.order not in [one.order for one in deed.link.held]:
        rows = ", ".join(deed.link.held[0].order)
        refuse("wrong-order", decides.clauses, rows=rows)
    wins = deed.link.moments[0]
    deed.emit(OrderDecided, order=command.order, reason=command.reason, clauses=decides.clauses)
    _share(deed, wins, command.order)
    _advance(deed)


def _advance(deed: Deed) -> None:
    """Share out what waits, moment by moment, as far as no person must be asked."""
    while (moment := _next(deed)) is not None:
        wins = tuple(deed.link.win(one) for one in moment)
        rows = rows_of(wins)
        if len(rows) > 1:
            deed.emit(
                OrderHeld,
                wins=moment,
                computations=computations(deed.terms, deed.link, wins),
                clauses=deed.pool.decides.clauses,
            )
        else:
            _share(deed, moment, rows)


def _next(deed: Deed) -> tuple[int, ...] | None:
    """The wins of the moment that is to be shared now; none where it is not over, or held."""
    link = deed.link
    if link.held or link.questioned or not link.waiting:
        return None
    if link.moments:
        return link.moments[0]
    first = link.waiting[0]
    tick = link.tick(first.stamp)
    over = isinstance(deed.command, told.SettleWins) and link.tick(deed.command.at) > tick
    if {*link.members} - {first.table} and not over:
        return None  # another table may still tell of a win in this moment
    group = [one for one in link.waiting if link.tick(one.stamp) == tick]
    if first.late or len({one.table for one in group}) > 1:
        wins = tuple(one.number for one in group)
        deed.emit(MomentsQuestioned, wins=wins, clauses=deed.pool.moment_clauses)
        return None
    if len(rows_of([first])) > 1:
        deed.emit(MomentsDetermined, moments=((first.number,),), clauses=deed.pool.round_clauses)
    return (first.number,)


def _share(deed: Deed, moment: tuple[int, ...], order: tuple[str, ...]) -> None:
    """The rows one after the other, each from what the meter shows then."""
    wins = tuple(deed.link.win(one) for one in moment)
    pool = deed.pool
    for row in order:
        of_row = [one for win in wins for one in win.winners if one.row == row]
        several = pool.shared_clauses.get(row, ()) if len(of_row) > 1 else ()
        same = pool.round_clauses if len(wins) == 1 else pool.moment_clauses
        shared = sharing(deed.terms, deed.link, wins, row)
        clauses = (*several, *(same if several else ()))
        if shared.covered_millionths or shared.topped_millionths:
            clauses += deed.terms.resets(deed.link.terms.pay_table)[1]
        if shared.rounding_millionths:
            clauses += deed.terms.chip_clauses()
        in_row = tuple(win.number for win in wins if any(one.row == row for one in win.winners))
        deed.emit(JackpotShared, wins=in_row, sharing=shared, clauses=tuple(dict.fromkeys(clauses)))
