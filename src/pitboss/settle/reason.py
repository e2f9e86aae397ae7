"""Why a stake was settled as it was: a few steps, each a sentence with its clauses.

Made from the edition's row, the sign and the cards; the arithmetic is the one of `due`. The
order is that of a person who explains: what was over a limit, the facts that matched, the odds
as an equation, the rounding if there was any.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from pitboss.chips import Chips
from pitboss.decision.compiled import Compiled
from pitboss.decision.table import pays_under
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses, Row
from pitboss.money import (
    AtOdds,
    Due,
    Excess,
    JackpotShare,
    Prize,
    SignedPercentage,
    due,
    parse_pay,
    percent,
    sum_of,
)
from pitboss.settle.lines import excess_of, pay_text
from pitboss.settle.model import Line
from pitboss.settle.setting import Setting
from pitboss.settle.sign import Sign

STAKE = "stake"
"""What a pay is bound to where it goes by the stake and not by the sign."""

PAID = ("win", "stand-off")

Kind: TypeAlias = Literal["limit", "facts", "odds", "rounding", "collect", "stake"]

_ENDS = {
    "win": "the wager wins",
    "lose": "the wager loses",
    "stand-off": "the wager is a stand-off",
    "void": "the wager is void",
}


class ReasonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a reason."""

    kind: Kind
    sentence: str
    arithmetic: str | None
    clauses: Clauses


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A settled line in words: the answer, the steps to it, the sum that changes hands."""

    answer: str
    odds: str | None
    steps: tuple[ReasonStep, ...]
    sum: str


def chip_name(cents: int) -> str:
    """A chip in words: 50c, $1, $2.50."""
    if cents < 100:
        return f"{cents}c"
    return f"${cents // 100}" if cents % 100 == 0 else sum_of(cents)


def explain(
    compiled: Compiled,
    setting: Setting,
    line: Line,
    member: Any,
    *,
    name: str | None = None,
    over_cents: int = 0,
) -> Reason:
    """The reason of a line that `member` of its wager's space decided.

    `name` is what to call the wager; `over_cents` what went back because of a limit.
    """
    edition, sign = compiled.edition, setting.sign
    wager = edition.wagers[line.wager]
    table = compiled.table(line.wager, setting.game)
    row = table.row(member)
    if row is None:
        raise ValueError(f"{line.wager} was not offered in this situation")
    paid: Due | None = None
    text, excess = None, excess_of(row, sign)
    if row.pays is not None and row.outcome in PAID:
        text = pay_text(row, sign, line.stake_cents)
        paid = due(
            line.stake_cents,
            parse_pay(text),
            chips=sign.chips,
            signed=sign.shares,
            jackpot_cents=sign.amounts.get("jackpot", 0),
            excess=excess,
        )
    facts_clauses, rest = split(edition, row)
    told = _facts(table.space.describe(member), row, facts_clauses)
    steps = [told]
    used = {*row.clauses}
    if paid is not None and text is not None:
        clauses = _odds_clauses(compiled, setting, row, line) or rest
        steps.append(_odds(line.stake_cents, text, paid, excess, sign, clauses))
        used |= set(clauses)
        if paid.paid_cents != paid.winnings - paid.commission:
            rounding = _rounding(edition, sign.chips, paid)
            steps.append(rounding)
            used |= set(rounding.clauses)
    elif row.outcome == "lose" and rest != facts_clauses:
        steps.append(
            ReasonStep(
                kind="collect",
                sentence="Losing wagers are collected.",
                arithmetic=None,
                clauses=rest,
            )
        )
    elif rest != facts_clauses:
        joined = tuple(dict.fromkeys((*facts_clauses, *rest)))
        steps[0] = msgspec.structs.replace(told, clauses=joined)
    if wager.stake_kept and row.outcome == "win":
        sentence = "The stake was collected before the deal and is not returned."
        kept = wager.stake_kept.clauses
        steps.append(ReasonStep(kind="stake", sentence=sentence, arithmetic=None, clauses=kept))
        used |= set(kept)
    left = tuple(clause for clause in line.clauses if clause not in used)
    if left:
        steps.insert(0, _limit(line.stake_cents, over_cents, left))
    called = wager.title if name is None else name
    return Reason(
        answer=_answer(called, line),
        odds=odds_told(compiled, setting, line, member),
        steps=tuple(steps),
        sum=_sum(line),
    )


def odds_told(compiled: Compiled, setting: Setting, line: Line, member: Any) -> str | None:
    """The odds at which a line was paid, as a page shows them; nothing where it was not."""
    row = compiled.table(line.wager, setting.game).row(member)
    if row is None or row.pays is None or row.outcome not in PAID:
        return None
    return _say(pay_text(row, setting.sign, line.stake_cents), setting.sign)


def split(edition: Edition, row: Row) -> tuple[Clauses, Clauses]:
    """The clauses of a row that tell its facts, and those that tell what is then done.

    What is done stands in another section of the rulebook than the wager itself.
    """
    clauses = row.clauses
    if len(clauses) == 1:
        return clauses, clauses
    sections = [edition.clauses[one].section if one in edition.clauses else "" for one in clauses]
    own = tuple(c for c, section in zip(clauses, sections, strict=True) if section == sections[0])
    rest = tuple(clause for clause in clauses if clause not in own)
    return (own, rest) if rest else (clauses[:-1], clauses[-1:])


def _facts(facts: str, row: Row, clauses: Clauses) -> ReasonStep:
    label = row.label.casefold()
    known = not label or label in facts.casefold() or label.startswith(("standoff", "stand-off"))
    matched = facts if known else f"{facts}: {row.label}"
    return ReasonStep(
        kind="facts",
        sentence=f"{matched}, so {_ENDS[row.outcome]}.",
        arithmetic=None,
        clauses=clauses,
    )


def _odds_clauses(compiled: Compiled, setting: Setting, row: Row, line: Line) -> Clauses:
    """The clauses of the odds, with those that the sign's own choice and amounts bring in."""
    sign, edition = setting.sign, compiled.edition
    found = list(split(edition, row)[1])
    if isinstance(row.pays, dict):
        found += row.bound_clauses.get(sign.choices.get(row.pays["by"], ""), ())
    if row.excess:
        found += [clause for clause in row.excess.clauses if clause in line.clauses]
    if "jackpot" in sign.raised:
        found += [clause for clause in edition.sign["jackpot"].clauses if clause in line.clauses]
    return tuple(dict.fromkeys(found))


