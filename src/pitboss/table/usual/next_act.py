"""The autodealer: looks at a state and proposes the next house command.

It stands outside the core and knows no order of cards: a source tells it the card at a place
of the shoe when that card is to be shown. What it proposes has been put to the core first, by
the staff present in order of rank, so that it is legal and given by someone who may.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pitboss.cards import CARDS_IN_DECK, name
from pitboss.editions.edition import Edition
from pitboss.refusal import Refusal
from pitboss.table import Event, Rules, Table
from pitboss.table.admission import admits
from pitboss.table.betting.window import NO_MORE, PLACE
from pitboss.table.cards.cut import current, next_cutter, offered_first
from pitboss.table.cards.parts import Shoe, Stack
from pitboss.table.cards.sets import HAND, HAND_SHUFFLE
from pitboss.table.machine import Query, Standing
from pitboss.table.play import Card, Do, Pay, Say, Step
from pitboss.table.procedures.period import betting_time
from pitboss.table.usual.session import ANNOUNCE, session_acts, staked, to_announce
from pitboss.table.usual.trial import Trials, some_card, stand_ins

AUTOMATIC = "automatic-"
"""So begin the names of staff who have no account: the automatic dealer of virtual tables."""


class Cards(Protocol):
    """Where the faces of cards come from."""

    def face(self, place: int) -> str | None:
        """The card at this place of the shoe's order; nothing where a person must say it."""


@dataclass(frozen=True)
class Proposal:
    """A house command that the core would accept; `ask` if its card must still be told.

    `given` are the fields that it was tried with, and `events` what came of it.
    """

    who: str
    word: str
    fields: dict[str, Any] = field(default_factory=dict)
    ask: bool = False
    given: dict[str, Any] = field(default_factory=dict)
    events: tuple[Event, ...] = ()

    @property
    def said(self) -> dict[str, Any]:
        """The fields as they are said at a virtual table, where the shoe tells the card."""
        down = self.word == "deal-card" and not self.ask
        return {**self.fields, "face": "down"} if down else self.fields


@dataclass(frozen=True)
class Waiting:
    """Why the house does nothing now."""

    why: str


class Unseen:
    """A source that knows nothing: every card is asked for."""

    def face(self, place: int) -> str | None:  # noqa: ARG002 - it answers the same for all
        """Nobody has told it."""
        return None


def house_act(trials: Trials, *, real: bool = True) -> Proposal | Waiting:
    """The house's next act, or what it waits for; where `real` cards are a person's, that is all.

    A virtual shoe is opened after its last card, and committed to before its first.
    """
    table = trials.table
    if table.house is None or table.closed:
        return Waiting("The table is not open.")
    if not (real or table.house.virtual):
        return Waiting("The cards of this table are real: a person deals them.")
    if table.trouble is not None:
        return Waiting("Something waits for a ruling.")
    shoe, staff = table.shoe, table.present("staff")
    if shoe is not None and shoe.over is not None and shoe.commitment and not shoe.revealed:
        who = next(iter(staff), None)
        return Waiting("Nobody is on duty.") if who is None else Proposal(who, "reveal-shoe")
    proposal = _announcing(trials) or _propose(trials, Unseen())
    if proposal is None and table.house.virtual and table.stack is not None:
        given = stand_ins(trials.rules, table, "load-shoe")
        found = (_tried(trials, who, "load-shoe", given) for who in staff)
        loaded = next((one for one in found if one is not None), None)
        # The shoe itself gives the commitment.
        proposal = None if loaded is None else replace(loaded, fields={})
    return proposal or Waiting("The house waits for wagers or for a player.")


def _announcing(trials: Trials) -> Proposal | None:
    """The next slip announced, by the first of the staff who may; the house that keeps it opens it.

    The core cannot be asked beforehand: it accepts only what opens the slip.
    """
    query = Query(trials.rules.at(trials.table), trials.table)
    person = to_announce(query)
    if person is None:
        return None
    for who in _staff(query.edition, trials.table):
        standing = Standing(query.rules, trials.table, who)
        if admits(standing, query.rules.words[ANNOUNCE]) is None:
            return Proposal(who, ANNOUNCE, {"person": person})
    return None


def propose(
    rules: Rules, table: Table, cards: Cards, at: dt.datetime, *, players: bool = False
) -> Proposal | None:
    """The next house command; nothing while the house waits for wagers, players or a ruling.

    With `players` also a player's part of the deal, as the game's play says who would do it.
    """
    return _propose(Trials(rules, table, at), cards, players=players)


def _propose(trials: Trials, cards: Cards, *, players: bool = False) -> Proposal | None:
    rules, table = trials.rules, trials.table
    if table.house is None or table.closed or table.trouble is not None:
        return None
    query = Query(rules, table)
    staff = _staff(rules.edition, table)
    for word, fields, place in acts(query):
        entry = rules.words.get(word)
        by_players = entry is not None and entry.who == ("player",)
        if entry is None or (by_players and not players):
            continue
        face = None if place is None else cards.face(place)
        ask = place is not None and face is None
        given = fields if place is None else {**fields, "card": face or some_card(table) or name(0)}
        others = takers(query, word) if players else ()
        for who in query.play.willing(query, word) if by_players else (*staff, *others):
            tried = _tried(trials, who, word, given)
            if tried is not None:
                return replace(tried, fields=fields if ask else given, ask=ask)
    return None


def takers(query: Query, word: str) -> tuple[str, ...]:
    """The player whose part an act of the house is now: whoever has the offer of the cut."""
    stack = query.table.stack
    holder = current(query.table, stack) if word == "cut-cards" and stack is not None else None
    return () if holder is None else (holder,)


