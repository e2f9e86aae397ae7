"""Commands of clients, read and carried out: without what the session, the clock and the shoe say.

For each registered command a type is made that leaves out who gives it, when, with which rank,
and the secrets of a virtual shoe. A field that is left out here is an unknown field there, so
that nobody can say it for another.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any, Literal, Union, get_type_hints

import msgspec
from litestar.params import HeaderParameter

from pitboss.aggregates import TABLE
from pitboss.api.context import Context
from pitboss.api.floor import PublishedTable
from pitboss.api.guard import Connection, context_of, person_of, session_of
from pitboss.api.problems import ProblemError, refused
from pitboss.book import load_plays
from pitboss.service.people.sessions import Session
from pitboss.service.tables import Actor, Answer
from pitboss.table import ENTRIES, hands_together, unreadable
from pitboss.table.entries import fields_of
from pitboss.table.sight.audience import SeenEvent, see
from pitboss.table.state import Table

log = logging.getLogger("pitboss.api")
MOST_ID = 100
CommandId = Annotated[
    str,
    msgspec.Meta(
        min_length=8,
        max_length=MOST_ID,
        pattern="^[A-Za-z0-9._-]+$",
        description="Made by the client, new for each command; a retry gives the same one.",
    ),
]

# What is never the client's to say, by command.
_KEPT_BACK = {
    "sign-on": {"role", "rank"},
    "relieve": {"rank"},
    "arrive": {"chips_cents"},
    "load-shoe": {"commitment"},
    "reveal-shoe": {"nonce", "order"},
}
# Who may give commands that the core lets anyone give.
_ONLY = {
    "sign-on": ("staff", "inspector", "surveillance"),
    "relieve": ("staff",),
    "arrive": ("player",),
    "open-table": ("staff",),
}
# What a player asks of staff: few at a time, since each is somebody's attention.
_ATTENTION = {
    "raise-dispute",
    "report-irregularity",
    "request-approval",
    "request-review",
    "say-not-satisfied",
}
MOST_OPEN = 3
"""Disputes of one player at a table that nobody has decided yet."""
# Whoever reports a card that was seen says so by naming one; the shoe says which it was. The card
# that a player shows to be admitted is none of the shoe's.
_NAMES_CARD = {"report-irregularity", "record-player-card"}


CommandHeader = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        required=False,
        description="The client's id of the command; a retry gives the same one.",
    ),
]


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """A command that was accepted: the sequence of its last event, and what the role may see."""

    sequence: int
    events: list[SeenEvent]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every command says besides its own fields; the id may stand in the header instead."""

    command_id: CommandId | None = None


def _body(kind: type[msgspec.Struct], word: str) -> type[msgspec.Struct]:
    hints = get_type_hints(kind, include_extras=True)
    own = fields_of(kind)
    required: list[Any] = []
    optional: list[Any] = []
    for one in msgspec.structs.fields(kind):
        if one.name not in own or one.name in _KEPT_BACK.get(word, ()):
            continue
        hint = hints[one.name]
        if hint is int:
            hint = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
        if one.required:
            required.append((one.name, hint))
        elif one.default is not msgspec.NODEFAULT:
            optional.append((one.name, hint, one.default))
        else:
            optional.append((one.name, hint, msgspec.field(default_factory=one.default_factory)))
    if word == "deal-card":
        optional.append(("face", Literal["up", "down"], "up"))
    made = msgspec.defstruct(
        kind.__name__,
        [*required, *optional],
        bases=(Body,),
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        omit_defaults=True,
        tag_field="do",
        tag=word,
        module=__name__,
    )
    made.__doc__ = kind.__doc__
    return made


load_plays()  # every game's commands may be given
BODIES: dict[str, type[msgspec.Struct]] = {
    word: _body(entry.kind, word) for word, entry in ENTRIES.items()
}
CommandBody: Any = Union[tuple(BODIES.values())]  # noqa: UP007 - a union made at run time
_decoder = msgspec.json.Decoder(CommandBody)


def read_body(content: bytes, header: str | None) -> tuple[dict[str, Any], str]:
    """The command as plain data, and its id; a problem says what is wrong with it."""
    try:
        body = _decoded(content)
    except msgspec.ValidationError as error:
        sentence = f"The command does not fit: {unreadable(_plain(content), error)}."
        raise ProblemError(422, "invalid", sentence) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ProblemError(400, "malformed", "The body is not JSON.") from error
    data: dict[str, Any] = msgspec.to_builtins(body)
    identity = data.pop("command_id", None)
    if header is not None and identity not in (None, header):
        raise ProblemError(400, "two-ids", "Header and body give the command two ids.")
    return data, command_id(header or identity)


