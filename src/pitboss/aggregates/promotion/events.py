"""What happens to a promotion; each event says what it changes."""

from __future__ import annotations

import datetime as dt
from typing import Any, Union

import msgspec
from msgspec.structs import replace

from pitboss.aggregates.promotion.draw import digest_with
from pitboss.aggregates.promotion.state import (
    Denial,
    Dispute,
    Entry,
    Notice,
    Paid,
    Prize,
    Promotion,
)
from pitboss.aggregates.shapes import AggregateEvent


class PromotionEvent(AggregateEvent, frozen=True, kw_only=True):
    """Something that happened to a promotion."""

    def changes(self, promotion: Promotion) -> Promotion:
        """The promotion after it."""
        return promotion


class PromotionDrafted(PromotionEvent, frozen=True, kw_only=True):
    """A promotion begins as a draft."""

    title: str
    starts: dt.datetime
    closes: dt.datetime
    draws: dt.datetime
    presence: bool = False
    minimum_cents: int = 0

    def changes(self, promotion: Promotion) -> Promotion:
        """Its title and times are known."""
        return replace(
            promotion,
            stage="draft",
            title=self.title,
            starts=self.starts,
            closes=self.closes,
            draws=self.draws,
            presence=self.presence,
            minimum_cents=self.minimum_cents,
        )


class TermStated(PromotionEvent, frozen=True, kw_only=True):
    """The terms say something of an item; of registered terms this is another version."""

    item: str
    text: str

    def changes(self, promotion: Promotion) -> Promotion:
        """The item has this text."""
        items = {**promotion.items, self.item: self.text}
        return _changed(replace(promotion, items=items))


class PrizeOffered(PromotionEvent, frozen=True, kw_only=True):
    """A prize is put into the terms."""

    prize: int
    name: str
    kind: str
    value_cents: int
    litres: int = 0

    def changes(self, promotion: Promotion) -> Promotion:
        """One more prize."""
        offered = Prize(
            name=self.name, kind=self.kind, value_cents=self.value_cents, litres=self.litres
        )
        return replace(promotion, prizes=(*promotion.prizes, offered))


class DetailStated(PromotionEvent, frozen=True, kw_only=True):
    """The terms say a detail of a prize."""

    prize: int
    field: str
    text: str

    def changes(self, promotion: Promotion) -> Promotion:
        """The prize has this detail."""
        details = {**promotion.prizes[self.prize - 1].details, self.field: self.text}
        return _changed(_with(promotion, self.prize, details=details))


class TermsRegistered(PromotionEvent, frozen=True, kw_only=True):
    """The terms are whole."""

    version: int

    def changes(self, promotion: Promotion) -> Promotion:
        """Their first version."""
        return replace(promotion, stage="registered", version=self.version)


class TermsPublished(PromotionEvent, frozen=True, kw_only=True):
    """The terms are to be had, and the marketing material refers to them."""

    channels: tuple[str, ...]
    material: str

    def changes(self, promotion: Promotion) -> Promotion:
        """It is known where."""
        return replace(promotion, channels=self.channels, material=self.material)


class TermsLodged(PromotionEvent, frozen=True, kw_only=True):
    """The regulator has this version of the terms."""

    to: str
    version: int
    receipt: str

    def changes(self, promotion: Promotion) -> Promotion:
        """When that was."""
        return replace(promotion, lodged={**promotion.lodged, self.version: self.at})


class NoticeDue(PromotionEvent, frozen=True, kw_only=True):
    """Somebody must be told something."""

    notice: int
    what: str
    to: str
    due: dt.datetime

    def changes(self, promotion: Promotion) -> Promotion:
        """One more notice."""
        notice = Notice(what=self.what, to=self.to, due=self.due)
        return replace(promotion, notices=(*promotion.notices, notice))


class NoticeGiven(PromotionEvent, frozen=True, kw_only=True):
    """Somebody was told."""

    notice: int
    how: str

    def changes(self, promotion: Promotion) -> Promotion:
        """It is done."""
        notices = list(promotion.notices)
        notices[self.notice - 1] = replace(notices[self.notice - 1], done=self.at)
        return replace(promotion, notices=tuple(notices))


