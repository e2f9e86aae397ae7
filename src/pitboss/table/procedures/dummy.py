"""No bet coups: authorised by staff on a ground the edition has, or ordered by a ruling.

They are dealt by the method the edition names for them, and nobody wagers on them.
"""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.lines import join
from pitboss.table.admission import passes
from pitboss.table.authority.approvals import Ranked, authorise, provided
from pitboss.table.betting.returns import give_back, of_this_round
from pitboss.table.betting.window import close
from pitboss.table.cards.deal import UNTIL_ENDED, change_coup
from pitboss.table.cards.parts import Shoe
from pitboss.table.cards.sets import LAST_COUP
from pitboss.table.cards.shoe import change_shoe, in_play
from pitboss.table.machine import (
    Command,
    PublicEvent,
    Query,
    Standing,
    TableEvent,
    Work,
    decides,
    replace,
)
from pitboss.table.procedures.dummy_grounds import (
    GROUNDS,
    UNTIL_WAGER,
    Ground,
    GroundName,
    consent_of,
)
from pitboss.table.state import Table

APPROVALS = tuple(ground.approval for ground in GROUNDS.values())
AFTER_LAST = "dummy-after-last"
REASONED = "warranted"


class AuthoriseNoBetCoups(Command, frozen=True, kw_only=True):
    """Have no bet coups dealt; `marker`: one lies on the layout to say so."""

    ground: GroundName
    coups: int = 1
    marker: bool = False
    reason: str = ""


class AgreeToNoBet(Command, frozen=True, kw_only=True):
    """A player agrees that no bet coups be dealt next."""


class EndNoBetCoups(Command, frozen=True, kw_only=True):
    """Take back what was authorised of no bet coups and is not dealt yet."""


class DealDummiesAfterLast(Command, frozen=True, kw_only=True):
    """Have coups without wagers dealt after the last coup of the shoe."""

    coups: int = 1


class ShoeContinued(PublicEvent, frozen=True, kw_only=True):
    """The shoe goes on for so many coups after its last one."""

    coups: int

    def changes(self, table: Table) -> Table:
        """In play again, until they are dealt."""
        table = change_shoe(table, over=None, coups_left=self.coups)
        return replace(table, marks={**table.marks, AFTER_LAST: str(table.shoes)})


class NoBetCoupOrdered(PublicEvent, frozen=True, kw_only=True):
    """The next coups, or the one in progress, are dealt without wagers.

    `method` is how the coup in progress goes on; `notice` the notice it used up.
    """

    reason: str
    coups: int = 1
    marker: bool = False
    method: str | None = None
    notice: str | None = None
    says: str = ""

    def changes(self, table: Table) -> Table:
        """The coup in progress becomes one, or the next ones are; a notice used is used up."""
        marks = {key: by for key, by in table.marks.items() if key != self.notice}
        left, endless = self.coups, self.coups == UNTIL_ENDED
        if self.method is not None:
            table = change_coup(table, no_bet=True, method=self.method)
            left -= not endless
            if not left and not endless:  # what was ordered of the coups after this one stays so
                return replace(table, marks=marks)
        return replace(
            table,
            marks=marks,
            next_no_bet=self.reason if left or endless else None,
            no_bet_left=left,
            no_bet_since=table.coups,
        )


class NoBetAgreed(TableEvent, frozen=True, kw_only=True):
    """A player agreed to no bet coups."""

    def changes(self, table: Table) -> Table:
        """Kept with the number of coups dealt so far."""
        return replace(table, marks={**table.marks, consent_of(self.by): str(table.coups)})


class WagerTurnedAway(TableEvent, frozen=True, kw_only=True):
    """A wager placed on a coup without wagers is void and goes back at once."""

    person: str


class NoBetCoupsEnded(PublicEvent, frozen=True, kw_only=True):
    """Wagers are taken again."""

    def changes(self, table: Table) -> Table:
        """Betting is open."""
        return replace(table, next_no_bet=None, no_bet_left=0)


def _ranked(standing: Standing) -> None:
    """Some ground is there for the rank of whoever asks."""
    known = [one.approval for one in GROUNDS.values() if one.approval in standing.edition.approvals]
    answers = [refusable(Ranked(key))(standing) for key in known]
    if answers and all(isinstance(one, Refusal) for one in answers):
        sure(answers[0])


def _granted(standing: Standing, ground: str) -> None:
    Ranked(GROUNDS[ground].approval)(standing)
    GROUNDS[ground].permit(standing, False)


def _none_lies(query: Query) -> None:
    known = [one for one in GROUNDS.values() if one.approval in query.edition.approvals]
    if query.table.wagers and not any(one.voids for one in known):
        refuse("wager-placed", query.cite("no-bet-no-wagers"))


