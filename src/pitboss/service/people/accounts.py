"""Accounts: who may sign in, with which password, as what.

An account is sealed in the store under its name. It is changed only from the version that was
read: each version is written under a command of its own, which the store takes once, so that
two processes cannot both count the same failure as the first. Failures are counted for names
that nobody has as well: a lockout tells nothing about who exists.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.journal.store import RepeatedError, Store, Write
from pitboss.refusal import Refusal
from pitboss.service.people import codes as totp
from pitboss.service.people.failures import Failures
from pitboss.service.people.passwords import unfit
from pitboss.service.people.seal import Seal

Role = Literal["staff", "player", "inspector", "surveillance", "display"]
ROLES: tuple[Role, ...] = ("staff", "player", "inspector", "surveillance", "display")

STREAM = "accounts"
DIRECTORY = "accounts:directory"
LOGIN = re.compile(r"[a-z0-9][a-z0-9.@_-]{1,63}")
ONE_TIME_SECONDS = 7 * 24 * 3600
CODED: tuple[Role, ...] = ("staff", "inspector", "surveillance")
TRIES = 8
PLACES_KNOWN = 10
BUCKETS = 2**16
"""Failures under names that nobody has are kept in so many rows, however many are tried."""
NOBODYS = b"failures of nobody"

FAILED = Refusal.of("sign-in-failed")
LOCKED = Refusal.of("locked")
CODE_NEEDED = Refusal.of("code-needed")

K = TypeVar("K", bound="Kept | Failures")


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is kept sealed and changed version by version."""

    version: int = 0


class Account(Kept, frozen=True, kw_only=True):
    """Someone who may sign in. `person` is the id that events carry.

    `one_time`: the password must be changed before anything else; `epoch` counts how often
    every session of the account was ended; `code_used` is the last step whose code was taken;
    `places` are those that its owner signed in from, the last one first;
    `drawn` is when the one-time password was drawn, which is not taken for ever.
    """

    login: str
    person: str
    role: Role
    rank: str | None = None
    house: str | None = None
    password: str = ""
    secret: str | None = None
    one_time: bool = False
    demo: bool = False
    enabled: bool = True
    epoch: int = 0
    code_used: int = 0
    drawn: float = 0
    places: tuple[str, ...] = ()


class Directory(Kept, frozen=True, kw_only=True):
    """The names of all accounts."""

    logins: tuple[str, ...] = ()


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """A new account with what its owner must be told once."""

    account: Account
    password: str
    secret: str | None


