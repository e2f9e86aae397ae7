"""Wagers on the layout: placed, increased, withdrawn, while betting is open.

Which wagers there are is the edition's; who may place them now, and for how much, is here.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.editions.rules import COMBINATION
from pitboss.editions.wagers import Clauses, Wager
from pitboss.ledger import LAYOUT, Transfer, chips_of, tokens_of
from pitboss.money import sum_of
from pitboss.refusal import refuse, sure
from pitboss.table.authority.approvals import authorise
from pitboss.table.betting.offer import no_bet, offered
from pitboss.table.betting.per_area import NAME as PER_AREA
from pitboss.table.betting.per_area import room_on_area
from pitboss.table.betting.returns import give_back
from pitboss.table.betting.stakes import (
    area_open,
    by_player,
    holds,
    in_chips,
    no_multiple,
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
from pitboss.table.procedures.dummy import make_no_bet, wager_comes
from pitboss.table.procedures.period import in_period
from pitboss.table.procedures.side_priority import crowded, positions, priority
from pitboss.table.state import Placed, Round, Table
from pitboss.table.tournament.play import acted
from pitboss.table.tournament.wagers import at_position, entering, touching

STANDING = "standing-players"
"""The approval without which a player who stands places no wager, where the edition has it."""


PER_PERSON = "per-person"
"""The key of the sign that says that limits are for each person."""


class PlaceWager(Command, frozen=True, kw_only=True):
    """Put chips, or promotional tokens, on a wagering area.

    `assisted` holds the instruction given to a dealer who places it for the player; `voucher`
    says of which voucher the tokens are, where several are held; `position` is its place in the
    line of wagers on a box that is shared, the nearest to the dealer first. `nominated` are the
    results that a wager over several rounds names; `oral`: it was declared by word.
    """

    wager: str
    amount_cents: int
    tokens: bool = False
    voucher: str | None = None
    cash: bool = False
    oral: bool = False
    box: int | None = None
    position: int | None = None
    approval: int | None = None
    assisted: str | None = None
    nominated: str = ""


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
    nominated: str = ""
    oral: bool = False

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
            nominated=self.nominated,
        )
        wagers = {**table.wagers, self.number: placed}
        return acted(replace(table, placed=self.number, wagers=wagers), self.at)


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
        *("oral-wagers", "relaxed-place", "no-oral-wagers", "paid-before-wagers", "one-box"),
        PER_AREA,
        *("combination-player", "combination-player-tie", "combination-tie"),
        *("combination-banker", "combination-banker-tie"),
        *("limits-sign", "keep-to-limits", "multiples", "no-bet-no-wagers", "box-closed"),
        *("promotional-token", "marker-placed", "tail-indicator"),
        *("tournament-late", "tournament-slip-fixed", "tournament-position"),
        *("tournament-turn", "tournament-out-of-turn", "tournament-marker"),
    ),
    approvals=("both-hands", "limit-players", STANDING),
)
def place(work: Work, command: PlaceWager) -> None:
    """While betting is open, on what the table offers, within the sign."""
    positive(command.amount_cents)
    if not wager_comes(work, command.by):
        return
    clauses = betting_open(work, "relaxed-place")
    if command.cash:
        work.forbid("chips-or-tokens", "chips-only")
    if command.oral:
        work.forbid("no-oral-wagers", "oral-wager")
    in_chips(work, command.amount_cents)
    player = work.person(command.by, "player")
    entitled(work, command.by)
    by_standing: Clauses = ()
    if player.seat is None and STANDING in work.edition.approvals:
        by_standing = authorise(work, STANDING, command.approval, command.by)
    wager = offered(work, command.wager)
    nominated = nomination(work, wager, command.nominated)
    box = command.box if command.box is not None else player.seat
    clauses += entering(work, command.by, command.amount_cents, tokens=command.tokens)
    more, both = permitted(work, command.by, command.wager, box, command.approval)
    clauses += more + by_standing
    within(work, command.by, command.wager, command.amount_cents)
    clauses += no_multiple(work, command.by, command.wager, command.amount_cents)
    by_player(work, command.by, command.amount_cents)
    area_open(work, command.wager, command.amount_cents, box)
    if command.oral:
        backed(work, command)
    holds(work, command.by, command.amount_cents, tokens=command.tokens)
    vouchers = _tokens(work, command, command.wager)
    cited = work.cite("chips-or-tokens")
    if command.oral:
        cited += work.provides("oral-wagers")
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
        nominated=nominated,
        oral=command.oral,
        position=None if wager.optional else position_for(work, box, command.position),
        clauses=tuple(dict.fromkeys((*clauses, *wager.clauses, *cited))),
    )
    marker_follows(work, command.by, box)


@decides(
    IncreaseWager,
    who=("player",),
    rules=(
        *("wagers-by-players", "chips-or-tokens", "limits-sign", "keep-to-limits", "multiples"),
        *("no-bet-no-wagers", "promotional-token", "relaxed-increase", "tournament-turn-fixed"),
    ),
)
def increase(work: Work, command: IncreaseWager) -> None:
    """Only while betting is open."""
    positive(command.amount_cents)
    clauses = betting_open(work, "relaxed-increase")
    in_chips(work, command.amount_cents)
    placed = own_wager(work, command.number)
    touching(work)
    clauses += entering(work, command.by, command.amount_cents, tokens=command.tokens)
    entitled(work, command.by)
    within(work, command.by, placed.wager, placed.stake_cents + command.amount_cents)
    by_player(work, command.by, command.amount_cents)
    area_open(work, placed.wager, command.amount_cents, placed.box)
    holds(work, command.by, command.amount_cents, tokens=command.tokens)
    vouchers = _tokens(work, command, placed.wager)
    work.emit(WagerIncreased, command, vouchers=vouchers, clauses=clauses)


def nomination(work: Query, wager: Wager, given: str) -> str:
    """The results that a bettor names; refused where the wager asks for none, or for others."""
    if wager.nominated is None:
        if given:
            refuse("nothing-to-nominate", wager.clauses, title=wager.title)
        return ""
    return sure(work.play.nomination(wager, given))


def backed(work: Work, command: PlaceWager) -> None:
    """A wager by word counts only with the chips that it is declared for."""
    held = work.table.balances.get(chips_of(command.by), 0)
    if held < command.amount_cents:
        clauses = work.provides("oral-wagers")
        refuse("oral-not-backed", clauses, person=command.by, held=sum_of(held))


def _tokens(work: Work, command: PlaceWager | IncreaseWager, wager: str) -> Vouchers:
    """The tokens that are staked, as their vouchers let them be."""
    if not command.tokens:
        return {}
    return chosen(work, command.by, wager, command.amount_cents, command.voucher)


@decides(
    WithdrawWager,
    who=("player",),
    barred=True,
    rules=(
        *("no-bet-no-wagers", "relaxed-none-left", "relaxed-withdraw"),
        "tournament-turn-fixed",
    ),
)
def withdraw(work: Work, command: WithdrawWager) -> None:
    """Only while betting is open; a confined wager does not outlast its main wager."""
    clauses = betting_open(work, "relaxed-withdraw")
    placed = own_wager(work, command.number)
    touching(work)
    give_back(work, placed, "withdrawn", clauses)
    drop_confined(work, command.by, placed.box)
    work.play.withdrawn(work, command.by)
    none_left(work, work.cite("relax-close", "relaxed-none-left"))


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
            give_back(work, other, "kept for main bettors", work.cite(optional.confine or ""))


def none_left(work: Work, clauses: Clauses) -> None:
    """A coup from which the last wager is gone after the close goes on as a no bet coup."""
    coup = work.table.coup
    if coup is None or coup.complete or not work.table.betting.closed or work.table.wagers:
        return
    make_no_bet(work, "all wagers were taken back", clauses + work.cite("no-bet-no-wagers"))


def betting_open(work: Work, relaxed: str = "") -> Clauses:
    """The clauses under which betting is open now; refused when it is closed.

    `relaxed` is the rule by which this may be done once more after the close.
    """
    close, coup, betting = work.edition.close, work.table.coup, work.table.betting
    no_bet(work)
    if not betting.closed:
        in_period(work)
        return close.clauses
    if coup is not None and coup.complete:
        work.forbid("paid-before-wagers", "coup-not-paid")
    if not betting.relaxed or coup is None or exposed(work, coup):
        refuse("betting-closed.betting-open", close.clauses)
    return close.clauses + work.cite("relax-close", relaxed)


def exposed(query: Query, coup: Round) -> bool:
    """Whether a card of the round was shown, or handled by a player or patron."""
    return any(slot.exposed for slot in coup.slots) or query.play.handled(coup)


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
    at_position(work, person, box)
    if box is not None:
        _box(work, person, box)
    if work.edition.conduct.boxes is not None:
        return on_box(work, person, name, box, displaces=displaces), None
    wager = work.edition.wagers[name]
    room_on_area(work, name, box)
    crowded(work, person, name, box, displaces=displaces)
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
        any_go = not any(rule.startswith(COMBINATION) for rule in work.edition.rules)
        together = () if any_go else work.provides(COMBINATION + "-".join(held))
        return together + again, None
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
    several = optional.several or work.edition.conduct.entitlement is not None
    if not several and any(placed.wager == name for placed in own):
        refuse("one-per-player", optional.one_clauses, title=wager.title)
    main = any(work.edition.wagers[placed.wager].optional is None for placed in own)
    if name in table.sign.confined and not main:
        refuse("main-wager-first", work.cite(optional.confine or ""), title=wager.title)
    taken = [placed for placed in table.wagers.values() if placed.wager == name]
    limited = not several or name in table.sign.positions
    if limited and len(taken) >= positions(work.edition, table, name):
        priority(work, wager, taken, own if displaces else [])
    return optional.clauses + optional.amount_clauses


def _per_person(work: Work) -> bool:
    """Whether a sign says that limits apply per person, or the house has it so without a word."""
    key = work.edition.sign.get(PER_PERSON)
    return key is not None and work.table.sign.values.get(PER_PERSON, key.default) == "yes"


def _box(work: Work, person: str, box: int) -> None:
    if not 1 <= box <= work.house.seats:
        refuse("no-such-seat.find", box=box)
    if box in work.table.closed_boxes:
        refuse("box-closed", work.cite("box-closed"), box=box)
    not_reserved(work, person, box)
    on_one_box(work, person, box)
    if _per_person(work):
        boxes = {placed.box for placed in work.table.wagers.values() if placed.person == person}
        if boxes - {box}:
            work.forbid("one-box", "one-box", person=person)
    if not work.table.one_per_box:
        return
    holders = {name for name, one in work.table.present("player").items() if box in one.boxes}
    holders |= {placed.person for placed in work.table.wagers.values() if placed.box == box}
    if holders - {person}:
        refuse("one-player-a-box", work.cite("limit-players"), box=box)
