"""What an overpayment or underpayment moves, and whether the record lets it be.

The error of a line is signed: above nothing what was handed out too much, below it too little.
"""

from __future__ import annotations

from pitboss.ledger import FLOAT, OUTSIDE, TOKENS, Transfer, chips_of, tokens_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.machine import Work, replace
from pitboss.table.settlement.least import least, shifted
from pitboss.table.settlement.line import KeptLine
from pitboss.table.state import Table
from pitboss.words.catalogue import Said


def _parts(line: KeptLine, signed: int) -> tuple[int, int]:
    """An error in chips and in tokens: chips are missing first, then tokens that were due."""
    chips = max(signed, -line.due_chips_cents)
    return chips, signed - chips


def possible(work: Work, coup: int, line: KeptLine, signed: int, before: int = 0) -> None:
    """Refused where the float or the patron never had it, by the record."""
    wrong = amiss(work, coup, line, signed, before)
    if wrong is not None:
        refuse(wrong.key, work.cite("payment-errors"), **wrong.params)


def amiss(work: Work, coup: int, line: KeptLine, signed: int, before: int = 0) -> Said | None:
    """Why the record does not let it be."""
    now, then = _parts(line, signed), _parts(line, before)
    chips, tokens = now[0] - then[0], now[1] - then[1]
    balances, person = work.table.balances, line.person
    if chips > balances.get(FLOAT, 0):
        held = sum_of(balances.get(FLOAT, 0))
        return Said("float-short.amiss", {"held": held})
    found = least(work.table.lows, person, coup)
    if chips < 0 and found is not None and found[0] < -chips:
        held = sum_of(found[0])
        return Said("record-refutes.chips", {"person": person, "held": held})
    there = found is None or not found[1]
    if tokens < 0 and there and balances.get(tokens_of(person), 0) < -tokens:
        return Said("record-refutes.tokens", {"person": person})
    return None


def moves(work: Work, coup: int, line: KeptLine, before: int, signed: int) -> tuple[Transfer, ...]:
    """Between float and patron; who has left since the coup has it outside."""
    now, then = _parts(line, signed), _parts(line, before)
    found = least(work.table.lows, line.person, coup)
    left = found is not None and found[1]
    moved = []
    for cents, house, theirs in (
        (now[0] - then[0], FLOAT, chips_of(line.person)),
        (now[1] - then[1], TOKENS, tokens_of(line.person)),
    ):
        if cents > 0:
            moved.append(Transfer(house, theirs, cents))
            moved += [Transfer(theirs, OUTSIDE, cents)] if left else []
        elif cents < 0:
            moved += [Transfer(OUTSIDE, theirs, -cents)] if left else []
            moved.append(Transfer(theirs, house, -cents))
    return tuple(moved)


def tokens_in(moved: tuple[Transfer, ...]) -> int:
    """The tokens that patrons have too few by this."""
    return sum(one.cents * ((one.target == TOKENS) - (one.source == TOKENS)) for one in moved)


def held_since(table: Table, coup: int, moved: tuple[Transfer, ...]) -> Table:
    """The patron held that much more or less ever since the coup."""
    lows, mark = table.lows, chips_of("")
    for one in moved:
        if one.source == FLOAT:
            lows = shifted(lows, one.target.removeprefix(mark), coup, one.cents)
        elif one.target == FLOAT:
            lows = shifted(lows, one.source.removeprefix(mark), coup, -one.cents)
    return replace(table, lows=lows)
