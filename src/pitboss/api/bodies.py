"""Commands as clients give them: without what the session, the clock and the shoe say.

For each registered command a type is made that leaves out who gives it, when, with which rank,
and the secrets of a virtual shoe. A field that is left out here is an unknown field there, so
that nobody can say it for another.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union, get_type_hints

import msgspec

from pitboss.api.problems import ProblemError
from pitboss.table import COMMANDS
from pitboss.table.acts import fields_of
from pitboss.table.state import Table

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


BODIES: dict[str, type[msgspec.Struct]] = {
    entry.word: _body(kind, entry.word) for kind, entry in COMMANDS.items()
}
CommandBody: Any = Union[tuple(BODIES.values())]  # noqa: UP007 - a union made at run time
_decoder = msgspec.json.Decoder(CommandBody)


def read_body(content: bytes, header: str | None) -> tuple[dict[str, Any], str]:
    """The command as plain data, and its id; a problem says what is wrong with it."""
    try:
        body = _decoder.decode(content)
    except msgspec.ValidationError as error:
        raise ProblemError(422, "invalid", f"The command does not fit: {error}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ProblemError(400, "malformed", "The body is not JSON.") from error
    data: dict[str, Any] = msgspec.to_builtins(body)
    identity = data.pop("command_id", None)
    return data, command_id(header or identity)


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
    # Whoever reports a card that was seen says so by naming one; the shoe says which it was.
    if virtual and word != "report-irregularity" and data.get("card") is not None:
        sentence = "The shoe is virtual: it says its cards itself."
        raise ProblemError(422, "card-not-yours", sentence)
    if not virtual:
        data.pop("face", None)
