"""Routes: signing in and out, one's password and sessions, the accounts of the house."""

from __future__ import annotations

import asyncio
import datetime as dt
import hmac
import logging
import math
import secrets
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.background_tasks import BackgroundTask
from litestar.params import JSONBody, Parameter

from pitboss.aggregates.house import (
    AccountEnded,
    AccountEvent,
    AccountOpened,
    AccountUnlocked,
    PasswordChosen,
)
from pitboss.api.context import Context, on_thread
from pitboss.api.door.gate import place
from pitboss.api.guard import (
    PUBLIC,
    SIGNED_IN,
    STAFF,
    Request,
    context_of,
    editions_of,
    highest,
    session_cookie,
    session_of,
)
from pitboss.api.lookup import Text
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.errors import UnknownPersonError
from pitboss.refusal import Refusal
from pitboss.service.people import codes as totp
from pitboss.service.people.accounts import LOCKED, LOGIN, Account, Role
from pitboss.service.people.sessions import Session
from pitboss.views.copies import copy_of

EXCLUDED = Refusal.of("excluded.accounts")
access = logging.getLogger("pitboss.access")
Login = Annotated[str, Parameter(pattern=f"^{LOGIN.pattern}$", max_length=64)]
PersonId = Annotated[str, msgspec.Meta(pattern="^p[-0-9a-f]{2,40}$", max_length=42)]
SessionId = Annotated[str, Parameter(pattern="^[0-9a-f]{16}$", max_length=16)]


class SignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name and password; ranked staff give the code of their authenticator as well."""

    login: Text
    password: Text
    code: Annotated[str, msgspec.Meta(pattern="^[0-9]{6}$")] | None = None


class AccountNamed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whose account it is: under which name, as whom and as what they come."""

    login: str
    person: str
    role: Role
    rank: str | None = None
    house: str | None = None


class Signed(AccountNamed, frozen=True, kw_only=True, omit_defaults=True):
    """Who is signed in. `token` is given once, for clients that keep no cookies."""

    change_password: bool = False
    token: str | None = None


class NewPassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The password one has, and the one to have from now on."""

    old: Text
    new: Text


class SessionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A session of one's own; its id serves to end it, and for nothing else."""

    id: str
    created: str
    seen: str
    current: bool


class SessionList(msgspec.Struct, frozen=True, kw_only=True):
    """The sessions that are open, the oldest first."""

    sessions: list[SessionRow]


class NewAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone who is to be able to sign in; staff have a rank of their house.

    `person` is the id of a player whose record is kept already: what is known of them, an
    exclusion above all, holds for this account too.
    """

    login: Text
    role: Role
    rank: Text | None = None
    person: PersonId | None = None


class AccountMade(AccountNamed, frozen=True, kw_only=True, omit_defaults=True):
    """The account, and what its owner is told once: password, and secret for codes."""

    password: str
    secret: str | None = None
    otpauth: str | None = None


class AccountSeen(AccountNamed, frozen=True, kw_only=True, omit_defaults=True):
    """An account as a manager sees it."""

    enabled: bool
    coded: bool


class AccountList(msgspec.Struct, frozen=True, kw_only=True):
    """The accounts."""

    accounts: list[AccountSeen]


def _signed(session: Session, token: str | None = None) -> Signed:
    return copy_of(Signed, session, change_password=session.limited, token=token)


@post("/session", opt={"roles": PUBLIC, "sign_in": True, "limited": True})
async def sign_in(request: Request, data: JSONBody[SignIn]) -> Response[Signed]:
    """Sign in: the token comes as a cookie and in the answer."""
    context = context_of(request)
    login = data.login.strip().lower()
    client = request.client.host if request.client else "?"
    where = place(client)
    found = await context.workers.do(
        where, partial(context.accounts.admit, login, data.password, data.code, where)
    )
    if not isinstance(found, Refusal) and _excluded(request, found):
        found = EXCLUDED
    outcome = found.code if isinstance(found, Refusal) else "accepted"
    access.info("sign-in of %r from %s: %s", login[:64], client, outcome)
    context.measures.sign_ins.labels(outcome).inc()
    if isinstance(found, Refusal):
        if found.code == LOCKED.code:
            raise await _locked(context, found, login, where)
        raise refused(found, 403 if found is EXCLUDED else 401)
    before: Session | None = request.scope["state"].get("session")
    token, session = await asyncio.to_thread(context.sessions.begin, found)
    # Who signs in anew leaves nothing open behind. The old session ends when the browser has the
    # new one: its other tabs, told that their streams are over, then find out whose they are.
    ends = None if before is None else BackgroundTask(_end, context, before)
    cookies = [session_cookie(request, token)]
    return Response(_signed(session, token), cookies=cookies, background=ends)


async def _locked(context: Context, found: Refusal, login: str, where: str) -> ProblemError:
    wait = await asyncio.to_thread(context.accounts.wait, login, where)
    return ProblemError(429, found.code, found.sentence, wait=max(1, math.ceil(wait)))


async def _record(context: Context, event: type[AccountEvent], by: str, **said: Any) -> None:
    """What is done with accounts is history of the house, with who and when."""
    told = event(by=by, at=context.now(), **said)
    command = f"account/{secrets.token_hex(8)}"
    await asyncio.to_thread(context.tables.house.record, [told], command)


async def _end(context: Context, session: Session) -> None:
    await asyncio.to_thread(context.sessions.end, session)


def _excluded(request: Request, account: Account) -> bool:
    """Whether someone may not come in; what they have on the layout is staff's to give back."""
    return context_of(request).tables.house.excluded(account.person) is not None


