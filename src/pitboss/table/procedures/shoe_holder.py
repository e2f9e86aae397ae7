"""Players who draw the cards: the shoe is offered, taken, declined, passed on, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.editions.conduct import ShoeHolder
from pitboss.refusal import refuse
from pitboss.table.admission import at_table
from pitboss.table.authority.approvals import authorise, of_rank
from pitboss.table.betting.stakes import opposed_areas
from pitboss.table.machine import Command, Query, TableEvent, Work, decides, replace
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.procedures.ring import ring
from pitboss.table.state import Placed, Table

if TYPE_CHECKING:
    from pitboss.table.settlement.settle import Settled

NAME = "shoe-holder"
OWN_WAGER = "wager"


class TakeShoe(Command, frozen=True, kw_only=True):
    """Take the shoe that one is offered, and draw the cards of the coups to come.

    `hand` is the one that its holder keeps, where they say so; `marker`: one shows it.
    """

    hand: str = ""
    marker: bool = False


class NameDeputy(Command, frozen=True, kw_only=True):
    """Have another seated person deal the cards for the holder of the shoe."""

    person: str


class DeclineShoe(Command, frozen=True, kw_only=True):
    """Do not take the shoe that one is offered, or give it up."""


class NameShoeHolder(Command, frozen=True, kw_only=True):
    """Say beforehand whose the shoe is, where one player has it."""

    person: str


class DelegateShoe(Command, frozen=True, kw_only=True):
    """Let another player at the table draw the cards in one's place."""

    person: str
    approval: int | None = None


class TakeShoeBack(Command, frozen=True, kw_only=True):
    """The dealer has the shoe again."""

    approval: int | None = None


class ShoeTaken(TableEvent, frozen=True, kw_only=True):
    """A player holds the shoe."""

    hand: str = ""
    marker: bool = False

    def changes(self, table: Table) -> Table:
        """Theirs."""
        return remember(
            table,
            NAME,
            Held(shoe=table.shoes, holder=self.by, hand=self.hand, named=held(table).named),
        )


class DeputyNamed(TableEvent, frozen=True, kw_only=True):
    """Another person deals for the holder of the shoe."""

    person: str

    def changes(self, table: Table) -> Table:
        """Until the shoe goes on."""
        return remember(table, NAME, replace(held(table), deputy=self.person))


class ShoeHolderNamed(TableEvent, frozen=True, kw_only=True):
    """The shoe is this player's to take, and nobody else's."""

    person: str

    def changes(self, table: Table) -> Table:
        """Offered to them, in this shoe and those that follow."""
        return remember(table, NAME, Held(shoe=table.shoes, named=self.person))


class ShoeDelegated(TableEvent, frozen=True, kw_only=True):
    """A player draws the cards in the place of the one who may have the shoe."""

    person: str

    def changes(self, table: Table) -> Table:
        """With the other player, as if the first held it."""
        state = held(table)
        return remember(
            table, NAME, replace(state, shoe=table.shoes, holder=self.person, of=self.by)
        )


