"""What a table knows of the session that it plays: who, from which box, and how far it is."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import msgspec

from pitboss.ledger import chips_of
from pitboss.refusal import refuse
from pitboss.table.machine import Query, replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import remember
from pitboss.table.procedures.ring import place_of
from pitboss.table.state import Role, SignState, Table

NAME = "tournament"
"""The overlay that holds while a session is played, and what remembers the session."""
CLOCK: tuple[Role, ...] = ("clock",)
"""What a tournament tells a table comes by the clock."""


class Form(Part, frozen=True, kw_only=True):
    """An undisclosed wager that was announced: as it was written, and for how much it counts."""

    person: str
    wager: str
    amount_cents: int
    counts_cents: int
    nonce: str
    commitment: str


class Slip(Part, frozen=True, kw_only=True):
    """An undisclosed wager handed in: what commits to it, and nothing of what it says.

    `number`: the wager that lies for it on the layout; `form` is there once it is announced.
    """

    commitment: str
    examined: bool = False
    number: int = 0
    form: Form | None = None

    @property
    def announced(self) -> bool:
        """Whether it is disclosed."""
        return self.form is not None


class Fallen(Part, frozen=True, kw_only=True):
    """Someone whom the coup just over put out: from which box, with what left."""

    box: int
    residual_cents: int


@own_part
class TournamentPlay(Part, Own, frozen=True, kw_only=True, tag_field="own", tag="tournament"):
    """A session in progress.

    `boxes` are those of the players who are left, `everyone` all who began. `coups` is how many
    are over; `since` when the time for the next wager began. `passed` and `sealed` count what
    each has used, `passing` and `slips` are of the coup to come or in progress; `forms` are of
    the coup that is over, `fallen` whom it put out.
    """

    tournament: str
    session: int
    boxes: Mapping[str, int]
    everyone: tuple[str, ...] = ()
    sign: SignState = SignState()
    order: bool = False
    from_marker: bool = False
    pass_cards: int = 0
    undisclosed: int = 0
    seconds: int | None = None
    held: bool = False
    ending: bool = False
    coups: int = 0
    since: dt.datetime | None = None
    no_more: bool = False
    absent: tuple[str, ...] = ()
    passed: Mapping[str, int] = msgspec.field(default_factory=dict)
    passing: tuple[str, ...] = ()
    sealed: Mapping[str, int] = msgspec.field(default_factory=dict)
    slips: Mapping[str, Slip] = msgspec.field(default_factory=dict)
    forms: tuple[Form, ...] = ()
    fallen: Mapping[str, Fallen] = msgspec.field(default_factory=dict)


def play_of(table: Table) -> TournamentPlay | None:
    """The session that a table plays; mostly none."""
    return cast(TournamentPlay | None, table.conduct.get(NAME))


def the_play(query: Query) -> TournamentPlay:
    """The session that is played; refused where there is none."""
    play = play_of(query.table)
    if play is None:
        refuse("no-session", query.cite("tournament-exclusive"))
    return play


def change_play(table: Table, **fields: Any) -> Table:
    """The table with its session changed."""
    play = play_of(table)
    return table if play is None else remember(table, NAME, replace(play, **fields))


def player_in(query: Query, person: str) -> TournamentPlay:
    """The session, of somebody who plays in it and is not out."""
    play = the_play(query)
    if person not in play.boxes:
        refuse("not-in-session", query.cite("tournament-exclusive"), person=person)
    return play


def minimum(table: Table) -> int:
    """The least wager of a coup."""
    return table.sign.minimum_cents


def held(table: Table, person: str) -> int:
    """The chips that a player has in hand."""
    return table.balances.get(chips_of(person), 0)


def staked(table: Table, person: str) -> int:
    """What a player has on the layout, with what this coup has settled of it already."""
    paid = () if table.coup is None else table.coup.paid
    lying = sum(one.stake_cents for one in table.wagers.values() if one.person == person)
    return lying + sum(line.stake_cents for line in paid if line.person == person)


# The order of wagering --------------------------------------------------------------------


def marker(table: Table) -> int:
    """The box that has the marker: the first in the first coup, the second in the second."""
    play, house = play_of(table), table.house
    assert play is not None
    assert house is not None
    return play.coups % house.seats + 1


def from_marker(table: Table, boxes: Iterable[int]) -> list[int]:
    """Boxes in the order from the marker to the left."""
    house = table.house
    assert house is not None
    first = place_of(table, marker(table))
    return sorted(boxes, key=lambda box: (place_of(table, box) - first) % house.seats)


def in_order(table: Table) -> list[str]:
    """The players who wager, the one with the marker first, then to the left."""
    play = play_of(table)
    assert play is not None
    by_box = {box: person for person, box in play.boxes.items() if person not in play.absent}
    return [by_box[box] for box in from_marker(table, by_box)]


def has_acted(table: Table, person: str) -> bool:
    """Whether a player has wagered on the coup to come, openly or not, or has passed."""
    play = play_of(table)
    assert play is not None
    wagered = any(one.person == person for one in table.wagers.values())
    return wagered or person in play.slips or person in play.passing


def waiting(table: Table) -> Iterator[str]:
    """The players who have done nothing yet on the coup to come, in order."""
    return (person for person in in_order(table) if not has_acted(table, person))


def in_turn(table: Table, person: str) -> bool:
    """Whether it is a player's turn: all before have acted, and nobody after.

    Who has nothing on the layout because a slip went back, or who was absent, may still act.
    """
    order = in_order(table)
    if person not in order:
        return False
    place = order.index(person)
    before, after = order[:place], order[place + 1 :]
    if not all(has_acted(table, one) for one in before):
        return False
    return not has_acted(table, person) or not any(has_acted(table, one) for one in after)


def acted(table: Table, at: dt.datetime) -> Table:
    """With an act of one player the time of the next begins, where they wager in order."""
    play = play_of(table)
    if play is None or not play.order or table.coup is not None:
        return table
    return remember(table, NAME, replace(play, since=at))


def called(table: Table, at: dt.datetime, *, no_more: bool) -> Table:
    """The dealer has called: the time for wagers begins, or nobody wagers any more."""
    play = play_of(table)
    if play is None:
        return table
    changed = replace(play, no_more=True) if no_more else replace(play, since=at, no_more=False)
    return remember(table, NAME, changed)


# Undisclosed wagers -----------------------------------------------------------------------


def sealed_stakes(table: Table) -> frozenset[int]:
    """The wagers on the layout that lie there for a slip that nobody has disclosed."""
    play = play_of(table)
    if play is None:
        return frozenset()
    return frozenset(
        slip.number for slip in play.slips.values() if slip.number and not slip.announced
    )


def disclosed(table: Table) -> frozenset[int]:
    """The wagers on the layout that were undisclosed before."""
    play = play_of(table)
    if play is None:
        return frozenset()
    return frozenset(slip.number for slip in play.slips.values() if slip.announced)


def slip_boxes(table: Table) -> frozenset[int]:
    """The boxes whose player handed in a slip for the coup."""
    play = play_of(table)
    if play is None:
        return frozenset()
    return frozenset(play.boxes[person] for person in play.slips if person in play.boxes)


def forget_forms(table: Table) -> Table:
    """With the first card of a coup the forms of the one before are no longer shown."""
    play = play_of(table)
    return table if play is None or not play.forms else change_play(table, forms=())


def deemed(table: Table, number: int) -> bool:
    """Whether a wager was undisclosed and is for what the rules make of its slip."""
    play = play_of(table)
    forms = (
        [] if play is None else [one.form for one in play.slips.values() if one.number == number]
    )
    return any(form is not None and form.counts_cents != form.amount_cents for form in forms)
