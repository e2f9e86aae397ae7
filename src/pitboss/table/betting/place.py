"""Wagers on the layout: placed, increased, withdrawn, while betting is open.

Which wagers there are is the edition's; who may place them now, and for how much, is here.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.editions.wagers import Clauses, Wager
from pitboss.ledger import LAYOUT, Transfer, chips_of, tokens_of
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import not_offered
from pitboss.table.authority.approvals import authorise
from pitboss.table.betting.returns import give_back
from pitboss.table.betting.stakes import (
    area_open,
    by_player,
    holds,
    in_chips,
    opposed_areas,
    own_wager,
    within,
)
from pitboss.table.machine import Command, Query, TableEvent, Work, decides, replace
from pitboss.table.people.bank import positive
from pitboss.table.people.player_card import entitled
from pitboss.table.people.presence import marker_follows
from pitboss.table.people.reserved import not_reserved
from pitboss.table.people.restrictions import on_one_box
from pitboss.table.people.tokens import Vouchers, chosen, staked, together
from pitboss.table.procedures.boxes import on_box, position_for, without_main
from pitboss.table.procedures.dummy import make_no_bet
from pitboss.table.procedures.period import in_period
from pitboss.table.procedures.side_priority import _priority, positions
from pitboss.table.state import Placed, Round, Table


class PlaceWager(Command, frozen=True, kw_only=True):
    """Put chips, or promotional tokens, on a wagering area.

    `assisted` holds the instruction given to a dealer who places it for the player; `voucher`
    says of which voucher the tokens are, where several are held; `position` is its place in the
    line of wagers on a box that is shared, the nearest to the dealer first.
    """

    wager: str
    amount_cents: int
    tokens: bool = False
    voucher: str | None = None
    cash: bool = False
    box: int | None = None
    position: int | None = None
    approval: int | None = None
    assisted: str | None = None


class IncreaseWager(Command, frozen=True, kw_only=True):
    """Add chips, or promotional tokens, to one's own wager."""

    number: int
    amount_cents: int
    tokens: bool = False
    voucher: str | None = None


class WithdrawWager(Command, frozen=True, kw_only=True):
    """Take one's own wager back."""

    number: int


