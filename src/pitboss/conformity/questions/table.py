"""What people ask about any table: decks, the close, limits, notices, the shoe, who may do what."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.editions.edition import Edition
from pitboss.editions.values import Burn, Notice
from pitboss.settle.questions import LABEL, UNIT, Answer, Asked
from pitboss.words.catalogue import Said

FIRST_ASKED = {"void-coup": 16, "change-limits": 31, "personal-maximum": 33, "decide-dispute": 40}
"""Acts that people ask about before all others: who may do them, and the question's place."""
ACTS_PLACE = 80
NOTICES = (("raise-minimum", 30, "change-limits"), ("change-game", 60, ""), ("close-table", 61, ""))
"""A notice, its question's place, and the broader notice that may stand for it."""


def about_tables(edition: Edition, unit: str) -> Iterator[Asked]:
    """Every question that any rulebook can be asked; `unit` is what is dealt."""
    decks = edition.decks
    told: dict[str, Any] = {"permitted": list(decks.permitted), "usual": decks.default}
    yield _one("decks", 32, Said("decks", told), decks.clauses)
    yield _one("close", 24, Said(f"close.{edition.close.at}"), edition.close.clauses)
    yield from _limits(edition)
    for name, place, broader in NOTICES:
        yield _asked(f"notice.{name}", place, _notice(edition, name, broader))
    yield _asked("burn", 34, _burns(edition))
    yield from _shoe(edition, unit)
    if edition.idle is not None:
        idle = Said("idle", {"coups": edition.idle.coups, UNIT: unit})
        yield _one("idle", 58, idle, edition.idle.clauses)
    yield _asked("cut", 26, _cutter(edition))
    yield _asked("terminals", 59, _terminals(edition))
    yield _asked("period", 25, _period(edition))
    yield from _rules(edition)


def who_may(edition: Edition) -> Iterator[tuple[str, str, Answer]]:
    """Each act that takes a rank: its name, what it is, who may do it."""
    for name, one in edition.approvals.items():
        told: dict[str, Any] = {"rank": one.rank}
        if one.asked:
            told["asked"] = True
        yield name, one.act, Answer(said=Said("rank", told), clauses=one.clauses)


def act_asked(name: str, act: str, answers: tuple[Answer, ...]) -> Asked:
    """The question who may do something."""
    place = FIRST_ASKED.get(name, ACTS_PLACE)
    return Asked(
        key=f"who.{name}", place=place, question=Said("ask.who", {"act": act}), answers=answers
    )


def _asked(key: str, place: int, answers: Iterator[Answer]) -> Asked:
    return Asked(key=key, place=place, question=Said(f"ask.{key}"), answers=tuple(answers))


def _one(key: str, place: int, said: Said, clauses: tuple[str, ...]) -> Asked:
    return _asked(key, place, iter([Answer(said=said, clauses=clauses)]))


def _limits(edition: Edition) -> Iterator[Asked]:
    limits = edition.limits
    rules = (
        ("below-minimum", 28, limits.below_minimum),
        ("above-maximum", 29, limits.above_maximum),
        ("over-area", 54, limits.over_area),
        ("over-differential", 35, limits.over_differential),
        ("over-differential-late", 55, limits.over_differential_late),
    )
    for key, place, rule in rules:
        if rule is not None:
            until = {"until": rule.until} if rule.by_choice else {}
            yield _one(key, place, Said(f"limit.{rule.then}", until), rule.clauses)


def _notice(edition: Edition, name: str, broader: str) -> Iterator[Answer]:
    rule: Notice | None = edition.notices.get(name) or edition.notices.get(broader)
    if rule is None:
        return
    ways = [way for way, holds in (("consent", rule.or_consent), ("empty", rule.or_empty)) if holds]
    told: dict[str, Any] = {"minutes": rule.minutes} if rule.minutes else {}
    if ways:
        told["or_at_once"] = [Said(f"notice.{way}") for way in ways]
    if rule.rank:
        told["rank"] = rule.rank
    yield Answer(said=Said("notice" if rule.minutes else "notice.none", told), clauses=rule.clauses)