@decides(
    AuthoriseNoBetCoups,
    rules=(
        *("no-bet-source", "no-bet-notice", "no-bet-no-wagers", "no-bet-method"),
        *("dummy-shown", "dummy-voids-wagers"),
    ),
    approvals=APPROVALS,
    needs=(_ranked, in_play, _none_lies),
    fits={"ground": passes(_granted)},
)
def permit(work: Work, command: AuthoriseNoBetCoups) -> None:
    """By the rank and on the ground that the edition has."""
    ground = GROUNDS[command.ground]
    clauses = authorise(work, ground.approval)
    in_play(work)
    if command.coups < 1:
        refuse("bad-number.permit", clauses)
    if command.ground == REASONED and not command.reason.strip():
        refuse("reason-missing.relax", clauses)
    if work.table.next_no_bet is not None:
        refuse("already-ordered", clauses)
    coup = work.table.coup
    if coup is not None and (coup.no_bet or coup.complete or not _may_become(work, ground)):
        refuse("coup-in-progress.permit", clauses)
    notice = ground.permit(work, command.marker)
    lying = of_this_round(work)
    if lying and not ground.voids:
        refuse("wager-placed", (*work.cite("no-bet-no-wagers"), *clauses))
    shown = work.cite("dummy-shown")
    for placed in lying:
        give_back(work, placed, "no bet coup", join(work.cite("dummy-voids-wagers"), clauses))
    work.emit(
        NoBetCoupOrdered,
        command,
        reason=command.ground,
        coups=UNTIL_ENDED if command.ground == UNTIL_WAGER else command.coups,
        method=_method(work) if coup is not None else None,
        notice=notice,
        says=command.reason,
        clauses=join(clauses, shown),
    )
    if coup is not None and work.table.betting.closed:
        work.play.taken_back(work, clauses)


def _may_become(work: Query, ground: Ground) -> bool:
    """Whether the coup in progress may become one: before the close, or on such a ground."""
    return ground.in_coup or not work.table.betting.closed


def _after_last(query: Query) -> Shoe:
    """The shoe whose last coup is over, with cards left in it."""
    shoe, table = query.table.shoe, query.table
    left = shoe is not None and shoe.over == LAST_COUP and shoe.left and shoe.order is None
    if shoe is None or not left or table.stack is not None or table.coup is not None:
        refuse("not-after-last", query.edition.shoe.end.clauses)
    return shoe


@decides(DealDummiesAfterLast, needs=(Ranked(AFTER_LAST), _after_last))
def deal_after_last(work: Work, command: DealDummiesAfterLast) -> None:
    """By direction, as many as the edition lets be."""
    clauses = authorise(work, AFTER_LAST)
    _after_last(work)
    rule = work.edition.shoe.end
    most = {"none": 0, "one": 1}.get(rule.dummies)
    if most == 1 and work.table.marks.get(AFTER_LAST) == str(work.table.shoes):
        refuse("one-dummy-only", clauses)
    if command.coups < 1 or (most is not None and command.coups > most):
        refuse("bad-number.permit", clauses)
    if of_this_round(work):
        refuse("wager-placed", (*work.cite("no-bet-no-wagers"), *clauses))
    work.emit(ShoeContinued, coups=command.coups, clauses=clauses)
    cited = join(clauses, work.cite("dummy-shown"))
    work.emit(NoBetCoupOrdered, reason=AFTER_LAST, coups=command.coups, clauses=cited)


@decides(AgreeToNoBet, who=("player",), approvals=("no-bet-coups-by-consent",))
def agree(work: Work, command: AgreeToNoBet) -> None:
    """Each player for themselves."""
    rule = provided(work, GROUNDS["all-agree"].approval)
    work.emit(NoBetAgreed, clauses=rule.clauses)


def _authorised(work: Query) -> Ground:
    """The ground of no bet coups that are still to be dealt."""
    reason = work.table.next_no_bet
    if reason is None or reason not in GROUNDS:
        refuse("nothing-authorised")
    return GROUNDS[reason]


@decides(EndNoBetCoups, approvals=APPROVALS, needs=(_authorised,))
def end(work: Work, command: EndNoBetCoups) -> None:
    """Whoever may authorise them; one that arose from an irregularity must be dealt."""
    work.emit(NoBetCoupsEnded, clauses=authorise(work, _authorised(work).approval))


def wager_comes(work: Work, person: str) -> bool:
    """A wager ends coups that go on until one is placed; on a coup in progress it is void.

    Says whether it may be placed.
    """
    table = work.table
    if table.next_no_bet != UNTIL_WAGER:
        return True
    rule = work.edition.approvals[GROUNDS[UNTIL_WAGER].approval]
    if table.coup is not None:
        work.emit(WagerTurnedAway, person=person, clauses=work.cite("no-bet-no-wagers"))
    work.emit(NoBetCoupsEnded, clauses=rule.clauses)
    return table.coup is None


def order_no_bet(work: Work, reason: str, clauses: Clauses, *, this_coup: bool = False) -> None:
    """The next coup, or the one in progress, is a no bet coup because of a ruling."""
    method = _method(work) if this_coup else None
    cited = join(clauses, work.cite("dummy-shown"))
    work.emit(NoBetCoupOrdered, reason=reason, method=method, clauses=cited)


def make_no_bet(work: Work, why: str, clauses: Clauses) -> None:
    """The coup in progress goes on as a no bet coup, by the method of such coups."""
    coup = work.table.coup
    if coup is None or coup.no_bet:
        return
    order_no_bet(work, why, clauses, this_coup=True)
    work.play.taken_back(work, clauses)


def seen_early(work: Work, clauses: Clauses) -> None:
    """A card of the coup was seen or handled while betting was open: it closes.

    A coup on which nobody has wagered by then goes on as a no bet coup.
    """
    coup = work.table.coup
    if coup is None or work.table.betting.closed:
        return
    if work.table.staked:
        close(work, "first-card-exposed")
    else:
        make_no_bet(work, "a card was seen before anyone wagered", clauses)


def _method(work: Work) -> str:
    return work.value("no-bet-method", str, work.house.method)