class WagerPlaced(TableEvent, frozen=True, kw_only=True):
    """A wager lies on the layout; tokens on it are of these vouchers."""

    number: int
    wager: str
    amount_cents: int
    tokens: bool = False
    vouchers: Mapping[str, int] = msgspec.field(default_factory=dict)
    box: int | None = None
    both: int | None = None
    assisted: str | None = None
    hand: str = ""
    position: int | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's hand to the layout."""
        source = tokens_of(self.by) if self.tokens else chips_of(self.by)
        return (Transfer(source, LAYOUT, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """On the layout, in the order of placing."""
        tokens = self.amount_cents if self.tokens else 0
        placed = Placed(
            number=self.number,
            person=self.by,
            wager=self.wager,
            stake_cents=self.amount_cents,
            tokens_cents=tokens,
            vouchers=staked(table, self.by, tokens, self.vouchers),
            box=self.box,
            both=self.both,
            hand=self.hand,
            position=self.position,
        )
        return replace(table, placed=self.number, wagers={**table.wagers, self.number: placed})


class WagerIncreased(TableEvent, frozen=True, kw_only=True):
    """Chips or tokens were added to a wager."""

    number: int
    amount_cents: int
    tokens: bool = False
    vouchers: Mapping[str, int] = msgspec.field(default_factory=dict)

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's hand to the layout."""
        source = tokens_of(self.by) if self.tokens else chips_of(self.by)
        return (Transfer(source, LAYOUT, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """A higher stake."""
        tokens = self.amount_cents if self.tokens else 0
        placed = table.wagers[self.number]
        changed = replace(
            placed,
            stake_cents=placed.stake_cents + self.amount_cents,
            tokens_cents=placed.tokens_cents + tokens,
            vouchers=together(placed.vouchers, staked(table, self.by, tokens, self.vouchers)),
        )
        return replace(table, wagers={**table.wagers, self.number: changed})


@decides(
    PlaceWager,
    who=("player",),
    rules=(
        *("wagers-by-players", "permissible-wagers", "chips-or-tokens", "bets-single"),
        "players-responsible",
        *("combination-player", "combination-player-tie", "combination-tie"),
        *("combination-banker", "combination-banker-tie"),
        *("limits-sign", "keep-to-limits", "multiples", "no-bet-no-wagers", "box-closed"),
        *("promotional-token", "marker-placed"),
    ),
    approvals=("both-hands", "limit-players"),
)
def place(work: Work, command: PlaceWager) -> None:
    """While betting is open, on what the table offers, within the sign."""
    positive(command.amount_cents)
    clauses = betting_open(work)
    if command.cash:
        work.forbid("chips-or-tokens", "chips-only")
    in_chips(work, command.amount_cents)
    player = work.person(command.by, "player")
    entitled(work, command.by)
    wager = offered(work, command.wager)
    box = command.box if command.box is not None else player.seat
    more, both = permitted(work, command.by, command.wager, box, command.approval)
    clauses += more
    within(work, command.by, command.wager, command.amount_cents)
    by_player(work, command.by, command.amount_cents)
    area_open(work, command.wager, command.amount_cents, box)
    holds(work, command.by, command.amount_cents, tokens=command.tokens)
    vouchers = _tokens(work, command, command.wager)
    cited = work.cite("chips-or-tokens")
    if command.assisted:
        cited += work.provides("players-responsible")
    work.emit(
        WagerPlaced,
        number=work.table.placed + 1,
        wager=command.wager,
        amount_cents=command.amount_cents,
        tokens=command.tokens,
        vouchers=vouchers,
        box=box,
        both=both,
        assisted=command.assisted,
        position=None if wager.optional else position_for(work, box, command.position),
        clauses=tuple(dict.fromkeys((*clauses, *wager.clauses, *cited))),
    )
    marker_follows(work, command.by, box)


@decides(
    IncreaseWager,
    who=("player",),
    rules=(
        *("wagers-by-players", "chips-or-tokens", "limits-sign", "keep-to-limits", "multiples"),
        *("no-bet-no-wagers", "promotional-token"),
    ),
)
def increase(work: Work, command: IncreaseWager) -> None:
    """Only while betting is open."""
    positive(command.amount_cents)
    clauses = betting_open(work)
    in_chips(work, command.amount_cents)
    placed = own_wager(work, command.number)
    entitled(work, command.by)
    within(work, command.by, placed.wager, placed.stake_cents + command.amount_cents)
    by_player(work, command.by, command.amount_cents)
    area_open(work, placed.wager, command.amount_cents, placed.box)
    holds(work, command.by, command.amount_cents, tokens=command.tokens)
    vouchers = _tokens(work, command, placed.wager)
    work.emit(WagerIncreased, command, vouchers=vouchers, clauses=clauses)


def _tokens(work: Work, command: PlaceWager | IncreaseWager, wager: str) -> Vouchers:
    """The tokens that are staked, as their vouchers let them be."""
    if not command.tokens:
        return {}
    return chosen(work, command.by, wager, command.amount_cents, command.voucher)


@decides(WithdrawWager, who=("player",), barred=True, rules=("no-bet-no-wagers",))
def withdraw(work: Work, command: WithdrawWager) -> None:
    """Only while betting is open; a confined wager does not outlast its main wager."""
    clauses = betting_open(work)
    placed = own_wager(work, command.number)
    give_back(work, placed, "withdrawn", clauses)
    drop_confined(work, command.by, placed.box)
    work.play.withdrawn(work, command.by)
    none_left(work, work.cite("relax-close"))


def drop_confined(work: Work, person: str, box: int | None) -> None:
    """What is kept for main bettors goes back with their last main wager, there or at all."""
    if work.edition.conduct.boxes is not None:
        without_main(work, box)
        return
    own = [other for other in work.table.wagers.values() if other.person == person]
    if any(work.edition.wagers[other.wager].optional is None for other in own):
        return
    for other in own:
        optional = work.edition.wagers[other.wager].optional
        if optional is not None and other.wager in work.table.sign.confined:
            give_back(work, other, "kept for main bettors", work.cite(optional.confine))


def none_left(work: Work, clauses: Clauses) -> None:
    """A coup from which the last wager is gone after the close goes on as a no bet coup."""
    coup = work.table.coup
    if coup is None or coup.complete or not work.table.betting.closed or work.table.staked:
        return
    make_no_bet(work, "all wagers were taken back", clauses + work.cite("no-bet-no-wagers"))


def betting_open(work: Work) -> Clauses:
    """The clauses under which betting is open now; refused when it is closed."""
    close, coup, betting = work.edition.close, work.table.coup, work.table.betting
    no_bet(work)
    if not betting.closed:
        in_period(work)
        return close.clauses
    if not betting.relaxed or coup is None or exposed(work, coup):
        refuse("betting-closed.betting-open", close.clauses)
    return close.clauses + work.cite("relax-close")


def no_bet(work: Query) -> None:
    """A no bet coup takes no wagers."""
    table = work.table
    if table.next_no_bet is not None if table.coup is None else table.coup.no_bet:
        work.forbid("no-bet-no-wagers", "no-bet-coup")


def exposed(query: Query, coup: Round) -> bool:
    """Whether a card of the round was shown, or handled by a player or patron."""
    return any(slot.exposed for slot in coup.slots) or query.play.handled(coup)


def on_offer(query: Query) -> list[str]:
    """The wagers that the table offers now, in the edition's order."""
    if query.table.house is None:
        return []
    edition, sign = query.edition, query.table.sign
    setting = query.rules.setting(query.house, sign)
    return [
        name
        for name, wager in edition.wagers.items()
        if not_offered(edition, setting, name) is None
        and (wager.optional is None or name in sign.offered)
    ]


def offered(work: Query, name: str) -> Wager:
    """A wager that exists here: in this game, with these decks, on this layout and sign."""
    setting = work.rules.setting(work.house, work.table.sign)
    against = not_offered(work.edition, setting, name)
    if against is not None:
        clauses = against.clauses or work.cite("permissible-wagers")
        refuse(against.key, clauses, **against.params)
    wager = work.edition.wagers[name]
    if wager.optional is not None and name not in work.table.sign.offered:
        refuse("wager-not-offered.offered", wager.optional.clauses, title=wager.title)
    closed = work.play.refused(work, name)
    if closed is not None:
        sure(closed)
    return wager


def permitted(
    work: Work,
    person: str,
    name: str,
    box: int | None,
    approval: int | None,
    *,
    displaces: bool = True,
) -> tuple[Clauses, int | None]:
    """Whether this player may wager there, whatever the amount.

    The clauses by which they may, and the approval that both hands took; `displaces`: a main
    bettor takes the position of one without a main wager.
    """
    if box is not None:
        _box(work, person, box)
    if work.edition.conduct.boxes is not None:
        return on_box(work, person, name, box, displaces=displaces), None
    wager = work.edition.wagers[name]
    own = [placed for placed in work.table.wagers.values() if placed.person == person]
    if wager.optional is not None:
        return _optional(work, wager, name, own, displaces=displaces), None
    return _combination(work, person, name, approval, own)


def _combination(
    work: Work, person: str, name: str, approval: int | None, own: list[Placed]
) -> tuple[Clauses, int | None]:
    """Which main wagers go together; both hands only by approval."""
    names = {placed.wager for placed in own}
    again = work.provides("bets-single") if name in names else ()
    names.add(name)
    opposed = opposed_areas(work)
    if not opposed:
        return again, None
    if not names.issuperset(opposed):
        wagers = work.edition.wagers
        held = [main for main in wagers if main in names and wagers[main].optional is None]
        return work.provides("combination-" + "-".join(held)) + again, None
    if name not in opposed or "both-hands" not in work.edition.approvals:
        return work.cite("both-hands") + again, None
    return authorise(work, "both-hands", approval, person) + again, approval


def _optional(
    work: Work, wager: Wager, name: str, own: list[Placed], *, displaces: bool
) -> Clauses:
    """One for each player; confined or with main bettors first where that holds."""
    optional = wager.optional
    assert optional is not None
    table = work.table
    if any(placed.wager == name for placed in own):
        refuse("one-per-player", optional.one_clauses, title=wager.title)
    main = any(work.edition.wagers[placed.wager].optional is None for placed in own)
    if name in table.sign.confined and not main:
        refuse("main-wager-first", work.cite(optional.confine), title=wager.title)
    taken = [placed for placed in table.wagers.values() if placed.wager == name]
    if len(taken) >= positions(work.edition, table, name):
        _priority(work, wager, taken, own if displaces else [])
    return optional.clauses + optional.amount_clauses


def _box(work: Work, person: str, box: int) -> None:
    if not 1 <= box <= work.house.seats:
        refuse("no-such-seat.find", box=box)
    if box in work.table.closed_boxes:
        refuse("box-closed", work.cite("box-closed"), box=box)
    not_reserved(work, person, box)
    on_one_box(work, person, box)
    if not work.table.one_per_box:
        return
    holders = {name for name, one in work.table.present("player").items() if box in one.boxes}
    holders |= {placed.person for placed in work.table.wagers.values() if placed.box == box}
    if holders - {person}:
        refuse("one-player-a-box", work.cite("limit-players"), box=box)
