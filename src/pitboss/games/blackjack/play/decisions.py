"""Decisions of the controlling player: draw, stand, double, split; and nobody's decision."""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.games.blackjack.play.hands import (
    bettors_on,
    control_of,
    counted,
    rounds_of,
)
from pitboss.games.blackjack.play.own import (
    DOUBLE,
    SPLIT,
    BoxHand,
    box_of,
    boxes_now,
    boxes_of,
    change_box_hand,
    change_boxes,
    split_off,
    title_of,
)
from pitboss.games.blackjack.play.refusals import (
    double_closed,
    draw_closed,
    split_closed,
    stand_closed,
)
from pitboss.games.blackjack.play.stakes import add_stake
from pitboss.refusal import Refusal, refusable, refuse
from pitboss.table.cards.deal import change_coup
from pitboss.table.machine import Query, TableEvent, Work
from pitboss.table.play import Choice, Follow, Staked
from pitboss.table.state import Round, Table
from pitboss.table.tournament.play import slip_boxes

WORDS = ("draw", "stand", "double", "split")
REFUSE = "refuse"
"""Not to accept the card that came out in error."""


class DecisionCalled(TableEvent, frozen=True, kw_only=True):
    """The decision for a hand; `asked` are the others who may follow a double."""

    hand: str
    decision: str
    asked: tuple[str, ...] = ()

    def changes(self, table: Table) -> Table:
        """A card is due, or none any more."""
        field = {"draw": "drawing", "stand": "stood", "double": "doubled", "silence": "silent"}
        table = change_box_hand(table, self.hand, **{field[self.decision]: True})
        if not self.asked:
            return table
        return change_boxes(table, asking="double", about=self.hand, asked=self.asked)


class HandSplit(TableEvent, frozen=True, kw_only=True):
    """A hand became two; `asked` are the others who may stake on the one split off."""

    hand: str
    new: str
    asked: tuple[str, ...] = ()

    def changes(self, table: Table) -> Table:
        """The second card is the first of a hand of its own, played after this one."""
        coup = table.coup
        assert coup is not None
        own = boxes_of(coup)
        kept, moved = coup.hand(self.hand)
        table = change_coup(table, hands={**coup.hands, self.hand: (kept,), self.new: (moved,)})
        hands: dict[str, BoxHand] = {}
        for name, state in own.hands.items():
            hands[name] = BoxHand(split=True) if name == self.hand else state
            if name == self.hand:
                hands[self.new] = BoxHand(split=True)
        table = change_boxes(table, hands=hands)
        if not self.asked:
            return table
        return change_boxes(table, asking="split", about=self.hand, asked=self.asked)


def decisions(query: Query, coup: Round, person: str, turn: str | None) -> list[Choice]:
    """What a bettor may decide for the hands of their boxes; closed unless it is their turn."""
    found: list[Choice] = []
    for hand in sorted(boxes_of(coup).hands, key=lambda hand: hand != turn):
        if person not in bettors_on(query, hand) and control_of(coup, hand) != person:
            continue
        for word in (*WORDS, REFUSE) if boxes_of(coup).in_error else WORDS:
            late = _out_of_turn(query, hand, turn)
            down = any(not slot.exposed for slot in coup.hand(hand))
            shut = _not_theirs(query, coup, person, hand, word) or (late if down else None)
            shut = shut or CLOSED[word](query, coup, hand) or late
            found.append(_choice(query, person, hand, word, shut))
    return found


@refusable
def _not_theirs(query: Query, coup: Round, person: str, hand: str, word: str) -> None:
    """Only the controlling player decides, and only while something of theirs is at stake."""
    controls = control_of(coup, hand)
    if controls != person:
        refuse("not-controlling", query.cite("control"), hand=title_of(hand), person=controls)
    # Of a wager that is not disclosed nobody knows how much a double or a split would take.
    hidden = box_of(hand) in slip_boxes(query.table) and word in WITHOUT_STAKE
    if not hidden and not counted(query, person, box_of(hand)):
        refuse("nothing-at-stake", query.cite("control"), hand=title_of(hand), person=person)


