"""Wagers on the layout: placed, increased, withdrawn, while betting is open.

Which wagers there are is the edition's; who may place them now, and for how much, is here.
"""

from __future__ import annotations

from typing import NoReturn

from pitboss.editions.wager import Clauses, Wager
from pitboss.ledger import LAYOUT, Transfer, chips_of, tokens_of
from pitboss.money import dollars
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import not_offered
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.authority import authorise
from pitboss.table.bank import positive
from pitboss.table.people import not_excluded
from pitboss.table.state import Coup, Placed, Span, Table

MAIN_HANDS = ("player", "banker")
MAIN_WAGERS = (*MAIN_HANDS, "tie")


class PlaceWager(Command, frozen=True, kw_only=True):
    """Put chips, or promotional tokens, on a wagering area.

    `assisted` holds the instruction given to a dealer who places it for the player.
    """

    wager: str
    amount_cents: int
    tokens: bool = False
    cash: bool = False
    box: int | None = None
    approval: int | None = None
    assisted: str | None = None


class IncreaseWager(Command, frozen=True, kw_only=True):
    """Add chips, or promotional tokens, to one's own wager."""

    number: int
    amount_cents: int
    tokens: bool = False


class WithdrawWager(Command, frozen=True, kw_only=True):
    """Take one's own wager back."""

    number: int


class WagerPlaced(Event, frozen=True, kw_only=True):
    """A wager lies on the layout."""

    number: int
    wager: str
    amount_cents: int
    tokens: bool = False
    box: int | None = None
    both: int | None = None
    assisted: str | None = None

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's hand to the layout."""
        source = tokens_of(self.by) if self.tokens else chips_of(self.by)
        return (Transfer(source, LAYOUT, self.amount_cents),)


class WagerIncreased(Event, frozen=True, kw_only=True):
    """Chips or tokens were added to a wager."""

    number: int
    amount_cents: int
    tokens: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's hand to the layout."""
        source = tokens_of(self.by) if self.tokens else chips_of(self.by)
        return (Transfer(source, LAYOUT, self.amount_cents),)


class WagerReturned(Event, frozen=True, kw_only=True):
    """A wager went back to its player, whole or in part; `why` says for what reason."""

    number: int
    person: str
    amount_cents: int
    tokens_cents: int = 0
    why: str

    def transfers(self) -> tuple[Transfer, ...]:
        """From the layout to the player's hand."""
        return (
            Transfer(LAYOUT, chips_of(self.person), self.amount_cents - self.tokens_cents),
            Transfer(LAYOUT, tokens_of(self.person), self.tokens_cents),
        )


@decides(
    PlaceWager,
    who=("player",),
    rules=(
        *("permissible-wagers", "chips-or-tokens", "bets-single", "players-responsible"),
        *("combination-player", "combination-player-tie", "combination-tie"),
        *("combination-banker", "combination-banker-tie"),
        *("limits-sign", "keep-to-limits", "multiples", "no-bet-no-wagers", "box-closed"),
    ),
    approvals=("both-hands", "limit-players"),
)
def place(work: Work, command: PlaceWager) -> None:
    """While betting is open, on what the table offers, within the sign (5.2 to 5.7, 6.1)."""
    positive(command.amount_cents)
    clauses = betting_open(work)
    if command.cash:
        work.forbid("chips-or-tokens", "chips-only", "Cash is no wager: chips or tokens are.")
    player = work.person(command.by, "player")
    not_excluded(work)
    wager = offered(work, command.wager)
    own = [placed for placed in work.table.wagers.values() if placed.person == command.by]
    both = None
    if wager.optional is not None:
        clauses += _optional(work, wager, command.wager, own)
    else:
        more, both = _combination(work, command, own)
        clauses += more
    box = command.box if command.box is not None else player.seat
    if box is not None:
        _box(work, box)
    within(work, command.by, command.wager, command.amount_cents)
    area_open(work, command.wager, command.amount_cents, box)
    holds(work, command.by, command.amount_cents, tokens=command.tokens)
    cited = work.cite("chips-or-tokens", *(("players-responsible",) if command.assisted else ()))
    work.emit(
        WagerPlaced,
        number=work.table.placed + 1,
        wager=command.wager,
        amount_cents=command.amount_cents,
        tokens=command.tokens,
        box=box,
        both=both,
        assisted=command.assisted,
        clauses=tuple(dict.fromkeys((*clauses, *wager.clauses, *cited))),
    )


