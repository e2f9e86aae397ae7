"""The cut: offered to the supervisor, or to players in their order, who may nominate another.

An offer that passes clockwise goes round the table from the dealer's left.
"""

from __future__ import annotations

from pitboss.cards import CARDS_IN_DECK
from pitboss.editions.tables import USED
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse, sure
from pitboss.shoe import check_cut
from pitboss.table.admission import at_table, takes_part
from pitboss.table.authority.approvals import Ranked, authorise, provided
from pitboss.table.cards.parts import Stack
from pitboss.table.cards.sets import MULTISHUFFLER, change_stack, of_stack, shuffle_clauses, stack
from pitboss.table.machine import Command, Query, Standing, TableEvent, Work, decides
from pitboss.table.procedures.cutter import out_of_turn
from pitboss.table.procedures.ring import ring
from pitboss.table.state import Table


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


class CutOffered(TableEvent, frozen=True, kw_only=True):
    """The stack was offered to be cut."""

    to: str

    def changes(self, table: Table) -> Table:
        """It is theirs to take or refuse."""
        assert table.stack is not None
        return change_stack(table, offered=(*table.stack.offered, self.to), nominee=None)


class CutRefused(TableEvent, frozen=True, kw_only=True):
    """Someone did not take the cut."""

    def changes(self, table: Table) -> Table:
        """Refused; a nominee's refusal leaves the offer with the player who named them."""
        assert table.stack is not None
        if self.by == table.stack.nominee:
            return change_stack(table, nominee=None)
        return change_stack(table, refused=(*table.stack.refused, self.by), nominee=None)


class CutterNominated(TableEvent, frozen=True, kw_only=True):
    """Another person is to cut in a player's place."""

    person: str

    def changes(self, table: Table) -> Table:
        """The nominee cuts."""
        return change_stack(table, nominee=self.person)


class CardsCut(TableEvent, frozen=True, kw_only=True):
    """The stack was cut; `player`: by someone who is not of the staff."""

    depth: int
    player: bool = False

    def changes(self, table: Table) -> Table:
        """Cut; what lay in front goes to the back. That a player cut counts for good."""
        assert table.stack is not None
        before = table.stack.cut_by_player
        return change_stack(
            table, cut_by=self.by, cut_depth=self.depth, cut_by_player=before or self.player
        )


OFFERS = ("players-cut", "cut-cards", "designate-cutter", "other-cutter")
_CUT = "cut-cards"
_SHOWN = ("cut-box-shown", "cut-dealer-shown", "cut-first-shown")
_ORDER = ("cut-first-player", "cut-dealers-left", *_SHOWN, "cut-clockwise", "cut-offered-first")


def _uncut(work: Query) -> Stack:
    """The stack, ready to be cut: shuffled, not cut yet, and not meant for a device."""
    ready = stack(work)
    if work.device:
        work.forbid("no-cut-in-device", "device-not-cut")
    shuffled = ready.shuffled is not None or of_stack(work, ready).pre_shuffled
    if not shuffled or ready.riffled == MULTISHUFFLER:
        refuse("not-shuffled.uncut", shuffle_clauses(work))
    if ready.cut_by is not None:
        refuse("already-cut", work.edition.shoe.cut.clauses)
    return ready


@decides(
    OfferCut,
    rules=(*_ORDER, "no-cut-in-device"),
    approvals=OFFERS,
    needs=(_uncut,),
    fits={"to": at_table},
)
def offer(work: Work, command: OfferCut) -> None:
    """To the supervisor; at the supervisor's discretion to players, in order."""
    ready = _uncut(work)
    to = work.person(command.to)
    takes_part(work.rules, command.to, to)
    holder = current(work.table, ready)
    if holder is not None:
        refuse("offered-already", work.cite("cut-clockwise"), holder=holder)
    if to.role == "staff":
        rule = provided(work, "cut-cards")
        if not work.edition.ranks.held(to.rank, rule.rank):
            refuse("rank-too-low.offer", rule.clauses, act=rule.act, rank=rule.rank)
        work.emit(CutOffered, to=command.to, clauses=rule.clauses)
        return
    turn = next_cutter(work, ready)
    clauses = _turn_clauses(work, ready)
    others = work.edition.conduct.cutter
    if others is not None and command.to != turn:
        clauses = out_of_turn(work, others, command.to, command.approval, ready)
    elif turn is None:
        refuse("nobody-left", clauses)
    elif turn != command.to:
        refuse("not-their-turn.offer", clauses, turn=turn)
    first = all(work.table.people[one].role == "staff" for one in ready.offered)
    if first and "players-cut" in work.edition.approvals:
        clauses += authorise(work, "players-cut", command.approval)
    work.emit(CutOffered, to=command.to, clauses=clauses)


@decides(RefuseCut, who=("player", "spectator"), rules=("cut-clockwise",))
def decline(work: Work, command: RefuseCut) -> None:
    """Whoever is offered the cut, or nominated for it, may refuse it."""
    ready = _uncut(work)
    if command.by not in (current(work.table, ready), chosen(work.table, ready)):
        refuse("not-offered.decline", work.cite("cut-clockwise"), person=command.by)
    work.emit(CutRefused, clauses=work.cite("cut-clockwise"))


