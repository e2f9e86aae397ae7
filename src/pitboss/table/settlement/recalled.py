"""A settled coup as it lay, with its own hands or others: when each wager of it is settled.

Its wagers lie there again, and are settled moment by moment as the coup would have been dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.settle.model import Line
from pitboss.table.cards.parts import Slot
from pitboss.table.machine import Query, Work, replace
from pitboss.table.own import alike
from pitboss.table.play import END, Pay, Stays
from pitboss.table.settlement.held import without_result
from pitboss.table.settlement.kept import Kept
from pitboss.table.settlement.line import KeptLine
from pitboss.table.settlement.settle import Settled
from pitboss.table.state import Hands, Placed, Round
from pitboss.table.terminals.parts import at_terminal


@dataclass(frozen=True)
class Moment:
    """When a wager is settled, and on which facts."""

    name: str
    fact: Any


Moments = Mapping[int, Moment]
"""By the number of the wager."""


def recall(work: Query, coup: int, kept: Kept, hands: Hands) -> Moments | None:
    """When each wager of a settled coup is settled where these hands lie.

    Nothing where the rules would not have dealt the coup so, and to its end.
    """
    lying = {
        name: tuple(Slot(card=card, exposed=True) for card in hand) for name, hand in hands.items()
    }
    own = work.play.recalled(hands, kept.lines)
    dealt = Round(number=coup, method=work.house.method, hands=lying, own=own)
    wagers = {one.number: placed_of(one) for one in kept.lines}
    query = Query(work.rules, replace(work.table, coup=dealt, wagers=wagers))
    if not work.play.complies(query, dealt):
        return None
    moments: dict[int, Moment] = {}
    passed: list[str] = []
    while END not in passed:
        step = query.play.next(query)
        name = step.moment if isinstance(step, Pay) and step.moment not in passed else END
        if name == END and query.play.due(query, dealt) != "none":
            return None
        passed.append(name)
        fact_of = query.play.facts(query, hands, name)
        facts = {number: fact_of(placed) for number, placed in query.table.wagers.items()}
        for number, fact in facts.items():
            if not isinstance(fact, Stays):
                moments[number] = Moment(name, fact)
        left = {
            number: placed for number, placed in query.table.wagers.items() if number not in moments
        }
        query = Query(query.rules, replace(query.table, wagers=left))
    return moments


def settled_on(
    work: Work, kept: Kept, moments: Moments, clauses: Clauses, game: str | None = None
) -> tuple[Settled, ...]:
    """The wagers of a coup settled at these moments, by the rules and the sign of then."""
    if kept.edition != work.edition.name:
        refuse("another-edition", clauses, edition=kept.edition)
    house = replace(
        work.house,
        game=game or kept.game,
        decks=kept.decks,
        layout=kept.layout,
        chips=kept.chips,
    )
    setting = work.rules.setting(house, replace(work.table.sign, values=kept.values))
    found = []
    for one in kept.lines:
        moment = moments.get(one.number)
        if moment is None:
            refuse("wager-stays.resettled", clauses, wager=one.wager)
        line = work.rules.line(one.wager, setting, one.stake_cents, moment.fact)
        line, held = without_result(work, placed_of(one), line)
        found.append(settled_as(work, one, line, held=held))
    return tuple(found)


def placed_of(one: KeptLine) -> Placed:
    """A settled wager as it lay on the layout."""
    return alike(Placed, one, defect=one.defect or None, fixed=False, position=None, taken=False)


def settled_as(work: Query, one: KeptLine, line: Line, *, held: bool = False) -> Settled:
    """A kept wager with the line by which it is settled."""
    at = at_terminal(work.table, one.person)
    return alike(Settled, one, line=line, held=held, terminal=at)