def _decoded(content: bytes) -> Any:
    """The body; hands that stand under their own names are put together."""
    try:
        return _decoder.decode(content)
    except msgspec.ValidationError:
        given = _plain(content)
        entry = ENTRIES.get(str(given.get("do")))
        together = given if entry is None else hands_together(entry.kind, given)
        if together is given:
            raise
        return msgspec.convert(together, CommandBody)


def _plain(content: bytes) -> dict[str, Any]:
    """The fields of a body that does not fit; none where it is no object."""
    try:
        data = msgspec.json.decode(content)
    except (msgspec.DecodeError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def command_id(text: str | None) -> str:
    """The client's id of a command, checked."""
    if text is None:
        sentence = "Every command has an id of the client's own: command_id or Idempotency-Key."
        raise ProblemError(422, "command-id-missing", sentence)
    try:
        return msgspec.convert(text, CommandId)
    except msgspec.ValidationError as error:
        sentence = f"A command id is 8 to {MOST_ID} letters, digits, dots and dashes."
        raise ProblemError(422, "command-id", sentence) from error


def check(data: dict[str, Any], role: str, table: Table) -> None:
    """Whether this role may say this here; the core decides all the rest."""
    word = str(data["do"])
    allowed = _ONLY.get(word)
    if role == "display" or (allowed is not None and role not in allowed):
        raise ProblemError(403, "wrong-role", f"'{word}' is not for the role {role}.")
    virtual = table.house is not None and table.house.virtual
    if virtual and word not in _NAMES_CARD and data.get("card") is not None:
        sentence = "The shoe is virtual: it says its cards itself."
        raise ProblemError(422, "card-not-yours", sentence)
    if not virtual:
        data.pop("face", None)


async def give(
    context: Context, shown: PublishedTable, data: dict[str, Any], actor: Actor, identity: str
) -> Answer:
    """Have a command decided and written; a refusal ends the request with its clauses."""
    try:
        waiting = context.tables.submit(TABLE.stream_of(shown.name), data, actor, identity)
        answer = await context.answers.of(waiting)
    except (ProblemError, asyncio.CancelledError):
        raise
    except Exception as error:
        log.exception("a command to %s was not written", shown.name)
        raise ProblemError(503, "not-known", wait=1) from error
    if answer.refusal is not None:
        context.measures.commands.labels("refused").inc()
        raise refused(answer.refusal)
    context.measures.commands.labels("accepted").inc()
    return answer


async def give_as(
    connection: Connection, shown: PublishedTable, data: dict[str, Any], identity: str
) -> Accepted:
    """Give a command as the caller: who, when and with which rank is never the client's to say."""
    context, session = context_of(connection), session_of(connection)
    check(data, session.role, shown.table)
    if session.role == "player" and data["do"] in _ATTENTION:
        spare(context, session, str(data["do"]), shown.table)
    if data["do"] == "arrive" and session.demo and not data.get("spectator"):
        data["chips_cents"] = context.settings.demo_chips_cents
    actor = Actor(session.person, session.role, session.rank)
    answer = await give(context, shown, data, actor, identity)
    return accepted(answer, session)


def spare(context: Context, session: Session, word: str, table: Table) -> None:
    """A problem where a player asks more of staff than they can look at."""
    mine = [one for one in table.matters.values() if one.person == session.person]
    waiting = sum(one.kind == "dispute" and one.stage == "referred" for one in mine)
    if word == "raise-dispute" and waiting >= MOST_OPEN:
        sentence = f"{waiting} disputes of yours wait for a decision: they come first."
        raise ProblemError(409, "disputes-waiting", sentence)
    wait = context.attention.wait(session.login, context.monotonic())
    if wait is not None:
        raise ProblemError(429, wait=wait)


def accepted(answer: Answer, session: Session) -> Accepted:
    """An answer as the caller may see it."""
    first = answer.sequence - len(answer.events) + 1
    found = [
        see(first + n, msgspec.json.decode(event), session.role, person_of(session))
        for n, event in enumerate(answer.events)
    ]
    return Accepted(
        sequence=answer.sequence, events=[event for event in found if event is not None]
    )
