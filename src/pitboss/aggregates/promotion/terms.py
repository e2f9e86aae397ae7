"""The terms of a promotion: what they must say before it may begin, and what no prize may be."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.aggregates.promotion import commands as told
from pitboss.aggregates.promotion import events as happened
from pitboss.aggregates.promotion.state import Promotion
from pitboss.aggregates.work import STAFF, Decisions
from pitboss.editions.edition import Edition
from pitboss.editions.promotion import Promotions
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse

if TYPE_CHECKING:
    from pitboss.aggregates.promotion.work import Work

NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, eq=False)
class Terms:
    """An edition that has rules for promotions."""

    edition: Edition
    rules: Promotions


def terms_of(edition: Edition) -> Terms | None:
    """The terms of an edition; nothing where it says nothing of promotions."""
    return None if edition.promotions is None else Terms(edition, edition.promotions)


TERMS = Decisions[Promotion]()


def missing(rules: Promotions, promotion: Promotion) -> Iterator[tuple[str, Clauses]]:
    """What the terms do not say yet, item by item, with the clause that asks for it."""
    for item, cited in rules.items.items():
        if item != "prizes" and not promotion.items.get(item):
            yield item, (*cited.clauses, *rules.terms.clauses)
    if not promotion.prizes or not promotion.items.get("prizes"):
        yield "prizes", (*rules.items["prizes"].clauses, *rules.terms.clauses)
    for number, prize in enumerate(promotion.prizes, 1):
        details = rules.details.get(prize.kind)
        if details is None:
            continue
        for field, cited in details.needs.items():
            if not prize.details.get(field):
                yield f"{field} of prize {number}", (*cited.clauses, *details.clauses)


@TERMS.of(told.DraftPromotion)
def _draft(work: Work, command: told.DraftPromotion) -> None:
    """Entry closes after the start and before the draw."""
    work.by(STAFF)
    if not command.starts < command.closes <= command.draws:
        refuse("times-disorderly", work.rules.items["place-and-time"].clauses)
    work.emit(
        happened.PromotionDrafted,
        title=command.title,
        starts=command.starts,
        closes=command.closes,
        draws=command.draws,
        presence=command.presence,
        minimum_cents=command.minimum_cents,
    )


@TERMS.of(told.StateTerms)
def _state(work: Work, command: told.StateTerms) -> None:
    """Items are said, or said not to apply; a change after the start goes to the regulator."""
    work.by(STAFF)
    items = work.rules.items
    _changeable(work)
    for item, text in command.items.items():
        if item not in items:
            refuse("no-such-item", item=item, items=", ".join(items))
        clauses = items[item].clauses
        if not text.strip():
            refuse("term-empty", clauses, item=item, words=NOT_APPLICABLE)
        work.emit(happened.TermStated, item=item, text=text, clauses=clauses)
    _amended(work)


@TERMS.of(told.OfferPrize)
def _offer(work: Work, command: told.OfferPrize) -> None:
    """Some things are never a prize."""
    rules = work.rules
    work.by(STAFF)
    work.stage("draft")
    banned = rules.banned.get(command.kind)
    if banned is not None and (banned.litres is None or command.litres > banned.litres):
        clauses = (*banned.clauses, *rules.ban.clauses)
        refuse("prize-banned", clauses, kind=command.kind)
    name = command.name.casefold()
    for rule in rules.banned.values():
        for item in rule.items:
            if item in name or item == command.kind:
                refuse("prize-banned", (*rule.clauses, *rules.ban.clauses), kind=item)
    work.emit(
        happened.PrizeOffered,
        prize=len(work.state.prizes) + 1,
        name=command.name,
        kind=command.kind,
        value_cents=command.value_cents,
        litres=command.litres,
        clauses=rules.items["prizes"].clauses,
    )


@TERMS.of(told.StateDetails)
def _detail(work: Work, command: told.StateDetails) -> None:
    work.by(STAFF)
    kind = work.prize(command.prize).kind
    known = work.rules.details.get(kind)
    needs = {} if known is None else known.needs
    _changeable(work)
    for field, text in command.details.items():
        if field not in needs:
            refuse("no-such-detail", field=field, kind=kind, fields=", ".join(needs) or "-")
        clauses = needs[field].clauses
        if not text.strip():
            refuse("term-empty", clauses, item=field, words=NOT_APPLICABLE)
        work.emit(
            happened.DetailStated, prize=command.prize, field=field, text=text, clauses=clauses
        )
    _amended(work)


def _changeable(work: Work) -> None:
    """Terms change until the draw: who drew by them is held to them."""
    if work.state.stage not in ("draft", "registered", "running"):
        refuse("terms-fixed", work.rules.terms.clauses, stage=work.state.stage)


def _amended(work: Work) -> None:
    """Terms that change after the start are lodged again as soon as possible."""
    lodgement = work.rules.lodgement
    if lodgement is not None and work.state.started:
        what = f"version {work.state.version} of the terms"
        work.notice(what, lodgement.to, dt.timedelta(), lodgement.amended_clauses)


@TERMS.of(told.RegisterTerms)
def _register(work: Work, _: told.RegisterTerms) -> None:
    """Every item must be there; the first that is not is named."""
    rules = work.rules
    work.of_rank(rules.operator.rank, rules.operator.clauses)
    work.stage("draft")
    for item, clauses in missing(rules, work.state):
        refuse("terms-incomplete", clauses, item=item)
    work.emit(happened.TermsRegistered, version=1, clauses=rules.terms.clauses)


@TERMS.of(told.PublishTerms)
def _publish(work: Work, command: told.PublishTerms) -> None:
    """One way at least by which people find them."""
    access = work.rules.access
    work.by(STAFF)
    work.stage("registered", "running")
    if not command.channels:
        refuse("no-channel", access.clauses, channels=", ".join(access.channels))
    for channel in command.channels:
        if channel not in access.channels:
            refuse(
                "other-channel",
                access.clauses,
                channel=channel,
                channels=", ".join(access.channels),
            )
    work.emit(
        happened.TermsPublished,
        channels=command.channels,
        material=command.material,
        clauses=access.clauses,
    )


@TERMS.of(told.LodgeTerms)
def _lodge(work: Work, command: told.LodgeTerms) -> None:
    """What was amended and is lodged again is no duty any more."""
    lodgement, promotion = work.rules.lodgement, work.state
    work.by(STAFF)
    work.stage("registered", "running", "closed", "drawn", "finished")
    if lodgement is None:
        refuse("no-lodgement")
    clauses = lodgement.amended_clauses if promotion.started else lodgement.clauses
    work.emit(
        happened.TermsLodged,
        to=lodgement.to,
        version=promotion.version,
        receipt=command.receipt,
        clauses=clauses,
    )
    for number, notice in enumerate(promotion.notices, 1):
        if notice.done is None and notice.to == lodgement.to:
            work.emit(happened.NoticeGiven, notice=number, how=command.receipt, clauses=clauses)
