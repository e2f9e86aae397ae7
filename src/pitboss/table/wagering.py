"""Wagers on the layout: placed, increased, withdrawn, while betting is open.

Which wagers there are is the edition's; who may place them now, and for how much, is here.
"""

from __future__ import annotations

from pitboss.editions.wager import Clauses, Wager
from pitboss.ledger import LAYOUT, Transfer, chips_of, tokens_of
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import not_offered
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.authority import authorise
from pitboss.table.bank import positive
from pitboss.table.no_bet import make_no_bet
from pitboss.table.people import not_excluded
from pitboss.table.stakes import area_open, holds, within
from pitboss.table.state import Coup, Placed, Table

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
    box = command.box if command.box is not None else player.seat
    more, both = permitted(work, command.by, command.wager, box, command.approval)
    clauses += more
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
    drop_confined(work, command.by)
    none_left(work, work.cite("relax-close"))


def drop_confined(work: Work, person: str) -> None:
    """What is kept for main bettors goes back with their last main wager (10.4)."""
    own = [other for other in work.table.wagers.values() if other.person == person]
    if any(work.edition.wagers[other.wager].optional is None for other in own):
        return
    for other in own:
        optional = work.edition.wagers[other.wager].optional
        if optional is not None and other.wager in work.table.sign.confined:
            give_back(work, other, "kept for main bettors", work.cite(optional.confine))


def none_left(work: Work, clauses: Clauses) -> None:
    """A coup from which the last wager is gone after the close goes on as a no bet coup (12.4)."""
    coup = work.table.coup
    if coup is None or not coup.closed or coup.result_announced or work.table.wagers:
        return
    make_no_bet(work, "all wagers were taken back", clauses + work.cite("no-bet-no-wagers"))


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
    return shown or bool(coup.holders)


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


def permitted(
    work: Work,
    person: str,
    name: str,
    box: int | None,
    approval: int | None,
    *,
    displaces: bool = True,
) -> tuple[Clauses, int | None]:
    """Whether this player may wager there, whatever the amount (5.6, 5.9, 10.4, 10.5).

    The clauses by which they may, and the approval that both hands took; `displaces`: a main
    bettor takes the position of one without a main wager.
    """
    if box is not None:
        _box(work, person, box)
    wager = work.edition.wagers[name]
    own = [placed for placed in work.table.wagers.values() if placed.person == person]
    if wager.optional is not None:
        return _optional(work, wager, name, own, displaces=displaces), None
    return _combination(work, person, name, approval, own)


def _combination(
    work: Work, person: str, name: str, approval: int | None, own: list[Placed]
) -> tuple[Clauses, int | None]:
    """Which main wagers go together; both hands only by approval (5.6)."""
    names = {placed.wager for placed in own}
    again = work.cite("bets-single") if name in names else ()
    names.add(name)
    if not names.issuperset(MAIN_HANDS):
        held = [name for name in MAIN_WAGERS if name in names]
        return work.cite("combination-" + "-".join(held)) + again, None
    if name not in MAIN_HANDS or "both-hands" not in work.edition.approvals:
        return work.cite("both-hands") + again, None
    return authorise(work, "both-hands", approval, person) + again, approval


def _optional(
    work: Work, wager: Wager, name: str, own: list[Placed], *, displaces: bool
) -> Clauses:
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
            _priority(work, wager, taken, main=main and displaces)
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


def _box(work: Work, person: str, box: int) -> None:
    if not 1 <= box <= work.house.seats:
        refuse("no-such-seat", f"There is no box {box} here.")
    if box in work.table.closed_boxes:
        refuse("box-closed", f"Box {box} is closed.", work.cite("box-closed"))
    if not work.table.one_per_box:
        return
    holders = {name for name, one in work.table.present("player").items() if box in one.boxes}
    holders |= {placed.person for placed in work.table.wagers.values() if placed.box == box}
    if holders - {person}:
        refuse("one-player-a-box", f"Box {box} is one player's only.", work.cite("limit-players"))


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
        tokens_back=table.people[event.by].tokens_back,
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
        tokens_back=table.people[event.by].tokens_back if event.tokens else placed.tokens_back,
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