def _burns(edition: Edition) -> Iterator[Answer]:
    for burn in edition.shoe.burn:
        yield Answer(said=_burn(burn), clauses=burn.clauses)


def _burn(burn: Burn) -> Said:
    told: dict[str, Any] = {"shown": burn.shown}
    if burn.asked_by_player:
        told["asked_by"] = "player"
    if burn.approval:
        told["rank"] = burn.approval
    return Said("burn.by-value" if burn.by_value else "burn.one", told)


def _shoe(edition: Edition, unit: str) -> Iterator[Asked]:
    end = edition.shoe.end
    told = {"first": end.when_first, "later": end.when_later, UNIT: unit}
    key = "shoe-end" if end.when_first or end.when_later else "shoe-end.at-once"
    yield _one("shoe-end", 36, Said(key, told), end.clauses)
    yield _asked("cutting-card", 37, _cutting_card(edition))
    source = edition.shoe.source
    said = Said("shuffled", {"device": bool(source.shuffling)})
    yield _one("shuffled", 38, said, source.clauses)


def _cutting_card(edition: Edition) -> Iterator[Answer]:
    for one in edition.shoe.cutting_card:
        if one.most_share is not None:
            said = Said("cutting-card.share", {"share": one.most_share})
        elif one.most is None:
            said = Said("cutting-card.least", {"least": one.least})
        elif one.most == one.least:
            said = Said("cutting-card.exact", {"least": one.least})
        else:
            said = Said("cutting-card", {"least": one.least, "most": one.most})
        yield Answer(said=said, clauses=one.clauses)


def _cutter(edition: Edition) -> Iterator[Answer]:
    """By the cutter that the edition chose, then the rules of the cut, then who cuts by rank."""
    cutter = edition.conduct.cutter
    if cutter is not None:
        yield Answer(said=Said(f"cutter.{cutter.who}"), clauses=cutter.clauses)
    yield from _ruled(edition, "cut")
    leave = edition.approvals.get("cut-cards")
    if leave is not None:
        told = {"rank": leave.rank}
        yield Answer(said=Said("cutter.rank", told), clauses=leave.clauses)


def _terminals(edition: Edition) -> Iterator[Answer]:
    rule = edition.conduct.terminals
    if rule is None:
        yield Answer(said=Said("terminals.no"))
    else:
        told = {"hours": rule.withheld_hours}
        yield Answer(said=Said("terminals.yes", told), clauses=rule.clauses)


def _period(edition: Edition) -> Iterator[Answer]:
    rule = edition.conduct.period
    if rule is None:
        yield Answer(said=Said("period.no"))
    else:
        told = {"seconds": rule.seconds, "least": rule.least}
        yield Answer(said=Said("period.yes", told), clauses=rule.clauses)


@cache
def groups() -> dict[str, tuple[int, tuple[str, ...]]]:
    """Questions that rules of procedure answer: the place, and the names or their beginnings."""
    with Path(__file__).with_name("groups.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {row["question"]: (int(row["place"]), tuple(row["rules"].split())) for row in rows}


def _ruled(edition: Edition, group: str) -> Iterator[Answer]:
    names = groups()[group][1]
    for name, rule in edition.rules.items():
        if any(name == one or (one.endswith("-") and name.startswith(one)) for one in names):
            told: dict[str, Any] = {LABEL: rule.says, "rule": name}
            if isinstance(rule.value, int):
                told["value"] = rule.value
            yield Answer(said=Said("rule", told), clauses=rule.clauses)


def _rules(edition: Edition) -> Iterator[Asked]:
    for group, (place, _) in groups().items():
        if group != "cut":
            yield _asked(group, place, _ruled(edition, group))
