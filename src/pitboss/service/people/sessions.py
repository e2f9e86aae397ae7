"""Sessions: kept in the store, found by the hash of a token that only the client has.

A session ends when it is signed out of, when it was idle too long, when it is as old as it may
become, or when its account's sessions were all ended. What was read is trusted for a second, by
one who only follows a table for ten; a session ended here is ended here at once, and elsewhere
within that time. Sessions in use are read again before that, all together: a request of theirs
waits for no reading.

Each account has a list of its sessions, by which they are shown to their owner and cleaned away
when they are over. A session that is not on the list any more is not written again: two
processes cannot bring back between them what one of them ended.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

import msgspec

from pitboss.journal.store import Store, Write
from pitboss.service.people.accounts import Account, Accounts, Kept, Role
from pitboss.service.people.seal import Seal
from pitboss.views.copies import copy_of

STREAM = "sessions"
TOKEN_BYTES = 32
TRUSTED_SECONDS = 1.0
FOLLOWED_SECONDS = 10.0
TOUCH_SECONDS = 60.0
CACHED = 10_000
ID_LETTERS = 16
UNATTENDED: tuple[Role, ...] = ("display",)


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Someone signed in. `limited`: only the password may be changed yet."""

    key: str
    login: str
    person: str
    role: Role
    rank: str | None
    house: str | None
    limited: bool
    demo: bool
    epoch: int
    created: float
    seen: float

    @property
    def id(self) -> str:
        """A name for the session that is worth nothing to whoever has it."""
        return hashlib.sha256(f"id of {self.key}".encode()).hexdigest()[:ID_LETTERS]


class Listed(Kept, frozen=True, kw_only=True):
    """The sessions of an account, by their keys; the oldest first."""

    keys: tuple[str, ...] = ()


@dataclass(slots=True)
class Trusted:
    """A session that was read, and when."""

    at: float
    session: Session


