"""Routes: signing in and out, one's password, the accounts of the house."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, Parameter

from pitboss.api.guard import COOKIE, PUBLIC, SIGNED_IN, STAFF, context_of, session_of
from pitboss.api.problems import Problem, ProblemError, refused
from pitboss.refusal import Refusal
from pitboss.service import totp
from pitboss.service.accounts import LOCKED, LOCKED_SECONDS, LOGIN, Role
from pitboss.service.sessions import Session

access = logging.getLogger("pitboss.access")
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Login = Annotated[str, Parameter(pattern=f"^{LOGIN.pattern}$", max_length=64)]
Asked = Request[Any, Any, Any]


class SignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name and password; ranked staff give the code of their authenticator as well."""

    login: Text
    password: Text
    code: Annotated[str, msgspec.Meta(pattern="^[0-9]{6}$")] | None = None


class Signed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who is signed in. `token` is given once, for clients that keep no cookies."""

    login: str
    person: str
    role: Role
    rank: str | None = None
    house: str | None = None
    change_password: bool = False
    token: str | None = None


class NewPassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The password one has, and the one to have from now on."""

    old: Text
    new: Text


class NewAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone who is to be able to sign in; staff have a rank of their house."""

    login: Text
    role: Role
    rank: Text | None = None


class AccountMade(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The account, and what its owner is told once: password, and secret for codes."""

    login: str
    person: str
    role: Role
    password: str
    rank: str | None = None
    house: str | None = None
    secret: str | None = None
    otpauth: str | None = None


class AccountSeen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An account as a manager sees it."""

    login: str
    person: str
    role: Role
    enabled: bool
    coded: bool
    rank: str | None = None
    house: str | None = None


class AccountList(msgspec.Struct, frozen=True, kw_only=True):
    """The accounts."""

    accounts: list[AccountSeen]


def _signed(session: Session, token: str | None = None) -> Signed:
    return Signed(
        login=session.login,
        person=session.person,
        role=session.role,
        rank=session.rank,
        house=session.house,
        change_password=session.limited,
        token=token,
    )


def _cookie(request: Asked, token: str) -> Cookie:
    settings = context_of(request).settings
    return Cookie(
        key=COOKIE,
        value=token,
        path="/",
        httponly=True,
        samesite="strict",
        secure=settings.secure,
        max_age=int(settings.whole_seconds),
    )


@post("/session", opt={"roles": PUBLIC, "sign_in": True, "answer": Signed, "limited": True})
async def sign_in(request: Asked, data: JSONBody[SignIn]) -> Response[Signed]:
    """Sign in: the token comes as a cookie and in the answer."""
    context = context_of(request)
    login = data.login.strip().lower()
    found = await asyncio.to_thread(context.accounts.admit, login, data.password, data.code)
    outcome = found.code if isinstance(found, Refusal) else "accepted"
    client = request.client.host if request.client else "?"
    access.info("sign-in of %r from %s: %s", login[:64], client, outcome)
    context.measures.sign_ins.labels(outcome).inc()
    if isinstance(found, Refusal):
        if found.code == LOCKED.code:
            raise ProblemError(429, found.code, found.sentence, wait=LOCKED_SECONDS)
        raise refused(found, 401)
    token, session = await asyncio.to_thread(context.sessions.begin, found)
    return Response(_signed(session, token), cookies=[_cookie(request, token)])


@get("/session", opt={"roles": SIGNED_IN, "answer": Signed, "limited": True})
async def who_am_i(request: Asked) -> Signed:
    """Who is signed in."""
    return _signed(session_of(request))


@delete("/session", opt={"roles": SIGNED_IN, "limited": True})
async def sign_out(request: Asked) -> Response[None]:
    """Sign out: the token is worth nothing from here on."""
    context_of(request).sessions.end(session_of(request))
    gone = Cookie(key=COOKIE, path="/", httponly=True, samesite="strict", max_age=0)
    return Response(None, status_code=204, cookies=[gone])


@post("/session/password", opt={"roles": SIGNED_IN, "answer": Signed, "limited": True})
async def change_password(request: Asked, data: JSONBody[NewPassword]) -> Response[Signed]:
    """Choose a password; every other session of the account ends."""
    context, session = context_of(request), session_of(request)
    wait = context.sign_ins.wait(f"password:{session.login}", context.monotonic())
    if wait is not None:
        raise ProblemError(429, wait=wait)
    accounts = context.accounts
    done = await asyncio.to_thread(accounts.set_password, session.login, data.old, data.new)
    if isinstance(done, Refusal):
        raise refused(done, 422)
    context.sessions.forget(session.login)
    context.sessions.end(session)
    token, fresh = await asyncio.to_thread(context.sessions.begin, done)
    return Response(_signed(fresh, token), cookies=[_cookie(request, token)])


def _manager(request: Asked) -> Session:
    """The highest rank of a house keeps its accounts."""
    session = session_of(request)
    ladders = _ladders(request, session.house)
    if not any(session.rank == ladder[-1] for ladder in ladders):
        raise ProblemError(403, "rank-too-low", "Accounts are kept by the highest rank.")
    return session


def _ladders(request: Asked, house: str | None) -> list[tuple[str, ...]]:
    books = context_of(request).books.values()
    return [book.edition.ranks.ladder for book in books if book.edition.identity.house == house]


@get("/accounts", opt={"roles": STAFF, "answer": AccountList})
async def list_accounts(request: Asked) -> AccountList:
    """The accounts of one's house, and of those who belong to none."""
    session = _manager(request)
    every = await asyncio.to_thread(context_of(request).accounts.all)
    return AccountList(
        accounts=[
            AccountSeen(
                login=one.login,
                person=one.person,
                role=one.role,
                enabled=one.enabled,
                coded=one.secret is not None,
                rank=one.rank,
                house=one.house,
            )
            for one in every
            if one.house in (None, session.house)
        ]
    )


