"""The cut: offered to the supervisor, or to players in their order, who may nominate another.

Seat 1 is at the dealer's immediate left and seats are numbered clockwise, so that an offer
which passes clockwise passes to the next higher seat.
"""

from __future__ import annotations

from pitboss.baccarat.shoe import check_cut
from pitboss.cards import CARDS_IN_DECK
from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse, sure
from pitboss.table.acts import Command, Event, Work, applies, decides
from pitboss.table.authority import authorise, provided
from pitboss.table.stack import DEVICE, change_stack, pre_shuffled, shuffle_clauses, stack
from pitboss.table.state import Stack, Table


class OfferCut(Command, frozen=True, kw_only=True):
    """Offer the stack to be cut: to a supervisor, or to the player whose turn it is."""

    to: str
    approval: int | None = None


class RefuseCut(Command, frozen=True, kw_only=True):
    """Do not take the cut that is offered."""


class NominateCutter(Command, frozen=True, kw_only=True):
    """Let another person take the cut that one is offered."""

    person: str


class CutCards(Command, frozen=True, kw_only=True):
    """Cut the stack: place the cutting card at a depth, counted in cards from the front."""

    depth: int


class CutOffered(Event, frozen=True, kw_only=True):
    """The stack was offered to be cut."""

    to: str


class CutRefused(Event, frozen=True, kw_only=True):
    """Someone did not take the cut."""


class CutterNominated(Event, frozen=True, kw_only=True):
    """Another person is to cut in a player's place."""

    person: str


class CardsCut(Event, frozen=True, kw_only=True):
    """The stack was cut; `player`: by someone who is not of the staff."""

    depth: int
    player: bool = False


_ORDER = ("cut-first-player", "cut-dealers-left", "cut-clockwise")


@decides(OfferCut, rules=(*_ORDER, "no-cut-in-device"), approvals=("players-cut", "cut-cards"))
def offer(work: Work, command: OfferCut) -> None:
    """To the supervisor; at the supervisor's discretion to players, in order (4.3, 4.4)."""
    ready = _uncut(work)
    to = work.person(command.to)
    holder = current(work.table, ready)
    if holder is not None:
        refuse("offered-already", f"The cut is offered to {holder}.", work.cite("cut-clockwise"))
    if to.role == "staff":
        rule = provided(work, "cut-cards")
        if to.rank is None or not work.edition.ranks.meets(to.rank, rule.rank):
            refuse("rank-too-low", f"To {rule.act} takes a {rule.rank}.", rule.clauses)
        work.emit(CutOffered, to=command.to, clauses=rule.clauses)
        return
    turn = next_cutter(work, ready)
    clauses = _turn_clauses(work, ready)
    if turn is None:
        refuse("nobody-left", "No player is left to be offered the cut.", clauses)
    if turn != command.to:
        refuse("not-their-turn", f"The cut is to be offered to {turn}.", clauses)
    if not ready.refused:
        clauses += authorise(work, "players-cut", command.approval)
    work.emit(CutOffered, to=command.to, clauses=clauses)


@decides(RefuseCut, who=("player",), rules=("cut-clockwise",))
def decline(work: Work, command: RefuseCut) -> None:
    """Whoever is offered the cut, or nominated for it, may refuse it (4.4)."""
    ready = _uncut(work)
    if command.by not in (current(work.table, ready), ready.nominee):
        refuse("not-offered", f"{command.by} is not offered the cut.", work.cite("cut-clockwise"))
    work.emit(CutRefused, clauses=work.cite("cut-clockwise"))


@decides(NominateCutter, who=("player",), rules=("cut-nominee",))
def nominate(work: Work, command: NominateCutter) -> None:
    """The player who is offered the cut may name another player, or any person (4.3.1)."""
    ready = _uncut(work)
    clauses = work.cite("cut-nominee")
    if current(work.table, ready) != command.by:
        refuse("not-offered", f"{command.by} is not offered the cut.", clauses)
    named = work.person(command.person)
    allowed = {"player": ("player",), "person": ("player", "staff")}
    if named.role not in allowed.get(work.value("cut-nominee", str, ""), ()):
        refuse("not-a-player", f"{command.person} cannot be named to cut here.", clauses)
    work.emit(CutterNominated, person=command.person, clauses=clauses)


