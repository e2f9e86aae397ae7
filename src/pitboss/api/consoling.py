"""Routes: a dealer's console.

The next act of the house, what else may be done or why not, and how far the coup or the making
ready of a shoe has come.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from litestar import Request, Router, get

from pitboss.api.acting import Table as TableName
from pitboss.api.acting import table_of
from pitboss.api.automatic import AUTOMATIC, Idle, next_act
from pitboss.api.guard import STAFF, context_of, session_of
from pitboss.api.pit import staff_of
from pitboss.api.previewing import some_card
from pitboss.api.problems import Problem, problem_of
from pitboss.cards import name
from pitboss.refusal import Refusal
from pitboss.table import COMMANDS, Event, Rules, Table, decide, read_command
from pitboss.table.acts import fields_of
from pitboss.table.autodealer import Unseen, propose
from pitboss.table.offers import offers_to
from pitboss.table.state import Coup, Hand, Stack

Asked = Request[Any, Any, Any]
TAKE_A_CARD = ("deal-card", "turn-card")


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
    hand: Hand | None
    place: int | None
    clauses: tuple[str, ...]


class ActNow(msgspec.Struct, frozen=True, kw_only=True):
    """A command of staff: fields that would be accepted now, or why those tried are refused.

    `certain`: no other fields would do either, for it has none or the rank is too low.
    """

    do: str
    can: bool
    fields: dict[str, Any]
    say: tuple[str, ...]
    refused: Problem | None
    certain: bool


StepState = Literal["done", "now", "ahead"]


class ConsoleStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a coup, or of making a shoe ready, and whether it is done.

    `hand`: to whose hand its next card goes.
    """

    step: str
    state: StepState
    hand: Hand | None = None


class HandStakes(msgspec.Struct, frozen=True, kw_only=True):
    """What lies on one of the hands in all."""

    hand: Hand
    cents: int


class Console(msgspec.Struct, frozen=True, kw_only=True):
    """What a dealer's console shows besides the table itself. `people`: staff by their ids."""

    table: str
    sequence: int
    on_duty: bool
    next: NextAct | None
    waits: str | None
    acts: list[ActNow]
    steps: list[ConsoleStep]
    stakes: list[HandStakes]
    difference_cents: int
    differential_cents: int | None
    people: dict[str, str]


def _tried(
    rules: Rules, table: Table, who: str, word: str, fields: dict[str, Any], at: dt.datetime
) -> tuple[Event, ...] | Refusal:
    """The events of a command, or its refusal; the table is left as it is."""
    data = {"do": word, "by": who, "at": at.isoformat(), **fields}
    try:
        command = read_command(data)
    except msgspec.ValidationError as error:
        return Refusal(code="bad-command", sentence=f"The command does not fit: {error}.")
    return decide(rules, table, command)