@decides(
    IncreaseWager,
    who=("player",),
    rules=("chips-or-tokens", "limits-sign", "keep-to-limits", "multiples", "no-bet-no-wagers"),
)
def increase(work: Work, command: IncreaseWager) -> None:
    """Only while betting is open (5.4)."""
    positive(command.amount_cents)
    clauses = betting_open(work)
    not_excluded(work)
    placed = own_wager(work, command.number)
    within(work, command.by, placed.wager, placed.stake_cents + command.amount_cents)
    area_open(work, placed.wager, command.amount_cents, placed.box)
    holds(work, command.by, command.amount_cents, tokens=command.tokens)
    work.emit(
        WagerIncreased,
        number=command.number,
        amount_cents=command.amount_cents,
        tokens=command.tokens,
        clauses=clauses,
    )


@decides(WithdrawWager, who=("player",), rules=("no-bet-no-wagers",))
def withdraw(work: Work, command: WithdrawWager) -> None:
    """Only while betting is open (5.4); a confined wager does not outlast its main wager."""
    clauses = betting_open(work)
    placed = own_wager(work, command.number)
    give_back(work, placed, "withdrawn", clauses)
    own = [other for other in work.table.wagers.values() if other.person == command.by]
    if any(work.edition.wagers[other.wager].optional is None for other in own):
        return
    for other in own:
        optional = work.edition.wagers[other.wager].optional
        if optional is not None and other.wager in work.table.sign.confined:
            give_back(work, other, "kept for main bettors", work.cite(optional.confine))


def give_back(work: Work, placed: Placed, why: str, clauses: Clauses) -> None:
    """A whole wager goes back to its player."""
    work.emit(
        WagerReturned,
        number=placed.number,
        person=placed.person,
        amount_cents=placed.stake_cents,
        tokens_cents=placed.tokens_cents,
        why=why,
        clauses=clauses,
    )


def give_part(work: Work, placed: Placed, cents: int, why: str, clauses: Clauses) -> None:
    """A part of a wager goes back to its player, chips before tokens."""
    work.emit(
        WagerReturned,
        number=placed.number,
        person=placed.person,
        amount_cents=cents,
        tokens_cents=max(0, placed.tokens_cents - (placed.stake_cents - cents)),
        why=why,
        clauses=clauses,
    )


def betting_open(work: Work) -> Clauses:
    """The clauses under which betting is open now; refused when it is closed."""
    close, coup = work.edition.close, work.table.coup
    no_bet(work)
    if coup is None or not coup.closed:
        return close.clauses
    if not coup.relaxed or exposed(coup):
        refuse("betting-closed", "Betting on this coup is closed.", close.clauses)
    return close.clauses + work.cite("relax-close")


def no_bet(work: Work) -> None:
    """A no bet coup takes no wagers."""
    table = work.table
    if table.next_no_bet is not None if table.coup is None else table.coup.no_bet:
        refuse(
            "no-bet-coup", "No wagers are taken on a no bet coup.", work.cite("no-bet-no-wagers")
        )


def exposed(coup: Coup) -> bool:
    """Whether a card of the coup was shown, or handled by a player or patron (reading B1)."""
    shown = any(slot.exposed for slot in (*coup.player, *coup.banker))
    return shown or coup.out is not None or bool(coup.collected)


