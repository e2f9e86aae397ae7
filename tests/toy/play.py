"""The toy at a table: a card, one choice, perhaps another card, and high or low.

A wager on an ace is settled after the first card; one on high twice stays over a round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cards import Card as Face
from pitboss.cards import name as card_name
from pitboss.cards import rank
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses, Wager
from pitboss.refusal import Refusal, refuse, sure
from pitboss.table import machine
from pitboss.table.betting.window import close
from pitboss.table.cards.deal import Announce, CardDealt, DealCard, begin, change_coup
from pitboss.table.cards.shoe import in_play, one_card
from pitboss.table.machine import Event, Query, Work, replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.play import (
    END,
    Ask,
    Card,
    Choice,
    Do,
    Facts,
    HandSeen,
    HandTold,
    Move,
    Pay,
    RoadSettings,
    Say,
    Seen,
    Stage,
    Stays,
    Step,
    Told,
    stage,
)
from pitboss.table.settlement.line import KeptLine
from pitboss.table.sight.roles import faces
from pitboss.table.state import Hands, Placed, Round, Table
from pitboss.words.catalogue import Said

NAME, HAND = "toy", "hand"
HIGH = 6
WORDS = ("keep", "swap")


@own_part
class Chosen(Part, Own, frozen=True, kw_only=True, tag_field="own", tag="toy-chosen"):
    """What was chosen in the round."""

    choice: str


class HandChosen(Event, frozen=True, kw_only=True):
    """Somebody chose to keep the card or to have another."""

    choice: str

    def changes(self, table: Table) -> Table:
        return change_coup(table, own=Chosen(choice=self.choice))


class HighOrLow(Event, frozen=True, kw_only=True):
    """The result was announced."""

    outcome: str

    def changes(self, table: Table) -> Table:
        return change_coup(table, complete=True)


@machine.decides(DealCard, game=NAME, rules=("four-cards",))
def deal(work: Work, command: DealCard) -> None:
    shoe = in_play(work)
    if work.table.coup is None:
        begin(work, work.house.method, ())
    coup = work.table.coup
    assert coup is not None
    step = work.play.next(work)
    if not isinstance(step, Card) or shoe.left == 0:
        refuse("no-card-due")
    seen = sure(command.card or Refusal(code="face-up", sentence="The toy deals face up."))
    place = len(coup.hand(HAND))
    card = one_card(work, seen)
    work.emit(CardDealt, hand=HAND, place=place, card=card, clauses=step.clauses)
    close(work, "first-card-exposed")


@machine.decides(Announce, game=NAME, rules=("announce-result",))
def announce(work: Work, command: Announce) -> None:
    if not isinstance(work.play.next(work), Say):
        sure(Refusal(code="nothing-to-say", sentence="There is nothing to announce."))
    assert work.table.coup is not None
    won = work.play.outcome(work.table.coup.known())
    work.emit(HighOrLow, outcome=won, clauses=work.cite("announce-result"))


def _choice(word: str) -> Choice:
    return Choice(word, lambda work, _person, _cents: work.emit(HandChosen, choice=word))


class ToyPlay:
    """One hand, one choice."""

    name = NAME
    hands: Mapping[str, str] = {HAND: "Hand"}
    decided = False

    def next(self, query: Query) -> Step:
        coup = query.table.coup
        if coup is None:
            return Card(HAND, up=True)
        if coup.complete:
            return Pay()
        own = coup.own.choice if isinstance(coup.own, Chosen) else None
        if not coup.slots or (own == "swap" and len(coup.slots) == 1):
            return Card(HAND, up=True)
        if any(placed.wager == "ace" for placed in query.table.wagers.values()):
            return Pay("first card")
        if own is None and query.table.wagers:
            people = tuple({placed.person: None for placed in query.table.wagers.values()})
            return Ask(people, silence=_choice("keep"))
        return Say("result")

    def before(self, query: Query) -> Sequence[Do]:
        return ()

    def willing(self, query: Query, word: str) -> Sequence[str]:
        return ()

    def choices(self, query: Query, person: str) -> Sequence[Choice]:
        step = self.next(query)
        asked = isinstance(step, Ask) and person in step.people
        return tuple(map(_choice, WORDS)) if asked else ()

    def advice(self, query: Query, hand: str | None) -> Sequence[str]:
        return WORDS[:1]

    def due(self, query: Query, round_: Round) -> str:
        step = self.next(Query(query.rules, replace(query.table, coup=round_)))
        return "initial" if isinstance(step, Card) else "none"

    def facts(self, query: Query, hands: Hands, moment: str) -> Facts:
        coup = query.table.coup

        def fact(placed: Placed) -> Any:
            if placed.wager == "ace":
                return ("ace" if rank(hands[HAND][0]) == 0 else "other",)
            if moment != END or (coup is not None and coup.no_bet):
                return Stays(placed.memory, fixed=placed.fixed)
            won = self.outcome(hands)
            if placed.wager == "twice" and won == "high" and not placed.memory:
                return Stays("high once", fixed=True)
            return (won,)

        return fact

    def outcome(self, hands: Hands) -> str:
        return "high" if rank(hands[HAND][-1]) >= HIGH else "low"

    def complies(self, query: Query, round_: Round) -> bool:
        return len(round_.slots) <= 2

    def recalled(self, hands: Hands, lines: Sequence[KeptLine]) -> Own | None:
        return None

    def dealt(
        self,
        edition: Edition,
        cards: Sequence[Face],
        *,
        whole: bool = True,
    ) -> Hands | None:
        return {HAND: tuple(cards)} if 1 <= len(cards) <= 2 else None

    def handled(self, round_: Round) -> bool:
        return False

    def holds(self, round_: Round, person: str) -> str | None:
        return None

    def decider(self, round_: Round, hand: str) -> str | None:
        return None

    def taken_back(self, work: Work, clauses: Clauses) -> None:
        pass

    def voided(self, work: Work, why: str, clauses: Clauses) -> None:
        pass

    def refused(self, query: Query, wager: str) -> Refusal | None:
        return None

    def nomination(self, wager: Wager, given: str) -> str | Refusal:
        """No wager of this game names results."""
        return given

    def withdrawn(self, work: Work, person: str) -> None:
        pass

    def settled(self, work: Work, outcome: str) -> None:
        pass

    def shoe_over(self, work: Work, clauses: Clauses) -> None:
        """Nothing waits for it."""

    def called(self, query: Query) -> None:
        """Nothing is wanting."""

    def announcement(self, table: Table) -> str | None:
        return table.results[-1].outcome if table.results else None

    def seen(self, round_: Round) -> tuple[HandSeen, ...]:
        return (HandSeen(id=HAND, title="Hand", cards=faces(round_.hand(HAND))),)

    def stage(self, round_: Round) -> Mapping[str, Any]:
        return {"chosen": round_.own.choice if isinstance(round_.own, Chosen) else None}

    def tally(self, cards: Sequence[Face]) -> Said:
        return Said("member", {"member": " then ".join(map(card_name, cards))})

    def stages(self, table: Table, move: Move | None) -> list[Stage]:
        coup = table.coup
        cards = stage("card", done=coup is not None and bool(coup.slots))
        return [cards, stage("result", done=coup is not None and coup.complete)]

    def role(self, table: Table) -> str | None:
        return None

    def told(self, edition: Edition, hands: Seen, own: Own | None = None) -> Told:
        cards = hands.get(HAND, ())
        return Told(
            (
                HandTold(
                    id=HAND,
                    title="Hand",
                    cards=tuple(None if card is None else card_name(card) for card in cards),
                    count=None,
                    decision=None,
                    sentence="The last card counts" if cards else None,
                    clauses=(),
                ),
            )
        )

    def result(self, outcome: str, hands: Hands) -> Said:
        return Said("member", {"member": f"{outcome.capitalize()} card"})

    def roads(self, query: Query, shown: RoadSettings) -> None:
        return None


PLAY = ToyPlay()