class Sessions:
    """The sessions of a house, in its store."""

    def __init__(
        self,
        store: Store,
        seal: Seal,
        accounts: Accounts,
        seconds: Callable[[], float],
        *,
        idle_seconds: float = 30 * 60,
        whole_seconds: float = 12 * 3600,
        write: Callable[[Write], Exception | None] | None = None,
        later: Callable[[Write], Future[None]] | None = None,
    ) -> None:
        self._store = store
        self._seal = seal
        self._accounts = accounts
        self._seconds = seconds
        self._idle = idle_seconds
        self._whole = whole_seconds
        self._write = (lambda one: store.write([one])[0]) if write is None else write
        self._later = self._at_once if later is None else later
        self._known: OrderedDict[str, Trusted] = OrderedDict()
        self.listeners: list[Callable[[str], None]] = []
        """Told the login, on any thread, when a session of it ended or may have ended."""

    def begin(self, account: Account) -> tuple[str, Session]:
        """A new session and its token, which is kept nowhere else."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        now = self._seconds()
        own = {"key": _key(token), "limited": account.one_time, "created": now, "seen": now}
        session = copy_of(Session, account, **own)
        self._put({session.key: self._sealed(session)})
        self._remember(session, now)
        self._clean(account.login, and_list=session.key)
        return token, session

    def find(self, token: str) -> Session | None:
        """The session of a token, where it still holds; being asked for keeps it from idling."""
        key = _key(token)
        now = self._seconds()
        session = self._read(key, now)
        if session is None:
            return None
        if not self._holds(session, now):
            self.end(session)
            return None
        if now - session.seen >= TOUCH_SECONDS:
            return self._touch(msgspec.structs.replace(session, seen=now), now)
        return session

    def recall(self, token: str) -> Session | None:
        """The same without reading or writing; nothing where either is needed."""
        now, known = self._seconds(), self._known.get(_key(token))
        if known is None or abs(now - known.at) >= TRUSTED_SECONDS:
            return None
        session = known.session
        fit = self._holds(session, now) and now - session.seen < TOUCH_SECONDS
        return session if fit else None

    def refresh(self) -> None:
        """Read all sessions in use again; what ended elsewhere is known no longer."""
        now = self._seconds()
        used = [one for one in list(self._known.values()) if now - one.session.seen < TOUCH_SECONDS]
        logins = {one.session.login for one in used}
        found = self._store.secrets([one.session.key for one in used])
        accounts = self._accounts.find_all(logins)
        for one in used:
            key, sealed = one.session.key, found.get(one.session.key)
            if sealed is None or not _is_of(one.session, accounts.get(one.session.login)):
                self._known.pop(key, None)
            else:  # where it was forgotten meanwhile, nobody sees this one any more
                one.at, one.session = now, self._open(key, sealed)

    def _touch(self, session: Session, now: float) -> Session | None:
        """Write when it was seen last; nobody waits for that.

        It is looked for on the list before and after: ended in between, it is taken away again.
        """
        if session.key not in self._listed(session.login):
            self._known.pop(session.key, None)
            return None
        self._remember(session, now)

        def written(_: Future[None]) -> None:
            if session.key not in self._listed(session.login):
                self._known.pop(session.key, None)
                self._later(Write(stream=STREAM, after=0, secrets={session.key: None}))

        write = Write(stream=STREAM, after=0, secrets={session.key: self._sealed(session)})
        self._later(write).add_done_callback(written)
        return session

    def holds(self, session: Session) -> bool:
        """Whether a session found earlier still holds; asking does not keep it from idling."""
        now = self._seconds()
        # A busy table tells hundreds of followers many times a second: no reading for each.
        found = self._read(session.key, now, FOLLOWED_SECONDS)
        return found is not None and self._holds(found, now)

    def _holds(self, session: Session, now: float) -> bool:
        idle = session.role not in UNATTENDED and now - session.seen > self._idle
        return not idle and now - session.created <= self._whole

    def end(self, session: Session) -> None:
        """The session is over."""
        self._known.pop(session.key, None)
        self._clean(session.login, but=session.key)
        self._tell(session.login)

    # The list of an account ---------------------------------------------------------------

    def of(self, login: str) -> list[Session]:
        """The sessions of an account that hold, the oldest first."""
        now = self._seconds()
        found = (self._read(key, now) for key in self._listed(login))
        return [one for one in found if one is not None and self._holds(one, now)]

    def clean(self) -> int:
        """Take away every session that is over; how many there were."""
        return sum(self._clean(account.login) for account in self._accounts.all())

    def _listed(self, login: str) -> tuple[str, ...]:
        found = self._accounts.read(_list(login), Listed)
        return () if found is None else found.keys

    def _clean(self, login: str, *, and_list: str = "", but: str = "") -> int:
        """Take an account's sessions away that are over, and one more; put one on the list."""
        now = self._seconds()
        over = {but} if but else set()
        for key in self._listed(login):
            found = self._read(key, now)
            if found is None or not self._holds(found, now):
                over.add(key)

        def change(old: Listed | None) -> Listed:
            left = [key for key in (() if old is None else old.keys) if key not in over]
            return Listed(keys=(*left, *((and_list,) if and_list else ())))

        if over or and_list:
            self._accounts.revise(_list(login), Listed, change)
        if over:
            self._put(dict.fromkeys(over))
        for key in over:  # another thread may have read it just before it was taken away
            self._known.pop(key, None)
        return len(over)

    def _tell(self, login: str) -> None:
        for heard in self.listeners:
            heard(login)

    def _read(
        self, key: str, now: float, trusted_seconds: float = TRUSTED_SECONDS
    ) -> Session | None:
        known = self._known.get(key)
        if known is not None and abs(now - known.at) < trusted_seconds:
            return known.session
        self._known.pop(key, None)
        sealed = self._store.secret(key)
        if sealed is None:
            return None
        session = self._open(key, sealed)
        if not _is_of(session, self._accounts.find(session.login)):
            return None
        self._remember(session, now)
        return session

    def _open(self, key: str, sealed: bytes) -> Session:
        return msgspec.msgpack.decode(self._seal.open(key, sealed), type=Session)

    def _remember(self, session: Session, now: float) -> None:
        self._known[session.key] = Trusted(now, session)
        while len(self._known) > CACHED:
            self._known.popitem(last=False)

    def forget(self, login: str) -> None:
        """Nothing read of this account's sessions is trusted any longer."""
        for key in [key for key, one in self._known.items() if one.session.login == login]:
            del self._known[key]
        self._tell(login)

    def _sealed(self, session: Session) -> bytes:
        return self._seal.close(session.key, msgspec.msgpack.encode(session))

    def _put(self, bodies: dict[str, bytes | None]) -> None:
        error = self._write(Write(stream=STREAM, after=0, secrets=bodies))
        if error is not None:
            raise error

    def _at_once(self, write: Write) -> Future[None]:
        done: Future[None] = Future()
        error = self._write(write)
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
        return done


def _is_of(session: Session, account: Account | None) -> bool:
    """Whether the account is in use and has not ended its sessions since."""
    return account is not None and account.enabled and account.epoch == session.epoch


def _key(token: str) -> str:
    return f"session:{hashlib.sha256(token.encode()).hexdigest()}"


def _list(login: str) -> str:
    return f"sessions-of:{login}"
