"""Baccarat as the core asks it: whose card is next, what hands are worth, what is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from pitboss.cards import Card as Face
from pitboss.cards import name as card_name
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses, Wager
from pitboss.games.baccarat.facts import coup as coup_facts
from pitboss.games.baccarat.facts.draws import Decided, draws, if_drawn
from pitboss.games.baccarat.facts.pairs import pairs
from pitboss.games.baccarat.facts.points import (
    count,
    outcome,
    points,
    say_result,
    tell_result,
    value,
)
from pitboss.games.baccarat.play.coup import cards_of, due, faces, tableau
from pitboss.games.baccarat.play.delivery import CardsTakenBack
from pitboss.games.baccarat.play.insurance import ask, choices
from pitboss.games.baccarat.play.own import BANKER, FIRST, HANDS, NAME, PLAYER, delivery_of, role_of
from pitboss.games.baccarat.play.roads import RoadsShown, shown_roads
from pitboss.games.baccarat.play.role import after_coup, keeps_role
from pitboss.games.baccarat.play.spans import (
    after,
    end_of_shoe,
    misplaced,
    nomination,
    runs_backed,
    spanning,
)
from pitboss.games.baccarat.play.steps import next_step, stages
from pitboss.refusal import Refusal
from pitboss.table.cards.parts import Slot
from pitboss.table.machine import Query, Work
from pitboss.table.own import Own
from pitboss.table.play import (
    Card,
    Choice,
    Do,
    Facts,
    HandSeen,
    HandTold,
    IfDrawn,
    Move,
    RoadSettings,
    Seen,
    Stage,
    Step,
    Told,
)
from pitboss.table.procedures.shoe_holder import offered
from pitboss.table.settlement.line import KeptLine
from pitboss.table.sight.roles import faces as faces_seen
from pitboss.table.state import Hands, Placed, Round, Table
from pitboss.words.catalogue import Said


class BaccaratPlay:
    """Two hands, dealt by the tableau."""

    name = NAME
    hands: Mapping[str, str] = HANDS
    decided = False

    def next(self, query: Query) -> Step:
        """Four cards, counts, third cards, the result."""
        step = next_step(query)
        return (ask(query) or step) if isinstance(step, Card) else step

    def before(self, query: Query) -> Sequence[Do]:
        """The role of designated player, or the shoe, taken, declined or passed on.

        Without a wager of its holder on the Banker's Hand no coup begins.
        """
        steps = (Do("accept-role"), Do("decline-role"), Do("pass-role"))
        return steps if offered(query) is None else (Do("take-shoe"), Do("decline-shoe"), *steps)

    def willing(self, query: Query, word: str) -> Sequence[str]:
        """Whoever has a wager on the Banker's Hand accepts the role; the others decline it."""
        table = query.table
        people = list(table.participants())
        if word == "expose-card":
            return people
        if word in ("take-shoe", "decline-shoe"):
            turn = offered(query)
            return () if turn is None else (turn,)
        bettors = {placed.person for placed in table.wagers.values() if placed.wager == BANKER}
        return [one for one in people if (one in bettors) == (word == "accept-role")]

    def choices(self, query: Query, person: str) -> Sequence[Choice]:
        """A wager that the coup offers; its cards leave nobody a decision."""
        return choices(query, person)

    def advice(self, query: Query, hand: str | None) -> Sequence[str]:  # noqa: ARG002
        """The cards leave nobody a decision, and an offer in mid-coup is not taken."""
        return ()

    def due(self, query: Query, round_: Round) -> str:
        """The hand that the next card is due to, as far as the cards seen tell."""
        if len(round_.slots) < FIRST:
            return "initial"
        if any(not slot.exposed for slot in round_.slots):
            return "unknown"
        turn = due(query, round_)
        return "none" if turn is None else turn.hand

    def facts(self, query: Query, hands: Hands, moment: str) -> Facts:  # noqa: ARG002
        """Points and pairs of both hands, by the space of the wager; results of several coups."""
        both = hands[PLAYER], hands[BANKER]
        known = {"points": points(tableau(query), *both), "pairs": pairs(*both)}
        wagers = query.edition.wagers

        def fact(placed: Placed) -> Any:
            if spanning(query.edition, placed):
                return after(query, placed, hands)
            return known[wagers[placed.wager].space]

        return fact

    def outcome(self, hands: Hands) -> str:
        """Which hand wins, or a tie."""
        return outcome(count(hands[PLAYER]), count(hands[BANKER]))

    def complies(self, query: Query, round_: Round) -> bool:
        """Whether the hands are what the initial deal and the tableau give."""
        player, banker = round_.hand(PLAYER), round_.hand(BANKER)
        dealt = len(player) + len(banker)
        if len(round_.slots) != dealt:
            return False
        if dealt <= FIRST:
            return len(player) == (dealt + 1) // 2
        hands = dict(zip(HANDS, faces(round_), strict=True))
        so_far = {hand: cards[:2] for hand, cards in hands.items()}
        while (turn := coup_facts.due(tableau(query), *so_far.values())) and hands[turn.hand][2:]:
            so_far[turn.hand] = hands[turn.hand][:3]
        return so_far == hands

    def recalled(self, hands: Hands, lines: Sequence[KeptLine]) -> Own | None:  # noqa: ARG002
        """Nothing: the cards say it all."""
        return None

    def dealt(self, edition: Edition, cards: Sequence[Face], *, whole: bool = True) -> Hands | None:
        """The coup that these cards are, or, unless it is to be whole, begin."""
        if edition.tableau is None or len(cards) < FIRST:
            return None
        coup = coup_facts.deal_coup(edition.tableau, cards)
        if len(coup.player) + len(coup.banker) < len(cards):
            return None
        if whole and coup_facts.due(edition.tableau, coup.player, coup.banker) is not None:
            return None
        return {PLAYER: coup.player, BANKER: coup.banker}

    def handled(self, round_: Round) -> bool:
        """Whether a hand is, or was, with a player."""
        return bool(delivery_of(round_).holders)

    def holds(self, round_: Round, person: str) -> str | None:
        """The hand that is with this player."""
        delivery = delivery_of(round_)
        out = delivery.out
        return out if out is not None and delivery.holders[out] == person else None

    def decider(self, round_: Round, hand: str) -> str | None:  # noqa: ARG002
        """Nobody: the rules say who draws."""
        return None

    def taken_back(self, work: Work, clauses: Clauses) -> None:
        """A hand that is out comes back as it lay."""
        coup = work.table.coup
        if coup is not None and delivery_of(coup).out is not None:
            work.emit(CardsTakenBack, clauses=clauses)

    def voided(self, work: Work, why: str, clauses: Clauses) -> None:
        """Nothing of a coup is kept elsewhere."""

    def refused(self, query: Query, wager: str) -> Refusal | None:
        """What is taken in the middle of a coup only, and a tail that cannot be joined now."""
        if query.edition.wagers[wager].chosen is not None:
            known = query.edition.wagers[wager]
            return Refusal.of("insurance-not-now", known.clauses, title=known.title)
        return misplaced(query, wager)

    def nomination(self, wager: Wager, given: str) -> str | Refusal:
        """As many Player and Banker results as the Run is long."""
        return nomination(wager, given)

    def withdrawn(self, work: Work, person: str) -> None:
        """The role of designated player may go with a wager."""
        keeps_role(work, person)

    def settled(self, work: Work, outcome: str) -> None:
        """The role of designated player may go with a hand that lost."""
        after_coup(work, outcome)

    def shoe_over(self, work: Work, clauses: Clauses) -> None:
        """Tails that still run are settled."""
        end_of_shoe(work, clauses)

    def called(self, query: Query) -> None:
        """Combination Runs need their main wager."""
        runs_backed(query)

    def announcement(self, table: Table) -> str | None:
        """The result of the coup, or its counts, or the result of the coup before."""
        coup = table.coup
        if coup is not None and delivery_of(coup).counts_announced:
            player, banker = _count(coup.hand(PLAYER)) or 0, _count(coup.hand(BANKER)) or 0
            if coup.complete:
                return say_result(outcome(player, banker), player, banker)
            return f"Player {player}, Banker {banker}"
        if coup is None and table.results:
            last = table.results[-1]
            counts = (count(last.hands.get(hand, ())) for hand in HANDS)
            return say_result(last.outcome, *counts)
        return None

    def seen(self, round_: Round) -> tuple[HandSeen, ...]:
        """Both hands, Player's first; the count is that of the cards seen."""
        return tuple(
            HandSeen(
                id=hand,
                title=title,
                cards=faces_seen(round_.hand(hand)),
                count=_count(round_.hand(hand)),
            )
            for hand, title in HANDS.items()
        )

    def stage(self, round_: Round) -> Mapping[str, Any]:
        """What was announced, and who has which hand."""
        delivery = delivery_of(round_)
        return {
            "counts_announced": delivery.counts_announced,
            "result_announced": round_.complete,
            "holders": delivery.holders,
            "out": delivery.out,
        }

    def tally(self, cards: Sequence[Face]) -> Said:
        """The values of the cards, their sum, and the point count where it is another."""
        values = [value(card) for card in cards]
        total = sum(values)
        told: dict[str, str | int] = {"sum": f"{' + '.join(map(str, values))} = {total}"}
        if total > 9:
            told["count"] = total % 10
        return Said("tally", told)

    def stages(self, table: Table, move: Move | None) -> list[Stage]:
        """Two cards each, the counts, third cards, the result, the settlement."""
        return stages(table, move)

    def role(self, table: Table) -> str | None:
        """The designated player."""
        return role_of(table).designated

    def told(self, edition: Edition, hands: Seen, own: Own | None = None) -> Told:  # noqa: ARG002
        """Both hands under the tableau: which draws, which stands, by which rule."""
        rule, both = edition.tableau, (hands.get(PLAYER, ()), hands.get(BANKER, ()))
        if rule is None:
            return Told(tuple(_told(hand, cards, Decided()) for hand, cards in hands.items()))
        found = draws(rule, *both)
        ahead = () if found.due is None else if_drawn(rule, *both, found.due)
        return Told(
            (_told(PLAYER, both[0], found.player), _told(BANKER, both[1], found.banker)),
            found.due,
            tuple(
                IfDrawn(ranks=one.ranks, count=one.count, result=one.result, then=one.then)
                for one in ahead
            ),
        )

    def result(self, outcome: str, hands: Hands) -> Said:
        """Who wins, and by which counts."""
        return tell_result(outcome, *(count(hands.get(hand, ())) for hand in HANDS))

    def roads(self, query: Query, shown: RoadSettings) -> RoadsShown:
        """The five roads."""
        return shown_roads(query, shown)


def _count(slots: tuple[Slot, ...]) -> int | None:
    seen = cards_of(tuple(slot for slot in slots if slot.exposed))
    return count(seen) if seen else None


def _told(hand: str, cards: Sequence[Face | None], decided: Decided) -> HandTold:
    seen = [card for card in cards if card is not None]
    return HandTold(
        id=hand,
        title=HANDS[hand],
        cards=tuple(None if card is None else card_name(card) for card in cards),
        count=count(seen) if seen else None,
        decision=decided.decision,
        sentence=decided.sentence,
        said=decided.said,
        clauses=decided.clauses,
    )


TOPICS = (
    *("deal", "delivery", "holder", "insurance", "nominees", "role"),
    *("rulings", "spans", "versions"),
)
for _topic in TOPICS:  # each registers its commands and events
    import_module(f"pitboss.games.baccarat.play.{_topic}")

PLAY = BaccaratPlay()
