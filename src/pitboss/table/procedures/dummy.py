"""No bet coups: authorised by staff on a ground the edition has, or ordered by a ruling.

They are dealt by the method the edition names for them, and nobody wagers on them.
"""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.table.admission import passes
from pitboss.table.authority.approvals import Ranked, authorise, provided
from pitboss.table.betting.window import close
from pitboss.table.cards.deal import change_coup
from pitboss.table.cards.shoe import in_play
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
from pitboss.table.procedures.dummy_grounds import GROUNDS, Ground, GroundName, consent_of
from pitboss.table.state import Table

APPROVALS = tuple(ground.approval for ground in GROUNDS.values())


class AuthoriseNoBetCoups(Command, frozen=True, kw_only=True):
    """Have no bet coups dealt; `marker`: one lies on the layout to say so."""

    ground: GroundName
    coups: int = 1
    marker: bool = False


class AgreeToNoBet(Command, frozen=True, kw_only=True):
    """A player agrees that no bet coups be dealt next."""


class EndNoBetCoups(Command, frozen=True, kw_only=True):
    """Take back what was authorised of no bet coups and is not dealt yet."""


class NoBetCoupOrdered(PublicEvent, frozen=True, kw_only=True):
    """The next coups, or the one in progress, are dealt without wagers.

    `method` is how the coup in progress goes on; `notice` the notice it used up.
    """

    reason: str
    coups: int = 1
    marker: bool = False
    method: str | None = None
    notice: str | None = None

    def changes(self, table: Table) -> Table:
        """The coup in progress becomes one, or the next ones are; a notice used is used up."""
        marks = {key: by for key, by in table.marks.items() if key != self.notice}
        left = self.coups
        if self.method is not None:
            table = change_coup(table, no_bet=True, method=self.method)
            left -= 1
            if not left:  # what was ordered of the coups after this one stays so
                return replace(table, marks=marks)
        return replace(
            table,
            marks=marks,
            next_no_bet=self.reason if left else None,
            no_bet_left=left,
            no_bet_since=table.coups,
        )


class NoBetAgreed(TableEvent, frozen=True, kw_only=True):
    """A player agreed to no bet coups."""

    def changes(self, table: Table) -> Table:
        """Kept with the number of coups dealt so far."""
        return replace(table, marks={**table.marks, consent_of(self.by): str(table.coups)})


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
    if query.table.wagers:
        refuse("wager-placed", query.cite("no-bet-no-wagers"))


@decides(
    AuthoriseNoBetCoups,
    rules=("no-bet-source", "no-bet-notice", "no-bet-no-wagers", "no-bet-method"),
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
    if work.table.next_no_bet is not None:
        refuse("already-ordered", clauses)
    coup = work.table.coup
    if coup is not None and (work.table.betting.closed or coup.no_bet):
        refuse("coup-in-progress.permit", clauses)
    notice = ground.permit(work, command.marker)
    if work.table.staked:
        refuse("wager-placed", (*work.cite("no-bet-no-wagers"), *clauses))
    work.emit(
        NoBetCoupOrdered,
        command,
        reason=command.ground,
        method=_method(work) if coup is not None else None,
        notice=notice,
        clauses=clauses,
    )


@decides(AgreeToNoBet, who=("player",), approvals=("no-bet-coups-by-consent",))
def agree(work: Work, command: AgreeToNoBet) -> None:
    """Each player for themselves."""
    rule = provided(work, GROUNDS["all-agree"].approval)
    work.emit(NoBetAgreed, clauses=rule.clauses)


def _authorised(work: Query) -> Ground:
    """The ground of no bet coups that are still to be dealt."""
    reason = work.table.next_no_bet
    if reason not in GROUNDS:
        refuse("nothing-authorised")
    return GROUNDS[reason]


@decides(EndNoBetCoups, approvals=APPROVALS, needs=(_authorised,))
def end(work: Work, command: EndNoBetCoups) -> None:
    """Whoever may authorise them; one that arose from an irregularity must be dealt."""
    work.emit(NoBetCoupsEnded, clauses=authorise(work, _authorised(work).approval))


def order_no_bet(work: Work, reason: str, clauses: Clauses, *, this_coup: bool = False) -> None:
    """The next coup, or the one in progress, is a no bet coup because of a ruling."""
    method = _method(work) if this_coup else None
    work.emit(NoBetCoupOrdered, reason=reason, method=method, clauses=clauses)


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
