"""Wagers outside the limits: found as they lie, reduced by the dealer's choice, or left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from pitboss.editions.limits import effective
from pitboss.editions.wagers import Clauses
from pitboss.ledger import LAYOUT, Transfer, chips_of, tokens_of
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.lines import join
from pitboss.table.admission import Ruled, passes
from pitboss.table.authority.approvals import authorise
from pitboss.table.betting.ineligible import invalidate_wagers
from pitboss.table.betting.offer import no_bet, offered, on_sign
from pitboss.table.betting.place import nomination, permitted
from pitboss.table.betting.returns import give_back, give_part
from pitboss.table.betting.stakes import (
    area_most,
    holds,
    in_chips,
    on_area,
    on_layout,
    opposed_areas,
    span_of,
)
from pitboss.table.betting.validity import Void, WagerFoundInvalid
from pitboss.table.betting.window import dummy
from pitboss.table.machine import Command, Event, Query, TableEvent, Work, decides, replace
from pitboss.table.own import alike
from pitboss.table.people.bank import positive
from pitboss.table.people.player_card import card_of, card_rule
from pitboss.table.people.tokens import Vouchers, chosen, in_order, staked
from pitboss.table.procedures.arranged import arranged
from pitboss.table.procedures.boxes import position_for
from pitboss.table.settlement.counted import allowed, areas, unit
from pitboss.table.settlement.kept import on_hand, result_of
from pitboss.table.state import Placed, Table
from pitboss.table.tournament.wagers import found

LATE = "late-tail-void"
"""The rule by which a wager found after the close at a time that did not admit it goes back."""
Limit = Literal["maximum", "differential", "area-maximum"]


class FindWager(Command, frozen=True, kw_only=True):
    """Book a wager as it lies on the layout, within the limits or not.

    After the close `reason` says how it is known to have lain there before; `approval` is the
    one that a wager on both hands takes.
    """

    person: str
    wager: str
    amount_cents: int
    tokens: bool = False
    box: int | None = None
    approval: int | None = None
    reason: str | None = None
    nominated: str = ""


class ReduceWagers(Command, frozen=True, kw_only=True):
    """Reduce the wagers on a hand pro rata to a limit, or choose to leave them."""

    area: str
    limit: Literal["differential", "area-maximum"]
    choice: Literal["reduce", "leave"] = "reduce"


class FindPastExcess(Command, frozen=True, kw_only=True):
    """Note that a limit was exceeded in an earlier coup."""

    coup: int
    limit: Limit
    person: str | None = None


class WagerFound(TableEvent, frozen=True, kw_only=True):
    """A wager was found on the layout; `against` says which limits it is outside of."""

    number: int
    person: str
    wager: str
    amount_cents: int
    tokens: bool = False
    box: int | None = None
    late: bool = False
    against: tuple[str, ...] = ()
    both: int | None = None
    reason: str | None = None
    position: int | None = None
    vouchers: Mapping[str, int] = msgspec.field(default_factory=dict)
    nominated: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's hand to the layout, where it has lain already."""
        source = tokens_of(self.person) if self.tokens else chips_of(self.person)
        return (Transfer(source, LAYOUT, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """On the layout, booked in the order of finding."""
        tokens = self.amount_cents if self.tokens else 0
        placed = alike(
            Placed,
            self,
            stake_cents=self.amount_cents,
            tokens_cents=tokens,
            vouchers=staked(table, self.person, tokens, self.vouchers),
        )
        return replace(table, placed=self.number, wagers={**table.wagers, self.number: placed})


class WagersReduced(TableEvent, frozen=True, kw_only=True):
    """The dealer chose to reduce the wagers on a hand; what each gave back follows."""

    area: str
    limit: str
    total_cents: int
    allowed_cents: int
    box: int | None = None


class ExcessLeft(TableEvent, frozen=True, kw_only=True):
    """The dealer chose to leave wagers above a limit as they are."""

    area: str
    limit: str
    total_cents: int
    allowed_cents: int
    box: int | None = None


class PastExcessFound(Event, frozen=True, kw_only=True):
    """A limit was exceeded in an earlier coup; its wagers and result stand."""

    coup: int
    limit: Limit
    person: str | None = None


def _unfixed(query: Query) -> None:
    if query.table.betting.fixed:
        refuse("betting-closed.find", query.edition.close.clauses)


def _stakes(work: Query, person: str) -> None:
    work.player(person)
    holds(work, person, work.table.sign.minimum_cents, tokens=False)
    if work.table.betting.closed and "find-late-wager" in work.edition.approvals:
        refuse("reason-missing.late", work.cite("find-late-wager"))


def _on_dummy(work: Query) -> Clauses | None:
    """The clauses by which a wager on a dummy coup is void; refused where it is not to be booked.

    Nothing where the coup is an ordinary one.
    """
    void = work.rule("no-bet-wager-void")
    if void is None or not dummy(work.table):
        no_bet(work)
        return None
    return void.clauses


@decides(
    FindWager,
    rules=(
        *("limits-sign", "keep-to-limits", "chips-or-tokens", "no-bet-no-wagers"),
        *("box-closed", "invalid-returned", "no-bet-wager-void", LATE),
        *("tournament-made-up", "tournament-out-of-turn", "tournament-increments"),
    ),
    approvals=("find-late-wager", "both-hands", "limit-players"),
    needs=(_on_dummy, _unfixed),
    fits={"person": passes(_stakes), "wager": passes(offered), "amount_cents": passes(in_chips)},
)
def find(work: Work, command: FindWager) -> None:
    """What lies there is booked; the limits say later what counts of it.

    What the player may not wager at all goes back: it is no valid bet.
    """
    positive(command.amount_cents)
    void = _on_dummy(work)
    in_chips(work, command.amount_cents)
    player = work.player(command.person)
    wager = on_sign(work, command.wager)
    nominated = nomination(work, wager, command.nominated)
    shut = work.play.refused(work, command.wager)
    if shut is not None and not (work.table.betting.closed and work.rule(LATE) is not None):
        sure(shut)
    holds(work, command.person, command.amount_cents, tokens=command.tokens)
    _unfixed(work)
    late = work.table.betting.closed
    box = command.box if command.box is not None else player.seat
    if box is not None and not 1 <= box <= work.house.seats:
        refuse("no-such-seat.find", box=box)
    against, clauses = _against(work, command, box, late=late)
    clauses += _late(work, command) if late else ()
    may = _permitted(work, command.person, command.wager, box, command.approval, displaces=False)
    if shut is not None:
        may = shut
    vouchers: Vouchers | Refusal = {}
    if command.tokens:
        vouchers = _chosen(work, command.person, command.wager, command.amount_cents)
    if isinstance(vouchers, Refusal):
        may = may if isinstance(may, Refusal) else vouchers
        vouchers = in_order(work.table, command.person, command.amount_cents)
    number = work.table.placed + 1
    work.emit(
        WagerFound,
        command,
        number=number,
        box=box,
        late=late,
        against=against,
        position=None if wager.optional else position_for(work, box, None),
        nominated=nominated,
        both=None if isinstance(may, Refusal) else may[1],
        vouchers=vouchers,
        clauses=tuple(dict.fromkeys((*clauses, *wager.clauses, *work.cite("limits-sign")))),
    )
    if void is not None:
        _invalid(work, command, number, "no-bet-coup", void)
    elif isinstance(may, Refusal):
        cited = may.clauses + (work.cite("invalid-returned") if late else ())
        cited += work.cite(LATE) if shut is not None else ()
        work.emit(
            WagerFoundInvalid,
            command,
            number=number,
            defect="not-permitted",
            clauses=tuple(dict.fromkeys(cited)),
        )
        give_back(work, work.table.wagers[number], "invalid", cited)
    elif card_rule(work, command.at) is not None and card_of(work.table, command.person) is None:
        invalidate_wagers(work, command.person, "no card")
    found(work, number, late=late)


def _invalid(work: Work, command: FindWager, number: int, defect: Void, clauses: Clauses) -> None:
    """What was booked is no valid bet, and goes back."""
    work.emit(WagerFoundInvalid, command, number=number, defect=defect, clauses=clauses)
    give_back(work, work.table.wagers[number], "invalid", clauses)


_permitted = refusable(permitted)
_chosen = refusable(chosen)


def _late(work: Work, command: FindWager) -> Clauses:
    """After the close only on a supervisor's word that it lay there before."""
    if "find-late-wager" not in work.edition.approvals:
        return ()
    clauses = authorise(work, "find-late-wager")
    if not (command.reason or "").strip():
        refuse("reason-missing.late", clauses)
    return clauses


def _against(
    work: Work, command: FindWager, box: int | None, *, late: bool
) -> tuple[tuple[str, ...], Clauses]:
    """The limits that a wager as it lies is outside of, with the clauses that then speak."""
    sign, limits = work.table.sign, work.edition.limits
    span = span_of(work, command.person, command.wager)
    outside: list[str] = []
    clauses: Clauses = ()
    if command.amount_cents < span.minimum_cents:
        outside.append("below-minimum")
        clauses += limits.below_minimum.clauses if late else ()
    if span.maximum_cents is not None and command.amount_cents > span.maximum_cents:
        outside.append("above-maximum")
        clauses += limits.above_maximum.clauses if late else ()
    most, own = sign.by_player_maximum_cents, work.table.people[command.person].personal
    in_all = on_layout(work, command.person) + command.amount_cents
    if most is not None and own is None and in_all > most:
        outside.append("above-player-maximum")
        clauses += limits.over_player.clauses if late and limits.over_player is not None else ()
    if own is None and in_all < sign.by_player_minimum_cents:
        outside.append("below-player-minimum")
        clauses += limits.below_minimum.clauses if late else ()
    most = area_most(work, command.person, command.wager)
    in_all = on_area(work, command.wager, box) + command.amount_cents
    if most is not None and in_all > most:
        outside.append("above-area-maximum")
        clauses += limits.over_area.clauses if late and limits.over_area is not None else ()
    return tuple(outside), clauses + (work.cite("keep-to-limits") if outside else ())


@decides(
    ReduceWagers,
    approvals=("reduce-to-differential",),
    fits={"area": lambda standing, area: area in opposed_areas(standing)},
)
def reduce(work: Work, command: ReduceWagers) -> None:
    """Before the close, on Player's or Banker's Hand only, to the unit of the table."""
    rule = work.edition.limits.over_differential
    if rule is None or not rule.by_choice:
        refuse("not-provided.reduce")
    key = "reduce-to-differential"
    clauses = authorise(work, key) if key in work.edition.approvals else rule.clauses
    if work.table.betting.closed and (rule.until == "close" or work.table.coup is not None):
        refuse("betting-closed.reduce", rule.clauses)
    if command.area not in opposed_areas(work):
        titles = [work.edition.wagers[area].title for area in opposed_areas(work)]
        refuse("main-hands-only", rule.clauses, titles=" or ".join(titles))
    over = [
        (group, total, most)
        for group, most in _groups(work, command)
        if (total := sum(placed.stake_cents for placed in group)) > most
    ]
    if not over:
        refuse("within-limits", rule.clauses)
    event = WagersReduced if command.choice == "reduce" else ExcessLeft
    for group, total, most in over:
        work.emit(
            event,
            command,
            total_cents=total,
            allowed_cents=most,
            box=group[0].box if len(over) > 1 else None,
            clauses=join(rule.clauses, clauses),
        )
        if command.choice == "leave":
            continue
        stakes = [placed.stake_cents for placed in group]
        kept = effective(rule, stakes, most, unit(work), chips=work.chips)
        for placed, stake in zip(group, kept, strict=True):
            if stake < placed.stake_cents:
                cents = placed.stake_cents - stake
                give_part(work, placed, cents, "reduced pro rata", rule.clauses)


def _groups(work: Work, command: ReduceWagers) -> list[tuple[list[Placed], int]]:
    """The wagers that a limit takes together, and the most it lets them be."""
    sign = work.table.sign
    clauses = work.cite("limits-sign")
    if command.limit == "area-maximum":
        most = sign.area_maximum_cents.get(command.area)
        if most is None:
            refuse("no-such-limit.area-maximum", clauses)
        return [(group, most) for group in areas(work, command.area)]
    if sign.differential_cents is None:
        refuse("no-such-limit.differential", clauses)
    opposed = opposed_areas(work)
    other = opposed[1 - opposed.index(command.area)]
    against = areas(work, other, whole=True)[0]
    lying = sum(placed.stake_cents for placed in against if not arranged(work, placed))
    group = [one for one in areas(work, command.area, whole=True)[0] if not arranged(work, one)]
    return [(group, allowed(work, lying))]


def _finished(query: Query) -> None:
    if not query.table.results:
        cited = query.cite("previous-coups-stand")
        refuse("no-such-coup.finished", cited)


@decides(FindPastExcess, needs=(Ruled("previous-coups-stand"), _finished))
def find_past(work: Work, command: FindPastExcess) -> None:
    """An earlier coup is never settled anew for a limit that was exceeded."""
    rule = work.required("previous-coups-stand")
    on_hand(work.table, command.coup, rule.clauses)
    if result_of(work.table, command.coup) is None:
        refuse("no-such-coup.find-past", rule.clauses, coup=command.coup)
    if command.person is not None and command.person not in work.table.people:
        refuse("unknown-person.find-past", person=command.person)
    work.emit(PastExcessFound, command, clauses=rule.clauses)
