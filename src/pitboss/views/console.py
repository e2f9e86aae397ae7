"""A dealer's console: the house's next act, what else may be done or why not, how far it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.refusal import Refusal
from pitboss.table import Query, Rules, Table
from pitboss.table.admission import admits
from pitboss.table.betting.stakes import opposed_areas
from pitboss.table.cards.parts import Stack
from pitboss.table.machine import Standing
from pitboss.table.play import Move, Stage, stage
from pitboss.table.usual.next_act import AUTOMATIC, Proposal, Waiting, house_act
from pitboss.table.usual.offers import required, tried
from pitboss.table.usual.trial import Trials, stand_ins
from pitboss.views.problem import Problem, problem_of

COMING = ("sign-on", "relieve", "open-table")
"""What staff may do before they are at the table, or before it is open."""


class NextAct(msgspec.Struct, frozen=True, kw_only=True):
    """The house's next act. `ask`: its card must be told; `yours`: the caller may do it.

    `hand` and `place` say where a card goes; `automatic`: it falls to the automatic staff.
    """

    do: str
    fields: dict[str, Any]
    ask: bool
    yours: bool
    person: str
    rank: str | None
    automatic: bool
    hand: str | None
    place: int | None
    clauses: tuple[str, ...]


class ActNow(msgspec.Struct, frozen=True, kw_only=True):
    """A command of staff: fields that would be accepted now, or why it is refused.

    `certain`: no other fields would do either, for it has none or the rank is too low.
    """

    do: str
    can: bool
    fields: dict[str, Any]
    say: tuple[str, ...]
    refused: Problem | None
    certain: bool


class HandStakes(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on one of the hands in all."""

    hand: str
    cents: int


def next_of_house(trials: Trials, who: str) -> tuple[NextAct | None, str | None]:
    """The next act with who would do it, or the sentence that says what the house waits for."""
    act, table = house_act(trials), trials.table
    if isinstance(act, Waiting):
        return None, act.why
    virtual = table.house is not None and table.house.virtual
    events = act.events
    moved = next((one for one in events if hasattr(one, "hand") and hasattr(one, "place")), None)
    cited = moved or next(iter(events), None)
    yours = _yours(trials, act, who)
    person = table.people.get(act.who)
    return NextAct(
        do=act.word,
        fields=act.said if virtual else act.fields,
        ask=act.ask and not virtual,
        yours=yours,
        person=who if yours else act.who,
        rank=None if person is None else person.rank,
        automatic=act.who.startswith(AUTOMATIC) and not yours,
        hand=getattr(moved, "hand", None),
        place=getattr(moved, "place", None),
        clauses=cited.clauses if cited is not None else (),
    ), None


def _yours(trials: Trials, act: Proposal, who: str) -> bool:
    """Whether the caller may do the house's next act; a shoe that is over opens itself."""
    if act.word == "reveal-shoe":
        return who in trials.table.present("staff")
    rules = trials.rules
    if admits(Standing(rules, trials.table, who), rules.words[act.word]) is not None:
        return False
    return not isinstance(trials.of(who, act.word, act.given), Refusal)


def acts_now(trials: Trials, who: str, rank: str | None) -> list[ActNow]:
    """Every command that staff give, with fields that would do or the reason why none does."""
    return sorted(_acts(trials, who, rank), key=lambda one: one.do)


def _acts(trials: Trials, who: str, rank: str | None) -> Iterator[ActNow]:
    rules, table = trials.rules, trials.table
    standing = Standing(rules, table, who)
    for word, entry in rules.words.items():
        if "staff" not in entry.who and word not in COMING:
            continue
        needed = required(entry.kind)
        # The rank in which one comes on duty is the session's to say.
        given = {"rank": rank} if word == "sign-on" else stand_ins(rules, table, word)
        # Who is not at the table yet is known by what they fill in.
        unknown = bool(needed) and not entry.who
        found, refused = ([], None) if unknown else tried(trials, standing, entry, given)
        offer = next(iter(found), None)
        low = refused is not None and refused.code == "rank-too-low"
        yield ActNow(
            do=word,
            can=offer is not None,
            fields={} if offer is None else offer.fields,
            say=() if offer is None else offer.say,
            refused=None if refused is None else problem_of(refused),
            certain=refused is not None and (not needed or low),
        )


def stakes_of(rules: Rules, table: Table) -> dict[str, int]:
    """What lies on each of the areas that stand against each other: a differential compares it."""
    return {
        area: sum(one.stake_cents for one in table.wagers.values() if one.wager == area)
        for area in opposed_areas(Query(rules, table))
    }


def stages(rules: Rules, table: Table, following: NextAct | None) -> list[Stage]:
    """The steps of the round, or of the shoe being made ready; the first open one is now."""
    if table.house is None or table.closed:
        return []
    shoe = table.shoe
    if table.stack is not None or shoe is None or shoe.over is not None:
        return _with_now(_of_stack(Query(rules, table), table.stack))
    burned = shoe.burn_done is not None or shoe.coups > 0 or table.coup is not None
    if not burned and following is not None and following.do == "burn-cards":
        made = _of_stack(Query(rules, table), None)
        ready = [msgspec.structs.replace(one, state="done") for one in made]
        return _with_now([*ready[:-1], stage("burn", done=False)])
    move = None
    if following is not None:
        move = Move(following.do, following.hand, following.place)
    found = rules.play.stages(table, move)
    return found if table.coup is None else _with_now(found)


def _of_stack(query: Query, stack: Stack | None) -> list[Stage]:
    """Cards introduced, shuffled, cut, the cutting card placed, the shoe loaded, cards burned."""
    cut = [
        stage("cut", done=stack is not None and stack.cut_by is not None),
        stage("cutting-card", done=stack is not None and stack.behind is not None),
    ]
    return [
        stage("cards", done=stack is not None),
        stage("checked", done=stack is not None and bool(stack.checked)),
        stage("shuffled", done=stack is not None and stack.shuffled is not None),
        *([] if query.device else cut),
        stage("loaded", done=False),
        stage("burn", done=False),
    ]


def _with_now(made: list[Stage]) -> list[Stage]:
    """The first step that is not done is the one at hand."""
    for place, one in enumerate(made):
        if one.state == "ahead":
            return [*made[:place], msgspec.structs.replace(one, state="now"), *made[place + 1 :]]
    return made