def say_pay(row: Row, sign: Sign | None) -> str:
    """What a row pays, as a page shows it; nothing where it pays nothing.

    Under a sign it is what that sign fixes, else what each sign would; where it goes by the
    stake, it is told for each stake.
    """
    if isinstance(row.pays, dict) and row.pays["by"] == STAKE:
        return ", ".join(f"{pay} for ${stake}" for stake, pay in pays_under(row).items())
    if sign is not None:
        return _say(pay_text(row, sign, 0), sign)
    return "; ".join(f"{value}: {pay}" if value else pay for value, pay in pays_under(row).items())


def _say(text: str, sign: Sign) -> str:
    pay = parse_pay(text) if text else None
    if isinstance(pay, SignedPercentage):
        return f"{percent(sign.shares[pay.key])} of stake"
    return text


def _odds(
    stake: int, text: str, paid: Due, excess: Excess | None, sign: Sign, clauses: Clauses
) -> ReasonStep:
    pay = parse_pay(text)
    amount, total = sum_of(stake), sum_of(paid.winnings)
    match pay:
        case AtOdds(to, of, less):
            sentence = f"It pays {to} to {of}"
            sentence += f", less {percent(less)} commission" if less else ""
            parts = f"{amount} × {to}" + (f" ÷ {of}" if of != 1 else "")
        case SignedPercentage(key):
            share = percent(sign.shares[key])
            sentence, parts = f"It pays {share} of the stake, as signed", f"{amount} × {share}"
        case JackpotShare(share):
            jackpot = sum_of(sign.amounts.get("jackpot", 0))
            sentence = f"It pays {percent(share)} of the jackpot"
            parts = f"{jackpot} × {percent(share)}"
        case Prize():
            sentence, parts = "It pays a fixed prize", "prize"
    if excess and stake > excess.over_cents:
        sentence += f", less {percent(excess.rate)} of what is over {sum_of(excess.over_cents)}"
    equation = f"{parts} = {total}"
    if paid.commission:
        exact = sum_of(paid.winnings - paid.commission)
        equation += f"; {total} − {sum_of(paid.commission)} = {exact}"
    return ReasonStep(kind="odds", sentence=f"{sentence}.", arithmetic=equation, clauses=clauses)


def _rounding(edition: Edition, chips: Chips, paid: Due) -> ReasonStep:
    key = edition.sign["chip"]
    return ReasonStep(
        kind="rounding",
        sentence=f"{_chips_here(chips)} What chips cannot pay exactly goes up to the next amount "
        "they can.",
        arithmetic=f"{sum_of(paid.winnings - paid.commission)} → {sum_of(paid.paid_cents)}",
        clauses=key.clauses,
    )


def _chips_here(chips: Chips) -> str:
    if chips.regular:
        return f"The smallest chip here is {chip_name(chips.smallest)}."
    return f"The chips here are {', '.join(map(chip_name, chips.values))}."


def _limit(stake: int, over: int, clauses: Clauses) -> ReasonStep:
    if not over:
        sentence, sums = "The wager was outside a limit and stands.", None
    else:
        sentence = "What was over the limit went back and is not settled."
        sums = f"{sum_of(stake + over)} − {sum_of(over)} = {sum_of(stake)}"
    return ReasonStep(kind="limit", sentence=sentence, arithmetic=sums, clauses=clauses)


def _answer(name: str, line: Line) -> str:
    stake = f"{name} {sum_of(line.stake_cents)}"
    if line.paid_cents and line.outcome == "win":
        return f"{stake} pays {sum_of(line.paid_cents)}"
    if line.paid_cents:
        return f"{stake} is returned and paid {sum_of(line.paid_cents)}"
    return f"{stake} is returned" if line.returned_cents else f"{stake} loses"


def _sum(line: Line) -> str:
    parts = []
    if line.returned_cents:
        parts.append(f"Stake back {sum_of(line.returned_cents)}")
    if line.paid_cents:
        parts.append(f"paid {sum_of(line.paid_cents)}")
    text = ", ".join(parts) or f"Collected {sum_of(line.stake_cents)}"
    return text[0].upper() + text[1:]
