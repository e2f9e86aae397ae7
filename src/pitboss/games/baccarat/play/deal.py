"""The deal: cards leave the shoe in order, are exposed, counts and result are announced.

The core knows where each card belongs: Player, Banker, Player, Banker, then third cards by
the tableau. A card dealt elsewhere is an irregularity to be reported, not a deal. Who looks at
the cards first is the dealing method's matter: see `receivers`.
"""

from __future__ import annotations

from typing import Literal

from pitboss.cards import name
from pitboss.editions.wagers import Clauses
from pitboss.games.baccarat.facts.points import Outcome, count, outcome
from pitboss.games.baccarat.play.coup import (
    conduct_of,
    due,
    next_card,
    seen_cards,
    stands,
    the_coup,
)
from pitboss.games.baccarat.play.own import (
    PLAYER,
    also_applies,
    change_delivery,
    decides,
    delivery_now,
    delivery_of,
)
from pitboss.games.baccarat.play.receivers import conduct, of_hand, receiver
from pitboss.games.baccarat.play.steps import without_wagers
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.window import close
from pitboss.table.cards.deal import (
    Announce,
    CardDealt,
    DealCard,
    TurnCard,
    begin,
    change_coup,
    expose,
)
from pitboss.table.cards.past import go_past
from pitboss.table.cards.shoe import as_found, in_play, not_behind, one_card
from pitboss.table.machine import Command, PublicEvent, TableEvent, Work
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Round, Table

DEALT = (
    *("dealer-deals", "highest-wager-deals", "designated-player-deals", "holder-deals"),
    "shoe-holder-deals",
)
THIRD = (
    *("dealer-third-card", "highest-wager-third-card", "designated-player-third-card"),
    "holder-third-card",
)
TURNED = (
    *("dealer-deals", "highest-wager-turns", "designated-player-turns", "holder-turns"),
    "shoe-holder-turns",
)
ANNOUNCED = (
    *("dealer-announces", "highest-wager-announces", "designated-player-announces"),
    "holder-announces",
)
FACING = "facing"


class ChooseFacing(Command, frozen=True, kw_only=True):
    """Have cards dealt face up or face down from the next coup on."""

    face: Literal["up", "down"]


class FacingChosen(TableEvent, frozen=True, kw_only=True):
    """Cards are dealt this way from the next coup on."""

    face: Literal["up", "down"]

    def changes(self, table: Table) -> Table:
        """Until it is chosen otherwise."""
        return remember(table, FACING, Facing(face=self.face))


@own_part
class Facing(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=FACING):
    """The way that cards are dealt, where it was chosen."""

    face: str = ""


class CountsAnnounced(PublicEvent, frozen=True, kw_only=True):
    """The counts of the first two cards of each hand."""

    player: int
    banker: int

    def changes(self, table: Table) -> Table:
        """Announced."""
        return change_delivery(table, counts_announced=True)


class ResultAnnounced(PublicEvent, frozen=True, kw_only=True):
    """The result of the coup."""

    outcome: Outcome
    player: int
    banker: int

    def changes(self, table: Table) -> Table:
        """Announced; the coup is complete."""
        return change_coup(table, complete=True)


@decides(
    DealCard,
    rules=(
        *("four-cards", "dealing-methods", "no-bet-method", "no-bet-no-wagers", *DEALT, *THIRD),
        *("announce-counts", "player-draws", "banker-draws", "player-stands", "banker-stands"),
        *("role-first", "role-declined", "role-after-loss", "role-all-decline"),
        *("burn-before-play", "marker-first", "marker-moves"),
    ),
    approvals=(
        *("no-bet-coups-without-patrons", "no-bet-coups-without-wagers"),
        "no-bet-coups-by-consent",
    ),
    needs=(in_play,),
)
def deal(work: Work, command: DealCard) -> None:
    """Four cards in turn, then third cards as the tableau has it."""
    if command.past:
        go_past(work)
    shoe = in_play(work)
    if work.table.coup is None:
        _start(work)
    coup = the_coup(work)
    hand, clauses = next_card(work, coup)
    if shoe.aside and not coup.hand(PLAYER):
        _from_aside(work, command)
        return
    not_behind(work)
    if shoe.left == 0:
        refuse("shoe-empty.deal")
    card = None if command.card is None else one_card(work, command.card)
    as_found(work, len(shoe.drawn), card)
    _manner(work, coup, face_up=card is not None)
    place = len(coup.hand(hand))
    work.emit(CardDealt, hand=hand, place=place, card=card, clauses=clauses)
    if card is not None:
        close(work, "first-card-exposed")


def _start(work: Work) -> None:
    """By the table's method, unless the next coup is a no bet coup, which has its own."""
    method: str = work.house.method
    clauses: Clauses = ()
    if not without_wagers(work):
        method, clauses = conduct(work.edition.methods[method]).start(work, method)
    begin(work, method, clauses, "four-cards")


