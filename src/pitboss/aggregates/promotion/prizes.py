"""Prizes that were won: who is told, how they are paid, and who is refused."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from pitboss.aggregates.promotion import commands as told
from pitboss.aggregates.promotion import events as happened
from pitboss.aggregates.promotion.state import Prize, Promotion
from pitboss.aggregates.work import STAFF, Decisions
from pitboss.money import sum_of, whole
from pitboss.refusal import refuse

if TYPE_CHECKING:
    from pitboss.aggregates.promotion.work import Work

PRIZES = Decisions[Promotion]()


def _won(work: Work, number: int) -> Prize:
    """A prize that somebody won, who has not got it yet and was not refused it."""
    work.by(STAFF)
    work.stage("drawn", "finished")
    prize = work.prize(number)
    clauses = work.rules.items["claiming"].clauses
    if prize.winner is None:
        refuse("nobody-won", clauses, number=number)
    if prize.withheld:
        refuse("prize-withheld", work.rules.denied.clauses, number=number)
    if prize.handed:
        refuse("prize-given", clauses, number=number)
    return prize


@PRIZES.of(told.TellWinner)
def _tell(work: Work, command: told.TellWinner) -> None:
    """Any of the ways that the rule names; an attempt counts, whether they were reached or not."""
    rule = work.rules.winner
    _won(work, command.prize)
    if command.channel not in rule.channels:
        refuse(
            "other-channel",
            rule.clauses,
            channel=command.channel,
            channels=", ".join(rule.channels),
        )
    clauses = (*rule.channels[command.channel].clauses, *rule.clauses)
    work.emit(
        happened.WinnerTold,
        prize=command.prize,
        channel=command.channel,
        reached=command.reached,
        clauses=clauses,
    )
    what = f"winner of prize {command.prize}"
    for number, notice in enumerate(work.state.notices, 1):
        if command.reached and notice.what == what and notice.done is None:
            work.emit(
                happened.NoticeGiven, notice=number, how=command.channel, clauses=rule.clauses
            )


@PRIZES.of(told.ChooseMoney)
def _choose(work: Work, command: told.ChooseMoney) -> None:
    """A winner may take money instead of a thing, never instead of the house's own dollars."""
    rule = work.rules.alternative
    prize = _won(work, command.prize)
    if prize.monetary or prize.kind in rule.never:
        refuse("no-alternative", rule.clauses, kind=prize.kind)
    work.emit(happened.MoneyChosen, prize=command.prize, clauses=rule.clauses)


@PRIZES.of(told.PayPrize)
def _pay(work: Work, command: told.PayPrize) -> None:
    """Its parts are its value, each to the winner, in a way that the rule has."""
    rule = work.rules.payment
    work.stage("finished")
    work.going()
    prize = _won(work, command.prize)
    if not prize.monetary:
        refuse("not-money", work.rules.alternative.clauses, number=command.prize)
    paid = sum(part.amount_cents for part in command.parts)
    if paid != prize.value_cents or any(part.amount_cents <= 0 for part in command.parts):
        refuse("other-amount", rule.clauses, value=sum_of(prize.value_cents), paid=sum_of(paid))
    ruled = prize.value_cents > whole(rule.over)
    for part in command.parts:
        if ruled and part.method not in rule.methods:
            methods = ", ".join(rule.methods)
            refuse("other-method", rule.clauses, method=part.method, methods=methods)
        if part.payee != prize.winner:
            refuse("other-payee", rule.clauses, payee=part.payee)
    cited = rule.clauses if ruled else ()
    work.emit(happened.PrizePaid, prize=command.prize, parts=command.parts, clauses=cited)


@PRIZES.of(told.HandOverPrize)
def _hand_over(work: Work, command: told.HandOverPrize) -> None:
    work.stage("finished")
    work.going()
    prize = _won(work, command.prize)
    if prize.monetary:
        refuse("is-money", work.rules.payment.clauses, number=command.prize)
    clauses = work.rules.items["prizes"].clauses
    work.emit(happened.PrizeHandedOver, prize=command.prize, clauses=clauses)


@PRIZES.of(told.DenyClaim)
def _deny(work: Work, command: told.DenyClaim) -> None:
    """Nobody is refused without a reason; of larger claims name and address are kept."""
    rule = work.rules.denied
    work.of_rank(work.rules.operator.rank, work.rules.operator.clauses)
    if not command.reason.strip():
        refuse("reason-needed", rule.clauses)
    over = whole(rule.over)
    if command.value_cents > over and command.register is None:
        refuse("register-needed", rule.register_clauses, over=sum_of(over))
    if command.prize:
        prize = _won(work, command.prize)
        if prize.winner != command.claimant:
            refuse("other-winner", rule.clauses, number=command.prize)
        if prize.value_cents != command.value_cents:
            value = sum_of(prize.value_cents)
            refuse("other-value", rule.register_clauses, number=command.prize, value=value)
    kept = rule.register_clauses if command.value_cents > over else ()
    number = len(work.state.denials) + 1
    work.emit(
        happened.ClaimDenied,
        denial=number,
        claimant=command.claimant,
        reason=command.reason,
        value_cents=command.value_cents,
        prize=command.prize,
        register=command.register,
        clauses=(*rule.clauses, *kept),
    )
    work.notice(f"denial {number}", command.claimant, dt.timedelta(), rule.clauses)


@PRIZES.of(told.TellClaimant)
def _tell_claimant(work: Work, command: told.TellClaimant) -> None:
    work.by(STAFF)
    denials, rule = work.state.denials, work.rules.denied
    if command.denial > len(denials):
        refuse("no-such-denial", number=command.denial)
    if denials[command.denial - 1].told:
        refuse("claimant-told", rule.clauses, number=command.denial)
    work.emit(happened.ClaimantTold, denial=command.denial, clauses=rule.clauses)
    what = f"denial {command.denial}"
    for number, notice in enumerate(work.state.notices, 1):
        if notice.what == what and notice.done is None:
            work.emit(happened.NoticeGiven, notice=number, how="told", clauses=rule.clauses)