@refusable
def _out_of_turn(query: Query, hand: str, turn: str | None) -> None:
    """A decision is made while the hand is in turn."""
    if turn != hand:
        refuse("not-in-turn", query.cite("decisions"), hand=title_of(hand))


CLOSED = {
    "draw": draw_closed,
    "stand": stand_closed,
    "double": double_closed,
    "split": split_closed,
    REFUSE: stand_closed,
}


WITHOUT_STAKE = {
    "draw": ("draw", ("card-asked-for", "choice-draw"), "decisions"),
    "stand": ("stand", ("decisions", "choice-stand"), "decisions"),
    REFUSE: ("stand", ("card-refused",), "card-refused"),
}
"""By the word: the decision that it is, the rules under which it is made, and the choice's."""


def _choice(query: Query, person: str, hand: str, word: str, closed: Refusal | None) -> Choice:
    rules = rounds_of(query)
    if word in WITHOUT_STAKE:
        decision, rules_of, named = WITHOUT_STAKE[word]
        return Choice(
            word,
            lambda work, _person, _staked: call(work, hand, decision, *rules_of),
            hand=hand,
            clauses=query.cite(named),
            closed=closed,
        )
    most = 0 if closed is not None else counted(query, person, box_of(hand))
    if word == "double":
        least = 0 if closed is not None else query.chips.smallest
        clauses = query.edition.wagers[DOUBLE].clauses + rules.double.clauses
        return Choice(word, _double(hand), least, most, hand, clauses, closed)
    return Choice(word, _split(hand), most, most, hand, split_clauses(query, hand), closed)


def split_clauses(query: Query, hand: str) -> Clauses:
    """The clauses of a split: those of two hands, or of the third where the box has two."""
    rules, hands = rounds_of(query), boxes_now(query.table).hands
    formed = sum(box_of(name) == box_of(hand) for name in hands)
    more = rules.third_hand if formed > 1 else None
    return rules.split_hands.clauses if more is None else more.clauses


def call(work: Work, hand: str, decision: str, *rules: str) -> None:
    """A decision that stakes nothing."""
    clauses = work.cite(*rules, "own-count")
    work.emit(DecisionCalled, hand=hand, decision=decision, clauses=clauses)


def others_on(work: Query, hand: str, person: str) -> tuple[str, ...]:
    """The other bettors on a hand, in order of placing."""
    found = bettors_on(work, hand)
    return tuple(one for one in found if one != person and counted(work, one, box_of(hand)))


def _double(hand: str) -> Follow:
    def follow(work: Work, person: str, staked: Staked) -> None:
        add_stake(work, person, DOUBLE, hand, staked, rounds_of(work).double.clauses)
        asked = others_on(work, hand, person)
        clauses = rounds_of(work).double_cards.clauses
        clauses += work.cite("double-sideways", "choice-double")
        clauses += work.cite("double-shared") if asked else ()
        work.emit(DecisionCalled, hand=hand, decision="double", asked=asked, clauses=clauses)

    return follow


def _split(hand: str) -> Follow:
    def follow(work: Work, person: str, staked: Staked) -> None:
        asked = others_on(work, hand, person)
        new = split_off(boxes_now(work.table).hands, hand)
        clauses = split_clauses(work, hand)
        cited = clauses + work.cite("split-no-blackjack", "choice-split")
        cited += work.cite("split-shared") if asked else ()
        add_stake(work, person, SPLIT, new, staked, clauses)
        work.emit(HandSplit, hand=hand, new=new, asked=asked, clauses=cited)

    return follow


def silence(query: Query, hand: str) -> Choice:
    """Nobody decides: cards are dealt until the rules let the hand stand."""

    def follow(work: Work, _person: str, _staked: Staked) -> None:
        call(work, hand, "silence", "no-decision")

    return Choice("silence", follow, clauses=query.cite("no-decision"))
