"""Sessions: buy-ins, briefing, start, what tables tell of their coups, and the end."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from pitboss.aggregates.shapes import Amount, Moment, Name
from pitboss.aggregates.tournament.state import (
    BOUGHT,
    OUTSIDE,
    Session,
    Tournament,
)
from pitboss.aggregates.tournament.work import (
    TournamentCommand,
    TournamentEvent,
    Work,
    changed,
    decides,
    session_changed,
)
from pitboss.aggregates.work import STAFF
from pitboss.ledger import Transfer
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.errand import Errand

Number = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
IN_PLAY = ("entered", "advanced")
"""Who plays a session that they were drawn for: nobody who withdrew or was disqualified since."""
Bought = Literal["buy-in", "re-buy", "add-on"]


class BuyChips(TournamentCommand, frozen=True, kw_only=True):
    """Take the money for tournament chips of the next session."""

    person: Name
    amount_cents: Amount
    what: Bought = "buy-in"


class BriefPlayers(TournamentCommand, frozen=True, kw_only=True):
    """Brief the players on the conditions; `understood`: whoever briefs is satisfied."""

    understood: bool = True


class NotePractice(TournamentCommand, frozen=True, kw_only=True):
    """Record instruction or practice hands, which count for nothing."""

    hands: Annotated[int, msgspec.Meta(ge=0, le=1_000)] = 0


class AlterStart(TournamentCommand, frozen=True, kw_only=True):
    """Let a session start at another time, of which its players were told."""

    session: Number
    starts: Moment
    told: bool = False


class StartSession(TournamentCommand, frozen=True, kw_only=True):
    """Start a session: every player has the same chips."""

    session: Number


class ChipsBought(TournamentEvent, frozen=True, kw_only=True):
    """Money was taken for chips."""

    person: str
    amount_cents: int
    what: str

    def transfers(self) -> tuple[Transfer, ...]:
        """Apart from the pool."""
        return (Transfer(OUTSIDE, BOUGHT, self.amount_cents),)

    def changes(self, tournament: Tournament) -> Tournament:
        """A buy-in is for the next session."""
        if self.what != "buy-in":
            return tournament
        one = tournament.entrants[self.person]
        more = one.bought_cents + self.amount_cents
        return changed(tournament, self.person, bought_cents=more)


class PlayersBriefed(TournamentEvent, frozen=True, kw_only=True):
    """The players were briefed."""

    understood: bool

    def changes(self, tournament: Tournament) -> Tournament:
        """They know the conditions."""
        return replace(tournament, briefed=self.understood)


class PracticeNoted(TournamentEvent, frozen=True, kw_only=True):
    """Instruction or practice hands were given."""

    hands: int


class StartAltered(TournamentEvent, frozen=True, kw_only=True):
    """A session starts at another time."""

    session: int
    starts: dt.datetime

    def changes(self, tournament: Tournament) -> Tournament:
        """Then, not before."""
        return session_changed(tournament, self.session, starts=self.starts)


class BuyInMissing(TournamentEvent, frozen=True, kw_only=True):
    """A player could not provide the buy-in, and is out before the session; the fee stays."""

    session: int
    person: str

    def changes(self, tournament: Tournament) -> Tournament:
        """Out, without a coup."""
        one = tournament.sessions[self.session]
        boxes = {name: box for name, box in one.boxes.items() if name != self.person}
        after = session_changed(tournament, self.session, boxes=boxes)
        return changed(after, self.person, standing="eliminated", why="buy-in")


class SessionStarted(TournamentEvent, frozen=True, kw_only=True):
    """A session runs: its table plays it and nothing else."""

    session: int
    table: str
    as_what: str
    allotment_cents: int
    boxes: Mapping[str, int]
    minimum_cents: int
    maximum_cents: int
    order: bool = False
    from_marker: bool = False
    pass_cards: int = 0
    undisclosed: int = 0
    seconds: int | None = None

    def changes(self, tournament: Tournament) -> Tournament:
        """Everybody has the same chips; what was bought for it is used up."""
        chips = dict.fromkeys(self.boxes, self.allotment_cents)
        boxes = dict(self.boxes)
        after = session_changed(tournament, self.session, started=self.at, boxes=boxes, chips=chips)
        for name in self.boxes:
            after = changed(after, name, bought_cents=0)
        return after

    def tells(self, stream: str) -> tuple[Errand, ...]:
        """The table hears how it is played."""
        says = {
            "do": "begin-tournament-session",
            "tournament": stream,
            **{
                name: getattr(self, name)
                for name in ("session", "allotment_cents", "minimum_cents", "maximum_cents")
            },
            "boxes": dict(self.boxes),
            **{
                name: getattr(self, name)
                for name in ("order", "from_marker", "pass_cards", "undisclosed", "seconds")
            },
        }
        return (Errand(self.table, says),)


@decides(BuyChips, "tournament-buy-in", "tournament-allotment")
def buy(work: Work, command: BuyChips) -> None:
    """What the conditions ask for, once a session; a re-buy or add-on where they have one."""
    work.by(STAFF)
    work.set_up()
    one, terms = work.entrant(command.person), work.tournament.terms
    clauses = work.cite("tournament-buy-in")
    if one.standing not in ("entered", "advanced"):
        refuse("not-in-play", clauses, person=command.person)
    wanted = {
        "buy-in": terms.buy_in_cents,
        "re-buy": terms.re_buy_cents,
        "add-on": terms.add_on_cents,
    }[command.what]
    if not wanted:
        refuse("nothing-to-buy", clauses, what=command.what)
    if command.amount_cents != wanted:
        refuse("wrong-buy-in", clauses, amount=sum_of(wanted))
    if command.what == "buy-in" and one.bought_cents:
        refuse("bought-already", clauses, person=command.person)
    work.emit(
        ChipsBought,
        person=command.person,
        amount_cents=command.amount_cents,
        what=command.what,
        clauses=clauses,
    )


@decides(BriefPlayers, "tournament-briefing")
def brief(work: Work, command: BriefPlayers) -> None:
    """By whoever runs it, until the players understand."""
    clauses = work.required("tournament-briefing").clauses
    work.manager("tournament-briefing")
    work.emit(PlayersBriefed, understood=command.understood, clauses=clauses)


@decides(NotePractice, "tournament-practice")
def practice(work: Work, command: NotePractice) -> None:
    """Before play; nothing of it counts."""
    work.by(STAFF)
    clauses = work.required("tournament-practice").clauses
    if any(one.started is not None for one in work.tournament.sessions.values()):
        refuse("tournament-begun", clauses)
    work.emit(PracticeNoted, hands=command.hands, clauses=clauses)


@decides(AlterStart, "tournament-start-altered")
def alter_start(work: Work, command: AlterStart) -> None:
    """By whoever runs it, when the players were told, to a time that is to come."""
    work.manager("tournament-start-altered")
    one, clauses = work.session(command.session), work.cite("tournament-start-altered")
    if one.started is not None:
        refuse("session-started", clauses, number=one.number)
    if not command.told:
        refuse("players-not-told", clauses)
    if command.starts <= command.at:
        refuse("start-not-to-come", clauses)
    work.emit(StartAltered, session=one.number, starts=command.starts, clauses=clauses)


@decides(
    StartSession,
    *("tournament-allotment", "tournament-buy-in", "tournament-exclusive", "tournament-briefing"),
    *("tournament-manager-present", "tournament-equal-chance", "tournament-start-altered"),
    *("tournament-pass-cards", "tournament-order", "tournament-sealed", "tournament-advance"),
)
def start(work: Work, command: StartSession) -> None:
    """Once, at its time, with the one who runs the tournament there; equal chips for all."""
    work.manager("tournament-allotment")
    work.undisputed()
    now, one = work.tournament, work.session(command.session)
    if one.started is not None:
        refuse("session-started", work.cite("tournament-allotment"), number=one.number)
    if not now.briefed:
        work.forbid("tournament-briefing", "not-briefed")
    if not now.here:
        work.forbid("tournament-manager-present", "manager-away", called=work.called)
    if one.starts is not None and command.at < one.starts:
        there = work.edition.identity.there(one.starts)
        cited = work.cite("tournament-start-altered")
        refuse("session-too-early", cited, starts=f"{there:%d %B %H:%M}")
    busy = [other.number for other in now.sessions.values() if other.table == one.table]
    for number in busy:
        other = now.sessions[number]
        if other.started is not None and not other.returned:
            refuse("table-plays", work.cite("tournament-exclusive"), number=number)
    _without_buy_in(work, one)
    _started(work, work.session(command.session))


def _without_buy_in(work: Work, one: Session) -> None:
    """Who did not provide the buy-in is out before the first coup."""
    terms = work.tournament.terms
    rule = work.rule("tournament-buy-in")
    if rule is None or not terms.buy_in_cents or one.kind == "play-off":
        return
    for person in one.boxes:
        if work.tournament.entrants[person].bought_cents < terms.buy_in_cents:
            work.emit(BuyInMissing, session=one.number, person=person, clauses=rule.clauses)


def _started(work: Work, one: Session) -> None:
    now, terms = work.tournament, work.tournament.terms
    entrants = now.entrants
    boxes = {name: box for name, box in one.boxes.items() if entrants[name].standing in IN_PLAY}
    cards = now.pass_cards if now.pass_cards is not None else terms.pass_cards or 0
    sealed = now.undisclosed if now.undisclosed is not None else terms.undisclosed or 0
    order = now.order if now.order is not None else bool(terms.order_of_wagering)
    cited = ["tournament-allotment", "tournament-equal-chance", "tournament-exclusive"]
    cited += ["tournament-order"] if order else []
    cited += ["tournament-pass-cards"] if cards else []
    cited += ["tournament-sealed"] if sealed else []
    work.emit(
        SessionStarted,
        session=one.number,
        table=one.table,
        as_what=one.kind,
        allotment_cents=terms.allotment_cents or 0,
        boxes=boxes,
        minimum_cents=one.minimum_cents,
        maximum_cents=one.maximum_cents,
        order=order,
        from_marker=terms.deal_from_marker,
        pass_cards=cards,
        undisclosed=sealed,
        seconds=now.seconds,
        clauses=work.cite(*cited),
    )