@get("/session", opt={"roles": SIGNED_IN, "limited": True, "leaving": True})
async def who_am_i(request: Request) -> Signed:
    """Who is signed in."""
    return _signed(session_of(request))


@delete("/session", opt={"roles": SIGNED_IN, "limited": True, "leaving": True})
async def sign_out(request: Request) -> Response[None]:
    """Sign out: the token is worth nothing from here on."""
    await asyncio.to_thread(context_of(request).sessions.end, session_of(request))
    gone = session_cookie(request, None)
    return Response(None, status_code=204, cookies=[gone])


@post("/session/password", opt={"roles": SIGNED_IN, "limited": True})
async def change_password(request: Request, data: JSONBody[NewPassword]) -> Response[Signed]:
    """Choose a password; every other session of the account ends."""
    context, session = context_of(request), session_of(request)
    wait = context.sign_ins.wait(f"password:{session.login}", context.monotonic())
    if wait is not None:
        raise ProblemError(429, wait=wait)
    accounts = context.accounts
    where = place(request.client.host if request.client else "?")
    done = await context.workers.do(
        where, partial(accounts.set_password, session.login, data.old, data.new, where)
    )
    if isinstance(done, Refusal):
        if done.code == LOCKED.code:
            raise await _locked(context, done, session.login, where)
        raise refused(done, 422)
    await _record(context, PasswordChosen, session.person, person=session.person)
    context.sessions.forget(session.login)
    token, fresh = await asyncio.to_thread(context.sessions.begin, done)
    return Response(_signed(fresh, token), cookies=[session_cookie(request, token)])


@get("/sessions", opt={"roles": SIGNED_IN})
@on_thread
def list_sessions(request: Request) -> SessionList:
    """One's own sessions."""
    session = session_of(request)
    rows = [
        SessionRow(
            id=one.id,
            created=_moment(one.created),
            seen=_moment(one.seen),
            current=one.key == session.key,
        )
        for one in context_of(request).sessions.of(session.login)
    ]
    return SessionList(sessions=rows)


def _moment(seconds: float) -> str:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat()


@delete("/sessions/{session_id:str}", opt={"roles": SIGNED_IN})
@on_thread
def end_session(request: Request, session_id: SessionId) -> None:
    """End a session of one's own, this one or another."""
    sessions = context_of(request).sessions
    found = sessions.of(session_of(request).login)
    ended = next((one for one in found if hmac.compare_digest(one.id, session_id)), None)
    if ended is None:
        raise ProblemError(404, "no-such-session", "You have no such session.")
    sessions.end(ended)


