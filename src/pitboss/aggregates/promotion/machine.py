"""How a promotion acts: a command comes in, events come out, or a refusal."""

from __future__ import annotations

import datetime as dt

from pitboss.aggregates.promotion import commands as told
from pitboss.aggregates.promotion import events as happened
from pitboss.aggregates.promotion.commands import PromotionCommand
from pitboss.aggregates.promotion.draw import opens, seed_of, winners
from pitboss.aggregates.promotion.events import PromotionEvent, evolve
from pitboss.aggregates.promotion.prizes import PRIZES
from pitboss.aggregates.promotion.state import Promotion
from pitboss.aggregates.promotion.terms import TERMS, Terms
from pitboss.aggregates.promotion.work import Work, told_by
from pitboss.aggregates.work import Decisions
from pitboss.money import sum_of, whole
from pitboss.refusal import refusable, refuse

DECISIONS = Decisions[Promotion](TERMS, PRIZES)


@refusable
def act(
    terms: Terms, promotion: Promotion, command: PromotionCommand
) -> tuple[Promotion, tuple[PromotionEvent, ...]]:
    """Decide a command; the state after it and its events, or the refusal."""
    opening = isinstance(command, told.DraftPromotion)
    if opening is bool(promotion.stage):
        refuse("promotion-there" if opening else "no-promotion")
    if promotion.now is not None and command.at < promotion.now:
        now = terms.edition.identity.there(promotion.now)
        refuse("clock-backwards.promotion", now=f"{now:%H:%M:%S %Z}")
    if promotion.stage == "cancelled" and not isinstance(command, told.RecordNotice):
        refuse("promotion-cancelled", terms.rules.integrity.clauses)
    work = Work(terms.edition.ranks, promotion, command, evolve)
    work.terms = terms
    DECISIONS.decide(work, command)
    return work.state, tuple(work.events)


# Starting, entries ------------------------------------------------------------------------


@DECISIONS.of(told.StartPromotion)
def _start(work: Work, command: told.StartPromotion) -> None:
    """Terms must be published, and lodged as they stand long enough before."""
    rules, promotion = work.rules, work.state
    work.of_rank(rules.operator.rank, rules.operator.clauses)
    work.stage("registered")
    if not promotion.channels:
        refuse("terms-not-published", rules.access.clauses)
    lodgement = rules.lodgement
    if lodgement is not None:
        at = promotion.lodged.get(promotion.version)
        if at is None:
            refuse("terms-not-lodged", lodgement.clauses, to=lodgement.to)
        if command.at - at < dt.timedelta(hours=lodgement.hours):
            refuse("lodged-too-late", lodgement.clauses, to=lodgement.to, hours=lodgement.hours)
    if command.at < promotion.starts:
        refuse(
            "starts-later", rules.items["place-and-time"].clauses, at=work.there(promotion.starts)
        )
    cited = (*rules.access.clauses, *(lodgement.clauses if lodgement else ()))
    work.emit(happened.PromotionStarted, commitment=command.commitment, clauses=cited)


@DECISIONS.of(told.RecordEntry)
def _enter(work: Work, command: told.RecordEntry) -> None:
    """Whoever fulfils the terms takes part once, until entries close."""
    items, promotion = work.rules.items, work.state
    work.by(*told_by(command))
    work.stage("running")
    work.going()
    if command.at >= promotion.closes:
        refuse("entries-closed", items["closing"].clauses, at=work.there(promotion.closes))
    if not command.eligible:
        refuse("not-eligible", items["eligibility"].clauses, person=command.entrant)
    if command.wager_cents < promotion.minimum_cents:
        least = sum_of(promotion.minimum_cents)
        refuse("wagered-too-little", items["minimum-wager"].clauses, least=least)
    if command.entrant in promotion.entered:
        refuse("entered-before", items["manner"].clauses, person=command.entrant)
    work.emit(
        happened.EntryRecorded,
        entrant=command.entrant,
        tickets=command.tickets,
        clauses=items["eligibility"].clauses,
    )


@DECISIONS.of(told.CloseEntries)
def _close(work: Work, command: told.CloseEntries) -> None:
    items, promotion = work.rules.items, work.state
    work.by(*told_by(command))
    work.stage("running")
    if command.at < promotion.closes:
        refuse("closes-later", items["closing"].clauses, at=work.there(promotion.closes))
    work.emit(
        happened.EntriesClosed,
        entries=len(promotion.entries),
        tickets=promotion.tickets,
        digest=promotion.digest,
        clauses=items["closing"].clauses,
    )


# The draw ---------------------------------------------------------------------------------


@DECISIONS.of(told.NameScrutineer)
def _nominate(work: Work, command: told.NameScrutineer) -> None:
    """Somebody may oversee a draw with a prize of more than the rule's amount."""
    rule = work.rules.scrutineer
    work.of_rank(work.rules.operator.rank, work.rules.operator.clauses)
    if work.state.stage == "finished":
        refuse("wrong-stage", rule.clauses, stage=work.state.stage)
    if not _overseen(work):
        refuse("no-scrutineer-here", rule.clauses, over=sum_of(whole(rule.over)))
    work.emit(happened.ScrutineerNominated, person=command.person, clauses=rule.clauses)