def _tried(trials: Trials, who: str, word: str, given: dict[str, Any]) -> Proposal | None:
    """The command as a proposal, where the core would accept it."""
    if admits(Standing(trials.rules, trials.table, who), trials.rules.words[word]) is not None:
        return None
    done = trials.of(who, word, given)
    if isinstance(done, Refusal):
        return None
    return Proposal(who, word, given, given=given, events=done[1])


def _staff(edition: Edition, table: Table) -> list[str]:
    """The staff present, lowest rank first: no manager deals while a dealer is there."""
    ladder = edition.ranks.ladder
    people = {name: one for name, one in table.present("staff").items() if not one.barred}
    return sorted(people, key=lambda one: ladder.index(people[one].rank or ladder[0]))


def betting_runs(table: Table, at: dt.datetime) -> dt.datetime | None:
    """When the table's time to bet is over, where it runs at a moment."""
    ends = table.betting.closes_at
    if ends is None or table.betting.closed or not betting_time(table) or at >= ends:
        return None
    return ends


Act = tuple[str, dict[str, Any], int | None]


def acts(query: Query) -> Iterator[Act]:
    """House acts that may come next, the most usual first; each with the place of its card."""
    table = query.table
    shoe, coup = table.shoe, table.coup
    if table.stack is not None:
        yield from _make_ready(query, table.stack)
    elif shoe is None or shoe.over is not None:
        backs = "red" if shoe is None or shoe.backs != "red" else "blue"
        yield "introduce-cards", {"backs": backs}, None
        yield "replace-cards", {}, None
        if shoe is not None:
            yield "introduce-cards", {"backs": shoe.backs, "kind": "used"}, None
    elif coup is None:
        yield from _begin(query, shoe)
    else:
        yield from _cutting_card(shoe)
        yield from acts_for(query, query.play.next(query), shoe)


def shuffles(query: Query, stack: Stack) -> Iterator[str]:
    """How the cards are usually shuffled next; nothing where that is done."""
    first = query.device and query.rule("hand-before-device") is not None
    if stack.shuffled is None and (first or not query.device):
        by_leave = HAND_SHUFFLE in query.edition.approvals and not first
        yield query.edition.shoe.source.machine if by_leave else HAND
    elif stack.shuffled is None or (first and stack.shuffled == HAND):
        yield query.house.source


def _make_ready(query: Query, stack: Stack) -> Iterator[Act]:
    """From cards introduced to a loaded shoe."""
    edition, device = query.edition, query.device
    if not stack.checked:
        yield "check-cards", {}, None
    for how in shuffles(query, stack):
        yield "shuffle", {"how": how}, None
    if not device and stack.cut_by is None:
        turn = next_cutter(query, stack) if offered_first(query) else None
        if turn is not None and current(query.table, stack) is None:
            yield "offer-cut", {"to": turn}, None
        nearest = edition.shoe.cut.decks_from_end * CARDS_IN_DECK
        yield "cut-cards", {"depth": max(nearest, stack.decks * CARDS_IN_DECK // 2)}, None
    if not device and stack.behind is None:
        behind = edition.shoe.cutting_card[0].least or CARDS_IN_DECK
        yield "place-cutting-card", {"behind": behind}, None
    yield "load-shoe", {}, None


def _begin(query: Query, shoe: Shoe) -> Iterator[Act]:
    """Before a round: the burn, the cutting card where it comes first, the first card."""
    table = query.table
    if shoe.burn_done is None and not shoe.coups:
        yield from _burn(query.edition, shoe)
        return  # nothing is dealt from a shoe that the house has not burned from
    yield from _cutting_card(shoe)
    yield from session_acts(query)
    yield from _calls(query)
    if not staked(table) and table.next_no_bet is None and not table.betting.closed:
        return  # some rulebooks let the deal begin before the wagers; the house waits for them
    if shoe.aside:
        yield "deal-card", {}, None
        yield "deal-card", {}, shoe.aside[0].number
    yield from acts_for(query, query.play.next(query), shoe)
    for step in query.play.before(query):
        yield step.word, dict(step.fields), step.place


def _calls(query: Query) -> Iterator[Act]:
    """At a table with a time to bet: wagers are called for, and after it no more of them."""
    table, betting = query.table, query.table.betting
    if not betting_time(table) or betting.closed or table.next_no_bet is not None:
        return
    if betting.closes_at is None or not staked(table):
        yield "call-bets", {"call": PLACE}, None
    elif not betting.no_more:
        yield "call-bets", {"call": NO_MORE}, None


def acts_for(query: Query, step: Step, shoe: Shoe) -> Iterator[Act]:
    """The commands that do what comes next; a card in either manner, the usual one first."""
    if isinstance(step, Card) and step.aside:
        yield "deal-card", {}, None
        yield "deal-card", {}, shoe.aside[0].number
    elif isinstance(step, Card):
        up: Act = ("deal-card", {}, len(shoe.drawn))
        down: Act = ("deal-card", {}, None)
        yield from (up, down) if step.up else (down, up)
    elif isinstance(step, Say):
        yield "announce", {}, None
    elif isinstance(step, Pay):
        yield "settle", {}, None
    elif isinstance(step, Do):
        yield step.word, dict(step.fields), step.place
        if step.instead is not None:
            yield step.instead.word, dict(step.instead.fields), step.instead.place


def _burn(edition: Edition, shoe: Shoe) -> Iterator[Act]:
    """The ways of burning in the edition's order; one that is always shown with its card."""
    for number, way in enumerate(edition.shoe.burn):
        option = {"option": way.name} if number else {}
        yield "burn-cards", option, len(shoe.drawn) if way.shown == "always" else None


def _cutting_card(shoe: Shoe) -> Iterator[Act]:
    if shoe.behind is not None and shoe.cutting_card == "ahead" and shoe.left <= shoe.behind:
        yield "show-cutting-card", {}, None
