"""Routes: what is known of people, kept sealed; every look at it has a reason and is recorded.

Records are kept by ranks above the lowest; exclusions are for the rank that the rulebooks name;
forgetting is the highest rank's. Staff have to do with the records of their own house. A player
reads their own.
"""

from __future__ import annotations

import datetime as dt
from typing import Annotated, TypeVar

import msgspec
from litestar import delete, get, post, put
from litestar.params import JSONBody, Parameter

from pitboss.aggregates import PROMOTION
from pitboss.aggregates.house import HouseEvent, PersonEvent
from pitboss.api.context import on_thread
from pitboss.api.guard import (
    AT_TABLE,
    HOUSE,
    STAFF,
    Request,
    above_lowest,
    context_of,
    highest,
    may_exclude,
    session_of,
)
from pitboss.api.lookup import Text
from pitboss.api.problems import ProblemError, refused
from pitboss.api.routes import router_of
from pitboss.errors import (
    UnknownPersonError,
)
from pitboss.journal.proof.export import pages
from pitboss.service.compliance.retention import must_keep
from pitboss.service.people.records import Excluded, People, Person
from pitboss.service.people.sessions import Session
from pitboss.views.copies import copy_of

T = TypeVar("T")
KEEPERS = "What is known of people is kept by ranks above the lowest."
OWN = "the person's own look"
Who = Annotated[str, Parameter(pattern="^p[-0-9a-f]{2,40}$", max_length=42)]
Why = Annotated[
    str,
    Parameter(
        max_length=200,
        required=False,
        description="The reason; it is recorded. Only one's own record is read without one.",
    ),
]
Reason = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, description="The reason; it is recorded.")
]
Card = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"\S")]
Moment = Annotated[dt.datetime, msgspec.Meta(tz=True)]


