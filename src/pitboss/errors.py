"""The one tree of errors that people meet: a sentence, an exit code, an HTTP status.

The command line tells them in `cli/app.py` and the API in `api/problems.py`, each in one place.
What a rule forbids is no error but a value: `refusal.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.refusal import Refusal


class PitbossError(Exception):
    """Something cannot be used or done; its text, or else `sentence`, is what is told.

    `code` and `status` are the API's. Of what has the status 500 a client is told no more.
    """

    exit_code = 2
    status = 500
    code = "internal"
    sentence = ""

    def __str__(self) -> str:
        return super().__str__() or self.sentence


# Files and stores of ours that cannot be used ---------------------------------------------------


class BadDataError(PitbossError):
    """Files of ours that cannot be used; the sentence says which and why."""


class BadEditionError(BadDataError):
    """An edition's files cannot be used; the sentence names file and line.

    `others` is what else is wrong with them, so that all of it is told in one run.
    """

    def __init__(
        self, file: Path | str, line: int, sentence: str, others: Iterable[BadEditionError] = ()
    ) -> None:
        self.file = str(file)
        self.line = line
        self.sentence = sentence
        self.others = tuple(others)
        super().__init__("\n".join(f"{one.file}:{one.line}: {one.sentence}" for one in self.every))

    @property
    def every(self) -> tuple[BadEditionError, ...]:
        """The error itself, then what else is wrong."""
        return (self, *self.others)


class ContradictoryTableError(BadDataError):
    """A table that cannot be compiled: a row overlaps, hides or is never reached."""

    def __init__(self, sentence: str, path: tuple[str | int, ...]) -> None:
        super().__init__(sentence)
        self.path = path


class BadScenarioError(BadDataError):
    """A scenario file that cannot be read; the sentence names it."""


class NotSetUpError(BadScenarioError):
    """The table of a scenario is refused before its first step."""

    def __init__(self, title: str, do: str, refusal: Refusal) -> None:
        super().__init__(f"{title}: {do} in the setting: {refusal}")
        self.refusal = refusal


class StoreError(BadDataError):
    """A store that cannot be opened or trusted; the sentence says why."""


class UnknownVersionError(BadDataError):
    """A line that was written by a later version of this program, or by none of them."""


class BrokenStreamError(BadDataError):
    """A stream whose lines do not follow one another: nothing is decided on it."""


class RolledBackError(StoreError):
    """A store that has less than its anchor knows: rows are gone, or an older copy is here."""


class SetAsideError(PitbossError):
    """A table that is not served, because its stream or its secrets cannot be read."""

    status, code = 503, "set-aside"


class SealBrokenError(BadDataError):
    """A sealed text that this key does not open, or that was changed."""


class NothingToExportError(BadDataError):
    """What was asked for is not in the store."""


# Work that was not done -------------------------------------------------------------------------


class NotProvedError(PitbossError):
    """A proof that failed before any change, or a worker of it that ended early."""

    exit_code = 1


class ClusterError(PitbossError):
    """The cluster cannot do the work; the sentence says why."""


class TooManyError(PitbossError):
    """So many simulations wait already that no more are taken."""

    status, code = 409, "too-many-simulations"
    sentence = "Other simulations wait already; wait for them or stop one."


# What is asked for, and of whom -----------------------------------------------------------------


class UnknownError(PitbossError, LookupError):
    """There is nothing of that name."""

    status, code = 404, "unknown"


class UnknownRulebookError(UnknownError):
    """There is no such rulebook or edition on the shelf."""

    code = "no-such-rulebook"


class UnknownTableError(UnknownError):
    """There is no such table."""

    code = "no-such-table"


class UnknownLinkError(UnknownError):
    """There is no link of that name."""

    code = "no-such-link"


class UnknownPromotionError(UnknownError):
    """There is no promotion of that name."""

    code = "no-such-promotion"


class UnknownRegisterError(UnknownError):
    """There is no register of this name."""

    code = "no-such-register"


class UnknownTournamentError(UnknownError):
    """There is no tournament of that name."""

    code = "no-such-tournament"


class UnknownPersonError(UnknownError):
    """Nobody is known under that id, or they were forgotten."""

    code = "no-such-person"
    sentence = "Nobody is on record under that."


class NoReasonError(PitbossError):
    """Nothing is read of a person without a reason."""

    status, code = 422, "no-reason"
    sentence = "Say why this is read or changed."


class CardTakenError(PitbossError):
    """The Player Card is another person's."""

    status, code = 409, "card-taken"
    sentence = "That Player Card is another person's."


class KnownPersonError(PitbossError):
    """There is a record of that person already."""

    status, code = 409, "known-already"
    sentence = "That player is on record already."


class StillExcludedError(PitbossError):
    """Who is excluded is not forgotten: nobody would know them at the door."""

    status, code = 409, "still-excluded"
    sentence = "Who is excluded is not forgotten; end the exclusion first."
