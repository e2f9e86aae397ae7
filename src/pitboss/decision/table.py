"""The compiler of decision tables: a wager's rows, run once over its whole space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.decision.space import Member, Space
from pitboss.editions.wagers import Row, Wager
from pitboss.errors import ContradictoryTableError
from pitboss.money import AtOdds, parse_pay

NOT_OFFERED = -1
Placed = tuple[Row, tuple[str | int, ...]]
"""A row and where it stands in the wager."""


@dataclass(frozen=True)
class DecisionTable:
    """A compiled wager: for each member of the space, the number of the row that decides it.

    `rows` ends with the `otherwise` row; NOT_OFFERED marks members in which a wager that is
    offered in mid-round is not offered.
    """

    wager: str
    space: Space
    rows: tuple[Row, ...]
    row_of: tuple[int, ...]

    def row(self, member: Member) -> Row | None:
        """The row that decides this member; None where the wager is not offered."""
        number = self.row_of[self.space.index[member]]
        return None if number == NOT_OFFERED else self.rows[number]


def pays_under(row: Row) -> Mapping[str, str]:
    """The row's pay for each value it is bound to; the empty value where it is not bound."""
    if row.pays is None:
        return {}
    if isinstance(row.pays, str):
        return {"": row.pays}
    return {value: pay for value, pay in row.pays.items() if value != "by"}


def compile_table(name: str, wager: Wager, space: Space, game: str) -> DecisionTable:
    """Compile one wager for one game.

    Proves that every row is reachable, that rows overlap only where the wager pays the
    highest win event only (and then that the row printed first pays no less), and gives
    every member its row.
    """
    rows: list[Placed] = [
        (row, ("rows", number))
        for number, row in enumerate(wager.rows)
        if not row.games or game in row.games
    ]
    for row, place in rows:
        for fact in row.when:
            if fact not in space.facts:
                sentence = f"row '{row.label}': the {space.name} space has no fact '{fact}'"
                raise ContradictoryTableError(sentence, place)
    read = {fact for row, _ in rows for fact in row.when}
    if wager.offer:
        read.update(wager.offer.when)
    # Only the facts that are read can make a difference: compile over their projection.
    small, shadows = space.project(read)
    matches = []
    for row, place in rows:
        try:
            matches.append(small.matching(row.when))
        except ValueError as error:
            raise ContradictoryTableError(f"row '{row.label}': {error}", place) from error
    offered = small.matching(wager.offer.when) if wager.offer else [True] * len(small.members)
    decided: dict[Member, int] = {}
    for position, member in enumerate(small.members):
        if not offered[position]:
            decided[member] = NOT_OFFERED
            continue
        hits = [number for number, match in enumerate(matches) if match[position]]
        if len(hits) > 1:
            _check_overlap(wager, *(rows[number] for number in hits[:2]))
        decided[member] = hits[0] if hits else len(rows)
    reached = set(decided.values())
    for number, (row, place) in enumerate(rows):
        if number not in reached:
            raise ContradictoryTableError(f"row '{row.label}' is never reached", place)
    if len(rows) not in reached:
        raise ContradictoryTableError("the otherwise row is never reached", ("otherwise",))
    row_of = tuple(decided[shadow] for shadow in shadows)
    return DecisionTable(name, space, (*(row for row, _ in rows), wager.otherwise), row_of)


def _check_overlap(wager: Wager, hidden_by: Placed, hidden: Placed) -> None:
    """Two rows that match one member must be of a wager that pays the highest, in that order."""
    (first, first_place), (second, second_place) = hidden_by, hidden
    if wager.hits.policy == "unique":
        raise ContradictoryTableError(
            f"rows '{first.label}' ({', '.join(first.clauses)}) and '{second.label}' "
            f"({', '.join(second.clauses)}) both match",
            second_place,
        )
    higher, lower = pays_under(first), pays_under(second)
    for value in (set(higher) | set(lower)) - {""} or {""}:
        top = parse_pay(higher.get(value) or higher[""])
        low = parse_pay(lower.get(value) or lower[""])
        if not isinstance(top, AtOdds) or not isinstance(low, AtOdds):
            sentence = "only odds can be compared for the highest win event"
            raise ContradictoryTableError(sentence, first_place)
        if top.to * low.of < low.to * top.of:
            raise ContradictoryTableError(
                f"row '{first.label}' pays less than '{second.label}', which it hides",
                first_place,
            )
