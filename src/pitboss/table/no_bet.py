"""No bet coups: authorised by staff on a ground the edition has, or ordered by a ruling.

They are dealt by the method the edition names for them, and nobody wagers on them.
"""

from __future__ import annotations

from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.authority import authorise, provided
from pitboss.table.dealing import change_coup, close
from pitboss.table.procedures.no_bet import GROUNDS, GroundName, consent_of
from pitboss.table.shoe import in_play
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


class NoBetCoupOrdered(Event, frozen=True, kw_only=True):
    """The next coups, or the one in progress, are dealt without wagers.

    `method` is how the coup in progress goes on; `notice` the notice it used up.
    """

    reason: str
    coups: int = 1
    marker: bool = False
    method: str | None = None
    notice: str | None = None


class CardsTakenBack(Event, frozen=True, kw_only=True):
    """Cards that were with a player are before the dealer again, as they lay."""


class NoBetAgreed(Event, frozen=True, kw_only=True):
    """A player agreed to no bet coups."""


class NoBetCoupsEnded(Event, frozen=True, kw_only=True):
    """Wagers are taken again."""


@decides(
    AuthoriseNoBetCoups,
    rules=("no-bet-source", "no-bet-notice", "no-bet-no-wagers", "no-bet-method"),
    approvals=APPROVALS,
)
def permit(work: Work, command: AuthoriseNoBetCoups) -> None:
    """By the rank and on the ground that the edition has (7.4, 7.5)."""
    ground = GROUNDS[command.ground]
    clauses = authorise(work, ground.approval)
    in_play(work)
    if command.coups < 1:
        refuse("bad-number", "At least one coup is authorised.", clauses)
    if work.table.next_no_bet is not None:
        refuse("already-ordered", "The next coup is a no bet coup already.", clauses)
    coup = work.table.coup
    if coup is not None and (coup.closed or coup.no_bet):
        refuse("coup-in-progress", "The coup in progress is dealt to its end first.", clauses)
    notice = ground.permit(work, command.marker)
    if work.table.wagers:
        refuse(
            "wager-placed",
            "A wager lies on the layout; none is permitted on a no bet coup.",
            work.cite("no-bet-no-wagers"),
        )
    work.emit(
        NoBetCoupOrdered,
        reason=command.ground,
        coups=command.coups,
        marker=command.marker,
        method=_method(work) if coup is not None else None,
        notice=notice,
        clauses=clauses,
    )


@decides(AgreeToNoBet, who=("player",), approvals=("no-bet-coups-by-consent",))
def agree(work: Work, command: AgreeToNoBet) -> None:
    """Each player for themselves (7.5)."""
    rule = provided(work, GROUNDS["all-agree"].approval)
    work.emit(NoBetAgreed, clauses=rule.clauses)


@decides(EndNoBetCoups, approvals=APPROVALS)
def end(work: Work, command: EndNoBetCoups) -> None:
    """Whoever may authorise them; one that arose from an irregularity must be dealt (12.3)."""
    reason = work.table.next_no_bet
    if reason not in GROUNDS:
        refuse("nothing-authorised", "No authorised no bet coup is still to be dealt.")
    work.emit(NoBetCoupsEnded, clauses=authorise(work, GROUNDS[reason].approval))


def order_no_bet(work: Work, reason: str, clauses: Clauses, *, this_coup: bool = False) -> None:
    """The next coup, or the one in progress, is a no bet coup because of a ruling (12.4)."""
    method = _method(work) if this_coup else None
    work.emit(NoBetCoupOrdered, reason=reason, method=method, clauses=clauses)


def make_no_bet(work: Work, why: str, clauses: Clauses) -> None:
    """The coup in progress goes on as a no bet coup, by the method of such coups (12.4)."""
    coup = work.table.coup
    if coup is None or coup.no_bet:
        return
    order_no_bet(work, why, clauses, this_coup=True)
    if coup.out is not None:
        work.emit(CardsTakenBack, clauses=clauses)


def seen_early(work: Work, clauses: Clauses) -> None:
    """A card of the coup was seen or handled while betting was open: it closes (Premium 5.4).

    A coup on which nobody has wagered by then goes on as a no bet coup.
    """
    coup = work.table.coup
    if coup is None or coup.closed:
        return
    if work.table.wagers:
        close(work, "first-card-exposed")
    else:
        make_no_bet(work, "a card was seen before anyone wagered", clauses)


def _method(work: Work) -> str:
    return work.value("no-bet-method", str, work.house.method)


@applies(NoBetCoupOrdered)
def ordered(table: Table, event: NoBetCoupOrdered) -> Table:
    """The coup in progress becomes one, or the next ones are; a notice used is used up."""
    marks = {key: by for key, by in table.marks.items() if key != event.notice}
    left = event.coups
    if event.method is not None:
        table = change_coup(table, no_bet=True, method=event.method)
        left -= 1
        if not left:  # what was ordered of the coups after this one stays so
            return replace(table, marks=marks)
    return replace(
        table,
        marks=marks,
        next_no_bet=event.reason if left else None,
        no_bet_left=left,
        no_bet_since=table.coups,
    )


@applies(CardsTakenBack)
def taken_back(table: Table, event: CardsTakenBack) -> Table:
    """The dealer has all the cards."""
    return change_coup(table, out=None, holders={})


@applies(NoBetAgreed)
def has_agreed(table: Table, event: NoBetAgreed) -> Table:
    """Kept with the number of coups dealt so far."""
    return replace(table, marks={**table.marks, consent_of(event.by): str(table.coups)})


@applies(NoBetCoupsEnded)
def ended(table: Table, event: NoBetCoupsEnded) -> Table:
    """Betting is open."""
    return replace(table, next_no_bet=None, no_bet_left=0)
