"""What the coup in progress says: its hands, whose card is next, why a hand stands."""

from __future__ import annotations

from pitboss.baccarat.points import count, value
from pitboss.baccarat.tableau import banker_cell, banker_draws, is_natural, player_draws
from pitboss.cards import Card
from pitboss.editions.model import Tableau
from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse
from pitboss.table.acts import Work
from pitboss.table.procedures.delivery import Delivery, conduct
from pitboss.table.state import Coup, Hand, Slot


def the_coup(work: Work) -> Coup:
    """The coup in progress."""
    if work.table.coup is None:
        refuse("no-coup", "No coup is in progress.")
    if work.table.coup.result_announced:
        refuse("coup-complete", "The result is announced; the coup is to be settled.")
    return work.table.coup


def tableau(work: Work) -> Tableau:
    """The edition's tableau."""
    if work.edition.tableau is None:
        refuse("no-tableau", "This game has no tableau.")
    return work.edition.tableau


def cards_of(slots: tuple[Slot, ...]) -> list[Card]:
    """The cards of a hand that were seen."""
    return [slot.card for slot in slots if slot.card is not None]


def seen_cards(work: Work, coup: Coup) -> tuple[list[Card], list[Card]]:
    """Both hands, every card of them exposed and back with the dealer (8.15.2)."""
    if coup.out is not None:
        refuse(
            "cards-passed-out",
            f"The {coup.out} hand is with a player.",
            work.cite(conduct_of(work, coup).collects),
        )
    for hand, slots in (("player", coup.player), ("banker", coup.banker)):
        if any(not slot.exposed for slot in slots):
            refuse(
                "face-down",
                f"A card of the {hand} hand lies face down.",
                work.cite(conduct_of(work, coup).turns),
            )
    return cards_of(coup.player), cards_of(coup.banker)


def due(table: Tableau, coup: Coup) -> tuple[Hand, Clauses] | None:
    """The hand to which a third card is due, with the clauses; none when both are complete."""
    player, banker = cards_of(coup.player), cards_of(coup.banker)
    two = count(player[:2]), count(banker[:2])
    if any(is_natural(table, total) for total in two):
        return None
    if len(coup.player) < 3 and player_draws(table, *two):
        return "player", table.player.clauses
    third = value(player[2]) if len(player) > 2 else None
    if len(coup.banker) < 3 and banker_draws(table, *two, third):
        return "banker", banker_cell(table, two[1], third)[1]
    return None


def next_card(work: Work, coup: Coup) -> tuple[Hand, Clauses]:
    """The hand the next card belongs to; refused where no card is due."""
    dealt = len(coup.player) + len(coup.banker)
    rules = conduct_of(work, coup)
    if dealt < 4:
        return ("player", "banker")[dealt % 2], work.cite("four-cards", rules.deals)
    seen_cards(work, coup)
    if not coup.counts_announced:
        refuse(
            "announce-first",
            "The counts are announced first.",
            work.cite("announce-counts", rules.announces),
        )
    hand = due(tableau(work), coup)
    if hand is None:
        full = len(coup.player) == len(coup.banker) == 3
        clauses = tableau(work).extra.clauses if full else stands(work, coup)
        refuse("no-card-due", "No more cards are due in this coup.", clauses)
    drawn = "player-draws" if hand[0] == "player" else "banker-draws"
    by_card = hand[0] == "player" or len(coup.player) == 3
    return hand[0], hand[1] + work.cite(rules.third, *((drawn,) if by_card else ()))


def stands(work: Work, coup: Coup) -> Clauses:
    """The clauses under which the hands that have two cards stand (9.2 to 9.5)."""
    table = tableau(work)
    player, banker = cards_of(coup.player), cards_of(coup.banker)
    two = count(player[:2]), count(banker[:2])
    if any(is_natural(table, total) for total in two):
        return table.natural.clauses
    clauses: Clauses = ()
    if len(player) == 2:
        clauses += table.player.clauses + work.cite("player-stands")
    if len(banker) == 2:
        third = value(player[2]) if len(player) > 2 else None
        clauses += banker_cell(table, two[1], third)[1]
        clauses += () if third is None else work.cite("banker-stands")
    return clauses


def conduct_of(work: Work, coup: Coup) -> Delivery:
    """By whose rules the coup is dealt."""
    return conduct(work.edition.methods[coup.method])