@post("/accounts", opt={"roles": STAFF, "answer": AccountMade})
async def make_account(request: Asked, data: JSONBody[NewAccount]) -> AccountMade:
    """Make an account with a one-time password; ranked staff get a secret for codes."""
    session = _manager(request)
    if (data.role == "staff") != (data.rank is not None):
        raise ProblemError(422, "rank-missing", "Staff have a rank, others have none.")
    ladders = _ladders(request, session.house)
    if data.rank is not None and not any(data.rank in ladder for ladder in ladders):
        raise ProblemError(422, "unknown-rank", f"'{data.rank}' is not a rank of this house.")
    house = session.house if data.role == "staff" else None
    accounts = context_of(request).accounts
    made = await asyncio.to_thread(
        accounts.make, data.login.strip().lower(), data.role, data.rank, house
    )
    if isinstance(made, Refusal):
        raise refused(made, 409 if made.code == "name-taken" else 422)
    account = made.account
    return AccountMade(
        login=account.login,
        person=account.person,
        role=account.role,
        rank=account.rank,
        house=account.house,
        password=made.password,
        secret=made.secret,
        otpauth=None if made.secret is None else totp.address(made.secret, account.login),
    )


@delete("/accounts/{login:str}", opt={"roles": STAFF})
async def end_account(request: Asked, login: Login) -> None:
    """Nobody signs in with this account from here on; its sessions end."""
    session = _manager(request)
    context = context_of(request)
    account = await asyncio.to_thread(context.accounts.find, login)
    if account is None or account.house not in (None, session.house):
        raise ProblemError(404, "no-such-account", "There is no account of that name here.")
    if login == session.login:
        raise ProblemError(409, "own-account", "Nobody ends their own account.")
    await asyncio.to_thread(
        lambda: context.accounts.change(login, enabled=False, epoch=account.epoch + 1)
    )
    context.sessions.forget(login)


TYPES: tuple[type[msgspec.Struct], ...] = (
    SignIn,
    Signed,
    NewPassword,
    NewAccount,
    AccountMade,
    AccountList,
    Problem,
)
router = Router(
    "/",
    route_handlers=[
        sign_in,
        who_am_i,
        sign_out,
        change_password,
        list_accounts,
        make_account,
        end_account,
    ],
    tags=["people"],
)
