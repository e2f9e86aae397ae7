"""Routes: what a player keeps for themself; nobody else reads it."""

from __future__ import annotations

import asyncio
import datetime as dt
import secrets
from typing import Annotated

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, Parameter

from pitboss.aggregates.house import OwnLimitsChosen, PlayStopped
from pitboss.aggregates.limits import OwnLimits
from pitboss.api.context import on_thread
from pitboss.api.guard import Request, context_of, session_of, viewer_of
from pitboss.api.lookup import Language, Name, pdf_in, tables_of
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.paper import Paper, as_csv
from pitboss.refusal import Refusal
from pitboss.service.people.favourites import (
    Favourite,
    drop_favourite,
    favourites_of,
    keep_favourite,
)
from pitboss.service.people.limits import LimitsTold, told
from pitboss.views.parts.statement import (
    PlayedDays,
    PlayedThatDay,
    played_days,
    played_on,
    statement,
)

PLAYER = {"roles": ("player",)}
SetName = Annotated[str, Parameter(max_length=40)]
Day = Annotated[str, Parameter(pattern="^20[0-9]{2}-[0-9]{2}-[0-9]{2}$", max_length=10)]
Form = Annotated[str, Parameter(pattern="^(csv|pdf)$", max_length=3)]


class FavouriteList(msgspec.Struct, frozen=True, kw_only=True):
    """One's favourites, in the order in which they were kept."""

    favourites: tuple[Favourite, ...]


@get("/own/favourites", opt=PLAYER)
@on_thread
def favourites(request: Request) -> FavouriteList:
    """One's own named sets of wagers."""
    found = favourites_of(context_of(request).accounts, session_of(request).person)
    return FavouriteList(favourites=found)


@put("/own/favourites", opt=PLAYER)
@on_thread
def keep(request: Request, data: JSONBody[Favourite]) -> FavouriteList:
    """Keep a set of wagers under a name, in place of the one that had it."""
    kept = keep_favourite(context_of(request).accounts, session_of(request).person, data)
    if isinstance(kept, Refusal):
        raise refused(kept)
    return FavouriteList(favourites=kept)


@delete("/own/favourites/{rulebook:str}", status_code=200, opt=PLAYER)
@on_thread
def drop(request: Request, rulebook: Name, name: SetName) -> FavouriteList:
    """Keep a set no longer."""
    person = session_of(request).person
    left = drop_favourite(context_of(request).accounts, person, rulebook, name)
    return FavouriteList(favourites=left)


MOST_HOURS = 366 * 24
Money = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class LimitsChosen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All three limits, none where nothing is said: loss and time in 24 hours, stakes a round."""

    loss_cents: Money | None = None
    stake_cents: Money | None = None
    minutes: Annotated[int, msgspec.Meta(ge=0, le=24 * 60)] | None = None


class StopChosen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For how many hours one stops. It cannot be taken back."""

    hours: Annotated[int, msgspec.Meta(ge=1, le=MOST_HOURS)]


def _told(request: Request) -> LimitsTold:
    tables, person = context_of(request).tables, session_of(request).person
    limits = tables.house.state.own.get(person, OwnLimits())
    return told(limits, tables.used(person), context_of(request).now())


@get("/own/limits", opt=PLAYER)
@on_thread
def limits(request: Request) -> LimitsTold:
    """One's own limits, and what is used of them."""
    return _told(request)


@put("/own/limits", opt=PLAYER)
@on_thread
def choose(request: Request, data: JSONBody[LimitsChosen]) -> LimitsTold:
    """Choose limits for oneself: a lower one holds at once, a higher one or none a day later."""
    context, person = context_of(request), session_of(request).person
    event = OwnLimitsChosen(
        by=person,
        at=context.now(),
        person=person,
        loss_cents=data.loss_cents,
        stake_cents=data.stake_cents,
        minutes=data.minutes,
    )
    context.tables.house.record([event], f"limits/{secrets.token_hex(12)}")
    return _told(request)


@post("/own/stop", status_code=200, opt=PLAYER)
@on_thread
def stop(request: Request, data: JSONBody[StopChosen]) -> LimitsTold:
    """Take part nowhere for so long; an earlier, longer stop holds on, and nobody ends one."""
    context, person = context_of(request), session_of(request).person
    now = context.now()
    until = now + dt.timedelta(hours=data.hours)
    event = PlayStopped(by=person, at=now, person=person, until=until)
    context.tables.house.record([event], f"stop/{secrets.token_hex(12)}")
    return _told(request)


@get("/own/days", opt=PLAYER)
async def days(request: Request) -> PlayedDays:
    """The days on which one played, by the clocks of the tables."""
    tables, person = tables_of(request), session_of(request).person
    return await asyncio.to_thread(played_days, tables, person)


@get("/own/days/{day:str}", opt=PLAYER)
async def one_day(request: Request, day: Day) -> PlayedThatDay:
    """Everything that one played on a day, table by table."""
    tables, viewer = tables_of(request), viewer_of(session_of(request))
    return await asyncio.to_thread(played_on, tables, viewer, _day(day))


@get("/own/days/{day:str}/{form:str}", opt=PLAYER)
async def day_file(
    request: Request, day: Day, form: Form, language: Language = "en"
) -> Response[bytes]:
    """The statement of a day, every wager with its reason."""
    tables, session, wanted = tables_of(request), session_of(request), _day(day)
    now = context_of(request).now()

    def make() -> bytes:
        paper: Paper = statement(
            tables,
            viewer_of(session),
            wanted,
            login=session.login,
            language=language,
            now=now,
        )
        return as_csv(paper).encode("utf-8-sig") if form == "csv" else pdf_in(paper, language)

    kind = "text/csv; charset=utf-8" if form == "csv" else "application/pdf"
    said = {"content-disposition": f'attachment; filename="statement-{day}.{form}"'}
    return Response(await asyncio.to_thread(make), media_type=kind, headers=said)


def _day(day: str) -> dt.date:
    try:
        return dt.date.fromisoformat(day)
    except ValueError as error:
        raise ProblemError(422, "no-such-day", f"There is no day {day}.") from error


router = router_of(__name__, "people")
