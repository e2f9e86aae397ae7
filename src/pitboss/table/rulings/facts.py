"""The facts of a situation that the core sees for itself, in the state and in the report."""

from __future__ import annotations

from pitboss.refusal import refuse
from pitboss.table.machine import Work
from pitboss.table.rulings.record import seen
from pitboss.table.rulings.rule import ReportIrregularity
from pitboss.table.settlement.kept import kept_coup, result_of

OTHER_GAME = "other-game:"
"""A mark, with the coup: that it was paid by another game is ruled on."""


def _report(work: Work) -> ReportIrregularity:
    """The report whose facts are sought."""
    assert isinstance(work.command, ReportIrregularity)
    return work.command


@seen("notified")
def notified(work: Work) -> str:
    """Whether an error is notified in time: during its coup, after it is settled, or too late.

    The next coup's first card, an empty shoe and the closing of the table all end the time.
    """
    table = work.table
    command = _report(work)
    number = command.coup or table.coups
    if not 1 <= number <= table.coups:
        refuse("no-such-coup.notified", number=number)
    if table.coup is not None and table.coup.number == number:
        return "in the coup"
    last, shoe = table.last, table.shoe
    begun = table.coup is not None or number != table.coups
    if begun or table.closed or last is None or last.coup != number:
        return "late"
    if shoe is None or shoe.left == 0 or table.results[-1].shoe != table.shoes:
        return "late"
    if table.stack is not None:
        return "late"
    return "before the next coup"


@seen("due")
def card_due(work: Work) -> str:
    """The hand that the next card is due to: a first card, a later one, or none."""
    coup = work.table.coup
    return "none" if coup is None else work.play.due(work, coup)


@seen("to_come")
def to_come(work: Work) -> str:
    """Whether a card is still to be dealt or exposed in the coup."""
    return "no" if card_due(work) == "none" else "yes"


@seen("enough")
def enough_cards(work: Work) -> str:
    """Whether the shoe has the card that is due now."""
    shoe = work.table.shoe
    wanting = shoe is None or shoe.left == 0
    return "no" if wanting and card_due(work) not in ("none", "unknown") else "yes"


@seen("face")
def face(work: Work) -> str:
    """Whether the card that came out was seen, or handled where the edition asks for that."""
    command = _report(work)
    handled = command.told.get("how") == "handled"
    return "exposed" if command.card is not None or handled else "face down"


@seen("last")
def last_coup(work: Work) -> str:
    """Whether this is the last coup of the shoe."""
    table = work.table
    left = table.shoe.coups_left if table.shoe is not None else None
    if left is None:
        return "no"
    return "yes" if left - (table.coup is not None) <= 0 else "no"


@seen("method")
def method(work: Work) -> str:
    """The dealing method in use."""
    coup = work.table.coup
    return work.house.method if coup is None else coup.method


@seen("source")
def source(work: Work) -> str:
    """What the cards are dealt from."""
    return work.house.source


@seen("coup")
def coup_in_progress(work: Work) -> str:
    """Whether a coup is in progress."""
    return "none" if work.table.coup is None else "in progress"


@seen("wagers")
def wagers(work: Work) -> str:
    """Whether any wager lies there for the coup to come or in progress."""
    return "some" if work.table.staked else "none"


@seen("exposed")
def any_exposed(work: Work) -> str:
    """Whether any card of the coup is exposed."""
    coup = work.table.coup
    slots = () if coup is None else coup.slots
    return "yes" if any(slot.exposed for slot in slots) else "no"


@seen("burn")
def burn(work: Work) -> str:
    """Whether cards were burned before play, may still be, or were forgotten."""
    shoe = work.table.shoe
    if shoe is None or shoe.burn_done is not None:
        return "done"
    return "forgotten" if shoe.coups or work.table.coup is not None else "not yet"


@seen("first")
def first_coup(work: Work) -> str:
    """Whether the first coup of the shoe is in progress."""
    shoe = work.table.shoe
    begun = shoe is not None and not shoe.coups and work.table.coup is not None
    return "yes" if begun else "no"


@seen("order")
def order(work: Work) -> str:
    """Whether the order of the shoe was committed to before its first card."""
    return "committed" if work.house.virtual else "unknown"


@seen("cut")
def cut(work: Work) -> str:
    """Whether the record has the cut of the cards in play."""
    shoe = work.table.shoe
    return "recorded" if shoe is not None and shoe.cut else "none"


@seen("cutting_card")
def cutting_card(work: Work) -> str:
    """Whether by the record the cutting card is still to come in this shoe."""
    shoe = work.table.shoe
    if shoe is None or work.table.stack is not None or shoe.order is not None:
        return "no shoe"
    ahead = shoe.behind is not None and shoe.cutting_card == "ahead"
    return "ahead" if ahead else "out"


@seen("scanning")
def scanning(work: Work) -> str:
    """Whether the shoe scans its cards."""
    return "yes" if work.house.scanning else "no"


@seen("display")
def display(work: Work) -> str:
    """Whether the table has a display of winning results."""
    return "yes" if work.house.wrd else "no"


@seen("agrees")
def agrees(work: Work) -> str:
    """Whether what was shown (told as `shown`) is the outcome of the cards."""
    command = _report(work)
    actual = outcome(work)
    if actual is None:
        return "no result"
    return "yes" if command.told.get("shown") == actual else "no"


def outcome(work: Work) -> str | None:
    """The outcome by the cards: of the coup named, else of the one in progress or the last."""
    command, coup = _report(work), work.table.coup
    if coup is None or command.coup not in (None, coup.number):
        results = work.table.results
        number = command.coup or (results[-1].coup if results else 0)
        result = result_of(work.table, number)
        return None if result is None else result.outcome
    if not coup.complete:
        return None
    return work.play.outcome(coup.known())


@seen("found")
def found(work: Work) -> str:
    """Whether it is found in the coup it is about, or after that was settled."""
    command, coup = _report(work), work.table.coup
    here = coup is not None and command.coup in (None, coup.number)
    return "in the coup" if here else "after settlement"


@seen("standing")
def standing(work: Work) -> str:
    """Whether the coup has an outcome that stands."""
    found = outcome(work)
    return "no" if found in (None, "void") else "yes"


@seen("game")
def game(work: Work) -> str:
    """The game in play, or the one that was when the coup named was settled."""
    command = _report(work)
    kept = kept_coup(work.table, command.coup or work.table.coups)
    return work.house.game if kept is None else kept.game


@seen("wrong_game")
def wrong_game(work: Work) -> str:
    """Whether wagers were settled as in another game (told as `settled_as`) than was in play."""
    command = _report(work)
    number = command.coup or work.table.coups
    result = result_of(work.table, number)
    if result is None or result.outcome == "void":
        return "nothing settled"
    marks = work.table.marks
    ruled = number == work.table.coups and marks.get("ruled:paid-by-other-game") == str(number)
    if ruled or f"{OTHER_GAME}{number}" in marks:
        return "ruled on already"
    return "no" if command.told.get("settled_as") == game(work) else "yes"
