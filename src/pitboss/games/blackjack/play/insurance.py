"""Insurance against the dealer's blackjack, and even money for a player's own."""

from __future__ import annotations

from pitboss.games.blackjack.play.hands import most_insured, rounds_of, up_card
from pitboss.games.blackjack.play.own import (
    DEALER,
    INSURED,
    MAIN,
    boxes_now,
    boxes_of,
    change_boxes,
)
from pitboss.games.blackjack.play.phases import answer_key, begun, even_money, insurable, unanswered
from pitboss.games.blackjack.play.stakes import add_stake
from pitboss.refusal import refusable, refuse
from pitboss.table.machine import PublicEvent, Query, TableEvent, Work
from pitboss.table.play import Choice, Follow, Staked
from pitboss.table.state import Placed, Round, Table
from pitboss.table.tournament.play import from_marker, play_of

IN_TURN = "tournament-insurance-in-turn"


class InsuranceCalled(PublicEvent, frozen=True, kw_only=True):
    """The dealer called for insurance."""

    against: str

    def changes(self, table: Table) -> Table:
        """Bettors may insure."""
        return change_boxes(table, insurance="open")


class InsuranceClosed(PublicEvent, frozen=True, kw_only=True):
    """The dealer announced that insurance is closed."""

    def changes(self, table: Table) -> Table:
        """Nobody insures any more."""
        return change_boxes(table, insurance="closed")


class InsuranceAnswered(TableEvent, frozen=True, kw_only=True):
    """A bettor insured a wager, or did not."""

    person: str
    box: int
    answer: str

    def changes(self, table: Table) -> Table:
        """Asked no more for this box."""
        done = boxes_now(table).insured
        return change_boxes(table, insured=(*done, answer_key(self.box, self.person)))


class EvenMoneyTaken(TableEvent, frozen=True, kw_only=True):
    """A bettor with a blackjack asked for even money."""

    person: str
    box: int
    number: int

    def changes(self, table: Table) -> Table:
        """Settled at the interim settlement."""
        own = boxes_now(table)
        key = answer_key(self.box, self.person)
        insured = own.insured if key in own.insured else (*own.insured, key)
        return change_boxes(table, even=(*own.even, self.number), insured=insured)


def insuring(query: Query, coup: Round, person: str) -> list[Choice]:
    """What a bettor may say of insurance and even money, box by box."""
    if not coup.hand(DEALER):
        return []
    found: list[Choice] = []
    rules = rounds_of(query)
    for placed in query.table.wagers.values():
        if placed.wager != MAIN or placed.person != person or rules.insurance is None:
            continue
        hand = str(placed.box)
        clauses = rules.insurance.clauses
        shut = insurance_closed(query, coup, placed)
        half = most_insured(query, placed)
        least = min(half, query.chips.smallest)
        found.append(Choice("insure", _insure(placed), least, half, hand, clauses, shut))
        found.append(Choice("no-insurance", _declined(placed), hand=hand, closed=shut))
        even = even_money_closed(query, coup, placed)
        cited = () if rules.even_money is None else rules.even_money.clauses
        found.append(Choice("even-money", _even(placed), hand=hand, clauses=cited, closed=even))
    return found


@refusable
def insurance_closed(query: Query, coup: Round, placed: Placed) -> None:
    """While it is called for, once a bettor and box; late only while the dealer has one card."""
    own = boxes_of(coup)
    cited = query.cite("insurance-closed", "insurance-called")
    if not insurable(query, coup):
        rule = rounds_of(query).insurance
        refuse("no-insurance.up-card", () if rule is None else rule.clauses)
    if own.insurance not in ("open", "late"):
        refuse("insurance-not-open", cited)
    if not most_insured(query, placed):
        rule = rounds_of(query).insurance
        refuse("nothing-to-insure", () if rule is None else rule.clauses)
    if answer_key(placed.box or 0, placed.person) in own.insured:
        refuse("insured-already", cited)
    if query.rule(IN_TURN) is not None:
        _in_turn(query, coup, placed)


def _in_turn(query: Query, coup: Round, placed: Placed) -> None:
    """In a session with an order a bettor insures, or does not, in turn from the marker."""
    play = play_of(query.table)
    if play is None or not play.order:
        return
    asked = {box for box, _ in unanswered(query, coup)}
    first = next(iter(from_marker(query.table, asked)), placed.box)
    if first != placed.box:
        name = next(person for box, person in unanswered(query, coup) if box == first)
        refuse("out-of-turn", query.cite(IN_TURN), person=placed.person, first=name)


@refusable
def even_money_closed(query: Query, coup: Round, placed: Placed) -> None:
    """For a blackjack against the card that the rules name, before the subsequent deal."""
    rule, own = rounds_of(query).even_money, boxes_of(coup)
    cited = () if rule is None else rule.clauses
    if not even_money(query, coup, placed):
        refuse("no-even-money.check-even-money", cited)
    if placed.number in own.even:
        refuse("even-money-taken", cited)
    if begun(coup) or own.insurance is None:
        refuse("even-money-not-now", cited)


def _insure(placed: Placed) -> Follow:
    def follow(work: Work, person: str, staked: Staked) -> None:
        coup = work.table.coup
        assert coup is not None
        rule = rounds_of(work).insurance
        assert rule is not None
        wager = INSURED[up_card(coup)]
        add_stake(work, person, wager, str(placed.box), staked, rule.clauses)
        _answer(work, placed, "insure")

    return follow


def _declined(placed: Placed) -> Follow:
    def follow(work: Work, _person: str, _staked: Staked) -> None:
        _answer(work, placed, "no-insurance")

    return follow


def _even(placed: Placed) -> Follow:
    def follow(work: Work, person: str, _staked: Staked) -> None:
        rule = rounds_of(work).even_money
        assert rule is not None
        work.emit(
            EvenMoneyTaken,
            person=person,
            box=placed.box,
            number=placed.number,
            clauses=rule.clauses,
        )

    return follow


def _answer(work: Work, placed: Placed, answer: str) -> None:
    work.emit(
        InsuranceAnswered,
        person=placed.person,
        box=placed.box,
        answer=answer,
        clauses=work.cite("insurance-called"),
    )


def no_insurance(query: Query) -> Choice:
    """Who says nothing does not insure."""

    def follow(work: Work, person: str, _staked: Staked) -> None:
        coup = work.table.coup
        assert coup is not None
        for box, name in unanswered(work, coup):
            if name == person:
                work.emit(
                    InsuranceAnswered,
                    person=person,
                    box=box,
                    answer="no-insurance",
                    clauses=work.cite("insurance-called"),
                )

    return Choice("no-insurance", follow, clauses=query.cite("insurance-called"))
