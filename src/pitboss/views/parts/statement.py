"""A player's own play by day: every coup of every table, with totals; and as a statement."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec

from pitboss.decision.space import TOPIC
from pitboss.editions.texts import words_in
from pitboss.money import sum_of
from pitboss.paper import Paper, PaperTable
from pitboss.views.coups import Coup, History
from pitboss.views.parts.coup import CoupTold, LineExplained, Why, finished
from pitboss.views.parts.shown import Shown, Viewer
from pitboss.words.catalogue import Said, spoken, words_of

WORDS = "statement"
COLUMNS = ("time", "table", "coup", "result", "wager", "stake", "back", "net", "why")
MONEY = (5, 6, 7)


class PlayedDay(msgspec.Struct, frozen=True, kw_only=True):
    """A day on which one played, by the clocks of the tables."""

    day: str
    coups: int
    tables: int


class PlayedDays(msgspec.Struct, frozen=True, kw_only=True):
    """The days on which one played, the newest first."""

    days: list[PlayedDay]


class PlayedCoup(msgspec.Struct, frozen=True, kw_only=True):
    """A coup in which one had wagers, and when it was over."""

    at: dt.datetime
    coup: CoupTold


class PlayedTable(msgspec.Struct, frozen=True, kw_only=True):
    """One's coups of a day at a table, the newest first."""

    table: str
    time_zone: str
    staked_cents: int
    net_cents: int
    coups: list[PlayedCoup]


class PlayedThatDay(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one played on a day."""

    day: str
    coups: int
    staked_cents: int
    net_cents: int
    tables: list[PlayedTable]


def _coups(shown: Shown, person: str) -> Iterator[tuple[dt.datetime, Coup]]:
    """One's finished coups with the time by the table's clock, the newest first."""
    there = shown.rules.edition.identity.there
    history = shown.follower.of(History)
    for coup in reversed(list(history.coups.values())):  # others may add to it meanwhile
        if person in coup.people:
            yield there(dt.datetime.fromisoformat(coup.row.at)), coup


def played_days(tables: Iterable[Shown], person: str) -> PlayedDays:
    """The days on which one played."""
    coups: Counter[str] = Counter()
    where: dict[str, set[str]] = {}
    for shown in tables:
        for at, _ in _coups(shown, person):
            day = at.date().isoformat()
            coups[day] += 1
            where.setdefault(day, set()).add(shown.name)
    return PlayedDays(
        days=[
            PlayedDay(day=day, coups=coups[day], tables=len(where[day]))
            for day in sorted(coups, reverse=True)
        ]
    )


def played_on(tables: Iterable[Shown], viewer: Viewer, day: dt.date) -> PlayedThatDay:
    """Everything that one played on a day."""
    found = []
    for shown in tables:
        coups = [
            PlayedCoup(at=at, coup=finished(CoupTold, shown, coup, viewer))
            for at, coup in _coups(shown, viewer.person)
            if at.date() == day
        ]
        if coups:
            found.append(
                PlayedTable(
                    table=shown.name,
                    time_zone=shown.rules.edition.identity.time_zone,
                    staked_cents=sum(_staked(one.coup) for one in coups),
                    net_cents=sum(one.coup.net_cents for one in coups),
                    coups=coups,
                )
            )
    return PlayedThatDay(
        day=day.isoformat(),
        coups=sum(len(one.coups) for one in found),
        staked_cents=sum(one.staked_cents for one in found),
        net_cents=sum(one.net_cents for one in found),
        tables=found,
    )


def _staked(coup: CoupTold) -> int:
    return sum(one.stake_cents for one in coup.lines)


def statement(
    tables: Iterable[Shown],
    viewer: Viewer,
    day: dt.date,
    *,
    login: str,
    language: str,
    now: dt.datetime,
) -> Paper:
    """The same as a document, every wager with the reason why it was settled so."""
    rows, staked, net = [], 0, 0
    for shown in tables:
        texts = {} if language == "en" else words_in(shown.rules.edition, language)
        coups = [(at, coup) for at, coup in _coups(shown, viewer.person) if at.date() == day]
        for at, coup in reversed(coups):
            why = finished(Why, shown, coup, viewer)
            staked, net = staked + _staked(why), net + why.net_cents
            rows += [_row(shown.name, at, why, line, language, texts) for line in why.lines]
    heads = words_of(WORDS, language)

    def said(key: str, **params: str) -> str:
        return spoken(WORDS, Said(key, params), language)

    return Paper(
        title=said("title", day=day.isoformat()),
        lines=(
            said("of", login=login, person=viewer.person),
            said("totals", count=str(len(rows)), staked=sum_of(staked), net=sum_of(net)),
            said("made", at=f"{now:%Y-%m-%d %H:%M %Z}"),
        ),
        tables=(
            PaperTable(
                heads=[heads[name] for name in COLUMNS],
                rows=rows,
                figures=MONEY,
                empty=heads["none"],
            ),
        ),
    )


def _row(
    table: str,
    at: dt.datetime,
    why: Why,
    line: LineExplained,
    language: str,
    texts: dict[str, str],
) -> list[str]:
    def say(said: Said) -> str:
        return spoken(TOPIC, said, language, lambda _, value: texts.get(str(value), str(value)))

    return [
        f"{at:%H:%M:%S}",
        table,
        str(why.coup),
        say(why.result_said),
        texts.get(line.name, line.name),
        sum_of(line.stake_cents),
        sum_of(line.back_cents),
        sum_of(line.back_cents - line.stake_cents),
        reason(line, say),
    ]


def reason(line: LineExplained, say: Callable[[Said], str]) -> str:
    """Why a wager was settled so: the answer, its steps, the sums, the clauses."""
    reasons = [say(step.said) for step in line.steps]
    sums = [step.arithmetic for step in line.steps if step.arithmetic is not None]
    clauses = dict.fromkeys(clause for step in line.steps for clause in step.clauses)
    return " ".join([say(line.answer_said), *reasons, *sums, f"({', '.join(clauses)})"])