def _given(table: Table, word: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields as the core takes them: a card stands for the one that is to come."""
    core = {key: one for key, one in fields.items() if key != "face"}
    if word in TAKE_A_CARD and fields.get("face") != "down":
        core["card"] = some_card(table) or name(0)
    if word == "load-shoe" and table.house is not None and table.house.virtual:
        core["commitment"] = "0" * 64
    if word == "reveal-shoe":
        core |= {"nonce": "0" * 64, "order": ""}
    return core


def next_of_house(
    rules: Rules, table: Table, who: str, at: dt.datetime
) -> tuple[NextAct | None, str | None]:
    """The next act with who would do it, or the sentence that says what the house waits for."""
    fields: dict[str, Any]
    if table.house is not None and table.house.virtual:
        act = next_act(rules, table, at)
        if isinstance(act, Idle):
            return None, act.why
        giver, word, fields, ask = act.who, act.word, dict(act.fields), False
    else:
        if table.house is None or table.closed:
            return None, "The table is not open."
        if table.trouble is not None:
            return None, "Something waits for a ruling."
        proposal = propose(rules, table, Unseen(), at)
        if proposal is None:
            return None, "The house waits for wagers or for a player."
        giver, word, ask = proposal.who, proposal.word, proposal.ask
        fields = dict(proposal.fields)
        if word == "deal-card" and not ask:
            fields["face"] = "down"
    core = _given(table, word, fields)
    own = _tried(rules, table, who, word, core, at)
    yours = not isinstance(own, Refusal)
    if word == "reveal-shoe":
        yours = who in table.present("staff")
    found = _tried(rules, table, giver, word, core, at)
    events = () if isinstance(found, Refusal) else found
    moved = next((one for one in events if hasattr(one, "hand") and hasattr(one, "place")), None)
    cited = moved or next(iter(events), None)
    person = table.people.get(giver)
    if not table.house.virtual:
        fields.pop("face", None)
    return NextAct(
        do=word,
        fields=fields,
        ask=ask,
        yours=yours,
        person=who if yours else giver,
        rank=None if person is None else person.rank,
        automatic=giver.startswith(AUTOMATIC) and not yours,
        hand=getattr(moved, "hand", None),
        place=getattr(moved, "place", None),
        clauses=cited.clauses if cited is not None else (),
    ), None


def acts_now(
    rules: Rules, table: Table, who: str, rank: str | None, at: dt.datetime
) -> list[ActNow]:
    """Every command that staff give, with fields that would do or the reason why none does."""
    offered = {one.word: one for one in reversed(offers_to(rules, table, who, at))}
    # The rank in which one comes on duty is the session's to say.
    coming = {"sign-on": {"rank": rank}}
    found = _acts(rules, table, who, at, offered, coming)
    return sorted(found, key=lambda one: one.do)


def _acts(
    rules: Rules,
    table: Table,
    who: str,
    at: dt.datetime,
    offered: dict[str, Any],
    known: dict[str, dict[str, Any]],
) -> Iterator[ActNow]:
    for entry in COMMANDS.values():
        if entry.who and "staff" not in entry.who:
            continue
        word = entry.word
        if word == "arrive" or (not entry.who and word not in ("sign-on", "relieve", "open-table")):
            continue
        offer = offered.get(word)
        if offer is not None and word != "deal-card":
            yield ActNow(
                do=word,
                can=True,
                fields=offer.fields,
                say=offer.say,
                refused=None,
                certain=False,
            )
            continue
        own = fields_of(entry.kind)
        needed = [one.name for one in msgspec.structs.fields(entry.kind) if one.required]
        open_fields = [one for one in needed if one in own and one != "card"]
        fields = _given(table, word, known.get(word, {})) if not open_fields else {}
        found = _tried(rules, table, who, word, fields, at) if not open_fields else None
        if found is not None and not isinstance(found, Refusal):
            yield ActNow(do=word, can=True, fields={}, say=(), refused=None, certain=False)
            continue
        refused = found if found is not None else _tried_with_guesses(rules, table, who, word, at)
        low = refused is not None and refused.code == "rank-too-low"
        yield ActNow(
            do=word,
            can=False,
            fields={},
            say=(),
            refused=None if refused is None else problem_of(refused),
            certain=refused is not None and (not open_fields or low),
        )


def _tried_with_guesses(
    rules: Rules, table: Table, who: str, word: str, at: dt.datetime
) -> Refusal | None:
    """The refusal of a command whose fields are somebody's to say, tried with plain values."""
    entry = next(one for one in COMMANDS.values() if one.word == word)
    guesses: dict[str, Any] = {}
    for one in msgspec.structs.fields(entry.kind):
        if not one.required or one.name not in fields_of(entry.kind):
            continue
        hint = fields_of(entry.kind)[one.name]
        choices = getattr(hint, "__args__", None)
        plain = {int: 1, bool: True, str: "as seen", dt.datetime: at.isoformat()}
        if hint in plain:
            guesses[one.name] = plain[hint]
        elif choices and isinstance(choices[0], str):
            guesses[one.name] = choices[0]
        else:
            guesses[one.name] = []
    found = _tried(rules, table, who, word, guesses, at)
    return found if isinstance(found, Refusal) and found.code != "bad-command" else None


def stakes_of(table: Table) -> dict[Hand, int]:
    """What lies on each hand: the amounts that a differential compares."""
    hands: tuple[Hand, ...] = ("player", "banker")
    return {
        hand: sum(one.stake_cents for one in table.wagers.values() if one.wager == hand)
        for hand in hands
    }


# Steps ------------------------------------------------------------------------------------


def steps(table: Table, following: NextAct | None) -> list[ConsoleStep]:
    """The steps of the coup, or of the shoe that is being made ready; the first open one is now."""
    if table.house is None or table.closed:
        return []
    shoe = table.shoe
    if table.stack is not None or shoe is None or shoe.over is not None:
        return _marked(_of_stack(table, table.stack))
    burned = shoe.burn_done is not None or shoe.coups > 0 or table.coup is not None
    if not burned and following is not None and following.do == "burn-cards":
        return _marked(
            [*((step, True) for step, _ in _of_stack(table, None)[:-1]), ("burn", False)]
        )
    return _of_coup(table.coup, following)


def _of_stack(table: Table, stack: Stack | None) -> list[tuple[str, bool]]:
    """Cards introduced, shuffled, cut, the cutting card placed, the shoe loaded, cards burned."""
    device = table.house is not None and table.house.source == "shuffling device"
    cut = [] if device else [("cut", stack is not None and stack.cut_by is not None)]
    behind = [] if device else [("cutting-card", stack is not None and stack.behind is not None)]
    return [
        ("cards", stack is not None),
        ("checked", stack is not None and bool(stack.checked)),
        ("shuffled", stack is not None and stack.shuffled is not None),
        *cut,
        *behind,
        ("loaded", False),
        ("burn", False),
    ]


def _of_coup(coup: Coup | None, following: NextAct | None) -> list[ConsoleStep]:
    dealt = 0 if coup is None else len(coup.player) + len(coup.banker)
    due: dict[int, Hand | None] = {}
    if following is not None and following.place is not None and following.do == "deal-card":
        due = {following.place: following.hand}
    third: Hand | None = None
    if following is not None and following.place == 2:
        third = following.hand
    elif coup is not None and dealt > 4:
        third = "banker" if len(coup.banker) > 2 else "player"
    counted = coup is not None and coup.counts_announced
    result = coup is not None and coup.result_announced
    complete = result or (counted and following is not None and following.do == "announce")
    made = [
        ConsoleStep(step="closed", state="done" if coup is not None and coup.closed else "ahead"),
        ConsoleStep(step="first", state="done" if dealt >= 2 else "ahead", hand=due.get(0)),
        ConsoleStep(step="second", state="done" if dealt >= 4 else "ahead", hand=due.get(1)),
        ConsoleStep(step="counts", state="done" if counted else "ahead"),
        ConsoleStep(step="third", state="done" if complete else "ahead", hand=third),
        ConsoleStep(step="result", state="done" if result else "ahead"),
        ConsoleStep(step="settle", state="ahead"),
    ]
    if coup is None:
        return made
    return _with_now(made)


def _marked(found: list[tuple[str, bool]]) -> list[ConsoleStep]:
    return _with_now(
        [ConsoleStep(step=step, state="done" if done else "ahead") for step, done in found]
    )


def _with_now(made: list[ConsoleStep]) -> list[ConsoleStep]:
    """The first step that is not done is the one at hand."""
    for place, one in enumerate(made):
        if one.state == "ahead":
            made[place] = msgspec.structs.replace(one, state="now")
            break
    return made


@get("/tables/{name:str}/console", opt={"roles": STAFF, "answer": Console})
async def console(request: Asked, name: TableName) -> Console:
    """The next act of the house, every act of staff with the reason where it is refused."""
    shown, session, context = table_of(request, name), session_of(request), context_of(request)
    table, rules, now, sequence = shown.table, shown.rules, context.now(), shown.sequence

    def make() -> Console:
        following, waits = next_of_house(rules, table, session.person, now)
        stakes = stakes_of(table)
        return Console(
            table=name,
            sequence=sequence,
            on_duty=session.person in table.present("staff"),
            next=following,
            waits=waits,
            acts=acts_now(rules, table, session.person, session.rank, now),
            steps=steps(table, following),
            stakes=[HandStakes(hand=hand, cents=cents) for hand, cents in stakes.items()],
            difference_cents=abs(stakes["player"] - stakes["banker"]),
            differential_cents=table.sign.differential_cents,
            people=staff_of(context, session),
        )

    return await asyncio.to_thread(make)


TYPES: tuple[type[msgspec.Struct], ...] = (Console,)
router = Router("/", route_handlers=[console], tags=["floor"])
