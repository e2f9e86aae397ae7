"""What a ruling would do, as a page shows it before it is given."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss.cards import Card
from pitboss.decision.space import TOPIC
from pitboss.money import sum_of
from pitboss.refusal import Refusal
from pitboss.table import Rules, Table
from pitboss.table.betting.returns import WagerReturned
from pitboss.table.play import HandTold, Play
from pitboss.table.rulings.preview import Foreseen, foresee
from pitboss.table.settlement.correct import CoupCorrected
from pitboss.table.settlement.settle import CoupSettled, CoupVoided, Settled
from pitboss.table.sight.roles import faces
from pitboss.table.state import Placed, Round
from pitboss.views.areas import hue_of
from pitboss.words.catalogue import Said, spoken


class RuledLine(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a wager: what comes to the player above the stake, or is lost of it."""

    number: int
    person: str
    seat: int | None
    wager: str
    title: str
    hue: str
    stake_cents: int
    outcome: str
    paid_cents: int
    returned_cents: int
    net_cents: int
    why: str
    clauses: tuple[str, ...]


class WagerBack(msgspec.Struct, frozen=True, kw_only=True):
    """A wager, or a part of one, that goes back to its player."""

    number: int
    person: str
    seat: int | None
    wager: str
    title: str
    cents: int
    why: str


class Consequence(msgspec.Struct, frozen=True, kw_only=True):
    """What a ruling leads to, as far as cards that are seen tell.

    `outcome` is that of the coup where it is over then; `next` is the act that follows where
    it is not, and `lines` are the wagers as they would be settled, players keeping them.
    """

    sentences: list[str]
    said: list[Said]
    hands: tuple[HandTold, ...]
    aside: tuple[str | None, ...]
    outcome: str | None
    lines: list[RuledLine] | None
    returned: list[WagerBack]
    next: str | None


def consequence(
    rules: Rules, table: Table, fields: Mapping[str, Any], at: dt.datetime
) -> Consequence | Refusal:
    """What a ruling would do, and what the house would then do without another card."""
    found = foresee(rules, table, fields, at)
    return found if isinstance(found, Refusal) else _told(rules, found)


def _told(rules: Rules, found: Foreseen) -> Consequence:
    before, after, events = found.before, found.after, found.events
    settled = next((e for e in events if isinstance(e, CoupSettled | CoupCorrected)), None)
    lying = after.coup or before.coup
    hands = seen_in(lying) if settled is None else settled.hands
    outcome = "void" if any(isinstance(event, CoupVoided) for event in events) else None
    wagers: dict[int, Placed] = {**before.wagers}
    if settled is not None:
        outcome = settled.outcome
        if before.last is not None:
            wagers = {**before.last.wagers, **wagers}
    made = Consequence(
        sentences=[],
        said=[],
        hands=rules.play.told(rules.edition, hands, None if lying is None else lying.own).hands,
        aside=() if after.shoe is None else faces(after.shoe.aside),
        outcome=outcome,
        lines=None if settled is None else [_line(rules, before, one) for one in settled.lines],
        returned=[_back(rules, before, wagers, e) for e in events if isinstance(e, WagerReturned)],
        next=found.next,
    )
    told = _said(rules.play, before, hands, made)
    sentences = [spoken(TOPIC, one) for one in told]
    return msgspec.structs.replace(made, sentences=sentences, said=told)


def seen_in(round_: Round | None) -> dict[str, list[Card | None]]:
    """The cards of a round that all have seen, by hand."""
    hands = {} if round_ is None else round_.hands
    return {
        hand: [slot.card if slot.exposed else None for slot in slots]
        for hand, slots in hands.items()
    }


def _seat(table: Table, person: str) -> int | None:
    found = table.people.get(person)
    return None if found is None else found.seat


def _line(rules: Rules, table: Table, settled: Settled) -> RuledLine:
    line = settled.line
    game = table.house.game if table.house is not None else rules.edition.default_game
    return RuledLine(
        number=settled.number,
        person=settled.person,
        seat=_seat(table, settled.person),
        wager=line.wager,
        title=rules.edition.wagers[line.wager].title,
        hue=hue_of(rules.compiled, line.wager, game),
        stake_cents=line.stake_cents,
        outcome=line.outcome,
        paid_cents=line.paid_cents,
        returned_cents=line.returned_cents,
        net_cents=line.paid_cents + line.returned_cents - line.stake_cents,
        why=line.why,
        clauses=line.clauses,
    )


def _back(
    rules: Rules, table: Table, wagers: Mapping[int, Placed], event: WagerReturned
) -> WagerBack:
    placed = wagers.get(event.number)
    wager = "" if placed is None else placed.wager
    return WagerBack(
        number=event.number,
        person=event.person,
        seat=_seat(table, event.person),
        wager=wager,
        title=rules.edition.wagers[wager].title if wager else "",
        cents=event.amount_cents,
        why=event.why,
    )


def _said(
    play: Play, before: Table, hands: Mapping[str, Sequence[Card | None]], made: Consequence
) -> list[Said]:
    found: list[Said] = []
    lay = seen_in(before.coup)
    known = {one: [c for c in cards if c is not None] for one, cards in hands.items()}
    whole = [one for one in made.hands if one.count is not None]
    changed = [one for one in whole if list(hands[one.id]) != lay.get(one.id, [])]
    for one in changed:
        told = {"hand": one.title, "tally": play.tally(known[one.id])}
        found.append(Said("ruling.then.hand", told))
    if made.outcome == "void":
        found.append(Said("ruling.then.void"))
    elif made.outcome is not None and whole:
        result = play.result(made.outcome, {k: tuple(v) for k, v in known.items()})
        found.append(Said("ruling.then.result", {"result": result}))
    if made.returned:
        cents = sum(one.cents for one in made.returned)
        found.append(Said("ruling.then.returned", {"sum": sum_of(cents)}))
    elif made.lines:
        found.append(Said("ruling.then.stand"))
    if made.next is not None:
        found.append(Said("ruling.then.next", {"act": made.next.replace("-", " ")}))
    return found or [Said("ruling.then.play-on")]
