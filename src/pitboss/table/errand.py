"""What an event says to other streams: whom it tells, and the command that it gives there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Errand(NamedTuple):
    """A command for another stream, given by the house itself when the event is written."""

    stream: str
    says: Mapping[str, Any]
