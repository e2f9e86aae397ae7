"""Blackjack as the core asks it: what comes next, what may be chosen, what hands are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from pitboss.cards import Card as Face
from pitboss.cards import name as card_name
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses, Wager
from pitboss.games.blackjack.facts.advice import advice
from pitboss.games.blackjack.facts.hand import (
    LIMIT,
    doubled_total,
    is_blackjack,
    total,
    value,
)
from pitboss.games.blackjack.play.decisions import decisions
from pitboss.games.blackjack.play.follow import following
from pitboss.games.blackjack.play.hands import control_of
from pitboss.games.blackjack.play.insurance import insuring
from pitboss.games.blackjack.play.jackpot import jackpot_closed, return_stakes
from pitboss.games.blackjack.play.own import (
    DEALER,
    NAME,
    BoxHand,
    BoxRound,
    boxes_of,
    decides,
    title_of,
)
from pitboss.games.blackjack.play.phases import initial_card, leave_used
from pitboss.games.blackjack.play.rulings import in_sequence, recalled
from pitboss.games.blackjack.play.settlement import facts_at
from pitboss.games.blackjack.play.steps import RESULT, next_step, stages, turn
from pitboss.refusal import Refusal
from pitboss.table.choices import Choose, RecordSilence, asked, choose, record_silence
from pitboss.table.machine import Query, Work, replace
from pitboss.table.own import Own
from pitboss.table.play import (
    Card,
    Choice,
    Do,
    Facts,
    HandSeen,
    HandTold,
    Move,
    RoadSettings,
    Say,
    Seen,
    Stage,
    Step,
    Told,
)
from pitboss.table.settlement.line import KeptLine
from pitboss.table.sight.roles import faces
from pitboss.table.state import Hands, Round, Table
from pitboss.words.catalogue import Said


class BlackjackPlay:
    """Boxes against the dealer; the controlling player of each decides."""

    name = NAME
    hands: Mapping[str, str] = {DEALER: "Dealer"}
    decided = True

    def next(self, query: Query) -> Step:
        """The initial deal, settlements, box after box, the dealer, the end."""
        return query.rules.once("next", (query.table,), lambda: next_step(query))

    def before(self, query: Query) -> Sequence[Do]:  # noqa: ARG002
        """Nothing: wagers lie, and the deal begins."""
        return ()

    def willing(self, query: Query, word: str) -> Sequence[str]:  # noqa: ARG002
        """No part of the deal is a player's."""
        return ()

    def choices(self, query: Query, person: str) -> Sequence[Choice]:
        """Decisions for one's hands, answers of those who share them, insurance, even money."""
        found: dict[str, Sequence[Choice]] = query.rules.once("choices", (query.table,), dict)
        if person not in found:
            found[person] = self._choices(query, person)
        return found[person]

    def _choices(self, query: Query, person: str) -> Sequence[Choice]:
        coup = query.table.coup
        if coup is None or initial_card(coup) is not None or coup.complete:
            return ()
        return (
            *following(query, coup, person),
            *decisions(query, coup, person, turn(query)),
            *insuring(query, coup, person),
        )

    def advice(self, query: Query, hand: str | None) -> Sequence[str]:
        """The basic strategy of the hand that is asked about; it takes no insurance."""
        coup = query.table.coup
        if coup is None or hand is None:
            return ()
        known = coup.known()
        return advice(known.get(hand, ()), known.get(DEALER, ()))

    def due(self, query: Query, round_: Round) -> str:
        """The hand that the next card is due to."""
        if initial_card(round_) is not None:
            return "initial"
        if any(not slot.exposed for slot in round_.slots):
            return "unknown"
        step = next_step(Query(query.rules, replace(query.table, coup=round_)))
        if isinstance(step, Card):
            return step.hand
        over = round_.complete or (isinstance(step, Say) and step.what == RESULT)
        return "none" if over else "unknown"

    def facts(self, query: Query, hands: Hands, moment: str) -> Facts:
        """Stakes by their hand, side wagers by the first cards, insurance by the dealer's two."""
        return facts_at(query, hands, moment)

    def outcome(self, hands: Hands) -> str:
        """The dealer's hand: a blackjack, over 21, or its total."""
        cards = hands.get(DEALER, ())
        if is_blackjack(cards):
            return "blackjack"
        points = total(cards)[0]
        return "bust" if points > LIMIT else str(points)

    def complies(self, query: Query, round_: Round) -> bool:
        """Whether the cards lie as their order and the decisions have it."""
        return in_sequence(query, round_)

    def recalled(self, hands: Hands, lines: Sequence[KeptLine]) -> Own | None:
        """Which hands were doubled and split, and who took even money."""
        return recalled(hands, lines)

    def dealt(
        self,
        edition: Edition,  # noqa: ARG002
        cards: Sequence[Face],  # noqa: ARG002
        *,
        whole: bool = True,  # noqa: ARG002
    ) -> Hands | None:
        """None: cards alone do not say what people chose."""
        return None

    def handled(self, round_: Round) -> bool:
        """Whether players may have had their first cards in hand."""
        return any(not slot.exposed for slot in round_.slots)

    def holds(self, round_: Round, person: str) -> str | None:
        """The first hand whose cards lie face down before this player."""
        for box, name in boxes_of(round_).control.items():
            if name == person and any(not slot.exposed for slot in round_.hand(box)):
                return box
        return None

    def decider(self, round_: Round, hand: str) -> str | None:
        """The controlling player of a box; for the dealer's hand nobody."""
        return None if hand == DEALER else control_of(round_, hand)

    def taken_back(self, work: Work, clauses: Clauses) -> None:
        """Nothing: the dealer deals every card."""

    def voided(self, work: Work, why: str, clauses: Clauses) -> None:
        """Jackpot wagers of the round go back, and the link hears of it."""
        return_stakes(work, why, clauses)

    def refused(self, query: Query, wager: str) -> Refusal | None:
        """A jackpot wager needs a link that works, and takes its amount."""
        return jackpot_closed(query, wager)

    def nomination(self, wager: Wager, given: str) -> str | Refusal:  # noqa: ARG002
        """No wager of this game names results."""
        return given

    def withdrawn(self, work: Work, person: str) -> None:
        """Nothing hangs on a wager that is gone."""

    def settled(self, work: Work, outcome: str) -> None:  # noqa: ARG002
        """A leave to pay a blackjack later ends with the round that it was for."""
        leave_used(work)

    def shoe_over(self, work: Work, clauses: Clauses) -> None:
        """Nothing waits for it."""

    def called(self, query: Query) -> None:
        """Nothing is wanting."""

    def announcement(self, table: Table) -> str | None:
        """The dealer's hand of the last round."""
        coup = table.coup
        if coup is not None and coup.complete:
            return say_dealer(self.outcome(coup.known()))
        if coup is None and table.results:
            return say_dealer(table.results[-1].outcome)
        return None

    def seen(self, round_: Round) -> tuple[HandSeen, ...]:
        """The dealer's hand, then the boxes'."""
        names = (DEALER, *boxes_of(round_).hands)
        return tuple(
            HandSeen(
                id=name,
                title=title_of(name),
                cards=faces(round_.hand(name)),
                count=_count([slot.card if slot.exposed else None for slot in round_.hand(name)]),
            )
            for name in names
        )

    def stage(self, round_: Round) -> Mapping[str, Any]:
        """Who controls each box, how far each hand is, whether insurance is open."""
        own = boxes_of(round_)
        return {
            "control": own.control,
            "hands": own.hands,
            "insurance": own.insurance,
            "asked": own.asked,
            "result_announced": round_.complete,
        }

    def tally(self, cards: Sequence[Face]) -> Said:
        """The values of the cards and their total."""
        points, soft = total(cards)
        sums = " + ".join(str(value(card)) for card in cards)
        return Said("tally.points", {"sum": sums, "total": points, "soft": soft})

    def stages(self, table: Table, move: Move | None) -> list[Stage]:
        """The initial deal, side wagers, insurance, boxes, dealer, result, settlement."""
        return stages(table, move)

    def role(self, table: Table) -> str | None:  # noqa: ARG002
        """None: control is of a box and a round."""
        return None

    def told(self, edition: Edition, hands: Seen, own: Own | None = None) -> Told:
        """Each hand with its total, and what it is: soft, a blackjack, over the limit."""
        played = own.hands if isinstance(own, BoxRound) else {}
        states = {name: played.get(name, BoxHand()) for name in hands}
        return Told(
            tuple(_told(edition, name, cards, states[name]) for name, cards in hands.items())
        )

    def result(self, outcome: str, hands: Hands) -> Said:  # noqa: ARG002
        """The dealer's hand as it is announced."""
        void = outcome == "void"
        return Said("result.void") if void else Said("result.dealer", {"outcome": outcome})

    def roads(self, query: Query, shown: RoadSettings) -> None:  # noqa: ARG002
        """None: the game has no such custom."""
        return


