"""What a ruling would do: tried on the core with the cards that all have seen, never written."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from pitboss.api.hands import HandShown, hand_of, hand_shown
from pitboss.api.hues import Hue, hue_of
from pitboss.baccarat.points import say_result, value
from pitboss.cards import name, parse
from pitboss.money import sum_of
from pitboss.refusal import Refusal
from pitboss.table import Event, Rules, Table, act, read_command
from pitboss.table.autodealer import Unseen, propose
from pitboss.table.corrections import CoupCorrected
from pitboss.table.settling import CoupSettled, CoupVoided, Settled
from pitboss.table.state import Person, Placed, Slot
from pitboss.table.wagering import WagerReturned

RULER = "-ruling-"
MOST_STEPS = 12
# What the house does with cards that lie there already; all else needs a card or a person.
FOLLOWS = ("announce", "settle")


class RuledLine(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a wager: what comes to the player above the stake, or is lost of it."""

    number: int
    person: str
    seat: int | None
    wager: str
    title: str
    hue: Hue
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
    player: HandShown
    banker: HandShown
    aside: list[str | None]
    outcome: str | None
    lines: list[RuledLine] | None
    returned: list[WagerBack]
    next: str | None


def unseen(table: Table) -> Table:
    """The table without the identity of any card that lies face down."""

    def hide(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
        return tuple(
            slot if slot.exposed else msgspec.structs.replace(slot, card=None) for slot in slots
        )

    coup, shoe = table.coup, table.shoe
    if coup is not None:
        hands = {"player": hide(coup.player), "banker": hide(coup.banker)}
        table = msgspec.structs.replace(table, coup=msgspec.structs.replace(coup, **hands))
    if shoe is not None:
        hidden = msgspec.structs.replace(shoe, aside=hide(shoe.aside))
        table = msgspec.structs.replace(table, shoe=hidden)
    return table


def some_card(table: Table) -> str | None:
    """A card of which not all copies were seen, to stand for the one that is to come."""
    shoe, house = table.shoe, table.house
    if shoe is None or house is None:
        return None
    return next((name(card) for card, seen in enumerate(shoe.seen) if seen < house.decks), None)


def with_ruler(rules: Rules, table: Table) -> Table:
    """The table with someone on duty who may rule on anything: nobody's rank is in question."""
    ladder = rules.edition.ranks.ladder
    people = {**table.people, RULER: Person(role="staff", rank=ladder[-1])}
    return msgspec.structs.replace(table, people=people)


def attempt(
    rules: Rules, table: Table, word: str, fields: Mapping[str, Any], at: dt.datetime
) -> tuple[Table, tuple[Event, ...]] | Refusal:
    """Put a command to the core, as someone of every rank; the state is left as it is."""
    given = {"do": word, "by": RULER, "at": at.isoformat(), **fields}
    try:
        return act(rules, with_ruler(rules, table), read_command(given))
    except msgspec.ValidationError as error:
        return Refusal(code="bad-command", sentence=f"The ruling cannot be read: {error}.")


def consequence(
    rules: Rules, table: Table, fields: Mapping[str, Any], at: dt.datetime
) -> Consequence | Refusal:
    """What a ruling would do, and what the house would then do without another card."""
    before = unseen(table)
    tried = attempt(rules, before, "give-ruling", fields, at)
    if isinstance(tried, Refusal):
        return tried
    after, events = tried[0], list(tried[1])
    following: str | None = None
    for _ in range(MOST_STEPS):
        following = _next(rules, after, at)
        if following is None or following not in (*FOLLOWS, "resume-coup"):
            break
        further = attempt(rules, after, following, {}, at)
        if isinstance(further, Refusal):
            break
        after = further[0]
        events += further[1]
        following = None
        if any(isinstance(event, CoupSettled) for event in further[1]):
            break
    return _told(rules, before, after, events, following)


def _next(rules: Rules, table: Table, at: dt.datetime) -> str | None:
    """What comes next; nothing where no coup is in progress any more."""
    if table.trouble is not None:
        awaited = {"answers": "resume-coup", "check": "record-card-check"}
        return awaited.get(table.trouble.awaits or "")
    if table.coup is None:
        return None
    proposal = propose(rules, with_ruler(rules, table), Unseen(), at)
    return None if proposal is None else proposal.word


def _told(
    rules: Rules, before: Table, after: Table, events: Sequence[Event], following: str | None
) -> Consequence:
    settled = next((e for e in events if isinstance(e, CoupSettled | CoupCorrected)), None)
    void = any(isinstance(event, CoupVoided) for event in events)
    lying = after.coup or before.coup
    player = hand_of(lying.player if lying else ())
    banker = hand_of(lying.banker if lying else ())
    result = "void" if void else None
    wagers: dict[int, Placed] = {**before.wagers}
    if settled is not None:
        player, banker = hand_shown(settled.player), hand_shown(settled.banker)
        result = settled.outcome
        if before.last is not None:
            wagers = {**before.last.wagers, **wagers}
    back = [_back(rules, before, wagers, e) for e in events if isinstance(e, WagerReturned)]
    lines = None
    if settled is not None:
        lines = [_line(rules, before, one) for one in settled.lines]
    shoe = after.shoe
    made = Consequence(
        sentences=[],
        player=player,
        banker=banker,
        aside=hand_of(shoe.aside).cards if shoe is not None else [],
        outcome=result,
        lines=lines,
        returned=back,
        next=following,
    )
    return msgspec.structs.replace(made, sentences=_sentences(before, made))


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


def added(cards: Sequence[str | None]) -> str:
    """A hand added up, as a person would write it."""
    read = parse(" ".join(card or "" for card in cards))
    if isinstance(read, Refusal):
        return ""
    values = [value(card) for card in read]
    total = sum(values)
    shown = f"{' + '.join(map(str, values))} = {total}"
    return f"{shown}, point count {total % 10}" if total > 9 else shown


def _sentences(before: Table, made: Consequence) -> list[str]:
    found = []
    coup = before.coup
    lay = {"Player": coup.player if coup else (), "Banker": coup.banker if coup else ()}
    for word, hand in (("Player", made.player), ("Banker", made.banker)):
        if hand.count is not None and hand.cards != hand_of(lay[word]).cards:
            found.append(f"{word}: {added(hand.cards)}.")
    if made.outcome == "void":
        found.append("The coup is void.")
    elif made.outcome is not None and made.player.count is not None:
        found.append(f"{say_result(made.outcome, made.player.count, made.banker.count or 0)}.")
    if made.returned:
        cents = sum(one.cents for one in made.returned)
        found.append(f"{sum_of(cents)} of wagers goes back to the players.")
    elif made.lines:
        found.append("All wagers stand.")
    if made.next is not None:
        found.append(f"Then comes: {made.next.replace('-', ' ')}.")
    return found or ["Play goes on."]