class PersonGiven(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be known of a person, and why it is entered or changed."""

    name: Text
    why: Reason
    address: Annotated[str, msgspec.Meta(max_length=500)] = ""
    player_card: Card | None = None


class NewPerson(PersonGiven, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Someone new; `login` is the account they play with, where they have one."""

    login: Text | None = None


class Sought(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Player Card whose holder is looked for."""

    player_card: Card
    why: Reason


class Exclusion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why someone is excluded; until when, where it has an end."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    until: Moment | None = None


class PersonNamed(msgspec.Struct, frozen=True, kw_only=True):
    """The id under which a person is known; events carry it and nothing else."""

    person: str


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a person; `excluded`: whether they are kept out now."""

    person: str
    name: str
    address: str
    player_card: str | None
    exclusions: tuple[Excluded, ...]
    excluded: bool
    casino: str


class AccessRow(msgspec.Struct, frozen=True, kw_only=True):
    """Someone did something with a record: what, who, when and why."""

    what: str
    by: str
    at: str
    why: str


class AccessList(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was done with a record, the oldest first."""

    accesses: list[AccessRow]


def _theirs(people: People, session: Session, who: str) -> None:
    """Whether a record is that of the caller's house; whose it is otherwise is not told."""
    if session.role == "staff" and people.casino_of(who) not in ("", session.house):
        raise UnknownPersonError


def _person(data: PersonGiven, casino: str) -> Person:
    card = data.player_card
    return Person(
        name=data.name.strip() or data.name,
        address=data.address,
        player_card=None if card is None else card.strip(),
        casino=casino,
    )


@post("/people", opt={"roles": STAFF})
@on_thread
def enter(request: Request, data: JSONBody[NewPerson]) -> PersonNamed:
    """Enter someone; what is known of them is sealed under a key of their own."""
    session, context = above_lowest(request, KEEPERS), context_of(request)
    who = None
    if data.login is not None:
        account = context.accounts.find(data.login.strip().lower())
        if account is None or account.role != "player":
            sentence = "There is no player's account of that name."
            raise ProblemError(422, "no-such-account", sentence)
        who = account.person
    person = _person(data, session.house or "")
    new = context.people.enter(person, by=session.person, why=data.why, who=who)
    return PersonNamed(person=new)


@post("/people/find", status_code=200, opt={"roles": HOUSE})
@on_thread
def find(request: Request, data: JSONBody[Sought]) -> PersonNamed:
    """Whose Player Card it is; that it was asked is recorded."""
    session, people = _reader(request), context_of(request).people

    def allowed(who: str) -> None:
        _theirs(people, session, who)

    card, by = data.player_card, session.person
    return PersonNamed(person=people.with_card(card, by=by, why=data.why, allowed=allowed))


def _reader(request: Request) -> Session:
    session = session_of(request)
    return above_lowest(request, KEEPERS) if session.role == "staff" else session


@get("/people/{person:str}", opt={"roles": AT_TABLE})
@on_thread
def read(request: Request, person: Who, why: Why = "") -> Record:
    """What is known of a person; that it was read, by whom and why, is recorded first."""
    session, context = _reader(request), context_of(request)
    own = person == session.person
    if session.role == "player" and not own:
        raise ProblemError(403, "not-yours", "What is known of others is not yours to read.")
    if not own:
        _theirs(context.people, session, person)
    found = context.people.read(person, by=session.person, why=why or (OWN if own else ""))
    excluded = context.tables.house.excluded(person) is not None
    return copy_of(Record, found, person=person, excluded=excluded)


@put("/people/{person:str}", opt={"roles": STAFF})
@on_thread
def change(request: Request, person: Who, data: JSONBody[PersonGiven]) -> PersonNamed:
    """Keep this in place of what was known; exclusions stay as they are."""
    session, people = above_lowest(request, KEEPERS), context_of(request).people
    _theirs(people, session, person)
    people.change(person, _person(data, ""), by=session.person, why=data.why)
    return PersonNamed(person=person)


@delete("/people/{person:str}", opt={"roles": STAFF})
@on_thread
def forget(request: Request, person: Who, why: Why = "") -> None:
    """Forget a person: their key is destroyed, and what it sealed with it; not before its term."""
    session = highest(request, "People are forgotten by the highest rank.")
    context = context_of(request)
    people, store = context.people, context.tables.store
    _theirs(people, session, person)
    journals = [(name, pages(store, name)) for name in store.streams() if PROMOTION.owns(name)]
    kept = must_keep(
        journals, context.tables.rules, person, context.now(), context.settings.keep_years
    )
    if kept is not None:
        raise refused(kept)
    people.forget(person, by=session.person, why=why)


@post("/people/{person:str}/exclusion", opt={"roles": STAFF})
@on_thread
def exclude(request: Request, person: Who, data: JSONBody[Exclusion]) -> PersonNamed:
    """Keep a person out of the casino: no table takes part with them from here on."""
    session, context = may_exclude(request), context_of(request)
    now = context.now()
    if data.until is not None and data.until <= now:
        raise ProblemError(422, "past", "An exclusion ends in the future, or has no end.")
    exclusion = Excluded(since=now, reason=data.reason, until=data.until)
    _theirs(context.people, session, person)
    context.people.exclude(person, exclusion, by=session.person)
    context.tables.deliver()  # every table knows before it is answered
    return PersonNamed(person=person)


@delete("/people/{person:str}/exclusion", opt={"roles": STAFF})
@on_thread
def end_exclusion(request: Request, person: Who, why: Why = "") -> None:
    """Let a person come again; that they were excluded stays known."""
    session, context = may_exclude(request), context_of(request)
    _theirs(context.people, session, person)
    if not context.people.known(person):
        raise UnknownPersonError
    if context.tables.house.excluded(person) is None:
        raise ProblemError(409, "not-excluded", "That person is not excluded.")
    context.people.lift(person, by=session.person, why=why)
    context.tables.deliver()


@get("/people/{person:str}/accesses", opt={"roles": HOUSE})
@on_thread
def accesses(request: Request, person: Who) -> AccessList:
    """Who entered, read, changed or forgot a record; it outlives what it is about."""
    session, people = session_of(request), context_of(request).people
    if session.role == "staff":
        highest(request, "The accesses are shown to the highest rank.")
    found = people.accesses(person)
    kept = [one.casino for one in found if isinstance(one, PersonEvent)]
    if not kept or (session.role == "staff" and not {"", session.house} & set(kept)):
        raise ProblemError(404, "no-such-person", "Nobody is on record under that.")
    return AccessList(accesses=[_row(one) for one in found])


def _row(event: HouseEvent) -> AccessRow:
    why = event.why if isinstance(event, PersonEvent) else getattr(event, "reason", "")
    what = str(type(event).__struct_config__.tag)
    return AccessRow(what=what, by=event.by, at=event.at.isoformat(), why=why)


router = router_of(__name__, "records")