@decides(
    CutCards,
    who=("staff", "player"),
    rules=(*_ORDER, "cut-nominee", "no-cut-in-device", "no-handling", "handled-replaced"),
    approvals=("cut-cards",),
)
def cut(work: Work, command: CutCards) -> None:
    """At least as deep as the edition says, by whoever the cards were offered to (4.3, 4.5)."""
    ready = _uncut(work)
    holder = current(work.table, ready)
    player = work.person(command.by).role != "staff"
    if ready.nominee is not None:
        chosen = command.by == ready.nominee
        clauses = work.cite("cut-nominee")
    elif player:
        chosen = command.by == holder
        clauses = work.cite("cut-clockwise") if ready.refused else _turn_clauses(work, ready)
    else:
        # A supervisor cuts where no player was offered the cut, or all have refused it.
        chosen = holder is None or work.table.people[holder].role == "staff"
        if ready.refused and next_cutter(work, ready) is not None:
            chosen = False
        clauses = work.cite("cut-clockwise") if ready.refused else ()
        if chosen and "cut-cards" in work.edition.approvals:
            clauses += authorise(work, "cut-cards")
    if not chosen:
        sentence = f"The cut is not {command.by}'s: it is offered to {holder or 'nobody'}."
        refuse("not-offered", sentence, (*clauses, *work.cite("no-handling", "cut-clockwise")))
    rule = work.edition.shoe.cut
    sure(check_cut(rule, command.depth, ready.decks * CARDS_IN_DECK))
    cited = (*rule.clauses, *clauses)
    work.emit(CardsCut, depth=command.depth, player=player, clauses=tuple(dict.fromkeys(cited)))


def _uncut(work: Work) -> Stack:
    """The stack, ready to be cut: shuffled, not cut yet, and not meant for a device (4.11)."""
    ready = stack(work)
    if work.house.source == DEVICE:
        work.forbid("no-cut-in-device", "device-not-cut", "Cards in a device are not cut.")
    shuffled = ready.shuffled is not None or pre_shuffled(ready)
    if not shuffled or ready.riffled == "multishuffler":
        refuse("not-shuffled", "The cards are not shuffled.", shuffle_clauses(work))
    if ready.cut_by is not None:
        refuse("already-cut", "The cards are cut.", work.edition.shoe.cut.clauses)
    return ready


def current(table: Table, ready: Stack) -> str | None:
    """Who has the offer now: the last who was offered it, is here and has not refused."""
    last = ready.offered[-1] if ready.offered else None
    if last is None or last in ready.refused or not table.people[last].present:
        return None
    return last


def next_cutter(work: Work, ready: Stack) -> str | None:
    """The player to be offered the cut next: first comer or dealer's left, then clockwise."""
    players = work.table.present("player")
    seated = sorted((person.seat, name) for name, person in players.items() if person.seat)
    ring = [name for _, name in seated]
    if work.table.commencing and players and work.rule("cut-first-player") is not None:
        first = next(iter(players))
        at = ring.index(first) if first in ring else 0
        ring = [first, *ring[at + 1 :], *ring[:at]] if first in ring else [first, *ring]
    if ready.refused and work.rule("cut-clockwise") is None:
        return None
    return next((name for name in ring if name not in ready.refused), None)


def _turn_clauses(work: Work, ready: Stack) -> Clauses:
    if ready.refused:
        return work.cite("cut-clockwise")
    return work.cite("cut-first-player" if work.table.commencing else "cut-dealers-left")


@applies(CutOffered)
def offered(table: Table, event: CutOffered) -> Table:
    """It is theirs to take or refuse."""
    assert table.stack is not None
    return change_stack(table, offered=(*table.stack.offered, event.to), nominee=None)


@applies(CutRefused)
def refused(table: Table, event: CutRefused) -> Table:
    """Refused; a nominee's refusal leaves the offer with the player who named them."""
    assert table.stack is not None
    if event.by == table.stack.nominee:
        return change_stack(table, nominee=None)
    return change_stack(table, refused=(*table.stack.refused, event.by), nominee=None)


@applies(CutterNominated)
def nominated(table: Table, event: CutterNominated) -> Table:
    """The nominee cuts."""
    return change_stack(table, nominee=event.person)


@applies(CardsCut)
def was_cut(table: Table, event: CardsCut) -> Table:
    """Cut; what lay in front goes to the back. Who once cut it counts, though it is cut again."""
    assert table.stack is not None
    before = table.stack.cut_by_player
    return change_stack(
        table, cut_by=event.by, cut_depth=event.depth, cut_by_player=before or event.player
    )
