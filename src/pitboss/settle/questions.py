"""Questions that people ask of a rulebook, with what answers them: what a stake is paid, above all.

A question is asked of every rulebook under the same key, so that answers can stand side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.decision.compiled import Compiled, in_game
from pitboss.decision.space import Member
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses, Condition, Row
from pitboss.money import AtOdds, JackpotShare, Prize, SignedPercentage, parse_pay, sum_of
from pitboss.refusal import sure
from pitboss.settle.lines import settle_stake
from pitboss.settle.model import Bet, Line
from pitboss.settle.setting import Setting, choose
from pitboss.words.catalogue import Said

STAKE_CENTS = 10_000
"""The stake that people ask about."""
LABEL, UNIT = "label", "unit"
NAMES = (LABEL, UNIT)
"""Places of texts that only name what is said; they make no difference between two answers."""
_PERCENT_ASKED = "1"


class Answer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is so, in the games named if it is not so in all, and the clauses that say it."""

    said: Said
    games: tuple[str, ...] = ()
    clauses: Clauses = ()


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question with a rulebook's answers; `place` orders questions as people ask them."""

    key: str
    place: int
    question: Said
    answers: tuple[Answer, ...]


Facts = Mapping[str, Condition]
"""What has come true, by fact of a wager's space."""


def by_game(compiled: Compiled, asked: Callable[[str], Iterable[Answer]]) -> Iterator[Answer]:
    """The answers of each game; games that answer alike are named together, all of them not."""
    edition = compiled.edition
    found: list[tuple[Answer, list[str]]] = []
    for game, one in edition.games.items():
        for answer in asked(game):
            same = next((names for known, names in found if known.said == answer.said), None)
            if same is None:
                found.append((answer, [one.title]))
            elif one.title not in same:
                same.append(one.title)
    for answer, titles in found:
        everywhere = len(titles) == len(edition.games)
        yield msgspec.structs.replace(answer, games=() if everywhere else tuple(titles))


def setting_of(edition: Edition, game: str) -> Setting:
    """The usual setting of a game; what its sign must fix is at the least that it may."""
    given = {
        key: rule.least or _PERCENT_ASKED
        for key, rule in edition.sign.items()
        if rule.required and (not rule.games or game in rule.games)
    }
    return sure(choose(edition, game, None, None, given))


def where(compiled: Compiled, wager: str, facts: Facts) -> list[Member]:
    """The members of a wager's space in which these facts are so."""
    space = compiled.space(wager)
    hits = space.matching(dict(facts))
    return [member for member, hit in zip(space.members, hits, strict=True) if hit]


def settled(
    compiled: Compiled, setting: Setting, wager: str, facts: Facts, stake: int = STAKE_CENTS
) -> Iterator[tuple[Line, Row, Member]]:
    """How a stake is settled in each way in which these facts may come true."""
    table = compiled.table(wager, setting.game)
    for member in where(compiled, wager, facts):
        row = table.row(member)
        if row is not None:
            bet = Bet(wager=wager, stake_cents=stake)
            yield settle_stake(compiled, setting, bet, member), row, member


def paid(compiled: Compiled, wager: str, game: str, facts: Facts) -> Iterator[Answer]:
    """What a stake of $100 is paid once these facts are so; the usual first, then what differs."""
    edition = compiled.edition
    if wager not in edition.wagers or not in_game(edition.wagers[wager], game):
        return
    setting = setting_of(edition, game)
    lines = list(settled(compiled, setting, wager, facts))
    if not lines:
        return
    counted = Counter(line.paid_cents for line, _, _ in lines)
    usual = counted.most_common(1)[0][0]
    clauses = dict.fromkeys(
        clause for line, _, _ in lines if line.paid_cents == usual for clause in line.clauses
    )
    but: dict[int, Said] = {}
    for line, row, _ in lines:
        if line.paid_cents != usual and line.paid_cents not in but:
            but[line.paid_cents] = _but(line.paid_cents, row, facts)
            clauses |= dict.fromkeys(line.clauses)
    for amount, row in _signed(compiled, setting, wager, facts):
        if amount not in but and amount != usual:
            but[amount] = _but(amount, row, facts, signed=True)
            clauses |= dict.fromkeys(row.clauses)
    said: dict[str, Any] = {"amount": sum_of(usual)} if usual else {}
    if but:
        said["but"] = list(but.values())
    outcome = next(line.outcome for line, _, _ in lines if line.paid_cents == usual)
    key = "paid" if usual else f"paid.nothing.{outcome}"
    yield Answer(said=Said(key, said), clauses=tuple(clauses))


