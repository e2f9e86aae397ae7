"""Procedures that have a state of their own: an edition chooses them and gives their values."""

from __future__ import annotations

from typing import Literal

import msgspec

from pitboss.editions.wagers import Cited, Clauses


class Seats(Cited, frozen=True, kw_only=True):
    """Where seat 1 is; the seats are numbered from there round the table."""

    first: Literal["dealers-left", "dealers-right"]


class Cutter(Cited, frozen=True, kw_only=True):
    """Who cuts: those whose `turn` it is, or `anyone` at the table.

    Another person than the first in turn is offered the cut by the approval
    `designate-cutter`; somebody who does not play by `other-cutter`.
    """

    who: Literal["turn", "anyone"]


class CoupBurn(Cited, frozen=True, kw_only=True):
    """A card burned before a round: where the dealer chooses, or while it is ordered.

    The order takes the approval `burn-before-coups`.
    """

    when: Literal["chosen", "ordered"]


class ShoeHolder(Cited, frozen=True, kw_only=True):
    """Players draw the cards by these `methods`: to whom the shoe is offered, and how it goes on.

    `highest`: the seated player with the highest wager; `turn`: from the dealer's right, against
    the clock. `loses` names the outcome after which the shoe goes on to the next, or says that it
    does when the holder's own `wager` loses. `otherwise` is the method while nobody takes it. The
    dealer has the shoe again by the approval `take-shoe-back`. By the methods of `one` it is a
    player's whom staff name, and goes on to nobody; another deals in the place of whoever may
    have it by the approval `delegate-shoe`. The clauses say: of equal wagers
    who comes first, that all may decline, that another may deal for the holder, that control is
    given up, or lost.
    """

    offered: Literal["highest", "turn"]
    methods: tuple[str, ...]
    one: tuple[str, ...] = ()
    loses: str | None = None
    otherwise: str | None = None
    equal_clauses: Clauses = ()
    declined_clauses: Clauses = ()
    deputy_clauses: Clauses = ()
    given_up_clauses: Clauses = ()
    loses_clauses: Clauses = ()


class Deferral(Cited, frozen=True, kw_only=True):
    """Commission that seated players may owe until the shoe is over.

    It takes the approval `defer-commission`. The clauses say when it is collected: at the end of
    the shoe, earlier where its player asks or leaves; and that a marker shows it.
    """

    at_end_clauses: Clauses = ()
    asked_clauses: Clauses = ()
    leaving_clauses: Clauses = ()
    marker_clauses: Clauses = ()


class Entitlement(Cited, frozen=True, kw_only=True):
    """A player may have several side wagers of a kind, and any other wager entitles to one.

    Who has none comes last.
    """


class Facing(Cited, frozen=True, kw_only=True):
    """Staff choose whether cards are dealt face up or down, by the approval `deal-facing`."""


class Arranged(Cited, frozen=True, kw_only=True):
    """Players may exceed the differential on these areas, up to an agreed maximum.

    `over` is the key of the sign by which what exceeds it is settled. It takes the approval
    `exceed-differential`.
    """

    over: str
    areas: tuple[str, ...]


class Boxes(Cited, frozen=True, kw_only=True):
    """Wagers lie on boxes, which so many players may share; one of them controls the hand.

    The clauses say why: who is seated there, the highest wager, the nearest to the dealer. Fewer
    share a box by the approval `limit-players-in-area`.
    """

    most: int
    seated_clauses: Clauses = ()
    highest_clauses: Clauses = ()
    nearest_clauses: Clauses = ()


class Holding(Cited, frozen=True, kw_only=True):
    """Players who sat out a round of a shoe may be held to the minimum, or any player to one box.

    For this shoe it takes the approval `hold-to-minimum`, for further ones
    `hold-to-minimum-further-shoes`, to one box `one-area-at-minimum`. Those `told` beforehand are
    told of the last two.
    """

    told: tuple[str, ...] = ()


class Several(Cited, frozen=True, kw_only=True):
    """A player of several boxes gives one up where others find no seat."""


class Reserving(Cited, frozen=True, kw_only=True):
    """Boxes may be kept for one player, by the approval `reserve-areas`."""


class Period(Cited, frozen=True, kw_only=True):
    """How long wagers are taken once they are called for; never less than `least` seconds.

    Another length is set, and a period that runs made longer, by the approval `wagering-period`.
    """

    seconds: int
    least: int = 1


class Terminals(Cited, frozen=True, kw_only=True):
    """Automated terminals play beside the cloth, in the wagering period.

    After a malfunction payment may be withheld for so many hours.
    """

    withheld_hours: int


class Conduct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The procedures of an edition; what is not named is not done, or done the usual way."""

    seats: Seats | None = None
    cutter: Cutter | None = None
    coup_burn: CoupBurn | None = None
    shoe_holder: ShoeHolder | None = None
    commission: Deferral | None = None
    period: Period | None = None
    terminals: Terminals | None = None
    boxes: Boxes | None = None
    holding: Holding | None = None
    reserving: Reserving | None = None
    several: Several | None = None
    facing: Facing | None = None
    entitlement: Entitlement | None = None
    arranged: Arranged | None = None


LOW_STAKE, PLAYER_CARD = "low_stake", "player_card"
OPTIONAL = (*Conduct.__struct_fields__, LOW_STAKE, PLAYER_CARD)
"""The procedures that an edition may do without.

A limit rule chooses that of low stakes, a dated rule that of cards which players show.
"""