class ShoeDeclined(TableEvent, frozen=True, kw_only=True):
    """A player does not take the shoe, or gives it up: it is the next one's."""

    def changes(self, table: Table) -> Table:
        """The next one's."""
        state = held(table)
        own = state.of or state.holder
        gave_up = self.by in (state.holder, own)
        first = own if gave_up and own is not None else self.by
        return remember(
            table,
            NAME,
            Held(
                shoe=table.shoes,
                declined=(*state.declined, first),
                before=first if gave_up else state.before,
                named=state.named,
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
        return remember(table, NAME, Held(shoe=table.shoes, back=True, named=held(table).named))


@own_part
class Held(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """Who holds the shoe of this number, who declined it, and who held it before.

    `hand` is the one that its holder keeps, `deputy` who deals for them. `of`: in whose place the
    holder draws; `named`: the one player whose it is.
    """

    shoe: int = 0
    holder: str | None = None
    of: str | None = None
    named: str | None = None
    declined: tuple[str, ...] = ()
    before: str | None = None
    back: bool = False
    hand: str = ""
    deputy: str | None = None

    def without(self, person: str) -> Held:
        """Who is gone holds no shoe, and deals for nobody."""
        if person in (self.holder, self.of):
            before = (self.of or self.before) if self.named is None else None
            return replace(self, holder=None, of=None, before=before, hand="", deputy=None)
        if self.named == person:
            return replace(self, named=None)
        return replace(self, deputy=None) if self.deputy == person else self


def held(table: Table) -> Held:
    """Who holds the shoe in play; it begins anew with every shoe."""
    state = memory(table, NAME, Held())
    return state if state.shoe == table.shoes else Held(shoe=table.shoes, named=state.named)


def rule_of(query: Query) -> ShoeHolder | None:
    """The procedure, where the table's method is one by which players draw."""
    rule = query.edition.conduct.shoe_holder
    known = rule is not None and query.house.method in (*rule.methods, *rule.one)
    return rule if known else None


def for_one(query: Query) -> bool:
    """Whether by the table's method the shoe is one player's, whom the staff name."""
    rule = query.edition.conduct.shoe_holder
    return rule is not None and query.house.method in rule.one


def highest(query: Query) -> dict[str, int]:
    """The most that each player has on one of the areas that stand against each other."""
    areas = opposed_areas(query)
    sums: dict[tuple[str, str], int] = {}
    for placed in query.table.staked.values():
        counts = placed.wager in areas if areas else _is_main(query, placed)
        if counts:
            key = placed.person, placed.wager
            sums[key] = sums.get(key, 0) + placed.stake_cents
    most: dict[str, int] = {}
    for (person, _), cents in sums.items():
        most[person] = max(most.get(person, 0), cents)
    return most


def _is_main(query: Query, placed: Placed) -> bool:
    return query.edition.wagers[placed.wager].optional is None


def offered(query: Query) -> str | None:
    """Whose the shoe is to take; nobody where all decline, or the dealer has it again."""
    rule, state = rule_of(query), held(query.table)
    if rule is None or state.holder is not None or state.back:
        return None
    if for_one(query):
        mine = state.named in ring(query.table) and state.named not in state.declined
        return state.named if mine else None
    # Against the clock, from the dealer's right.
    order = list(reversed(ring(query.table)))
    if rule.offered == "highest":
        most = highest(query)
        order = sorted((name for name in order if name in most), key=lambda name: -most[name])
    elif state.before in order:
        at = order.index(state.before) + 1
        order = order[at:] + order[:at]
    return next((name for name in order if name not in state.declined), None)


@decides(TakeShoe, who=("player",), procedure="shoe_holder", rules=("hand-markers",))
def take(work: Work, command: TakeShoe) -> None:
    """Whoever it is offered to."""
    if command.hand and command.hand not in work.play.hands:
        refuse("no-such-hand", hand=command.hand)
    clauses = _theirs(work)
    if command.marker:
        clauses += work.provides("hand-markers")
    work.emit(ShoeTaken, command, clauses=clauses)


@decides(NameDeputy, who=("player",), procedure="shoe_holder")
def name_deputy(work: Work, command: NameDeputy) -> None:
    """By the holder, another who is seated, with a wager or without."""
    rule = rule_of(work)
    clauses = () if rule is None else rule.deputy_clauses
    if rule is None or not clauses:
        refuse("not-provided.clauses")
    if held(work.table).holder != command.by:
        refuse("not-their-turn.theirs", clauses, turn=held(work.table).holder or "nobody")
    if command.person == command.by or work.player(command.person).seat is None:
        refuse("not-seated.defer", clauses)
    work.emit(DeputyNamed, command, clauses=clauses)


@decides(NameShoeHolder, procedure="shoe_holder", fits={"person": at_table})
def name_holder(work: Work, command: NameShoeHolder) -> None:
    """Between coups, by the rank that lets the method be used."""
    clauses = _clauses(work)
    method = work.edition.methods[work.house.method]
    if not for_one(work):
        refuse("not-provided.clauses")
    if method.approval is not None:
        of_rank(work, method.approval, method.clauses)
    if work.table.coup is not None:
        refuse("coup-in-progress.call-bets", clauses)
    work.player(command.person)
    if command.person not in ring(work.table):
        refuse("not-seated.receives", clauses, to=command.person)
    work.emit(ShoeHolderNamed, person=command.person, clauses=clauses)


@decides(
    DelegateShoe,
    who=("player",),
    procedure="shoe_holder",
    approvals=("delegate-shoe",),
    fits={"person": at_table},
)
def delegate(work: Work, command: DelegateShoe) -> None:
    """By whoever is offered it or holds it, to another player, with leave."""
    clauses, state = _clauses(work), held(work.table)
    if work.table.coup is not None:
        refuse("coup-in-progress.call-bets", clauses)
    if command.by not in (state.holder, offered(work)):
        refuse("not-their-turn.theirs", clauses, turn=state.holder or offered(work) or "nobody")
    work.player(command.person)
    if command.person == command.by:
        refuse("another-person.nominate", clauses)
    cited = authorise(work, "delegate-shoe", command.approval, command.by)
    work.emit(ShoeDelegated, person=command.person, clauses=clauses + cited)


@decides(DeclineShoe, who=("player",), procedure="shoe_holder")
def decline(work: Work, command: DeclineShoe) -> None:
    """Whoever it is offered to, or holds it, between coups."""
    state = held(work.table)
    holds = command.by in (state.holder, state.of)
    if holds and work.table.coup is not None:
        refuse("coup-in-progress.decline", _clauses(work))
    rule = rule_of(work)
    gives_up = holds
    clauses = _clauses(work) if gives_up else _theirs(work)
    if rule is not None:
        clauses += rule.given_up_clauses if gives_up else rule.declined_clauses
    work.emit(ShoeDeclined, clauses=clauses)


@decides(TakeShoeBack, procedure="shoe_holder", approvals=("take-shoe-back",))
def take_back(work: Work, command: TakeShoeBack) -> None:
    """At any time, by the rank that the edition names."""
    clauses = _clauses(work)
    if held(work.table).holder is None:
        refuse("nobody-holds", clauses)
    cited = clauses + authorise(work, "take-shoe-back", command.approval)
    work.emit(ShoeTakenBack, clauses=cited)
    work.play.taken_back(work, cited)


def _clauses(work: Work) -> tuple[str, ...]:
    rule = rule_of(work)
    if rule is None:
        refuse("not-provided.clauses")
    return rule.clauses


def _theirs(work: Work) -> tuple[str, ...]:
    clauses, turn = _clauses(work), offered(work)
    rule, most = rule_of(work), highest(work)
    if rule is not None and turn is not None and rule.offered == "highest":
        equal = sum(1 for cents in most.values() if cents == most[turn]) > 1
        clauses += rule.equal_clauses if equal else ()
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


def shoe_goes_on(work: Work, outcome: str, lines: Sequence[Settled] = ()) -> None:
    """After the outcome that the edition names, or a loss of the holder, the shoe goes on."""
    rule, state = rule_of(work), held(work.table)
    if rule is None or state.holder is None or for_one(work):
        return
    lost = outcome == rule.loses
    if rule.loses == OWN_WAGER:
        areas = opposed_areas(work)
        own = [one for one in lines if one.person == state.holder and one.line.wager in areas]
        kept = [one for one in own if one.line.wager == state.hand] or own
        lost = any(one.line.outcome == "lose" for one in kept)
    if lost:
        clauses = rule.loses_clauses or rule.clauses
        work.emit(ShoePassedOn, person=state.of or state.holder, clauses=clauses)
