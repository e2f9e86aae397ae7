"""What people ask of a promotion; who gives it, and in which rank, the service says."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

import msgspec

from pitboss.aggregates.promotion.state import Paid
from pitboss.aggregates.shapes import AggregateCommand, Amount, Moment, Name, Reason, Text
from pitboss.hexadecimal import Hex

Number = Annotated[int, msgspec.Meta(ge=1)]
Tickets = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class PromotionCommand(AggregateCommand, frozen=True, kw_only=True):
    """Something asked of a promotion."""


class DraftPromotion(PromotionCommand, frozen=True, kw_only=True):
    """Begin a promotion: when it starts, when entry closes, when it is drawn."""

    title: Name
    starts: Moment
    closes: Moment
    draws: Moment
    presence: bool = False
    minimum_cents: Amount = 0


class StateTerms(PromotionCommand, frozen=True, kw_only=True):
    """Say what the terms say of some items; once they are registered, this changes them."""

    items: dict[Name, Text]


class OfferPrize(PromotionCommand, frozen=True, kw_only=True):
    """Put a prize into the terms."""

    name: Name
    kind: Name
    value_cents: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    litres: Annotated[int, msgspec.Meta(ge=0)] = 0


class StateDetails(PromotionCommand, frozen=True, kw_only=True):
    """Say details of a prize."""

    prize: Number
    details: dict[Name, Text]


class RegisterTerms(PromotionCommand, frozen=True, kw_only=True):
    """Take the terms as they stand, if nothing is missing."""


class PublishTerms(PromotionCommand, frozen=True, kw_only=True):
    """Make the terms available in these ways; the marketing material refers to them."""

    channels: tuple[Name, ...]
    material: Reason


class LodgeTerms(PromotionCommand, frozen=True, kw_only=True):
    """Record that the regulator has the terms as they stand."""

    receipt: Reason


class StartPromotion(PromotionCommand, frozen=True, kw_only=True):
    """Take entries from now on; the draw's secret is committed to."""

    commitment: Hex


class RecordEntry(PromotionCommand, frozen=True, kw_only=True):
    """Somebody takes part; `wager_cents` is what they wagered for it."""

    entrant: Name
    tickets: Tickets = 1
    wager_cents: Amount = 0
    eligible: bool = True


class CloseEntries(PromotionCommand, frozen=True, kw_only=True):
    """Take no more entries: the time for them is over."""


class NameScrutineer(PromotionCommand, frozen=True, kw_only=True):
    """The operator nominates who oversees the draw."""

    person: Name


class DrawWinners(PromotionCommand, frozen=True, kw_only=True):
    """Open the secret and draw; `word` was said in public after entries were closed."""

    secret: Hex
    word: Reason
    present: tuple[Name, ...] = ()


class CloseDraw(PromotionCommand, frozen=True, kw_only=True):
    """The draw is over and stands."""


class PublishResults(PromotionCommand, frozen=True, kw_only=True):
    """Make the results known, as the terms say."""

    where: Reason


class TellWinner(PromotionCommand, frozen=True, kw_only=True):
    """Try to tell a winner; `reached` or not."""

    prize: Number
    channel: Name
    reached: bool


class ChooseMoney(PromotionCommand, frozen=True, kw_only=True):
    """The winner takes the money's worth of a prize instead, which the operator offers."""

    prize: Number


class PayPrize(PromotionCommand, frozen=True, kw_only=True):
    """Pay a prize of money, in one part or several."""

    prize: Number
    parts: tuple[Paid, ...]


class HandOverPrize(PromotionCommand, frozen=True, kw_only=True):
    """Give a prize that is not money to its winner."""

    prize: Number


class DenyClaim(PromotionCommand, frozen=True, kw_only=True):
    """Refuse a prize to somebody, saying why; `register` names the sealed name and address.

    Whoever won `prize` and is refused it gets nothing.
    """

    claimant: Name
    reason: Text
    value_cents: Amount
    prize: int = 0
    register: Name | None = None


class TellClaimant(PromotionCommand, frozen=True, kw_only=True):
    """Tell somebody why their claim was refused."""

    denial: Number


class ContestTerms(PromotionCommand, frozen=True, kw_only=True):
    """Record that somebody does not agree."""

    person: Name
    about: Reason


class DecideContest(PromotionCommand, frozen=True, kw_only=True):
    """Decide a dispute; whoever is not satisfied is told where they can complain."""

    dispute: Number
    decision: Reason
    satisfied: bool


class ReportCompromise(PromotionCommand, frozen=True, kw_only=True):
    """The integrity of the promotion or its draw is compromised: postpone it or cancel it."""

    reason: Reason
    then: Literal["postpone", "cancel"]


class ValidateIntegrity(PromotionCommand, frozen=True, kw_only=True):
    """The integrity is validated: a postponed promotion goes on."""

    reason: Reason


class RecordNotice(PromotionCommand, frozen=True, kw_only=True):
    """Somebody who must be told was told."""

    notice: Number
    how: Reason


COMMANDS: tuple[type[PromotionCommand], ...] = (
    DraftPromotion,
    StateTerms,
    OfferPrize,
    StateDetails,
    RegisterTerms,
    PublishTerms,
    LodgeTerms,
    StartPromotion,
    RecordEntry,
    CloseEntries,
    NameScrutineer,
    DrawWinners,
    CloseDraw,
    PublishResults,
    TellWinner,
    ChooseMoney,
    PayPrize,
    HandOverPrize,
    DenyClaim,
    TellClaimant,
    ContestTerms,
    DecideContest,
    ReportCompromise,
    ValidateIntegrity,
    RecordNotice,
)
_ANY: Any = Union[COMMANDS]  # noqa: UP007 - a union made at run time


def read_command(data: dict[str, Any]) -> PromotionCommand:
    """A command from plain data; `msgspec.ValidationError` where it is none."""
    found: PromotionCommand = msgspec.convert(data, _ANY)
    return found