def offered(work: Work, name: str) -> Wager:
    """A wager that exists here: in this game, with these decks, on this layout and sign."""
    wager = work.edition.wagers.get(name)
    if wager is None:
        listed = ", ".join(work.edition.wagers)
        sentence = f"There is no wager '{name}'; there are {listed}."
        refuse("unknown-wager", sentence, work.cite("permissible-wagers"))
    setting = work.rules.setting(work.house, work.table.sign)
    sure(not_offered(work.edition, setting, name))
    if wager.optional is not None and name not in work.table.sign.offered:
        refuse("wager-not-offered", f"{wager.title} is not offered here.", wager.optional.clauses)
    return wager


def _combination(work: Work, command: PlaceWager, own: list[Placed]) -> tuple[Clauses, int | None]:
    """Which main wagers go together; both hands only by approval (5.6)."""
    names = {placed.wager for placed in own}
    again = work.cite("bets-single") if command.wager in names else ()
    names.add(command.wager)
    if not names.issuperset(MAIN_HANDS):
        held = [name for name in MAIN_WAGERS if name in names]
        return work.cite("combination-" + "-".join(held)) + again, None
    if command.wager not in MAIN_HANDS or "both-hands" not in work.edition.approvals:
        return work.cite("both-hands") + again, None
    cited = authorise(work, "both-hands", command.approval, command.by)
    return cited + again, command.approval


def _optional(work: Work, wager: Wager, name: str, own: list[Placed]) -> Clauses:
    """One for each player; confined or with main bettors first where that holds (10.4, 10.5)."""
    optional = wager.optional
    assert optional is not None
    table = work.table
    if any(placed.wager == name for placed in own):
        sentence = f"A player places one {wager.title} wager a coup."
        refuse("one-per-player", sentence, optional.one_clauses)
    main = any(work.edition.wagers[placed.wager].optional is None for placed in own)
    if name in table.sign.confined and not main:
        refuse(
            "main-wager-first",
            f"{wager.title} is kept for players with a main wager.",
            work.cite(optional.confine),
        )
    positions = table.sign.positions.get(name)
    if positions is not None:
        taken = [placed for placed in table.wagers.values() if placed.wager == name]
        if len(taken) >= positions:
            _priority(work, wager, taken, main=main)
    return optional.clauses + optional.amount_clauses


def _priority(work: Work, wager: Wager, taken: list[Placed], *, main: bool) -> None:
    """A main bettor takes the place of the last bettor without a main wager; others find none."""
    optional = wager.optional
    assert optional is not None
    mains = {
        placed.person
        for placed in work.table.wagers.values()
        if work.edition.wagers[placed.wager].optional is None
    }
    others = [placed for placed in taken if placed.person not in mains]
    if not (main and optional.first and others):
        sentence = f"All positions for {wager.title} are taken."
        refuse("no-position-left", sentence, optional.one_clauses)
    give_back(work, others[-1], "a main bettor comes first", optional.one_clauses)


def _box(work: Work, box: int) -> None:
    if not 1 <= box <= work.house.seats:
        refuse("no-such-seat", f"There is no box {box} here.")
    if box in work.table.closed_boxes:
        refuse("box-closed", f"Box {box} is closed.", work.cite("box-closed"))
    if work.table.one_per_box and any(
        placed.box == box and placed.person != work.command.by
        for placed in work.table.wagers.values()
    ):
        refuse("one-player-a-box", f"Box {box} is one player's only.", work.cite("limit-players"))


def span_of(work: Work, person: str, wager: str) -> Span:
    """The limits of a wager for this person: their own, the wager's, or the table's."""
    sign = work.table.sign
    player = work.table.people[person]
    if player.personal is not None and work.edition.wagers[wager].optional is None:
        return player.personal
    base = sign.wagers.get(wager) or Span(
        minimum_cents=sign.minimum_cents, maximum_cents=sign.maximum_cents
    )
    if player.old_minimum and sign.old_minimum_cents is not None and wager not in sign.wagers:
        return Span(minimum_cents=sign.old_minimum_cents, maximum_cents=base.maximum_cents)
    return base


