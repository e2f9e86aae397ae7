"""What came of a step of a scenario, and of a setting that the table refused."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from pitboss.refusal import Refusal
from pitboss.scenarios.read import Step
from pitboss.table import Event


@dataclass
class Told:
    """What came of one step: its events, or the refusal; nothing for what the file expected."""

    step: Step | None
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    at: dt.datetime | None = None