def _but(cents: int, row: Row, facts: Facts, *, signed: bool = False) -> Said:
    said: dict[str, Any] = {"amount": sum_of(cents), "when": conditions(row, facts)}
    return Said("paid.otherwise", said | ({"signed": True} if signed else {}))


def conditions(row: Row, facts: Facts) -> list[Said]:
    """What a row asks for beyond these facts, in words."""
    return [
        Said(f"when.{fact}", {"value": _values(value)})
        for fact, value in row.when.items()
        if fact not in facts
    ]


def _values(value: Condition) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value).lower()]


def _signed(
    compiled: Compiled, setting: Setting, wager: str, facts: Facts
) -> Iterator[tuple[int, Row]]:
    """What would be paid if the sign chose otherwise, where a row leaves it to the sign."""
    table = compiled.table(wager, setting.game)
    for row in dict.fromkeys(row.label for row in table.rows):
        one = next(found for found in table.rows if found.label == row)
        key = one.pays["by"] if isinstance(one.pays, dict) else "stake"
        if key == "stake":
            continue
        for choice in compiled.edition.sign[key].choices:
            sign = replace(setting.sign, choices=setting.sign.choices | {key: choice})
            other = replace(setting, sign=sign)
            for line, decided, _ in settled(compiled, other, wager, facts):
                if decided == one:
                    yield line.paid_cents, one


def rounded(compiled: Compiled, wagers: Iterable[str], chip: str, stake: int) -> Iterator[Answer]:
    """What is paid on the first of these wagers whose winnings a chip does not make exactly."""
    edition = compiled.edition
    for game in edition.games:
        setting = setting_of(edition, game)
        coarse = replace(setting, sign=replace(setting.sign, amounts=_with(setting, chip)))
        for wager in wagers:
            if wager not in edition.wagers or not in_game(edition.wagers[wager], game):
                continue
            fine = settled(compiled, setting, wager, {}, stake)
            rough = settled(compiled, coarse, wager, {}, stake)
            for (exact, _, _), (made, _, _) in zip(fine, rough, strict=True):
                if exact.paid_cents != made.paid_cents:
                    said = {
                        "exact": sum_of(exact.paid_cents),
                        "paid": sum_of(made.paid_cents),
                        "chip": sum_of(coarse.sign.chip_cents),
                    }
                    yield Answer(said=Said("rounded", said), clauses=edition.sign["chip"].clauses)
                    return


def _with(setting: Setting, chip: str) -> dict[str, int]:
    return setting.sign.amounts | {"chip": int(Fraction(chip) * 100)}


def odds_said(edition: Edition, pays: str) -> Said:
    """What a row pays, in words; the edition writes it in one of a few forms."""
    match parse_pay(pays):
        case AtOdds(to, of, less):
            share = {"less": share_of(less)} if less else {}
            return Said("odds", {"to": to, "of": of} | share)
        case SignedPercentage(key):
            rule = edition.sign[key]
            bounds = {"least": rule.least, "most": rule.most}
            return Said("odds.signed", {name: text for name, text in bounds.items() if text})
        case JackpotShare(share):
            return Said("odds.jackpot", {"share": share_of(share)})
        case Prize(cents):
            return Said("odds.prize", {"amount": sum_of(cents)})


def share_of(share: Fraction) -> str:
    """A share in per cent, without the sign."""
    return f"{float(share * 100):g}"