def _overseen(work: Work) -> bool:
    over = whole(work.rules.scrutineer.over)
    return any(prize.value_cents > over for prize in work.state.prizes)


@DECISIONS.of(told.DrawWinners)
def _draw(work: Work, command: told.DrawWinners) -> None:
    """What is opened must be what was committed to; the draw comes at its time."""
    rules, promotion = work.rules, work.state
    work.of_rank(rules.operator.rank, rules.operator.clauses)
    work.stage("closed")
    work.going()
    if command.at < promotion.draws:
        refuse("drawn-later", rules.items["when-and-where"].clauses, at=work.there(promotion.draws))
    if not opens(promotion.commitment, command.secret):
        refuse("other-secret", rules.items["manner"].clauses)
    strangers = [one for one in command.present if one not in promotion.entered]
    if strangers:
        refuse("not-entered", rules.items["eligibility"].clauses, person=strangers[0])
    present = command.present if promotion.presence else None
    seed = seed_of(command.secret, promotion.digest, command.word)
    won = tuple(winners(seed, promotion.entries, len(promotion.prizes), present))
    cited = (
        *rules.items["manner"].clauses,
        *(rules.items["claiming"].clauses if present is not None else ()),
    )
    work.emit(
        happened.WinnersDrawn,
        secret=command.secret,
        word=command.word,
        winners=won,
        present=present,
        clauses=cited,
    )
    if not promotion.presence:
        within = dt.timedelta(days=rules.winner.days)
        for number, winner in enumerate(won, 1):
            if winner is not None:
                what = f"winner of prize {number}"
                work.notice(what, winner, within, rules.winner.clauses)


@DECISIONS.of(told.CloseDraw)
def _close_draw(work: Work, _: told.CloseDraw) -> None:
    """Where the rule asks for somebody who oversees it, they must be named."""
    rule, promotion = work.rules.scrutineer, work.state
    work.of_rank(work.rules.operator.rank, work.rules.operator.clauses)
    work.stage("drawn")
    work.going()
    overseen = _overseen(work)
    if overseen and rule.required and promotion.scrutineer is None:
        refuse("scrutineer-needed", rule.clauses, over=sum_of(whole(rule.over)))
    cited = rule.clauses if overseen else ()
    work.emit(happened.DrawClosed, scrutineer=promotion.scrutineer, clauses=cited)


@DECISIONS.of(told.PublishResults)
def _publish(work: Work, command: told.PublishResults) -> None:
    work.by("staff")
    work.stage("finished")
    clauses = work.rules.items["results"].clauses
    work.emit(happened.ResultsPublished, where=command.where, clauses=clauses)


# Integrity, disputes, notices -------------------------------------------------------------


@DECISIONS.of(told.ReportCompromise)
def _compromise(work: Work, command: told.ReportCompromise) -> None:
    """The operator postpones or cancels; the regulator's people are told in time."""
    rule = work.rules.integrity
    work.of_rank(work.rules.operator.rank, work.rules.operator.clauses)
    if not work.state.started or work.state.stage == "finished":
        refuse("wrong-stage", rule.clauses, stage=work.state.stage)
    work.emit(
        happened.IntegrityCompromised,
        reason=command.reason,
        then=command.then,
        clauses=rule.clauses,
    )
    what = "integrity compromised"
    work.notice(what, rule.to, dt.timedelta(hours=rule.hours), rule.clauses)


@DECISIONS.of(told.ValidateIntegrity)
def _validate(work: Work, command: told.ValidateIntegrity) -> None:
    rule = work.rules.integrity
    work.of_rank(work.rules.operator.rank, work.rules.operator.clauses)
    if work.state.postponed is None:
        refuse("not-postponed", rule.clauses)
    work.emit(happened.IntegrityValidated, reason=command.reason, clauses=rule.clauses)


@DECISIONS.of(told.ContestTerms)
def _raise(work: Work, command: told.ContestTerms) -> None:
    work.by("staff")
    work.emit(
        happened.TermsContested,
        dispute=len(work.state.disputes) + 1,
        person=command.person,
        about=command.about,
        clauses=work.rules.disputes.clauses,
    )


@DECISIONS.of(told.DecideContest)
def _decide(work: Work, command: told.DecideContest) -> None:
    """The operator's decision is final; who is not satisfied is told where to complain."""
    rules, disputes = work.rules, work.state.disputes
    work.of_rank(rules.operator.rank, rules.operator.clauses)
    if command.dispute > len(disputes):
        refuse("no-such-dispute", number=command.dispute)
    if disputes[command.dispute - 1].decision is not None:
        refuse("contest-decided", rules.disputes.clauses, number=command.dispute)
    work.emit(
        happened.ContestDecided,
        dispute=command.dispute,
        decision=command.decision,
        satisfied=command.satisfied,
        advised=not command.satisfied,
        clauses=rules.disputes.clauses,
    )


@DECISIONS.of(told.RecordNotice)
def _noticed(work: Work, command: told.RecordNotice) -> None:
    work.by("staff")
    notices = work.state.notices
    if command.notice > len(notices):
        refuse("no-such-notice.promotion", number=command.notice)
    if notices[command.notice - 1].done is not None:
        refuse("notice-given", number=command.notice)
    work.emit(happened.NoticeGiven, notice=command.notice, how=command.how)
