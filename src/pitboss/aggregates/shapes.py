"""The shapes that commands and events of aggregates beside the table have in common."""

from __future__ import annotations

import datetime as dt
from functools import cache
from typing import Annotated

import msgspec

from pitboss.editions.wagers import Clauses
from pitboss.table.errand import Errand

Moment = Annotated[dt.datetime, msgspec.Meta(tz=True)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Text = Annotated[str, msgspec.Meta(max_length=500)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


@cache
def hyphened(name: str) -> str:
    """The name of a class as commands and events are called: `open-link` for `OpenLink`."""
    return "".join("-" + letter.lower() if letter.isupper() else letter for letter in name)[1:]


class AggregateCommand(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="do",
    tag=hyphened,
):
    """Something asked of an aggregate, by whom, when, in which role and rank."""

    by: str
    at: Moment
    role: str
    rank: str | None = None

    @property
    def word(self) -> str:
        """The name of the command."""
        return hyphened(type(self).__name__)


class AggregateEvent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=hyphened
):
    """Something that happened to an aggregate, by whom, in which rank, under which clauses."""

    by: str
    rank: str
    at: dt.datetime
    clauses: Clauses = ()

    def tells(self, stream: str) -> tuple[Errand, ...]:  # noqa: ARG002 - most tell nobody
        """What other streams hear of it; `stream` is its own."""
        return ()