def _manager(request: Request) -> Session:
    """The highest rank of a house keeps its accounts."""
    return highest(request, "Accounts are kept by the highest rank.")


@get("/accounts", opt={"roles": STAFF})
@on_thread
def list_accounts(request: Request) -> AccountList:
    """The accounts of one's house, and of those who belong to none."""
    session = _manager(request)
    seen = [
        copy_of(AccountSeen, one, coded=one.secret is not None)
        for one in context_of(request).accounts.all()
        if one.house in (None, session.house)
    ]
    return AccountList(accounts=seen)


@post("/accounts", opt={"roles": STAFF})
async def make_account(request: Request, data: JSONBody[NewAccount]) -> AccountMade:
    """Make an account with a one-time password; ranked staff get a secret for codes."""
    session = _manager(request)
    if (data.role == "staff") != (data.rank is not None):
        raise ProblemError(422, "rank-missing", "Staff have a rank, others have none.")
    ladders = [edition.ranks.ladder for edition in editions_of(request, session.house)]
    if data.rank is not None and not any(data.rank in ladder for ladder in ladders):
        raise ProblemError(422, "unknown-rank", f"'{data.rank}' is not a rank of this house.")
    house = session.house if data.role == "staff" else None
    if data.person is not None:
        await asyncio.to_thread(_whose, request, data.person, data.role)
    accounts, login = context_of(request).accounts, data.login.strip().lower()
    make = partial(accounts.make, login, data.role, data.rank, house, person=data.person)
    made = await context_of(request).workers.do(session.login, make)
    if isinstance(made, Refusal):
        raise refused(made, 409 if made.code == "name-taken" else 422)
    new = made.account
    said = {"role": new.role, "rank": new.rank or "", "house": new.house or ""}
    await _record(context_of(request), AccountOpened, session.person, person=new.person, **said)
    address = None if made.secret is None else totp.address(made.secret, login)
    return copy_of(
        AccountMade, made.account, password=made.password, secret=made.secret, otpauth=address
    )


def _whose(request: Request, person: str, role: Role) -> None:
    """An account may be that of a player on record here who has no other that is open."""
    context, session = context_of(request), session_of(request)
    try:
        casino = context.people.casino_of(person)
    except UnknownPersonError:
        casino = None
    if role != "player" or casino not in ("", session.house):
        raise ProblemError(422, "no-such-person", "No player is on record under that id.")
    if any(one.person == person and one.enabled for one in context.accounts.all()):
        raise ProblemError(409, "has-account", "That player has an account already.")


@post("/accounts/{login:str}/unlock", status_code=204, opt={"roles": STAFF})
async def unlock_account(request: Request, login: Login) -> None:
    """Nobody waits any more for failures to sign in under this name; it is never one's own."""
    session = _manager(request)
    context = context_of(request)
    account = await asyncio.to_thread(context.accounts.find, login)
    if account is None or account.house not in (None, session.house):
        raise ProblemError(404, "no-such-account", "There is no account of that name here.")
    if login == session.login:
        raise ProblemError(409, "own-account", "Another manager unlocks one's own account.")
    await _record(context, AccountUnlocked, session.person, person=account.person)
    await asyncio.to_thread(context.accounts.unlock, login)


@delete("/accounts/{login:str}", opt={"roles": STAFF})
async def end_account(request: Request, login: Login) -> None:
    """Nobody signs in with this account from here on; its sessions end."""
    session = _manager(request)
    context = context_of(request)
    account = await asyncio.to_thread(context.accounts.find, login)
    if account is None or account.house not in (None, session.house):
        raise ProblemError(404, "no-such-account", "There is no account of that name here.")
    if login == session.login:
        raise ProblemError(409, "own-account", "Nobody ends their own account.")
    await _record(context, AccountEnded, session.person, person=account.person)
    await asyncio.to_thread(
        lambda: context.accounts.change(login, enabled=False, epoch=account.epoch + 1)
    )
    context.sessions.forget(login)


router = router_of(__name__, "people")