class PromotionStarted(PromotionEvent, frozen=True, kw_only=True):
    """Entries are taken."""

    commitment: str

    def changes(self, promotion: Promotion) -> Promotion:
        """The secret of the draw is committed to."""
        return replace(promotion, stage="running", commitment=self.commitment)


class EntryRecorded(PromotionEvent, frozen=True, kw_only=True):
    """Somebody takes part."""

    entrant: str
    tickets: int = 1

    def changes(self, promotion: Promotion) -> Promotion:
        """One more entry, and the digest of all."""
        entry = Entry(entrant=self.entrant, tickets=self.tickets)
        return replace(
            promotion,
            entries=(*promotion.entries, entry),
            entered=promotion.entered | {self.entrant},
            digest=digest_with(promotion.digest, entry),
        )


class EntriesClosed(PromotionEvent, frozen=True, kw_only=True):
    """No more entries are taken; these are all."""

    entries: int
    tickets: int
    digest: str

    def changes(self, promotion: Promotion) -> Promotion:
        """The draw can come."""
        return replace(promotion, stage="closed")


class ScrutineerNominated(PromotionEvent, frozen=True, kw_only=True):
    """Somebody oversees the draw."""

    person: str

    def changes(self, promotion: Promotion) -> Promotion:
        """They are known."""
        return replace(promotion, scrutineer=self.person)


class WinnersDrawn(PromotionEvent, frozen=True, kw_only=True):
    """The secret is open, and with it the winners, in the order of the prizes."""

    secret: str
    word: str
    winners: tuple[str | None, ...]
    present: tuple[str, ...] | None = None

    def changes(self, promotion: Promotion) -> Promotion:
        """Each prize has its winner."""
        prizes = tuple(
            replace(prize, winner=winner)
            for prize, winner in zip(promotion.prizes, self.winners, strict=True)
        )
        return replace(
            promotion,
            stage="drawn",
            prizes=prizes,
            secret=self.secret,
            word=self.word,
            drawn=self.at,
            present=self.present,
        )


class DrawClosed(PromotionEvent, frozen=True, kw_only=True):
    """The draw is over and stands."""

    scrutineer: str | None = None

    def changes(self, promotion: Promotion) -> Promotion:
        """Prizes can be given."""
        return replace(promotion, stage="finished")


class ResultsPublished(PromotionEvent, frozen=True, kw_only=True):
    """The results are known."""

    where: str

    def changes(self, promotion: Promotion) -> Promotion:
        """It is recorded where."""
        return replace(promotion, published=self.where)


class WinnerTold(PromotionEvent, frozen=True, kw_only=True):
    """Somebody tried to tell a winner."""

    prize: int
    channel: str
    reached: bool

    def changes(self, promotion: Promotion) -> Promotion:
        """One more attempt."""
        prize = promotion.prizes[self.prize - 1]
        return _with(
            promotion,
            self.prize,
            attempts=prize.attempts + 1,
            reached=prize.reached or self.reached,
        )


class MoneyChosen(PromotionEvent, frozen=True, kw_only=True):
    """A prize is paid in money instead."""

    prize: int

    def changes(self, promotion: Promotion) -> Promotion:
        """It is worth its value."""
        return _with(promotion, self.prize, as_money=True)


class PrizePaid(PromotionEvent, frozen=True, kw_only=True):
    """A prize of money was paid."""

    prize: int
    parts: tuple[Paid, ...]

    def changes(self, promotion: Promotion) -> Promotion:
        """The winner has it."""
        return _with(promotion, self.prize, handed=True)


class PrizeHandedOver(PromotionEvent, frozen=True, kw_only=True):
    """A prize that is not money was given to its winner."""

    prize: int

    def changes(self, promotion: Promotion) -> Promotion:
        """The winner has it."""
        return _with(promotion, self.prize, handed=True)


