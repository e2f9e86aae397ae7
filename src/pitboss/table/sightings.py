"""The facts of a situation that the core sees for itself, in the state and in the report."""

from __future__ import annotations

from pitboss.baccarat import points
from pitboss.baccarat.points import count
from pitboss.refusal import refuse
from pitboss.table.acts import Work
from pitboss.table.dealing import cards_of, due, tableau
from pitboss.table.state import Coup
from pitboss.table.trouble import ReportIrregularity, seen


@seen("notified")
def notified(work: Work) -> str:
    """Whether an error is notified in time: during its coup, after it is settled, or too late.

    The next coup's first card, an empty shoe and the closing of the table all end the time
    (Star 12.1(b), 12.1.4, X26).
    """
    table = work.table
    command = work.command
    assert isinstance(command, ReportIrregularity)
    number = command.coup or table.coups
    if not 1 <= number <= table.coups:
        refuse("no-such-coup", f"No coup {number} was dealt at this table.")
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
    """The hand that the next card is due to: one of the first four, a third card, or none."""
    coup = work.table.coup
    return "none" if coup is None else due_in(work, coup)


def due_in(work: Work, coup: Coup) -> str:
    """The hand that the next card of a coup is due to, as far as the cards seen tell."""
    if len(coup.player) + len(coup.banker) < 4:
        return "initial"
    if any(not slot.exposed for slot in (*coup.player, *coup.banker)):
        return "unknown"
    hand = due(tableau(work), coup)
    return "none" if hand is None else hand[0]


@seen("to_come")
def to_come(work: Work) -> str:
    """Whether a card is still to be dealt or exposed in the coup (X23)."""
    return "no" if card_due(work) == "none" else "yes"


@seen("enough")
def enough_cards(work: Work) -> str:
    """Whether the shoe has the card that is due now (Star 12.6)."""
    shoe = work.table.shoe
    wanting = shoe is None or shoe.left == 0
    return "no" if wanting and card_due(work) in ("initial", "player", "banker") else "yes"


@seen("face")
def face(work: Work) -> str:
    """Whether the card that came out was seen."""
    command = work.command
    assert isinstance(command, ReportIrregularity)
    return "face down" if command.card is None else "exposed"


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


@seen("exposed")
def any_exposed(work: Work) -> str:
    """Whether any card of the coup is exposed."""
    coup = work.table.coup
    slots = () if coup is None else (*coup.player, *coup.banker)
    return "yes" if any(slot.exposed for slot in slots) else "no"


@seen("burn")
def burn(work: Work) -> str:
    """Whether cards were burned before play, may still be, or were forgotten (X18)."""
    shoe = work.table.shoe
    if shoe is None or shoe.burn_done is not None:
        return "done"
    return "forgotten" if shoe.coups or work.table.coup is not None else "not yet"


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
    command = work.command
    assert isinstance(command, ReportIrregularity)
    actual = outcome(work)
    if actual is None:
        return "no result"
    return "yes" if command.told.get("shown") == actual else "no"


def outcome(work: Work) -> str | None:
    """The outcome of the coup in progress by its cards, or of the last one."""
    coup = work.table.coup
    if coup is None:
        return work.table.results[-1].outcome if work.table.results else None
    if not coup.result_announced:
        return None
    return points.outcome(count(cards_of(coup.player)), count(cards_of(coup.banker)))


@seen("game")
def game(work: Work) -> str:
    """The game in play."""
    return work.house.game


@seen("wrong_game")
def wrong_game(work: Work) -> str:
    """Whether wagers were settled as in another game (told as `settled_as`) than is in play."""
    command = work.command
    assert isinstance(command, ReportIrregularity)
    number = command.coup or work.table.coups
    settled = [one.coup for one in work.table.results if one.outcome != "void"]
    if number not in settled:
        return "nothing settled"
    ruled = work.table.marks.get("ruled:paid-by-other-game")
    if number == work.table.coups and ruled == str(number):
        return "ruled on already"
    return "no" if command.told.get("settled_as") == work.house.game else "yes"
