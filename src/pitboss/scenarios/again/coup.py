"""A coup of a table as a scenario: the same sign, cards and wagers, to be played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pitboss.book import Rulebook
from pitboss.cards import Card
from pitboss.cards import name as card_name
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.refusal import refusable, refuse
from pitboss.scenarios.again.acted import CHIPS, PLAYERS, STAFF, acted, wager_fields
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.scenarios.session import Session
from pitboss.table import Event, Table, evolve
from pitboss.table.settlement.settle import CoupSettled, CoupVoided, Settled
from pitboss.table.state import House, Placed, SignState
from pitboss.table.usual.opening import stands

MOST_ACTS = 120
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

    It is dealt by the house's own next acts; where people ruled or decided, by what was done.
    It is played before it is given: one that would not come out as the coup did is refused.
    """
    every = tuple(events)
    start, end, settled = _dealt(before, every)
    wagers = [one for one in start.wagers.values() if person in (None, one.person)]
    if not wagers:
        refuse("no-wager-of-yours" if person else "coup-not-scripted", coup=settled.coup)
    setting = _setting(book, start, _cards(start, end, settled.coup), wagers, settled)
    found = _proved(book, lambda: _played(book, setting, start, wagers, settled, person))
    if found is None:
        found = _proved(book, lambda: acted(book, setting, before, every, person))
    if found is None:
        refuse("coup-not-scripted", coup=settled.coup)
    return found


def _proved(book: Rulebook, make: Callable[[], Scenario | None]) -> Scenario | None:
    """What is made, if it plays again without a failure."""
    try:
        found = make()
        if found is None:
            return None
        again = Play(book, found)
        again.run()
    except (PitbossError, AssertionError, LookupError):
        return None
    return None if again.failures else found


def _dealt(before: Table, events: Sequence[Event]) -> tuple[Table, Table, CoupSettled | CoupVoided]:
    """The table with the wagers down before the first card, at the end, and what ended it."""
    table = start = before
    settled: CoupSettled | CoupVoided | None = None
    for event in events:
        if isinstance(event, CoupSettled | CoupVoided):
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
    """The cards of the coup, in the order in which they left the shoe.

    Of one that nobody saw any card may stand for it of which a copy is left.
    """
    shoe, house = end.shoe, end.house
    drawn = () if shoe is None else shoe.drawn[_drawn(start) :]
    if shoe is None or house is None or all(card is None for card in drawn):
        refuse("coup-not-scripted", coup=coup)
    left = [card for card in range(len(shoe.seen)) if shoe.seen[card] < house.decks]
    unseen = iter(left)
    return [next(unseen) if card is None else card for card in drawn]


def _setting(
    book: Rulebook,
    table: Table,
    cards: Sequence[Card],
    wagers: Sequence[Placed],
    settled: CoupSettled | CoupVoided,
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
        title=f"Coup {settled.coup} again: {_outcome(settled)}",
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


def _outcome(over: CoupSettled | CoupVoided) -> str:
    return over.outcome if isinstance(over, CoupSettled) else "void"


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
    settled: CoupSettled | CoupVoided,
    person: str | None,
) -> Scenario | None:
    """The coup dealt again by the house's own next acts; none where it does not come out alike."""
    if not isinstance(settled, CoupSettled) or not settled.lines:
        return None
    session, names = Session(book, setting), _names(wagers)
    for one in wagers:
        fields = wager_fields(one, table)
        if session.do(names[one.person], "place-wager", fields).refusal is not None:
            return None
    wanted = gained(one for one in settled.lines if person in (None, one.person))
    over = None
    for _ in range(MOST_ACTS):
        following = session.proposal()
        if following is None or over is not None:
            break
        told = session.do(following.who, following.word, following.fields)
        over = next((one for one in told.events if isinstance(one, CoupSettled)), None)
    same = over is not None and (over.outcome, over.hands) == (settled.outcome, settled.hands)
    if over is None or not same or gained(over.lines) != wanted:
        return None
    return session.scenario()


def gained(lines: Iterable[Settled]) -> Gained:
    """What each line brought, whoever's it was."""
    found = [
        (one.line.wager, one.line.stake_cents, str(one.line.outcome), one.line.paid_cents)
        for one in lines
    ]
    return sorted(found)