class Accounts:
    """The accounts of a house, in its store."""

    def __init__(
        self,
        store: Store,
        seal: Seal,
        seconds: Callable[[], float],
        hasher: PasswordHasher | None = None,
        write: Callable[[Write], Exception | None] | None = None,
    ) -> None:
        self._store = store
        self._seal = seal
        self._seconds = seconds
        self._hasher = PasswordHasher(parallelism=1) if hasher is None else hasher
        self._buckets = seal.derive(NOBODYS)
        self._nobody = self._hasher.hash(secrets.token_hex())
        self._write = (lambda one: store.write([one])[0]) if write is None else write
        self._ahead: deque[tuple[str, str]] = deque()

    # Keeping ------------------------------------------------------------------------------

    def read(self, key: str, kind: type[K]) -> K | None:
        """What is kept under a key, opened."""
        sealed = self._store.secret(key)
        return None if sealed is None else self._opened(key, sealed, kind)

    def _opened(self, key: str, sealed: bytes, kind: type[K]) -> K:
        return msgspec.msgpack.decode(self._seal.open(key, sealed), type=kind)

    def revise(self, key: str, kind: type[K], change: Callable[[K | None], K]) -> K:
        """Change what is kept, from the version that is there when it is written."""
        for _ in range(TRIES):
            old = self.read(key, kind)
            version = 0 if old is None else old.version
            new = msgspec.structs.replace(change(old), version=version + 1)
            body = self._seal.close(key, msgspec.msgpack.encode(new))
            error = self._write(
                Write(
                    stream=STREAM,
                    after=0,
                    command=f"{key}:{version + 1}",
                    secrets={key: body},
                )
            )
            if error is None:
                return new
            if not isinstance(error, RepeatedError):
                raise error
        raise TimeoutError(f"'{key}' changes too fast")

    def find(self, login: str) -> Account | None:
        """The account of a name."""
        return self.read(f"account:{login}", Account)

    def find_all(self, logins: Iterable[str]) -> dict[str, Account]:
        """The accounts of these names that there are, in one reading."""
        keys = {f"account:{login}": login for login in logins}
        return {
            keys[key]: self._opened(key, sealed, Account)
            for key, sealed in self._store.secrets(list(keys)).items()
        }

    def all(self) -> list[Account]:
        """Every account, by name."""
        directory = self.read(DIRECTORY, Directory)
        found = [self.find(login) for login in (directory.logins if directory else ())]
        return [account for account in found if account is not None]

    def change(self, login: str, **fields: object) -> Account:
        """Change fields of an account that is there."""
        return self._amend(login, lambda old: msgspec.structs.replace(old, **fields))

    def _amend(self, login: str, change: Callable[[Account], Account]) -> Account:
        def apply(old: Account | None) -> Account:
            if old is None:
                raise LookupError(f"there is no account '{login}'")
            return change(old)

        return self.revise(f"account:{login}", Account, apply)

    # Making -------------------------------------------------------------------------------

    def draw_ahead(self, count: int) -> None:
        """Draw as many passwords as will be wanted, on every core: to hash one takes long."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            self._ahead += pool.map(lambda _: self._made_up(), range(count))

    def _drawn(self) -> tuple[str, str]:
        """A password drawn by chance, and what is kept of it."""
        try:
            return self._ahead.popleft()
        except IndexError:
            return self._made_up()

    def _made_up(self) -> tuple[str, str]:
        password = secrets.token_urlsafe(12)
        return password, self._hasher.hash(password)

    def make(
        self,
        login: str,
        role: Role,
        rank: str | None = None,
        house: str | None = None,
        *,
        demo: bool = False,
        coded: bool | None = None,
        person: str | None = None,
    ) -> Made | Refusal:
        """A new account with a password drawn by chance, and with a secret for codes.

        Players, displays and the demonstration's people need no code; the latter keep their
        password until it is drawn anew.
        `person` is the id of someone known already, so that what holds of them holds on.
        """
        if not LOGIN.fullmatch(login):
            return Refusal.of("bad-name")
        if self.find(login) is not None:
            return Refusal.of("name-taken", login=login)
        password, hashed = self._drawn()
        wants_code = (role in CODED and not demo) if coded is None else coded
        account = Account(
            login=login,
            person=person or f"p-{secrets.token_hex(6)}",
            role=role,
            rank=rank,
            house=house,
            password=hashed,
            secret=totp.new_secret() if wants_code else None,
            one_time=not demo,
            demo=demo,
            drawn=self._seconds(),
        )
        taken = False

        def new(old: Account | None) -> Account:
            nonlocal taken
            taken = old is not None
            return account if old is None else old

        kept = self.revise(f"account:{login}", Account, new)
        if taken:
            return Refusal.of("name-taken", login=login)
        self.revise(DIRECTORY, Directory, lambda old: _listed(old, login))
        return Made(account=kept, password=password, secret=account.secret)

    def draw_password(self, login: str) -> str:
        """A new password drawn by chance; every session of the account ends.

        Not those of the demonstration's people: theirs is drawn at each start, and a restart
        signs nobody out.
        """
        password, hashed = self._drawn()

        def drawn_anew(old: Account) -> Account:
            epoch = old.epoch if old.demo else old.epoch + 1
            drawn = self._seconds()
            return msgspec.structs.replace(old, password=hashed, epoch=epoch, drawn=drawn)

        self._amend(login, drawn_anew)
        return password

    def set_password(self, login: str, old: str, new: str, place: str = "") -> Account | Refusal:
        """A password of one's own choice, in place of the one that is known.

        A wrong old one counts as a failure to sign in: a session that was left open is no place
        to try passwords at.
        """
        account = self.find(login)
        if self._wait(login, account, place):
            return LOCKED
        if account is None or not self._matches(account.password, old):
            self._failed(login, account, place)
            return FAILED
        if new == old:
            return Refusal.of("password-weak.set-password")
        refusal = unfit(new, [login])
        if refusal is not None:
            return refusal
        return self.change(
            login, password=self._hasher.hash(new), one_time=False, epoch=account.epoch + 1
        )

    # Signing in ---------------------------------------------------------------------------

    def admit(
        self, login: str, password: str, code: str | None, place: str = ""
    ) -> Account | Refusal:
        """The account, where password and code are right and the place need not wait."""
        account = self.find(login)
        if self._wait(login, account, place):
            return LOCKED
        # A name that nobody has takes as long as one that somebody has.
        hashed = self._nobody if account is None else account.password
        right = self._matches(hashed, password)
        if account is None or not right or not account.enabled or self.lapsed(account):
            self._failed(login, account, place)
            return FAILED
        found = self._check_code(login, account, code)
        if isinstance(found, Refusal):
            self._failed(login, account, place, only_code=True)
            return found
        failures = self.read(self._failures(login, account), Failures)
        if failures is not None and place in failures.places:
            key = self._failures(login, account)
            self.revise(key, Failures, lambda old: (old or Failures()).without(place))
        if found.places[:1] != (place,):
            places = (place, *(one for one in found.places if one != place))[:PLACES_KNOWN]
            return self.change(login, places=places)
        return found

    def wait(self, login: str, place: str) -> float:
        """Seconds that a sign-in under a name has to wait at a place."""
        return self._wait(login, self.find(login), place)

    def unlock(self, login: str) -> None:
        """Nobody waits any more for what failed under this name."""
        self.revise(self._failures(login, self.find(login)), Failures, lambda _: Failures())

    def _wait(self, login: str, account: Account | None, place: str) -> float:
        failures = self.read(self._failures(login, account), Failures)
        if failures is None:
            return 0.0
        return failures.wait(place, self._seconds(), known=_knows(account, place))

    def _failed(
        self, login: str, account: Account | None, place: str, *, only_code: bool = False
    ) -> None:
        now, known = self._seconds(), _knows(account, place)

        def more(old: Failures | None) -> Failures:
            return (old or Failures()).more(place, now, known=known, only_code=only_code)

        self.revise(self._failures(login, account), Failures, more)

    def _failures(self, login: str, account: Account | None) -> str:
        """Where failures under a name are kept: names that nobody has share a few rows."""
        if account is not None:
            return f"failures:{hashlib.sha256(login.encode()).hexdigest()}"
        digest = hmac.new(self._buckets, login.encode(), hashlib.sha256).digest()
        return f"failures:nobody:{int.from_bytes(digest[:8]) % BUCKETS}"

    def _check_code(self, login: str, account: Account, code: str | None) -> Account | Refusal:
        if account.secret is not None:
            if not code:
                return CODE_NEEDED
            step = totp.matching_step(account.secret, code, self._seconds(), account.code_used)
            if step is None:
                return FAILED
            return self._take_code(login, step)
        return account

    def lapsed(self, account: Account) -> bool:
        """Whether a one-time password was left unused too long."""
        lain = self._seconds() - account.drawn
        return account.one_time and account.drawn > 0 and lain > ONE_TIME_SECONDS

    def _take_code(self, login: str, step: int) -> Account | Refusal:
        """A code is taken once, whichever process is asked."""
        taken = False

        def take(old: Account) -> Account:
            nonlocal taken
            taken = old.code_used >= step
            return msgspec.structs.replace(old, code_used=max(step, old.code_used))

        account = self._amend(login, take)
        return FAILED if taken else account

    def _matches(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


def _knows(account: Account | None, place: str) -> bool:
    """Whether the owner of an account has signed in from a place before."""
    return account is not None and place in account.places


def _listed(old: Directory | None, login: str) -> Directory:
    logins = () if old is None else old.logins
    return Directory(logins=tuple(sorted({*logins, login})))
