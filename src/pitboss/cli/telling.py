"""What happened at a table, told for people: time, who, what in plain words, clauses."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cards import pretty
from pitboss.cli.common import cards_text, cite
from pitboss.cli.printing import OUTCOME_STYLES
from pitboss.ledger import chips_of, tokens_of
from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.table import Event, Table
from pitboss.table.duties import open_duties

_COMMON = ("event", "by", "rank", "at", "clauses", "lines", "house", "sign", "moved")
INDENT = len("HH:MM:SS  Ann      ")
_PLACES = ("first", "second", "third")


def clock(at: dt.datetime | None) -> str:
    """The time of day at the table."""
    return f"{at:%H:%M:%S}" if at is not None else " " * 8


def tell(event: Event) -> str:
    """An event in plain words."""
    data = msgspec.to_builtins(event)
    phrase = _PHRASES.get(data["event"])
    if phrase is not None:
        return phrase(data)
    said = " ".join((type(event).__doc__ or data["event"]).split()).split("; `")[0]
    said = re.split(r"(?<=[a-z])[.;:] ", said)[0].rstrip(".")
    given = [_part(key, value) for key, value in data.items() if key not in _COMMON]
    told = ", ".join(part for part in given if part)
    return f"{said}: {told}" if told else said


def _part(key: str, value: Any) -> str:
    """A field of an event in a few words."""
    if value is None or value is False or value in ("", (), [], {}):
        return ""
    label = key.removesuffix("_cents").replace("_", " ")
    if key.endswith("_cents") and isinstance(value, int):
        return f"{label} {dollars(value)}"
    if value is True:
        return label
    if key == "card" and isinstance(value, int):
        return pretty(value)
    if isinstance(value, dict):
        inner = ", ".join(f"{name} {one}" for name, one in value.items())
        return f"{label} ({inner})"
    if isinstance(value, list | tuple):
        return f"{label} {', '.join(map(str, value))}"
    if key in ("at", "due", "until", "change", "since"):
        return f"{label} {str(value)[:16].replace('T', ' ')}"
    return f"{label} {value}"


def _card(data: Mapping[str, Any]) -> str:
    where = f"{data['hand'].capitalize()}'s {_PLACES[data['place']]} card"
    card = data.get("card")
    return f"{where}: {pretty(card)}" if card is not None else f"{where}, face down"


def _opened(data: Mapping[str, Any]) -> str:
    house, sign = data["house"], data["sign"]
    limits = dollars(sign.get("minimum_cents", 0))
    if sign.get("maximum_cents") is not None:
        limits += f" to {dollars(sign['maximum_cents'])}"
    return (
        f"Table opened: {house['game']}, layout {house['layout']}, {house['decks']} decks, "
        f"method {house['method']}, {house['source']}, limits {limits}, "
        f"float {dollars(data.get('float_cents', 0))}"
    )


def _result(data: Mapping[str, Any]) -> str:
    player, banker = data["player"], data["banker"]
    if data["outcome"] == "tie":
        return f"Tie on {player}"
    won, lost = (player, banker) if data["outcome"] == "player" else (banker, player)
    return f"{data['outcome'].capitalize()} wins, {won} over {lost}"


def _settled(data: Mapping[str, Any]) -> str:
    hands = f"Player {cards_text(data['player'])}, Banker {cards_text(data['banker'])}"
    kind = "No bet coup" if data.get("no_bet") else "Coup"
    return f"{kind} {data['coup']} settled: {hands}, {data['outcome']}"


def _burned(data: Mapping[str, Any]) -> str:
    card = f", the first is {pretty(data['card'])}" if data.get("card") is not None else ""
    number = "1 card" if data["count"] == 1 else f"{data['count']} cards"
    return f"Burns {number}, {data['option']}{card}"


def _asked(data: Mapping[str, Any]) -> str:
    whom = f" for {data['whom']}" if data.get("whom") else ""
    return f"Asks for approval {data['approval']}: {data['key']}{whom}, {data.get('scope', 'once')}"


def _duty(data: Mapping[str, Any]) -> str:
    due = f", due {data['due'][:16].replace('T', ' ')}" if data.get("due") else ""
    about = f" ({data['about']})" if data.get("about") else ""
    return f"Duty {data['duty']} to {data['to']}: {data['what']}{about}{due}"


def _wager(data: Mapping[str, Any]) -> str:
    kind = " in tokens" if data.get("tokens") else ""
    box = f", box {data['box']}" if data.get("box") is not None else ""
    return f"Wager {data['number']}: {dollars(data['amount_cents'])}{kind} on {data['wager']}{box}"


def _facts(facts: Mapping[str, str]) -> str:
    return ", ".join(f"{fact}: {value}" for fact, value in facts.items())


def _reported(data: Mapping[str, Any]) -> str:
    facts = f" ({_facts(data['facts'])})" if data["facts"] else ""
    card = f", the card is {pretty(data['card'])}" if data.get("card") is not None else ""
    return f"Reports {data['situation']}{facts}{card}; play waits for a ruling"


def _ruled(data: Mapping[str, Any]) -> str:
    awaits = f"; play waits for {data['awaits']}" if data.get("awaits") else ""
    return f"Rules on {data['situation']}, {data['ruling']}: {data['says']}{awaits}"


def _reconstructed(data: Mapping[str, Any]) -> str:
    hands = []
    for hand in ("player", "banker"):
        faces = [one.get("card") for one in data[hand]]
        shown = " ".join("face down" if card is None else pretty(card) for card in faces)
        hands.append(f"{hand.capitalize()} {shown or 'none'}")
    return f"The hands lie as they should: {', '.join(hands)}"


def _taken(data: Mapping[str, Any]) -> str:
    card = data.get("card")
    seen = "face down" if card is None else pretty(card)
    return f"A card came out that does not belong where it went, and lies aside: {seen}"


_PHRASES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "table-opened": _opened,
    "signed-on": lambda data: f"On duty as {data.get('holds') or data['role']}",
    "arrived": lambda data: (
        f"Arrives with {dollars(data.get('chips_cents', 0))}"
        + (f", seat {data['seat']}" if data.get("seat") else ", standing")
    ),
    "left": lambda data: f"{data['person']} leaves with {dollars(data['chips_cents'])}",
    "wager-placed": _wager,
    "wager-returned": lambda data: (
        f"Wager {data['number']}: {dollars(data['amount_cents'])} back to {data['person']}, "
        f"{data['why']}"
    ),
    "cards-burned": _burned,
    "coup-started": lambda data: (
        f"Coup {data['number']} begins, method {data['method']}"
        + (f", no bet: {data['no_bet']}" if data.get("no_bet") else "")
    ),
    "betting-closed": lambda data: f"Betting is closed: {data['cause'].replace('-', ' ')}",
    "card-dealt": _card,
    "card-turned": _card,
    "counts-announced": lambda data: f"Player {data['player']}, Banker {data['banker']}",
    "result-announced": _result,
    "coup-settled": _settled,
    "cutting-card-shown": lambda data: f"The cutting card: {data['says']}",
    "shoe-ended": lambda data: f"The shoe is over: {data['why']}",
    "approval-requested": _asked,
    "approval-granted": lambda data: f"Grants approval {data['approval']}",
    "approval-refused": lambda data: f"Turns down approval {data['approval']}",
    "approval-used": lambda data: f"Approval {data['approval']} is used",
    "duty-raised": _duty,
    "duty-discharged": lambda data: f"Duty {data['duty']} done: {data['how']}",
    "card-taken": _taken,
    "coup-reconstructed": _reconstructed,
    "coup-voided": lambda data: f"Coup {data['coup']} has no result: {data['why']}",
    "irregularity-reported": _reported,
    "ruling-given": _ruled,
    "report-dismissed": lambda data: f"Finds {data['situation']} unfounded: {data['reason']}",
    "trouble-over": lambda data: f"What the ruling on {data['situation']} asked for is done",
    "notified": lambda data: f"Tells {data['to']}: {data['about']}",
}


def say(out: Console, line: str) -> None:
    """A line of what happened; what does not fit a terminal goes on under its own text.

    In a pipe nothing is folded: there a line is an event.
    """
    if not out.is_terminal:
        out.print(line, soft_wrap=True)
        return
    text = Text.from_markup(line)
    grid = Grid.grid()
    grid.add_row(text[:INDENT], text[INDENT:])
    out.print(grid)


def event_lines(event: Event) -> list[str]:
    """An event for a console: its line, then a line for each wager settled."""
    first = f"{clock(event.at)}  [bold]{escape(event.by):<8}[/] {escape(tell(event))}"
    lines = [f"{first}  [dim]{escape(cite(event.clauses))}[/]".rstrip()]
    for settled in getattr(event, "lines", ()):
        line = settled.line
        style = OUTCOME_STYLES.get(line.outcome, "none")
        pays = f"pays {dollars(line.paid_cents)}" if line.paid_cents else ""
        over = f"; {dollars(settled.excess_cents)} over the limit goes back" * bool(
            settled.excess_cents
        )
        lines.append(
            f"{' ' * INDENT}{escape(settled.person):<8} {line.wager:<12} "
            f"{dollars(line.stake_cents):>10}  [{style}]{line.outcome:<9}[/] {pays:<14} "
            f"{escape(line.why + over)}  [dim]{escape(cite(line.clauses))}[/]"
        )
    return lines


def refusal_line(at: dt.datetime | None, who: str, do: str, refusal: Refusal) -> str:
    """A refusal for a console: who asked for what, the sentence, code and clauses."""
    return (
        f"{clock(at)}  [bold]{escape(who):<8}[/] [red]refused[/] {do}: "
        f"{escape(refusal.sentence)} [dim]{refusal.code} {escape(cite(refusal.clauses))}[/]"
    ).rstrip()


def duty_lines(table: Table) -> list[str]:
    """The duties still open, oldest first."""
    lines = []
    for duty in open_duties(table):
        due = f"due {duty.due:%Y-%m-%d %H:%M}" if duty.due else "standing"
        about = f" ({duty.about})" if duty.about else ""
        lines.append(
            f"  {duty.number:>3}  to {escape(duty.to)}: {escape(duty.what + about)}, {due}, "
            f"{duty.channel}  [dim]{escape(cite(duty.clauses))}[/]"
        )
    return lines


def balance_lines(table: Table) -> list[str]:
    """Who holds what, and that it sums to nothing."""
    chips = {chips_of(name): name for name in table.people}
    named = chips | {tokens_of(name): f"{name}, tokens" for name in table.people}
    return [
        f"  {escape(named.get(account, account)):<20} {dollars(cents):>16}"
        for account, cents in table.balances.items()
        if cents or account in chips
    ]
