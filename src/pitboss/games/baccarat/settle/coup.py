"""A coup of baccarat settled from its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cards import Card, names, parse
from pitboss.decision.compiled import Compiled
from pitboss.editions.values import Tableau
from pitboss.editions.wagers import Clauses
from pitboss.games.baccarat.facts.coup import SIDES, turns
from pitboss.games.baccarat.facts.pairs import pairs
from pitboss.games.baccarat.facts.points import count, describe, points, value
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.lines import check_bet, check_copies, settle_stake, settlement
from pitboss.settle.model import Bet, Settlement
from pitboss.settle.setting import choose

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]
Step = tuple[str, Clauses]


@refusable
def settle_coup(
    compiled: Compiled,
    player: str,
    banker: str,
    bets: Sequence[Bet],
    *,
    game: str | None = None,
    decks: int | None = None,
    layout: str | None = None,
    sign: Mapping[str, str] | None = None,
) -> Settlement:
    """Settle every bet on a finished coup, or refuse it with the clause that forbids."""
    edition = compiled.edition
    if edition.tableau is None:
        refuse("no-coups.settle-coup", title=edition.identity.title)
    tableau = edition.tableau
    setting = sure(choose(edition, game, decks, layout, sign))
    hands = sure(parse(player)), sure(parse(banker))
    check_copies(edition, [*hands[0], *hands[1]], setting.decks)
    steps = sure(check_draws(tableau, hands))
    facts = {"points": points(tableau, *hands), "pairs": pairs(*hands)}
    lines = []
    for bet in bets:
        wager = check_bet(edition, setting, bet, bets)
        if bet.nominated or bet.placed_before > 1:
            refuse("one-coup", title=wager.title)
        if wager.automaton:
            refuse("spans-coups.settle-coup", title=wager.title)
        lines.append(settle_stake(compiled, setting, bet, facts[wager.space]))
    result = {
        "outcome": facts["points"][0],
        "text": describe(points(tableau, *hands)),
        "player": _hand(hands[0], steps[0]),
        "banker": _hand(hands[1], steps[1]),
    }
    return settlement(edition, setting, result, lines)


@refusable
def check_draws(tableau: Tableau, hands: Hands) -> tuple[Step, Step]:
    """Check both hands against the tableau; say in words what each did and by which clause."""
    player, banker = hands
    for side, cards in (("Player", player), ("Banker", banker)):
        if len(cards) < 2:
            refuse("two-cards-needed.check-draws", side=side)
        if len(cards) > 2 + tableau.extra.most:
            clauses = tableau.extra.clauses
            refuse("too-many-cards", clauses, side=side, most=tableau.extra.most)
    third = f"Player's third card counts {value(player[2])}" if player[2:] else "Player stood"
    found: list[Step] = []
    for turn in turns(tableau, *hands):
        cards = hands[SIDES.index(turn.hand)]
        total, drew = count(cards[:2]), len(cards) > 2
        against = third if turn.hand == "banker" else None
        if turn.decision in ("natural", "no-card"):
            if len(player) + len(banker) > 4:
                counts = {"player": count(player[:2]), "banker": count(banker[:2])}
                refuse("draw-on-natural", turn.clauses, **counts)
            found.append((turn.decision.replace("-", " "), turn.clauses))
            continue
        if drew != (turn.decision == "draws"):
            act = turn.decision.removesuffix("s")
            refuse(f"{turn.hand}-draw", turn.clauses, count=total, act=act, against=against or "")
        did = f"drew on {total}" if drew else "stands"
        found.append((f"{did}, {against}" if against else did, turn.clauses))
    return found[0], found[1]


def _hand(cards: tuple[Card, ...], step: Step) -> dict[str, Any]:
    return {"cards": names(cards), "count": count(cards), "did": step[0], "clauses": step[1]}
