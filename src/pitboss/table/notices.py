"""Signs of what will change, and the changes that wait for them: notices and the game in play.

A notice says what will change and when. The change is made at that time or later, once the
sign has stood as long as the edition asks, or sooner where all consent or nobody plays.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import msgspec

from pitboss.editions.model import Notice
from pitboss.editions.wager import Clauses
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.authority import of_rank
from pitboss.table.opening import CONSENT, SignDisplayed, check_sign
from pitboss.table.state import House, Posted, SignState, Table

RAISE = "raise-minimum"
END_OLD = "end-old-minimum"
GAME = "change-game"
CLOSE = "close-table"


class PostNotice(Command, frozen=True, kw_only=True):
    """Display a sign of what will change and at what time.

    `value` names the game to come, or the wager whose minimum rises; `minimum_cents` is the
    new minimum.
    """

    kind: str
    change_at: dt.datetime
    value: str = ""
    minimum_cents: int | None = None


class WithdrawNotice(Command, frozen=True, kw_only=True):
    """Take a sign of a change away; the change is not made."""

    kind: str


class ConsentToGame(Command, frozen=True, kw_only=True):
    """A player agrees that another game be played from now on."""

    game: str


class ChangeGame(Command, frozen=True, kw_only=True):
    """Change the game in play; `shown` names the signs on the table, `values` what they fix."""

    game: str
    shown: tuple[str, ...] = ()
    values: Mapping[str, str] = msgspec.field(default_factory=dict)


class NoticePosted(Event, frozen=True, kw_only=True):
    """A sign of a change stands on the table."""

    kind: str
    change_at: dt.datetime
    value: str = ""
    minimum_cents: int | None = None


class NoticeWithdrawn(Event, frozen=True, kw_only=True):
    """A sign of a change was taken away."""

    kind: str


class NoticeCarriedOut(Event, frozen=True, kw_only=True):
    """The change that a sign announced is made."""

    kind: str
    value: str = ""


class GameConsented(Event, frozen=True, kw_only=True):
    """A player agreed to another game."""

    game: str


class GameChanged(Event, frozen=True, kw_only=True):
    """Another game is in play."""

    game: str
    before: str
    house: House
    sign: SignState
    consents: tuple[str, ...] = ()


@decides(PostNotice)
def post(work: Work, command: PostNotice) -> None:
    """What will change and when, long enough before (6.7, 6.7.2, 14.8, 14.9)."""
    notice = known(work, command.kind)
    ranked(work, notice)
    if command.change_at.tzinfo is None:
        refuse("no-time-zone", "The time of the change needs its time zone.")
    if abs(command.change_at.year - command.at.year) > 1:
        refuse("bad-time", "The time of the change is no time of these days.")
    if command.kind in work.table.notices:
        refuse("notice-up", "A sign of that change stands already; withdraw it first.")
    _complete(work, command, notice)
    if not notice.allows(utc(command.at), utc(command.change_at)):
        refuse(
            "notice-too-short",
            f"The sign must stand {notice.minutes} minutes before the change.",
            notice.clauses,
        )
    work.emit(
        NoticePosted,
        kind=command.kind,
        change_at=command.change_at,
        value=command.value,
        minimum_cents=command.minimum_cents,
        clauses=notice.clauses,
    )


def _complete(work: Work, command: PostNotice, notice: Notice) -> None:
    """The sign says what the change is: the new minimum, or the game to come."""
    if command.kind in (RAISE, END_OLD) and (command.minimum_cents or 0) <= 0:
        refuse("sign-incomplete", "The sign shows the new minimum.", notice.clauses)
    if command.kind == RAISE and command.value and command.value not in work.edition.wagers:
        refuse("unknown-wager", f"There is no wager '{command.value}'.")
    if command.kind == END_OLD and work.table.sign.old_minimum_cents is None:
        refuse("no-old-minimum", "Nobody plays at an earlier minimum.", notice.clauses)
    if command.kind == GAME:
        _other_game(work, command.value, notice)


def _other_game(work: Work, game: str, notice: Notice) -> None:
    if game not in work.edition.games:
        listed = ", ".join(work.edition.games)
        refuse("unknown-game", f"There is no game '{game}'; there are {listed}.", notice.clauses)
    if game == work.house.game:
        refuse("same-game", f"{work.edition.games[game].title} is in play already.")


@decides(WithdrawNotice)
def withdraw(work: Work, command: WithdrawNotice) -> None:
    """Whoever may announce a change may call it off."""
    notice = known(work, command.kind)
    ranked(work, notice)
    if command.kind not in work.table.notices:
        refuse("no-such-notice", "No sign of that change stands on the table.")
    work.emit(NoticeWithdrawn, kind=command.kind, clauses=notice.clauses)


@decides(ConsentToGame, who=("player",))
def consent(work: Work, command: ConsentToGame) -> None:
    """Each player agrees for themselves (14.8; in Premium 15.8)."""
    notice = known(work, GAME)
    if not notice.or_consent:
        refuse("not-provided", "Here a change of game is not a matter of consent.", notice.clauses)
    _other_game(work, command.game, notice)
    work.emit(GameConsented, game=command.game, clauses=notice.clauses)


@decides(ChangeGame)
def change_game(work: Work, command: ChangeGame) -> None:
    """Between coups, after the sign or by the consent of all players (14.8; P3)."""
    notice = known(work, GAME)
    ranked(work, notice)
    _other_game(work, command.game, notice)
    between_coups(work, notice.clauses)
    table = work.table
    players = tuple(table.participants())
    agreed = tuple(name for name in players if table.marks.get(f"{CONSENT}{name}") == command.game)
    base = table.next_sign or table.sign
    sign = replace(base, values=_values(work, base, command))
    house = replace(work.house, game=command.game)
    clauses = check_sign(work, house, sign, command.shown)
    everyone = bool(players) and agreed == players
    carry_out(work, GAME, value=command.game, consent=everyone)
    before = work.house.game
    game = work.edition.games[command.game]
    work.emit(
        GameChanged,
        game=command.game,
        before=before,
        house=house,
        sign=sign,
        consents=agreed if everyone else (),
        clauses=tuple(dict.fromkeys((*notice.clauses, *clauses, *game.clauses))),
    )
    if game.notice != "none":
        work.emit(SignDisplayed, what=game.notice, clauses=game.clauses)


def _values(work: Work, sign: SignState, command: ChangeGame) -> Mapping[str, str]:
    """What the sign fixes in the new game: what still belongs to it, and what is added.

    What holds in every game, as the smallest chip, is none of it and does not change with it.
    """
    for key, value in command.values.items():
        known_here = work.edition.sign.get(key)
        if known_here is not None and not known_here.games and sign.values.get(key) != value:
            refuse("not-of-the-game", f"'{key}' is not fixed by the game.", known_here.clauses)
    kept = {
        key: value
        for key, value in sign.values.items()
        if key not in work.edition.sign
        or not work.edition.sign[key].games
        or command.game in work.edition.sign[key].games
    }
    return {**kept, **command.values}


def known(work: Work, kind: str) -> Notice:
    """The notice of this kind, where the rulebook has it."""
    notice = work.edition.notices.get(kind)
    if notice is None:
        refuse("not-provided", f"{work.edition.identity.title} has no notice '{kind}'.")
    return notice


def ranked(work: Work, notice: Notice) -> None:
    """The rank of whoever announces or makes the change must suffice, where one is asked."""
    if notice.rank is not None:
        of_rank(work, "This", notice.rank, notice.clauses)


def between_coups(work: Work, clauses: Clauses = ()) -> None:
    """No coup in progress, and no wager on the layout that was placed under what holds now."""
    if work.table.coup is not None:
        refuse("coup-in-progress", "A coup is in progress.", clauses)
    if work.table.wagers:
        refuse("wagers-on-layout", "Wagers lie on the layout.", clauses)


def carry_out(
    work: Work,
    kind: str,
    *,
    value: str = "",
    minimum: int | None = None,
    consent: bool = False,
    empty: bool = False,
) -> Clauses:
    """Make sure a change is due: the sign showed it and has stood, or it needs no sign now."""
    notice, at = known(work, kind), work.command.at
    ranked(work, notice)
    posted = work.table.notices.get(kind)
    if posted is not None and (posted.value, posted.minimum_cents) != (value, minimum):
        shows = posted.value or (posted.minimum_cents and sum_of(posted.minimum_cents))
        refuse("not-as-signed", f"The sign on the table shows {shows}.", notice.clauses)
    shown = utc(posted.shown) if posted is not None else None
    if not notice.allows(shown, utc(at), consent=consent, empty=empty):
        refuse(
            "notice-needed",
            f"A sign must have stood at the table for {notice.minutes} minutes.",
            notice.clauses,
        )
    waived = (consent and notice.or_consent) or (empty and notice.or_empty)
    if posted is not None and at < posted.change and not waived:
        refuse("too-early", f"The sign says {posted.change:%H:%M:%S}.", notice.clauses)
    if posted is not None:
        work.emit(NoticeCarriedOut, kind=kind, value=posted.value, clauses=notice.clauses)
    return notice.clauses


def utc(at: dt.datetime) -> dt.datetime:
    """A moment whose differences are true minutes, also when the clocks change."""
    return at.astimezone(dt.UTC)


@applies(NoticePosted)
def posted(table: Table, event: NoticePosted) -> Table:
    """The sign stands."""
    notice = Posted(
        kind=event.kind,
        shown=event.at,
        change=event.change_at,
        value=event.value,
        minimum_cents=event.minimum_cents,
    )
    return replace(table, notices={**table.notices, event.kind: notice})


def _taken_away(table: Table, event: NoticeWithdrawn | NoticeCarriedOut) -> Table:
    """The sign is gone."""
    rest = {kind: notice for kind, notice in table.notices.items() if kind != event.kind}
    return replace(table, notices=rest)


applies(NoticeWithdrawn)(_taken_away)
applies(NoticeCarriedOut)(_taken_away)


@applies(GameConsented)
def consented(table: Table, event: GameConsented) -> Table:
    """The consent is recorded until the game changes or the player leaves."""
    return replace(table, marks={**table.marks, f"{CONSENT}{event.by}": event.game})


@applies(GameChanged)
def game_changed(table: Table, event: GameChanged) -> Table:
    """The next coup is played and settled as the new game."""
    marks = {key: mark for key, mark in table.marks.items() if not key.startswith(CONSENT)}
    return replace(table, house=event.house, sign=event.sign, next_sign=None, marks=marks)
