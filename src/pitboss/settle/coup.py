"""A coup of baccarat settled from its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.baccarat.pairs import pairs
from pitboss.baccarat.points import count, describe, points, value
from pitboss.baccarat.tableau import banker_cell, is_natural
from pitboss.cards import Card, names, parse
from pitboss.editions.model import Tableau
from pitboss.editions.wager import Clauses
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.compiled import Compiled
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
        refuse("no-coups", f"{edition.identity.title} is settled from a hand and the dealer's.")
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
            refuse("one-coup", f"{wager.title} is placed on one coup: nothing to nominate or @.")
        if wager.automaton:
            refuse("spans-coups", f"{wager.title} spans coups: give the results, not the cards.")
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
            refuse("two-cards-needed", f"{side} needs two cards at least.")
        if len(cards) > 2 + tableau.extra.most:
            clauses = tableau.extra.clauses
            refuse("too-many-cards", f"{side} may draw {tableau.extra.most} card only.", clauses)
    two = count(player[:2]), count(banker[:2])
    drew = len(player) > 2, len(banker) > 2
    if any(is_natural(tableau, total) for total in two):
        if any(drew):
            sentence = f"Counts of {two[0]} and {two[1]} hold a natural: no more cards are dealt."
            refuse("draw-on-natural", sentence, tableau.natural.clauses)
        words = tuple("natural" if is_natural(tableau, t) else "no card" for t in two)
        return (words[0], tableau.natural.clauses), (words[1], tableau.natural.clauses)
    due = two[0] in tableau.player.draws
    table = tableau.player
    by_row = table.clauses + (table.draws_clauses if due else table.stands_clauses)
    if due != drew[0]:
        sentence = f"Player on {two[0]} {'must draw' if due else 'must stand'}."
        refuse("player-draw", sentence, by_row)
    third = value(player[2]) if drew[0] else None
    due, clauses = banker_cell(tableau, two[1], third)
    against = "Player stood" if third is None else f"Player's third card counts {third}"
    if due != drew[1]:
        sentence = f"Banker on {two[1]} {'must draw' if due else 'must stand'} when {against}."
        refuse("banker-draw", sentence, clauses)
    return (
        (f"drew on {two[0]}" if drew[0] else "stands", by_row),
        (f"drew on {two[1]}, {against}" if drew[1] else f"stands, {against}", clauses),
    )


def _hand(cards: tuple[Card, ...], step: Step) -> dict[str, Any]:
    return {"cards": names(cards), "count": count(cards), "did": step[0], "clauses": step[1]}
