"""The state of a table, drawn for the people who run it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from pitboss.cards import parse
from pitboss.cli.options import sure_of
from pitboss.cli.term.events import clock, duty_lines
from pitboss.cli.term.output import cards_text, cite
from pitboss.editions.words import said
from pitboss.ledger import FLOAT, chips_of, tokens_of
from pitboss.money import dollars
from pitboss.table import Rules, Table
from pitboss.table.play import HandSeen
from pitboss.table.rulings.record import ruler
from pitboss.table.rulings.rule import offered
from pitboss.table.sight.roles import StaffView, view
from pitboss.table.usual.next_act import Proposal
from pitboss.table.usual.offers import Offer
from pitboss.words import with_article

RULE = 80
_BACK = "▒▒"


def draw(out: Console, rules: Rules, table: Table, *, staff: bool) -> None:
    """Shoe, limits, hands, people with wagers and chips, then whatever waits."""
    seen = view(rules.play, table, "staff")
    assert isinstance(seen, StaffView)  # noqa: S101 - staff's view is a StaffView
    out.print(f"[dim]{'─' * min(out.width, RULE)}[/]")
    out.print(f"[bold]{clock(table.now)}[/]  {_shoe(seen, table)}  [dim]{_limits(seen)}[/]")
    coup = seen.table.coup
    if coup is not None:
        out.print(f"Coup {coup.number}{', no bet' if coup.no_bet else ''}, method {coup.method}")
        for hand in coup.hands:
            out.print(f"  {hand.title:6}  {_hand(hand)}")
    elif seen.display.announcement:
        out.print(f"Before: {seen.display.announcement}   {_results(seen)}")
    if staff:
        _staff(out, seen, table)
    _players(out, seen, table)
    _spectators(out, seen)
    _waiting(out, rules, table, seen)


def _shoe(seen: StaffView, table: Table) -> str:
    shoe = seen.table.shoe
    if table.stack is not None:
        stack = table.stack
        done = ["shuffled"] if stack.shuffled else []
        done += [f"cut by {stack.cut_by}"] if stack.cut_by else []
        done += [f"cutting card {stack.behind} from the back"] if stack.behind is not None else []
        return f"{stack.decks} decks with {stack.backs} backs: {', '.join(done) or 'not shuffled'}"
    if shoe is None:
        return "No cards are in play."
    if shoe.over is not None:
        return f"Shoe {shoe.number} is over: {shoe.over}."
    text = f"Shoe {shoe.number}: {shoe.left} of {shoe.total} cards left, {_coups(shoe.coups)} dealt"
    if shoe.coups_left is not None:
        text += ", [bold yellow]last coup[/]" if shoe.coups_left <= 1 else ", one more after this"
    if shoe.aside:
        text += f", aside: {' '.join(_face(card) for card in shoe.aside)}"
    return text


def _coups(number: int) -> str:
    return "1 coup" if number == 1 else f"{number} coups"


def _limits(seen: StaffView) -> str:
    sign = seen.display.sign
    text = f"limits {dollars(sign.minimum_cents)}"
    text += f" to {dollars(sign.maximum_cents)}" if sign.maximum_cents is not None else ""
    if sign.by_player_minimum_cents or sign.by_player_maximum_cents is not None:
        most = sign.by_player_maximum_cents
        text += f", by player {dollars(sign.by_player_minimum_cents)}"
        text += f" to {dollars(most)}" if most is not None else ""
    if sign.old_minimum_cents is not None:
        text += f" (marked players {dollars(sign.old_minimum_cents)})"
    for kind, posted in seen.display.notices.items():
        text += f"; notice: {kind} {posted.value} at {posted.change:%H:%M}"
    return text


def _face(card: str | None) -> str:
    return _BACK if card is None else cards_text(sure_of(parse(card)))


def _hand(hand: HandSeen) -> str:
    cards = " ".join(_face(card) for card in hand.cards)
    return f"{cards:<12} {'' if hand.count is None else hand.count}"


def _results(seen: StaffView) -> str:
    letters = {"player": "[blue]P[/]", "banker": "[red]B[/]", "tie": "[green]T[/]"}
    return "".join(letters.get(one.outcome, "v") for one in seen.display.results[-40:])


def _staff(out: Console, seen: StaffView, table: Table) -> None:
    staff = [
        f"{name} ({one.rank or one.role})"
        for name, one in seen.people.items()
        if one.role not in ("player", "spectator")
    ]
    out.print(f"[dim]{escape(', '.join(staff))}; float {dollars(table.balances.get(FLOAT, 0))}[/]")


def _spectators(out: Console, seen: StaffView) -> None:
    watching = [name for name, one in seen.people.items() if one.role == "spectator"]
    if watching:
        out.print(f"[dim]watching: {escape(', '.join(watching))}[/]")


def _players(out: Console, seen: StaffView, table: Table) -> None:
    for name, one in seen.people.items():
        if one.role != "player":
            continue
        wagers = [
            f"[{wager.number}] {wager.wager} {dollars(wager.stake_cents)}"
            for wager in seen.table.wagers
            if wager.person == name
        ]
        tokens = table.balances.get(tokens_of(name), 0)
        held = dollars(table.balances.get(chips_of(name), 0))
        held += f" and {dollars(tokens)} in tokens" if tokens else ""
        place = f"seat {one.seat}" if one.seat is not None else "standing"
        mark = " M" if one.old_minimum else ""
        line = f"{place + mark:<9} [bold]{escape(f'{name:<8}')}[/] {held:>12}  "
        out.print(f"{line}{escape(', '.join(wagers))}".rstrip())


def _waiting(out: Console, rules: Rules, table: Table, seen: StaffView) -> None:
    """Requests, duties, open cases, and the situation with the rulings it permits."""
    for approval in seen.approvals:
        rule = rules.edition.approvals.get(approval.key)
        whom = f" for {approval.whom}" if approval.whom else ""
        state = (
            f"granted by {approval.granted_by}, {approval.scope}"
            if approval.granted_by
            else f"waits for {with_article(rule.rank if rule else 'supervisor')}"
        )
        out.print(f"[yellow]Approval {approval.number}[/]: {approval.key}{whom}, {state}")
    duties = duty_lines(table)
    if duties:
        out.print("[yellow]Duties open[/]")
        for line in duties:
            out.print(line)
    for matter in seen.matters:
        if matter.stage not in ("closed", "over", "settled"):
            out.print(f"[yellow]Case {matter.number}[/]: {matter.kind}, {matter.stage}")
    trouble = table.trouble
    if trouble is None:
        return
    situation = rules.edition.situations[trouble.situation]
    facts = ", ".join(f"{key}: {value}" for key, value in trouble.facts.items())
    out.print(f"[bold red]{escape(situation.title)}[/] ({escape(facts)})")
    for fact, recorded in trouble.against.items():
        out.print(f"  [red]The record says otherwise: {said(rules.edition, fact, recorded)}[/]")
    for ruling in offered(rules, table):
        needed = ruler(rules.edition, trouble, ruling)
        who = needed.rank if needed.but_not is None else f"{needed.rank}, not {needed.but_not}"
        out.print(
            f"  {ruling.name}: {escape(f'{ruling.says}, {who}')} [dim]{cite(needed.clauses)}[/]"
        )


def draw_acts(
    out: Console, proposal: Proposal | None, keyed: Sequence[Offer], hints: Sequence[str]
) -> None:
    """The next acts with their keys, and what may usually be typed now."""
    if proposal is not None:
        out.print(f"[bold]Enter[/]  {proposal.who}: {spoken(proposal.word, proposal.fields)}")
    for key, offer in enumerate(keyed, 1):
        out.print(f"[bold]{key:>5}[/]  {offer.who}: {spoken(offer.word, offer.fields)}")
    out.print(f"[dim]   or  {', '.join(hints)}[/]")


def draw_offers(out: Console, found: Sequence[Offer]) -> None:
    """Every act that is open now: its word, and who may give it."""
    grid = Grid.grid(padding=(0, 2))
    for word in sorted({offer.word for offer in found}):
        givers = dict.fromkeys(offer.who for offer in found if offer.word == word)
        grid.add_row(f"[bold]{word}[/]", ", ".join(givers))
    out.print(grid)


def spoken(word: str, fields: dict[str, Any]) -> str:
    """A command as it would be typed."""
    parts = [word]
    for key, value in fields.items():
        if key.endswith("_cents"):
            parts.append(f"{key.removesuffix('_cents')}={dollars(value)}")
        elif key != "card":  # a face is not told before it is shown
            parts.append(f"{key}={value}")
    return escape(" ".join(parts))