class ClaimDenied(PromotionEvent, frozen=True, kw_only=True):
    """Somebody was refused a prize."""

    denial: int
    claimant: str
    reason: str
    value_cents: int
    prize: int = 0
    register: str | None = None

    def changes(self, promotion: Promotion) -> Promotion:
        """It is kept; a winner who is refused gets nothing."""
        denial = Denial(
            claimant=self.claimant,
            reason=self.reason,
            value_cents=self.value_cents,
            register=self.register,
        )
        found = replace(promotion, denials=(*promotion.denials, denial))
        return _with(found, self.prize, withheld=True) if self.prize else found


class ClaimantTold(PromotionEvent, frozen=True, kw_only=True):
    """Somebody knows why they were refused."""

    denial: int

    def changes(self, promotion: Promotion) -> Promotion:
        """It is done."""
        denials = list(promotion.denials)
        denials[self.denial - 1] = replace(denials[self.denial - 1], told=True)
        return replace(promotion, denials=tuple(denials))


class TermsContested(PromotionEvent, frozen=True, kw_only=True):
    """Somebody does not agree."""

    dispute: int
    person: str
    about: str

    def changes(self, promotion: Promotion) -> Promotion:
        """One more dispute."""
        raised = Dispute(person=self.person, about=self.about)
        return replace(promotion, disputes=(*promotion.disputes, raised))


class ContestDecided(PromotionEvent, frozen=True, kw_only=True):
    """The operator decided, which is final; `advised` of the right to complain, or satisfied."""

    dispute: int
    decision: str
    satisfied: bool
    advised: bool = False

    def changes(self, promotion: Promotion) -> Promotion:
        """It is closed."""
        disputes = list(promotion.disputes)
        disputes[self.dispute - 1] = replace(
            disputes[self.dispute - 1],
            decision=self.decision,
            satisfied=self.satisfied,
            advised=self.advised,
        )
        return replace(promotion, disputes=tuple(disputes))


class IntegrityCompromised(PromotionEvent, frozen=True, kw_only=True):
    """Something is not as it must be: the promotion waits, or is over."""

    reason: str
    then: str

    def changes(self, promotion: Promotion) -> Promotion:
        """Postponed or cancelled."""
        if self.then == "cancel":
            return replace(promotion, stage="cancelled", postponed=None)
        return replace(promotion, postponed=self.reason)


class IntegrityValidated(PromotionEvent, frozen=True, kw_only=True):
    """All is as it must be again."""

    reason: str

    def changes(self, promotion: Promotion) -> Promotion:
        """It goes on."""
        return replace(promotion, postponed=None)


KINDS: tuple[type[PromotionEvent], ...] = (
    PromotionDrafted,
    TermStated,
    PrizeOffered,
    DetailStated,
    TermsRegistered,
    TermsPublished,
    TermsLodged,
    NoticeDue,
    NoticeGiven,
    PromotionStarted,
    EntryRecorded,
    EntriesClosed,
    ScrutineerNominated,
    WinnersDrawn,
    DrawClosed,
    ResultsPublished,
    WinnerTold,
    MoneyChosen,
    PrizePaid,
    PrizeHandedOver,
    ClaimDenied,
    ClaimantTold,
    TermsContested,
    ContestDecided,
    IntegrityCompromised,
    IntegrityValidated,
)
_ANY: Any = Union[KINDS]  # noqa: UP007 - a union made at run time
decoder: msgspec.json.Decoder[PromotionEvent] = msgspec.json.Decoder(_ANY)


def evolve(promotion: Promotion, event: PromotionEvent) -> Promotion:
    """The promotion after an event."""
    return replace(event.changes(promotion), now=event.at)


def _with(promotion: Promotion, number: int, **changes: Any) -> Promotion:
    prizes = list(promotion.prizes)
    prizes[number - 1] = replace(prizes[number - 1], **changes)
    return replace(promotion, prizes=tuple(prizes))


def _changed(promotion: Promotion) -> Promotion:
    """Registered terms that changed are another version."""
    if promotion.stage in ("", "draft"):
        return promotion
    return replace(promotion, version=promotion.version + 1)
