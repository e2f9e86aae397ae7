"""Signs of what will change, and the changes that wait for them: notices and the game in play.

A notice says what will change and when. The change is made at that time or later, once the
sign has stood as long as the edition asks, or sooner where all consent or nobody plays.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import msgspec

from pitboss.editions.values import Notice
from pitboss.editions.wagers import Clauses
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.admission import in_edition
from pitboss.table.authority.approvals import of_rank
from pitboss.table.betting.returns import give_back, of_this_round
from pitboss.table.life.open import CONSENT, SignDisplayed, check_sign
from pitboss.table.machine import Command, PublicEvent, Query, TableEvent, Work, decides, replace
from pitboss.table.own import alike
from pitboss.table.state import House, Posted, SignState, Table
from pitboss.table.terminals.parts import players_of
from pitboss.words import near

RAISE = "raise-minimum"
END_OLD = "end-old-minimum"
GAME = "change-game"
CLOSE = "close-table"
CHANGE = "change-limits"
"""A notice of any change of limits, where the edition asks for one of each."""
BY_PLAYER = "by player"
"""What a notice of a higher minimum is about where it is the one by player."""


class PostNotice(Command, frozen=True, kw_only=True):
    """Display a sign of what will change and at what time.

    `value` names the game to come, or the wager whose minimum rises, or says `by player`;
    `minimum_cents` is the new minimum.
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


class NoticePosted(PublicEvent, frozen=True, kw_only=True):
    """A sign of a change stands on the table."""

    kind: str
    change_at: dt.datetime
    value: str = ""
    minimum_cents: int | None = None

    def changes(self, table: Table) -> Table:
        """The sign stands."""
        notice = alike(Posted, self, shown=self.at, change=self.change_at)
        return replace(table, notices={**table.notices, self.kind: notice})


class NoticeWithdrawn(PublicEvent, frozen=True, kw_only=True):
    """A sign of a change was taken away."""

    kind: str

    def changes(self, table: Table) -> Table:
        """The sign is gone."""
        return _without(table, self.kind)


class NoticeCarriedOut(PublicEvent, frozen=True, kw_only=True):
    """The change that a sign announced is made."""

    kind: str
    value: str = ""

    def changes(self, table: Table) -> Table:
        """The sign is gone."""
        return _without(table, self.kind)


class GameConsented(TableEvent, frozen=True, kw_only=True):
    """A player agreed to another game."""

    game: str

    def changes(self, table: Table) -> Table:
        """The consent is recorded until the game changes or the player leaves."""
        return replace(table, marks={**table.marks, f"{CONSENT}{self.by}": self.game})


class GameChanged(PublicEvent, frozen=True, kw_only=True):
    """Another game is in play."""

    game: str
    before: str
    house: House
    sign: SignState
    consents: tuple[str, ...] = ()

    def changes(self, table: Table) -> Table:
        """The next coup is played and settled as the new game."""
        marks = {key: mark for key, mark in table.marks.items() if not key.startswith(CONSENT)}
        return replace(table, house=self.house, sign=self.sign, next_sign=None, marks=marks)


@decides(PostNotice, fits={"kind": in_edition("notices")})
def post(work: Work, command: PostNotice) -> None:
    """What will change and when, long enough before."""
    notice = known(work, command.kind)
    ranked(work, notice)
    shown, change = check_time(work, command.change_at, command.kind)
    _complete(work, command, notice)
    if not notice.allows(shown, change):
        refuse("notice-too-short", notice.clauses, minutes=notice.minutes)
    work.emit(NoticePosted, command, clauses=notice.clauses)


def check_time(work: Work, change: dt.datetime, kind: str) -> tuple[dt.datetime, dt.datetime]:
    """When a sign goes up and when it says that the change is made; one of each kind stands."""
    if change.tzinfo is None:
        refuse("no-time-zone")
    if abs(change.year - work.command.at.year) > 1:
        refuse("bad-time")
    if kind in work.table.notices:
        refuse("notice-up")
    return utc(work.command.at), utc(change)


def _complete(work: Work, command: PostNotice, notice: Notice) -> None:
    """The sign says what the change is: the new minimum, or the game to come."""
    if command.kind == CHANGE:
        refuse("announce-limits", notice.clauses)
    if command.kind in (RAISE, END_OLD) and (command.minimum_cents or 0) <= 0:
        refuse("sign-incomplete", notice.clauses)
    known_values = ("", BY_PLAYER, *work.edition.wagers)
    if command.kind == RAISE and command.value not in known_values:
        asked = near(command.value, known_values)
        refuse("unknown-wager.complete", value=command.value, nearest=asked)
    if command.kind == END_OLD and work.table.sign.old_minimum_cents is None:
        refuse("no-old-minimum", notice.clauses)
    if command.kind == GAME:
        _other_game(work, command.value, notice)


