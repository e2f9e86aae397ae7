"""Sessions: kept in the store, found by the hash of a token that only the client has.

A session ends when it is signed out of, when it was idle too long, when it is as old as it may
become, or when its account's sessions were all ended. What was read is trusted for a second;
a session ended here is ended here at once, and elsewhere within that second.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from pitboss.journal.store import Store, Write
from pitboss.service.accounts import Account, Accounts, Role
from pitboss.service.sealing import Seal

STREAM = "sessions"
TOKEN_BYTES = 32
TRUSTED_SECONDS = 1.0
TOUCH_SECONDS = 60.0
CACHED = 10_000
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
    ) -> None:
        self._store = store
        self._seal = seal
        self._accounts = accounts
        self._seconds = seconds
        self._idle = idle_seconds
        self._whole = whole_seconds
        self._write = (lambda one: store.write([one])[0]) if write is None else write
        self._known: OrderedDict[str, tuple[float, Session]] = OrderedDict()

    def begin(self, account: Account) -> tuple[str, Session]:
        """A new session and its token, which is kept nowhere else."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        now = self._seconds()
        session = Session(
            key=_key(token),
            login=account.login,
            person=account.person,
            role=account.role,
            rank=account.rank,
            house=account.house,
            limited=account.one_time,
            demo=account.demo,
            epoch=account.epoch,
            created=now,
            seen=now,
        )
        self._keep(session)
        return token, session

    def find(self, token: str, *, touch: bool = True) -> Session | None:
        """The session of a token, where it still holds; being asked for keeps it from idling."""
        key = _key(token)
        now = self._seconds()
        session = self._read(key, now)
        if session is None:
            return None
        if not self._holds(session, now):
            self.end(session)
            return None
        if touch and now - session.seen >= TOUCH_SECONDS:
            session = msgspec.structs.replace(session, seen=now)
            self._keep(session)
        return session

    def holds(self, session: Session) -> bool:
        """Whether a session found earlier still holds; asking does not keep it from idling."""
        now = self._seconds()
        found = self._read(session.key, now)
        return found is not None and self._holds(found, now)

    def _holds(self, session: Session, now: float) -> bool:
        idle = session.role not in UNATTENDED and now - session.seen > self._idle
        return not idle and now - session.created <= self._whole

    def end(self, session: Session) -> None:
        """The session is over."""
        self._known.pop(session.key, None)
        self._put(session.key, None)

    def _read(self, key: str, now: float) -> Session | None:
        known = self._known.get(key)
        if known is not None and abs(now - known[0]) < TRUSTED_SECONDS:
            return known[1]
        self._known.pop(key, None)
        sealed = self._store.secret(key)
        if sealed is None:
            return None
        session = msgspec.msgpack.decode(self._seal.open(key, sealed), type=Session)
        account = self._accounts.find(session.login)
        if account is None or not account.enabled or account.epoch != session.epoch:
            return None
        self._remember(session, now)
        return session

    def _remember(self, session: Session, now: float) -> None:
        self._known[session.key] = (now, session)
        while len(self._known) > CACHED:
            self._known.popitem(last=False)

    def forget(self, login: str) -> None:
        """Nothing read of this account's sessions is trusted any longer."""
        for key in [key for key, (_, one) in self._known.items() if one.login == login]:
            del self._known[key]

    def _keep(self, session: Session) -> None:
        self._put(session.key, self._seal.close(session.key, msgspec.msgpack.encode(session)))
        self._remember(session, self._seconds())

    def _put(self, key: str, body: bytes | None) -> None:
        error = self._write(Write(stream=STREAM, after=0, secrets={key: body}))
        if error is not None:
            raise error


def _key(token: str) -> str:
    return f"session:{hashlib.sha256(token.encode()).hexdigest()}"
