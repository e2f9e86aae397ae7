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
from pitboss.decision.space import TOPIC
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
from pitboss.words.catalogue import Said, spoken

STAKE = "stake"
"""What a pay is bound to where it goes by the stake and not by the sign."""

PAID = ("win", "stand-off")

Kind: TypeAlias = Literal["limit", "facts", "odds", "rounding", "collect", "stake"]


class ReasonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a reason: its sentence in English, and by key for every language."""

    kind: Kind
    sentence: str
    said: Said
    arithmetic: str | None
    clauses: Clauses

    @classmethod
    def of(cls, kind: Kind, said: Said, clauses: Clauses, sums: str | None = None) -> ReasonStep:
        """The step that says what is under a key."""
        sentence = spoken(TOPIC, said)
        return cls(kind=kind, sentence=sentence, said=said, arithmetic=sums, clauses=clauses)


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A settled line in words: the answer, the steps to it, the sum that changes hands."""

    answer: str
    answer_said: Said
    odds: str | None
    steps: tuple[ReasonStep, ...]
    sum: str
    sum_said: Said


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
    decided: Clauses = (),
) -> Reason:
    """The reason of a line that `member` of its wager's space decided.

    `name` is what to call the wager; `over_cents` what went back because of a limit; `decided`
    are the clauses by which several rounds came to the member.
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
    told = _facts(table.space.tell(member), row, facts_clauses)
    over = tuple(clause for clause in decided if clause not in told.clauses)
    told = msgspec.structs.replace(told, clauses=(*told.clauses, *over))
    steps = [told]
    used = {*row.clauses, *decided}
    if paid is not None and text is not None:
        clauses = _odds_clauses(compiled, setting, row, line) or rest
        steps.append(_odds(line.stake_cents, text, paid, excess, sign, clauses))
        used |= set(clauses)
        if paid.paid_cents != paid.winnings - paid.commission:
            rounding = _rounding(edition, sign.chips, paid)
            steps.append(rounding)
            used |= set(rounding.clauses)
    elif row.outcome == "lose" and rest != facts_clauses:
        steps.append(ReasonStep.of("collect", Said("collect"), rest))
    elif rest != facts_clauses:
        joined = tuple(dict.fromkeys((*told.clauses, *rest)))
        steps[0] = msgspec.structs.replace(told, clauses=joined)
    if wager.stake_kept and row.outcome == "win":
        kept = wager.stake_kept.clauses
        steps.append(ReasonStep.of("stake", Said("stake"), kept))
        used |= set(kept)
    left = tuple(clause for clause in line.clauses if clause not in used)
    if left:
        steps.insert(0, _limit(line.stake_cents, over_cents, left))
    answer, total = _answer(wager.title if name is None else name, line), _sum(line)
    return Reason(
        answer=spoken(TOPIC, answer),
        answer_said=answer,
        odds=odds_told(compiled, setting, line, member),
        steps=tuple(steps),
        sum=spoken(TOPIC, total),
        sum_said=total,
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


def _facts(facts: Said, row: Row, clauses: Clauses) -> ReasonStep:
    label, text = row.label.casefold(), spoken(TOPIC, facts).casefold()
    known = not label or label in text or label.startswith(("standoff", "stand-off"))
    told: dict[str, Any] = {"facts": facts, "outcome": row.outcome}
    if not known:
        told["label"] = row.label
    return ReasonStep.of("facts", Said("facts", told), clauses)


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
    told: dict[str, Any] = {}
    match pay:
        case AtOdds(to, of, less):
            key, told = "odds.at", {"to": to, "of": of}
            if less:
                told["less"] = percent(less)
            parts = f"{amount} × {to}" + (f" ÷ {of}" if of != 1 else "")
        case SignedPercentage(key):
            told["share"] = percent(sign.shares[key])
            key, parts = "odds.signed", f"{amount} × {told['share']}"
        case JackpotShare(share):
            jackpot = sum_of(sign.amounts.get("jackpot", 0))
            key, told["share"] = "odds.jackpot", percent(share)
            parts = f"{jackpot} × {percent(share)}"
        case Prize():
            key, parts = "odds.prize", "prize"
    if excess and stake > excess.over_cents:
        told |= {"rate": percent(excess.rate), "over": sum_of(excess.over_cents)}
    equation = f"{parts} = {total}"
    if paid.commission:
        exact = sum_of(paid.winnings - paid.commission)
        equation += f"; {total} − {sum_of(paid.commission)} = {exact}"
    return ReasonStep.of("odds", Said(key, told), clauses, equation)


def _rounding(edition: Edition, chips: Chips, paid: Due) -> ReasonStep:
    sums = f"{sum_of(paid.winnings - paid.commission)} → {sum_of(paid.paid_cents)}"
    if chips.regular:
        said = Said("rounding.smallest", {"chip": chip_name(chips.smallest)})
    else:
        said = Said("rounding.listed", {"chips": ", ".join(map(chip_name, chips.values))})
    return ReasonStep.of("rounding", said, edition.sign["chip"].clauses, sums)


def _limit(stake: int, over: int, clauses: Clauses) -> ReasonStep:
    if not over:
        return ReasonStep.of("limit", Said("limit.stands"), clauses)
    sums = f"{sum_of(stake + over)} − {sum_of(over)} = {sum_of(stake)}"
    return ReasonStep.of("limit", Said("limit.back"), clauses, sums)


def _answer(name: str, line: Line) -> Said:
    told = {"wager": name, "stake": sum_of(line.stake_cents)}
    if line.paid_cents:
        key = "answer.pays" if line.outcome == "win" else "answer.back-and-paid"
        return Said(key, {**told, "paid": sum_of(line.paid_cents)})
    return Said("answer.back" if line.returned_cents else "answer.loses", told)


def _sum(line: Line) -> Said:
    back, paid = sum_of(line.returned_cents), sum_of(line.paid_cents)
    if line.returned_cents and line.paid_cents:
        return Said("sum.back-and-paid", {"back": back, "paid": paid})
    if line.returned_cents:
        return Said("sum.back", {"back": back})
    if line.paid_cents:
        return Said("sum.paid", {"paid": paid})
    return Said("sum.collected", {"stake": sum_of(line.stake_cents)})