def _other_game(work: Work, game: str, notice: Notice) -> None:
    if game not in work.edition.games:
        listed = ", ".join(work.edition.games)
        asked = near(game, work.edition.games)
        refuse("unknown-game.other-game", notice.clauses, game=game, listed=listed, nearest=asked)
    if game == work.house.game:
        refuse("same-game", title=work.edition.games[game].title)


@decides(WithdrawNotice, fits={"kind": in_edition("notices")})
def withdraw(work: Work, command: WithdrawNotice) -> None:
    """Whoever may announce a change may call it off."""
    notice = known(work, command.kind)
    ranked(work, notice)
    if command.kind not in work.table.notices:
        refuse("no-such-notice")
    work.emit(NoticeWithdrawn, kind=command.kind, clauses=notice.clauses)


@decides(ConsentToGame, who=("player", "terminal"))
def consent(work: Work, command: ConsentToGame) -> None:
    """Each player agrees for themselves."""
    notice = known(work, GAME)
    if not notice.or_consent:
        refuse("not-provided.consent", notice.clauses)
    _other_game(work, command.game, notice)
    work.emit(GameConsented, game=command.game, clauses=notice.clauses)


@decides(ChangeGame, fits={"game": in_edition("games")})
def change_game(work: Work, command: ChangeGame) -> None:
    """Between coups, after the sign or by the consent of all players."""
    notice = known(work, GAME)
    _other_game(work, command.game, notice)
    between_coups(work, notice.clauses)
    table = work.table
    players = players_of(table)
    agreed = tuple(name for name in players if table.marks.get(f"{CONSENT}{name}") == command.game)
    base = table.next_sign or table.sign
    sign = replace(base, values=_values(work, base, command))
    house = replace(work.house, game=command.game)
    clauses = check_sign(work, house, sign, command.shown)
    everyone = bool(players) and agreed == players
    carry_out(work, GAME, value=command.game, consent=everyone, empty=not players)
    return_waiting(work, notice.clauses)
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
            refuse("not-of-the-game", known_here.clauses, key=key)
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
        work.rules.stands(kind)
        asked = near(kind, work.edition.notices)
        refuse("not-provided.known", title=work.edition.identity.title, kind=kind, nearest=asked)
    return notice


def ranked(work: Work, notice: Notice) -> None:
    """The rank of whoever announces or makes the change must suffice, where one is asked."""
    if notice.rank is not None:
        of_rank(work, notice.rank, notice.clauses)


def between_coups(work: Query, clauses: Clauses = ()) -> None:
    """No coup in progress, and no wager on the layout that was placed under what holds now."""
    if work.table.coup is not None:
        refuse("coup-in-progress.call-bets", clauses)
    if of_this_round(work):
        refuse("wagers-on-layout.between-coups", clauses)


def return_waiting(work: Work, clauses: Clauses) -> None:
    """What waited for coups to come goes back, since none comes."""
    for placed in tuple(work.table.wagers.values()):
        give_back(work, placed, "no coup comes to decide it", clauses)


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
        refuse("not-as-signed", notice.clauses, shows=shows)
    shown = utc(posted.shown) if posted is not None else None
    if not notice.allows(shown, utc(at), consent=consent, empty=empty):
        refuse("notice-needed", notice.clauses, minutes=notice.minutes)
    waived = (consent and notice.or_consent) or (empty and notice.or_empty)
    if posted is not None and at < posted.change and not waived:
        says = work.rules.edition.identity.there(posted.change)
        refuse("too-early", notice.clauses, says=f"{says:%H:%M:%S %Z}")
    if posted is not None:
        work.emit(NoticeCarriedOut, kind=kind, value=posted.value, clauses=notice.clauses)
    return notice.clauses


def utc(at: dt.datetime) -> dt.datetime:
    """A moment whose differences are true minutes, also when the clocks change."""
    return at.astimezone(dt.UTC)


def _without(table: Table, gone: str) -> Table:
    """The table without the sign of a change."""
    rest = {kind: notice for kind, notice in table.notices.items() if kind != gone}
    return replace(table, notices=rest)