@decides(ChooseFacing, procedure="facing", needs=(Ranked("deal-facing"),))
def choose_facing(work: Work, command: ChooseFacing) -> None:
    """Between coups; hands that go out are dealt face down all the same."""
    rule = work.edition.conduct.facing
    clauses = authorise(work, "deal-facing") + (() if rule is None else rule.clauses)
    if work.table.coup is not None:
        refuse("coup-in-progress.call-bets", clauses)
    if command.face == "up" and conduct(work.edition.methods[work.house.method]).passes:
        refuse("dealt-face-down", clauses)
    if memory(work.table, FACING, Facing()).face == command.face:
        refuse("no-change.order", clauses)
    work.emit(FacingChosen, command, clauses=clauses)


def _manner(work: Work, coup: Round, *, face_up: bool) -> None:
    """Face down where hands go out; all cards of a coup alike, and as was chosen."""
    rules = conduct_of(work, coup)
    chosen = memory(work.table, FACING, Facing()).face
    if chosen and not coup.no_bet and not rules.passes and face_up != (chosen == "up"):
        cited = () if work.edition.conduct.facing is None else work.edition.conduct.facing.clauses
        refuse("same-manner", cited, way="upwards" if chosen == "up" else "downwards")
    if face_up and rules.passes:
        refuse("dealt-face-down", work.cite(rules.deals))
    if delivery_of(coup).face_up is not None and delivery_of(coup).face_up != face_up:
        way = "upwards" if delivery_of(coup).face_up else "downwards"
        third = len(coup.slots) >= 4
        refuse("same-manner", work.cite(rules.third if third else rules.deals), way=way)


def _from_aside(work: Work, command: DealCard) -> None:
    """The card set aside before is the first of this coup; its face may be known already."""
    slot = in_play(work).aside[0]
    card = slot.card
    if card is None and command.card is not None:
        card = one_card(work, command.card)
    elif card is not None and command.card is not None and command.card != name(card):
        refuse("another-card.from-aside", card=name(card))
    work.emit(
        CardDealt, hand=PLAYER, place=0, card=card, aside=True, clauses=work.cite("four-cards")
    )
    if card is not None:
        close(work, "first-card-exposed")


@decides(
    TurnCard,
    rules=(
        *(*TURNED, *DEALT, "highest-wager-nobody", "highest-wager-all-refuse"),
        *("shoe-holder-nobody", "marker-nobody"),
    ),
    approvals=("forfeit-control",),
    needs=(the_coup,),
)
def turn(work: Work, command: TurnCard) -> None:
    """Cards dealt face down are exposed by the dealer, or the rest of them."""
    coup = the_coup(work)
    rules = conduct_of(work, coup)
    if delivery_of(coup).out == command.hand:
        refuse("cards-passed-out.seen-cards", work.cite(rules.collects), out=command.hand)
    clauses = work.cite(rules.turns) + _kept(work, coup, command.hand)
    expose(work, command.hand, command.place, command.card, clauses)


def _kept(work: Work, coup: Round, hand: str) -> Clauses:
    """Why the dealer may turn the cards of a hand; refused where someone is to receive it."""
    if hand in delivery_of(coup).forfeited:
        return work.cite("forfeit-control")
    if hand in delivery_of(coup).collected:
        return ()
    method = work.edition.methods[coup.method]
    to = receiver(work.edition, work.table, coup, hand)
    if to is not None:
        refuse(
            "pass-first", work.cite(conduct_of(work, coup).deals) + method.clauses, hand=hand, to=to
        )
    delivery = of_hand(method, hand)
    rules = delivery.why(work.table, hand, None, delivery_of(coup).declined.get(hand, ()))
    return method.clauses + work.cite(*rules)


@decides(
    Announce,
    rules=(
        *("announce-counts", "announce-result", "player-stands", "banker-stands", "card-values"),
        *ANNOUNCED,
    ),
    needs=(the_coup,),
)
def announce(work: Work, command: Announce) -> None:
    """Counts after four cards, Player's first; the result when no card is due."""
    coup = the_coup(work)
    player, banker = seen_cards(work, coup)
    if len(player) < 2 or len(banker) < 2:
        refuse("not-dealt", work.cite("four-cards"))
    if not delivery_of(coup).counts_announced:
        work.emit(
            CountsAnnounced,
            player=count(player[:2]),
            banker=count(banker[:2]),
            clauses=work.cite("announce-counts", conduct_of(work, coup).announces, "card-values"),
        )
        coup = the_coup(work)
        if due(work, coup) is not None:
            return
    turn = due(work, coup)
    if turn is not None:
        refuse("card-due", turn.clauses, hand=turn.hand)
    totals = count(player), count(banker)
    work.emit(
        ResultAnnounced,
        outcome=outcome(*totals),
        player=totals[0],
        banker=totals[1],
        clauses=work.cite("announce-result") + stands(work, coup),
    )


@also_applies(CardDealt)
def was_dealt(table: Table, event: CardDealt) -> Table:
    """The first card says in which manner they leave the shoe; a hand with a new card is open."""
    delivery = delivery_now(table)
    changed: dict[str, object] = {}
    if delivery.face_up is None and not event.aside:
        changed["face_up"] = event.card is not None
    if event.hand in delivery.collected:
        changed["collected"] = tuple(one for one in delivery.collected if one != event.hand)
    return change_delivery(table, **changed) if changed else table
