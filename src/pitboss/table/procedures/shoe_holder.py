"""Players who draw the cards: the shoe is offered, taken, declined, passed on, taken back."""

from __future__ import annotations

from pitboss.editions.conduct import ShoeHolder
from pitboss.refusal import refuse
from pitboss.table.authority.approvals import authorise
from pitboss.table.machine import Command, Query, TableEvent, Work, decides, replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.procedures.ring import ring
from pitboss.table.state import Table

NAME = "shoe-holder"


class TakeShoe(Command, frozen=True, kw_only=True):
    """Take the shoe that one is offered, and draw the cards of the coups to come."""


class DeclineShoe(Command, frozen=True, kw_only=True):
    """Do not take the shoe that one is offered, or give it up."""


class TakeShoeBack(Command, frozen=True, kw_only=True):
    """The dealer has the shoe again."""

    approval: int | None = None


class ShoeTaken(TableEvent, frozen=True, kw_only=True):
    """A player holds the shoe."""

    def changes(self, table: Table) -> Table:
        """Theirs."""
        return remember(table, NAME, Held(shoe=table.shoes, holder=self.by))


class ShoeDeclined(TableEvent, frozen=True, kw_only=True):
    """A player does not take the shoe, or gives it up: it is the next one's."""

    def changes(self, table: Table) -> Table:
        """The next one's."""
        state = held(table)
        gave_up = self.by == state.holder
        return remember(
            table,
            NAME,
            Held(
                shoe=table.shoes,
                declined=(*state.declined, self.by),
                before=self.by if gave_up else state.before,
            ),
        )


class ShoePassedOn(TableEvent, frozen=True, kw_only=True):
    """The shoe goes from its holder to the next."""

    person: str

    def changes(self, table: Table) -> Table:
        """Offered anew, from the one after its holder."""
        return remember(table, NAME, Held(shoe=table.shoes, before=self.person))


class ShoeTakenBack(TableEvent, frozen=True, kw_only=True):
    """The dealer has the shoe, for this shoe of cards."""

    def changes(self, table: Table) -> Table:
        """The dealer's until these cards are over."""
        return remember(table, NAME, Held(shoe=table.shoes, back=True))


@own_part
class Held(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """Who holds the shoe of this number, who declined it, and who held it before."""

    shoe: int = 0
    holder: str | None = None
    declined: tuple[str, ...] = ()
    before: str | None = None
    back: bool = False

    def without(self, person: str) -> Held:
        """Who is gone holds no shoe."""
        return replace(self, holder=None) if self.holder == person else self


def held(table: Table) -> Held:
    """Who holds the shoe in play; it begins anew with every shoe."""
    state = memory(table, NAME, Held())
    return state if state.shoe == table.shoes else Held(shoe=table.shoes)


def rule_of(query: Query) -> ShoeHolder | None:
    """The procedure, where the table's method is one by which players draw."""
    rule = query.edition.conduct.shoe_holder
    return rule if rule is not None and query.house.method in rule.methods else None


def offered(query: Query) -> str | None:
    """Whose the shoe is to take; nobody where all decline, or the dealer has it again."""
    rule, state = rule_of(query), held(query.table)
    if rule is None or state.holder is not None or state.back:
        return None
    # Against the clock, from the dealer's right.
    order = list(reversed(ring(query.table)))
    if rule.offered == "highest":
        most: dict[str, int] = {}
        for placed in query.table.staked.values():
            if query.edition.wagers[placed.wager].optional is None:
                most[placed.person] = max(most.get(placed.person, 0), placed.stake_cents)
        order = sorted((name for name in order if name in most), key=lambda name: -most[name])
    elif state.before in order:
        at = order.index(state.before) + 1
        order = order[at:] + order[:at]
    return next((name for name in order if name not in state.declined), None)


@decides(TakeShoe, who=("player",), procedure="shoe_holder")
def take(work: Work, command: TakeShoe) -> None:
    """Whoever it is offered to."""
    work.emit(ShoeTaken, clauses=_theirs(work))


@decides(DeclineShoe, who=("player",), procedure="shoe_holder")
def decline(work: Work, command: DeclineShoe) -> None:
    """Whoever it is offered to, or holds it, between coups."""
    state = held(work.table)
    if state.holder == command.by and work.table.coup is not None:
        refuse("coup-in-progress.decline", _clauses(work))
    clauses = _clauses(work) if state.holder == command.by else _theirs(work)
    work.emit(ShoeDeclined, clauses=clauses)


@decides(TakeShoeBack, procedure="shoe_holder", approvals=("take-shoe-back",))
def take_back(work: Work, command: TakeShoeBack) -> None:
    """At any time, by the rank that the edition names."""
    clauses = _clauses(work)
    if held(work.table).holder is None:
        refuse("nobody-holds", clauses)
    work.emit(ShoeTakenBack, clauses=clauses + authorise(work, "take-shoe-back", command.approval))


def _clauses(work: Work) -> tuple[str, ...]:
    rule = rule_of(work)
    if rule is None:
        refuse("not-provided.clauses")
    return rule.clauses


def _theirs(work: Work) -> tuple[str, ...]:
    clauses, turn = _clauses(work), offered(work)
    if work.table.coup is not None:
        refuse("coup-in-progress.call-bets", clauses)
    if turn != work.command.by:
        refuse("not-their-turn.theirs", clauses, turn=turn or "nobody")
    return clauses


def shoe_taken(work: Work) -> None:
    """Refuse to begin a round while the shoe is still a player's to take."""
    turn, rule = offered(work), rule_of(work)
    if turn is not None and rule is not None and work.table.next_no_bet is None:
        refuse("shoe-not-taken", rule.clauses, turn=turn)


def shoe_goes_on(work: Work, outcome: str) -> None:
    """After the outcome that the edition names the shoe is the next one's."""
    rule, holder = rule_of(work), held(work.table).holder
    if rule is not None and holder is not None and outcome == rule.loses:
        work.emit(ShoePassedOn, person=holder, clauses=rule.clauses)
