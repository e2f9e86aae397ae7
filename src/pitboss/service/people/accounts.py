"""Accounts: who may sign in, with which password, as what.

An account is sealed in the store under its name. It is changed only from the version that was
read: each version is written under a command of its own, which the store takes once, so that
two processes cannot both count the same failure as the first. Failures are counted for names
that nobody has as well: a lockout tells nothing about who exists.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Iterable
from typing import Literal, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.journal.store import RepeatedError, Store, Write
from pitboss.refusal import Refusal
from pitboss.service.people import codes as totp
from pitboss.service.people.passwords import unfit
from pitboss.service.people.seal import Seal

Role = Literal["staff", "player", "inspector", "surveillance", "display"]
ROLES: tuple[Role, ...] = ("staff", "player", "inspector", "surveillance", "display")

STREAM = "accounts"
DIRECTORY = "accounts:directory"
LOGIN = re.compile(r"[a-z0-9][a-z0-9.@_-]{1,63}")
FAILURES_ALLOWED = 5
LOCKED_SECONDS = 15 * 60
ONE_TIME_SECONDS = 7 * 24 * 3600
CODED: tuple[Role, ...] = ("staff", "inspector", "surveillance")
TRIES = 8

FAILED = Refusal.of("sign-in-failed")
LOCKED = Refusal.of("locked")
CODE_NEEDED = Refusal.of("code-needed")

K = TypeVar("K", bound="Kept")


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is kept sealed and changed version by version."""

    version: int = 0


class Account(Kept, frozen=True, kw_only=True):
    """Someone who may sign in. `person` is the id that events carry.

    `one_time`: the password must be changed before anything else; `epoch` counts how often
    every session of the account was ended; `code_used` is the last step whose code was taken;
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


class Failures(Kept, frozen=True, kw_only=True):
    """Failures in a row to sign in under a name, and until when it is locked."""

    count: int = 0
    until: float = 0


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
        self._hasher = PasswordHasher() if hasher is None else hasher
        self._nobody = self._hasher.hash(secrets.token_hex())
        self._write = (lambda one: store.write([one])[0]) if write is None else write

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
        password = secrets.token_urlsafe(12)
        wants_code = (role in CODED and not demo) if coded is None else coded
        account = Account(
            login=login,
            person=person or f"p-{secrets.token_hex(6)}",
            role=role,
            rank=rank,
            house=house,
            password=self._hasher.hash(password),
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
        password = secrets.token_urlsafe(12)
        hashed = self._hasher.hash(password)

        def drawn_anew(old: Account) -> Account:
            epoch = old.epoch if old.demo else old.epoch + 1
            drawn = self._seconds()
            return msgspec.structs.replace(old, password=hashed, epoch=epoch, drawn=drawn)

        self._amend(login, drawn_anew)
        return password

    def set_password(self, login: str, old: str, new: str) -> Account | Refusal:
        """A password of one's own choice, in place of the one that is known.

        A wrong old one counts as a failure to sign in: a session that was left open is no place
        to try passwords at.
        """
        if self._locked(login):
            return LOCKED
        account = self.find(login)
        if account is None or not self._matches(account.password, old):
            self.revise(_failures(login), Failures, self._one_more)
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

    def admit(self, login: str, password: str, code: str | None) -> Account | Refusal:
        """The account, where password and code are right and the name is not locked."""
        key = _failures(login)
        if self._locked(login):
            return LOCKED
        found = self._check(login, password, code)
        if isinstance(found, Refusal):
            if found is not CODE_NEEDED:
                self.revise(key, Failures, self._one_more)
            return found
        failures = self.read(key, Failures)
        if failures is not None and failures.count:
            self.revise(key, Failures, lambda _: Failures())
        return found

    def _locked(self, login: str) -> bool:
        failures = self.read(_failures(login), Failures)
        return failures is not None and failures.until > self._seconds()

    def _check(self, login: str, password: str, code: str | None) -> Account | Refusal:
        account = self.find(login)
        # A name that nobody has takes as long as one that somebody has.
        hashed = self._nobody if account is None else account.password
        right = self._matches(hashed, password)
        if account is None or not right or not account.enabled or self.lapsed(account):
            return FAILED
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

    def _one_more(self, old: Failures | None) -> Failures:
        count = 1 if old is None else old.count + 1
        if count < FAILURES_ALLOWED:
            return Failures(count=count)
        return Failures(count=0, until=self._seconds() + LOCKED_SECONDS)


def _failures(login: str) -> str:
    return f"failures:{hashlib.sha256(login.encode()).hexdigest()}"


def _listed(old: Directory | None, login: str) -> Directory:
    logins = () if old is None else old.logins
    return Directory(logins=tuple(sorted({*logins, login})))
