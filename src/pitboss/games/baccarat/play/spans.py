"""Wagers that outlive a coup: Runs and Dragon Tails, what each coup makes of them.

A tail is the table's: it is told by the wagers that ride on it, all of which have counted the
same results. An early wager that has counted none is on no tail yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.decision.automaton import event_of
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Clauses, Wager
from pitboss.games.baccarat.facts.points import count, outcome
from pitboss.games.baccarat.play.own import BANKER, HANDS, PLAYER, decides
from pitboss.ledger import Transfer
from pitboss.refusal import Refusal, refusable, refuse
from pitboss.settle.lines import join
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.returns import give_back
from pitboss.table.betting.stakes import span_of
from pitboss.table.machine import Command, PublicEvent, Query, Work, replace
from pitboss.table.play import Decided, Stays
from pitboss.table.settlement.settle import Settled, moved_by, settled_line
from pitboss.table.state import Hands, Placed, Table

LETTERS = {PLAYER: "P", BANKER: "B", "tie": "T"}
SIDES = {"P": PLAYER, "B": BANKER}
DUMMY, END_OF_SHOE = "d", "/"
KEPT = "settle-tails"
RETURN = "return-run"


class SettleTails(Command, frozen=True, kw_only=True):
    """Settle Dragon Tails as at the end of a shoe that ended before its last coup."""

    reason: str


class ReturnRun(Command, frozen=True, kw_only=True):
    """Give back a Run whose owner has no wager on the hand that was nominated for the coup."""

    number: int


class TailsSettled(PublicEvent, frozen=True, kw_only=True):
    """Dragon Tails were settled between coups, as at the end of a shoe."""

    lines: tuple[Settled, ...]
    reason: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        """As at the end of a coup."""
        return tuple(one for settled in self.lines for one in moved_by(settled))

    def changes(self, table: Table) -> Table:
        """Off the layout."""
        gone = {one.number for one in self.lines}
        left = {number: placed for number, placed in table.wagers.items() if number not in gone}
        return replace(table, wagers=left)


def spanning(edition: Edition, placed: Placed) -> bool:
    """Whether a wager may outlive a coup."""
    return edition.wagers[placed.wager].automaton is not None


def after(query: Query, placed: Placed, hands: Hands) -> Decided | Stays:
    """What a coup makes of such a wager: the results it is settled on, or how far it is."""
    coup, shoe = query.table.coup, query.table.shoe
    if coup is None or coup.no_bet:
        return Stays(placed.memory, placed.fixed, _why(query, placed, DUMMY))
    won = outcome(count(hands[PLAYER]), count(hands[BANKER]))
    table = query.rules.compiled.automaton(placed.wager)
    state, letter = counted(query, placed), LETTERS[won]
    clauses = _why(query, placed, letter)
    following, results = table.step(state, event_of(letter, wanted(query, placed)))
    last = shoe is not None and shoe.coups_left == 1
    if following is not None and last:
        clauses = join(clauses, table.clauses_on(following, "end-of-shoe"))
        following, results = table.step(following, "end-of-shoe")
    if results is not None:
        return Decided((results,), clauses)
    if query.edition.wagers[placed.wager].tail_of is not None:
        clauses = join(clauses, query.cite("tail-indicator"))
    return Stays(str(following), fixed=True, clauses=clauses)


def _why(query: Query, placed: Placed, letter: str) -> Clauses:
    table = query.rules.compiled.automaton(placed.wager)
    return table.clauses_on(counted(query, placed), event_of(letter, wanted(query, placed)))


def counted(query: Query, placed: Placed) -> int:
    """The results that a wager has counted, or where its count begins."""
    start = query.rules.compiled.automaton(placed.wager).start
    return int(placed.memory) if placed.memory else start


def wanted(query: Query, placed: Placed) -> str:
    """The letter of the result that a wager needs next."""
    wager = query.edition.wagers[placed.wager]
    sequence = wager.sequence or placed.nominated
    start = query.rules.compiled.automaton(placed.wager).start
    return sequence[0] if wager.tail_of else sequence[counted(query, placed) - start]


def left_of(query: Query, placed: Placed) -> str:
    """The letters that a Run still needs, the next one first."""
    wager = query.edition.wagers[placed.wager]
    sequence = wager.sequence or placed.nominated
    start = query.rules.compiled.automaton(placed.wager).start
    return sequence[counted(query, placed) - start :]


def tails(query: Query) -> dict[str, tuple[int, ...]]:
    """By early wager, what the indicators of its tails show: the one that runs, one that rides."""
    found: dict[str, set[int]] = {
        name: set() for name, wager in query.edition.wagers.items() if wager.tail_of == name
    }
    for placed in query.table.wagers.values():
        tail = query.edition.wagers[placed.wager].tail_of
        if tail is not None and placed.memory and int(placed.memory):
            found[tail].add(int(placed.memory))
    return {name: tuple(sorted(counts)) for name, counts in found.items()}


def running(query: Query, tail: str) -> int:
    """What the indicator of the tail shows that others may still join, nought where none runs."""
    full = query.rules.compiled.automaton(tail).full
    return next((shown for shown in tails(query)[tail] if shown < full), 0)


@refusable
def misplaced(query: Query, name: str) -> None:
    """Refuse a tail wager where the indicator does not admit it, or where it could not win."""
    wager = query.edition.wagers[name]
    if wager.tail_of is None or wager.automaton is None:
        return
    rule = query.edition.automata[wager.automaton]
    shown, shoe = running(query, wager.tail_of), query.table.shoe
    cited = join(rule.clauses, rule.misplaced_clauses)
    if shown:
        cited = join(cited, query.cite("tail-indicator"))
    if shown != rule.opened_at:
        refuse("tail-closed", cited, title=wager.title, shown=shown, opened=rule.opened_at)
    coming = shoe is not None and shoe.over is None and shoe.coups_left == 1
    if coming and query.table.coup is None:
        refuse("tail-cannot-win", cited, title=wager.title)


def without_main(query: Query) -> Iterator[Placed]:
    """The combination Runs whose owner has no wager on the hand that the coming coup needs."""
    for placed in query.table.wagers.values():
        wager = query.edition.wagers[placed.wager]
        if wager.nominated is None or wager.automaton is None:
            continue
        hand = SIDES[wanted(query, placed)]
        least = span_of(query, placed.person, hand).minimum_cents
        lying = sum(
            one.stake_cents
            for one in query.table.wagers.values()
            if one.person == placed.person and one.wager == hand
        )
        if lying < max(least, 1):
            yield placed


def runs_backed(work: Query) -> None:
    """Refuse the call while a combination Run lacks the wager that its coup needs."""
    missing = list(without_main(work)) if work.rule("run-needs-main") is not None else []
    if missing:
        named = ", ".join(
            f"{one.person}: {HANDS[SIDES[wanted(work, one)]]} ({one.number})" for one in missing
        )
        refuse("run-needs-main", work.cite("run-needs-main"), named=named)


@decides(
    ReturnRun,
    rules=("run-needs-main",),
    needs=(Ranked(RETURN),),
    fits={"number": lambda standing, number: number in {o.number for o in without_main(standing)}},
)
def return_run(work: Work, command: ReturnRun) -> None:
    """Before the call; where the wager is there the Run goes on."""
    clauses = join(authorise(work, RETURN), work.cite("run-needs-main"))
    placed = next((one for one in without_main(work) if one.number == command.number), None)
    if placed is None or work.table.coup is not None:
        refuse("run-not-wanting", clauses, number=command.number)
    give_back(work, placed, "no wager on the nominated hand", clauses)


def end_of_shoe(work: Work, clauses: Clauses = (), reason: str = "") -> None:
    """Tails that still run are settled as the end of a shoe has it."""
    lines = []
    for placed in work.table.wagers.values():
        wager = work.edition.wagers[placed.wager]
        if wager.tail_of is None:
            continue
        table = work.rules.compiled.automaton(placed.wager)
        _, results = table.step(counted(work, placed), "end-of-shoe")
        if results is not None and placed.fixed:
            why = table.clauses_on(counted(work, placed), "end-of-shoe")
            lines.append(settled_line(work, placed, Decided((results,), why)))
    if lines:
        work.emit(TailsSettled, lines=tuple(lines), reason=reason, clauses=clauses)


def _tails_wait(query: Query) -> None:
    shoe = query.table.shoe
    if not any(tails(query).values()) or (shoe is not None and shoe.over is None):
        refuse("no-tails", query.cite(KEPT))


@decides(SettleTails, needs=(Ranked(KEPT), _tails_wait), worded=True)
def settle_tails(work: Work, command: SettleTails) -> None:
    """Between shoes, by whoever decides what the rules do not cover."""
    clauses = authorise(work, KEPT)
    _tails_wait(work)
    if not command.reason.strip():
        refuse("reason-missing.relax", clauses)
    end_of_shoe(work, clauses, command.reason)


def nomination(wager: Wager, given: str) -> str | Refusal:
    """A sequence of Player and Banker results, as long as the Run."""
    if len(given) == wager.nominated and not set(given) - set(SIDES):
        return given
    return Refusal.of(
        "nomination", wager.clauses, title=wager.title, number=wager.nominated, given=given
    )