@decides(NominateCutter, who=("player",), rules=("cut-nominee",))
def nominate(work: Work, command: NominateCutter) -> None:
    """The player who is offered the cut may name another player, or any person."""
    ready = _uncut(work)
    clauses = work.cite("cut-nominee")
    if current(work.table, ready) != command.by:
        refuse("not-offered.decline", clauses, person=command.by)
    named = work.person(command.person)
    takes_part(work.rules, command.person, named)
    allowed = {"player": ("player",), "person": ("player", "spectator", "staff")}
    if named.role not in allowed.get(work.value("cut-nominee", str, ""), ()):
        refuse("not-a-player", clauses, person=command.person)
    work.emit(CutterNominated, person=command.person, clauses=clauses)


def _cuts(standing: Standing) -> None:
    """Staff need the rank, unless one of them was nominated."""
    ready, actor = _uncut(standing), standing.actor
    by_staff = actor is not None and actor.role == "staff"
    if by_staff and chosen(standing.table, ready) is None and _CUT in standing.edition.approvals:
        Ranked(_CUT)(standing)


@decides(
    CutCards,
    who=("staff", "player", "spectator"),
    rules=(*_ORDER, "cut-nominee", "no-cut-in-device", "no-handling", "handled-replaced"),
    approvals=("cut-cards",),
    needs=(_cuts,),
)
def cut(work: Work, command: CutCards) -> None:
    """At least as deep as the edition says, by whoever the cards were offered to."""
    ready = _uncut(work)
    holder = current(work.table, ready)
    player = work.person(command.by).role != "staff"
    nominee = chosen(work.table, ready)
    if nominee is not None:
        theirs = command.by == nominee
        clauses = work.cite("cut-nominee")
    elif player:
        theirs = command.by == holder
        clauses = work.cite("cut-clockwise") if ready.refused else _turn_clauses(work, ready)
    else:
        # A supervisor cuts where no player was offered the cut, or all have refused it.
        theirs = holder is None or work.table.people[holder].role == "staff"
        first = work.cite("cut-offered-first") if offered_first(work) else ()
        if (ready.refused or first) and next_cutter(work, ready) is not None:
            theirs = False
        clauses = (*first, *(work.cite("cut-clockwise") if ready.refused else ()))
        if theirs and "cut-cards" in work.edition.approvals:
            clauses += authorise(work, "cut-cards")
    if not theirs:
        refuse(
            "not-offered.cut",
            (*clauses, *work.cite("no-handling", "cut-clockwise")),
            person=command.by,
            holder=holder or "nobody",
        )
    rule = work.edition.shoe.cut
    sure(check_cut(rule, command.depth, ready.decks * CARDS_IN_DECK))
    cited = (*rule.clauses, *clauses)
    work.emit(CardsCut, depth=command.depth, player=player, clauses=tuple(dict.fromkeys(cited)))


def current(table: Table, ready: Stack) -> str | None:
    """Who has the offer now: the last who was offered it, takes part and has not refused."""
    last = ready.offered[-1] if ready.offered else None
    return None if last is None or last in ready.refused or _gone(table, last) else last


def chosen(table: Table, ready: Stack) -> str | None:
    """Who is to cut in the place of the player with the offer, while both take part."""
    if ready.nominee is None or _gone(table, ready.nominee) or current(table, ready) is None:
        return None
    return ready.nominee


def _gone(table: Table, name: str) -> bool:
    person = table.people[name]
    return person.barred or not person.present


def offered_first(work: Query) -> bool:
    """Whether the stack goes round the players before staff cut it; a virtual one cannot."""
    return work.rule("cut-offered-first") is not None and not work.house.virtual


def next_cutter(work: Query, ready: Stack) -> str | None:
    """The player to be offered the cut next: the one designated, then clockwise."""
    order = list(ring(work.table))
    rule, first = designated(work, ready)
    if work.rule(rule) is None or first is None:
        return None
    at = order.index(first) if first in order else 0
    order = [first, *order[at + 1 :], *order[:at]] if first in order else [first, *order]
    if ready.refused and work.rule("cut-clockwise") is None:
        return None
    return next((name for name in order if name not in ready.refused), None)


def designated(work: Query, ready: Stack) -> tuple[str, str | None]:
    """The rule by which a player is offered the cut first, and who that is.

    Where it goes by the cutting card: who decided for the hand that it came on; else, as for
    cards that replace others, the player farthest to the dealer's right.
    """
    players, seated = work.table.participants(), list(ring(work.table))
    if work.table.commencing and work.rule("cut-first-player") is not None:
        return "cut-first-player", next(iter(players), None)
    if work.rule("cut-first-shown") is None:
        return "cut-dealers-left", seated[0] if seated else None
    last = seated[-1] if seated else None
    shoe = work.table.shoe
    if shoe is None or ready.kind != USED or shoe.cutting_card != "later":
        return "cut-first-shown", last
    if shoe.shown_to is None:
        return "cut-dealer-shown", last
    return "cut-box-shown", shoe.shown_to if shoe.shown_to in players else last


def _turn_clauses(work: Work, ready: Stack) -> Clauses:
    return work.cite("cut-clockwise" if ready.refused else designated(work, ready)[0])
