"""A coup of a table as a scenario: the same sign, cards and wagers, to be played again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.book import Rulebook
from pitboss.cards import Card
from pitboss.cards import name as card_name
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.refusal import refusable, refuse
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.scenarios.session import Session
from pitboss.table import Event, Table, evolve
from pitboss.table.settlement.settle import CoupSettled, Settled
from pitboss.table.state import House, Placed, SignState
from pitboss.table.usual.opening import stands

STAFF = ("Dee", "Sue", "Alf", "Max", "Gwen", "Hugo")
PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jon")
MOST_ACTS = 120
CHIPS = 100_000_000
OPENED = ("seats", "source", "place", "scanning", "low_limit", "cashless", "drop_box", "wrd")
Gained = list[tuple[str, int, str, int]]


@refusable
def coup_scenario(
    book: Rulebook,
    before: Table,
    events: Iterable[Event],
    person: str | None = None,
) -> Scenario:
    """The scenario of the coup that these events end, with the wagers of one person or of all.

    It is played before it is given: one that would not come out as the coup did is refused.
    """
    start, end, settled = _dealt(before, tuple(events))
    wagers = [one for one in start.wagers.values() if person in (None, one.person)]
    if not wagers:
        refuse("no-wager-of-yours" if person else "coup-not-scripted", coup=settled.coup)
    setting = _setting(book, start, _cards(start, end, settled.coup), wagers, settled)
    try:
        found = _played(book, setting, start, wagers, settled)
        again = Play(book, found)
        again.run()
    except (PitbossError, AssertionError):
        refuse("coup-not-scripted", coup=settled.coup)
    if again.failures:
        refuse("coup-not-scripted", coup=settled.coup)
    return found


def _dealt(before: Table, events: Sequence[Event]) -> tuple[Table, Table, CoupSettled]:
    """The table with the wagers down before the first card, at the end, and the settlement."""
    table = start = before
    settled: CoupSettled | None = None
    for event in events:
        if isinstance(event, CoupSettled) and event.lines:
            settled = event
            break
        table = evolve(table, event)
        if table.coup is None or not table.coup.slots:
            start = table
    if settled is None:
        refuse("coup-not-scripted", coup=table.coups)
    return start, table, settled


def _drawn(table: Table) -> int:
    return 0 if table.shoe is None else len(table.shoe.drawn)


def _cards(start: Table, end: Table, coup: int) -> list[Card]:
    """The cards of the coup, in the order in which they left the shoe."""
    drawn = () if end.shoe is None else end.shoe.drawn[_drawn(start) :]
    known = [card for card in drawn if card is not None]
    if not known or len(known) != len(drawn):
        refuse("coup-not-scripted", coup=coup)
    return known


def _setting(
    book: Rulebook,
    table: Table,
    cards: Sequence[Card],
    wagers: Sequence[Placed],
    settled: CoupSettled,
) -> Scenario:
    house, edition = table.house, book.edition
    if house is None:
        refuse("coup-not-scripted", coup=settled.coup)
    people = [
        Actor(name=name, role="staff", rank=rank)
        for name, rank in zip(STAFF, edition.ranks.ladder, strict=False)
    ]
    people += [
        Actor(name=name, seat=table.people[person].seat, chips=CHIPS // 100)
        for person, name in _names(wagers).items()
    ]
    return Scenario(
        title=f"Coup {settled.coup} again: {settled.outcome}",
        rulebook=edition.identity.rulebook,
        edition=edition.identity.edition,
        game=house.game,
        layout=house.layout,
        method=house.method,
        decks=house.decks,
        cards=" ".join(card_name(card) for card in cards),
        table={**stands(edition, house.layout), **_opened(house)},
        sign=_sign(table.sign),
        people=tuple(people),
    )


def _names(wagers: Sequence[Placed]) -> dict[str, str]:
    """Names for those who wagered: who they were is nobody's business."""
    return dict(zip(dict.fromkeys(one.person for one in wagers), PLAYERS, strict=False))


def _opened(house: House) -> dict[str, Any]:
    """How the table was opened, beside what a scenario names."""
    found = {name: getattr(house, name) for name in OPENED}
    return found | ({"chips": list(house.chips)} if house.chips else {})


def _sign(sign: SignState) -> dict[str, Any]:
    """The sign as files write it, in dollars; what says nothing is left out."""
    found: dict[str, Any] = {}
    for key in SignState.__struct_fields__:
        value = getattr(sign, key)
        if not value or key in ("wagers", "old_minimum_cents", "area_scope"):
            continue
        name = key.removesuffix("_cents")
        if name == key:
            found[name] = list(value) if isinstance(value, tuple) else value
        elif isinstance(value, int):
            found[name] = _amount(value)
        else:
            found[name] = {one: _amount(cents) for one, cents in value.items()}
    spans = {
        wager: {"minimum": _amount(span.minimum_cents)}
        | ({} if span.maximum_cents is None else {"maximum": _amount(span.maximum_cents)})
        for wager, span in sign.wagers.items()
    }
    return found | ({"wagers": spans} if spans else {})


def _amount(cents: int) -> str | int:
    return cents // 100 if cents % 100 == 0 else dollars(cents).replace(",", "")


def _played(
    book: Rulebook,
    setting: Scenario,
    table: Table,
    wagers: Sequence[Placed],
    settled: CoupSettled,
) -> Scenario:
    """The coup dealt again by the house's own next acts, and kept step by step."""
    session, names = Session(book, setting), _names(wagers)
    for one in wagers:
        seat = table.people[one.person].seat
        more: dict[str, Any] = {} if one.box in (None, seat) else {"box": one.box}
        if one.nominated:
            more["nominated"] = one.nominated
        fields = {"wager": one.wager, "amount": _amount(one.stake_cents), **more}
        if session.do(names[one.person], "place-wager", fields).refusal is not None:
            refuse("coup-not-scripted", coup=settled.coup)
    wanted = _gained(one for one in settled.lines if one.person in names)
    over = None
    for _ in range(MOST_ACTS):
        following = session.proposal()
        if following is None or over is not None:
            break
        told = session.do(following.who, following.word, following.fields)
        over = next((one for one in told.events if isinstance(one, CoupSettled)), None)
    same = over is not None and (over.outcome, over.hands) == (settled.outcome, settled.hands)
    if over is None or not same or _gained(over.lines) != wanted:
        refuse("coup-not-scripted", coup=settled.coup)
    return session.scenario()


def _gained(lines: Iterable[Settled]) -> Gained:
    found = [
        (one.line.wager, one.line.stake_cents, str(one.line.outcome), one.line.paid_cents)
        for one in lines
    ]
    return sorted(found)