def within(work: Work, person: str, wager: str, cents: int) -> None:
    """A stake handed over openly must keep to the sign (6.1, 6.6)."""
    span = span_of(work, person, wager)
    if cents < span.minimum_cents:
        _outside(work, "below-minimum", f"The minimum is {dollars(span.minimum_cents)}.")
    if span.maximum_cents is not None and cents > span.maximum_cents:
        _outside(work, "above-maximum", f"The maximum is {dollars(span.maximum_cents)}.")
    unit = work.table.sign.unit_cents
    if unit and (cents - span.minimum_cents) % unit:
        refuse(
            "not-in-units",
            f"Above the minimum wagers go up by {dollars(unit)}.",
            work.cite("multiples"),
        )


def _outside(work: Work, code: str, sentence: str) -> NoReturn:
    refuse(code, sentence, work.cite("limits-sign", "keep-to-limits"))


def area_open(work: Work, wager: str, cents: int, box: int | None) -> None:
    """What is handed over openly must leave the playing area within its maximum (6.1, X6)."""
    sign = work.table.sign
    most = sign.area_maximum_cents.get(wager)
    if most is None:
        return
    lying = sum(
        placed.stake_cents
        for placed in work.table.wagers.values()
        if placed.wager == wager and (sign.area_scope == "table" or placed.box == box)
    )
    if lying + cents > most:
        sentence = f"The area takes {dollars(most)}; {dollars(lying)} lies there already."
        _outside(work, "above-area-maximum", sentence)


def holds(work: Work, person: str, cents: int, *, tokens: bool) -> None:
    """Nobody wagers what they do not hold; wagers are chips or tokens (5.2)."""
    account = tokens_of(person) if tokens else chips_of(person)
    held = work.table.balances.get(account, 0)
    if cents > held:
        what = "tokens" if tokens else "chips"
        sentence = f"{person} holds {dollars(held)} in {what}."
        refuse("not-enough-chips", sentence, work.cite("chips-or-tokens"))


def own_wager(work: Work, number: int) -> Placed:
    """The actor's own wager."""
    placed = work.table.wagers.get(number)
    if placed is None or placed.person != work.command.by:
        refuse("no-such-wager", f"{work.command.by} has no wager {number} on the layout.")
    return placed


@applies(WagerPlaced)
def was_placed(table: Table, event: WagerPlaced) -> Table:
    """On the layout, in the order of placing."""
    placed = Placed(
        number=event.number,
        person=event.by,
        wager=event.wager,
        stake_cents=event.amount_cents,
        tokens_cents=event.amount_cents if event.tokens else 0,
        box=event.box,
        both=event.both,
    )
    return replace(table, placed=event.number, wagers={**table.wagers, event.number: placed})


@applies(WagerIncreased)
def was_increased(table: Table, event: WagerIncreased) -> Table:
    """A higher stake."""
    placed = table.wagers[event.number]
    changed = replace(
        placed,
        stake_cents=placed.stake_cents + event.amount_cents,
        tokens_cents=placed.tokens_cents + (event.amount_cents if event.tokens else 0),
    )
    return replace(table, wagers={**table.wagers, event.number: changed})


@applies(WagerReturned)
def was_returned(table: Table, event: WagerReturned) -> Table:
    """Off the layout, or smaller."""
    placed = table.wagers[event.number]
    wagers = dict(table.wagers)
    if event.amount_cents == placed.stake_cents:
        del wagers[event.number]
    else:
        wagers[event.number] = replace(
            placed,
            stake_cents=placed.stake_cents - event.amount_cents,
            tokens_cents=placed.tokens_cents - event.tokens_cents,
        )
    if not wagers and table.coup is None and table.next_sign is not None:
        return replace(table, wagers=wagers, sign=table.next_sign, next_sign=None)
    return replace(table, wagers=wagers)