def say_dealer(outcome: str) -> str:
    """The dealer's hand in words."""
    return {"blackjack": "Dealer has blackjack", "bust": "Dealer is over 21"}.get(
        outcome, f"Dealer has {outcome}"
    )


def _count(cards: Sequence[Face | None]) -> int | None:
    seen = [card for card in cards if card is not None]
    return total(seen)[0] if seen else None


def _told(edition: Edition, name: str, cards: Sequence[Face | None], state: BoxHand) -> HandTold:
    seen = tuple(card for card in cards if card is not None)
    count, kind = _count(cards), None
    double = None if edition.rounds is None else edition.rounds.double_ace
    if state.doubled:
        count = doubled_total(seen, None if double is None else double.value)
    if count is not None and count > LIMIT:
        kind = "bust"
    elif is_blackjack(seen) and not state.split and len(seen) == len(cards):
        kind = "blackjack"
    elif count == total(seen)[0] and total(seen)[1]:
        kind = "soft"
    return HandTold(
        id=name,
        title=title_of(name),
        cards=tuple(None if card is None else card_name(card) for card in cards),
        count=count,
        decision=kind,
        sentence=None,
        clauses=(),
    )


TOPICS = ("deal", "decisions", "follow", "insurance", "jackpot", "rulings")
for _topic in TOPICS:  # each registers its commands and events
    import_module(f"pitboss.games.blackjack.play.{_topic}")

# The core decides these; what they read beside it is blackjack's.
decides(
    Choose,
    who=("player",),
    rules=(
        *("control", "decisions", "card-asked-for", "double-sideways", "double-shared"),
        *("choice-draw", "choice-stand", "choice-double", "choice-split"),
        "tournament-insurance-in-turn",
        *("split-no-blackjack", "split-abstained", "split-shared"),
        *("insurance-called", "insurance-closed", "card-refused"),
    ),
)(choose)
decides(RecordSilence, rules=("no-decision", "insurance-called"), needs=(asked,))(record_silence)

PLAY = BlackjackPlay()
