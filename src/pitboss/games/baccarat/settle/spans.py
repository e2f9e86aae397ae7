"""Wagers that span coups, settled from a series of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from pitboss.decision.automaton import event_of
from pitboss.decision.compiled import Compiled
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Row, Wager
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.lines import check_bet, join, line_of, not_offered, settle_stake, settlement
from pitboss.settle.model import Bet, Line, Settlement
from pitboss.settle.setting import Setting, choose

LETTERS = {"B": "Banker", "P": "Player", "T": "Tie", "d": "dummy coup", "v": "void coup"}
END_OF_SHOE = "/"


@dataclass(frozen=True)
class Spell:
    """One letter of the results with the number of the coup it is, or ends after."""

    letter: str
    coup: int


@refusable
def settle_results(
    compiled: Compiled,
    results: str,
    bets: Sequence[Bet],
    *,
    tail_open: Sequence[tuple[str, int]] = (),
    game: str | None = None,
    decks: int | None = None,
    layout: str | None = None,
    sign: Mapping[str, str] | None = None,
) -> Settlement:
    """Settle every bet over a series of results, or refuse it with the clause that forbids.

    `tail_open` names an early wager of somebody else and the coup it was placed before.
    """
    edition = compiled.edition
    setting = sure(choose(edition, game, decks, layout, sign))
    spells = sure(read_results(results))
    last = spells[-1].coup
    lines = []
    for bet in bets:
        wager = check_bet(edition, setting, bet, bets)
        if wager.automaton is None:
            refuse("not-spanning", title=wager.title)
        if not 1 <= bet.placed_before <= last:
            refuse("no-such-coup.settle-results", placed_before=bet.placed_before, last=last)
        sequence = sure(_sequence(wager, bet))
        placed = [(other.wager, other.placed_before) for other in bets] + list(tail_open)
        lines.append(_settle(compiled, setting, bet, sequence, spells, placed))
    for name, coup in tail_open:
        sure(not_offered(edition, setting, name))
        if not 1 <= coup <= last:
            refuse("unknown-tail", name=name, coup=coup)
    result = {"results": " ".join(spell.letter for spell in spells), "coups": last}
    return settlement(edition, setting, result, lines)


@refusable
def read_results(text: str) -> tuple[Spell, ...]:
    """Read `P P d T /`: results, dummy and void coups, ends of shoes."""
    spells = []
    coup = 0
    for letter in "".join(text.split()):
        if letter not in LETTERS and letter != END_OF_SHOE:
            known = ", ".join(f"{key} {word}" for key, word in LETTERS.items())
            refuse("malformed-result", letter=letter, known=known)
        coup += letter != END_OF_SHOE
        spells.append(Spell(letter, coup))
    if coup == 0:
        refuse("no-results")
    return tuple(spells)


@refusable
def _sequence(wager: Wager, bet: Bet) -> str:
    """The results the wager wants, in order; a tail wants the same one every time."""
    if wager.nominated is None:
        if bet.nominated:
            refuse("nothing-to-nominate", title=wager.title)
        return wager.sequence or ""
    given = bet.nominated or ""
    if len(given) != wager.nominated or set(given) - set("PB"):
        number = wager.nominated
        refuse("nomination", wager.clauses, title=wager.title, number=number, given=given)
    return given


def _settle(
    compiled: Compiled,
    setting: Setting,
    bet: Bet,
    sequence: str,
    spells: Sequence[Spell],
    placed: Sequence[tuple[str, int]],
) -> Line:
    wager = compiled.edition.wagers[bet.wager]
    extra: dict[str, Any] = {"nominated": sequence} if wager.nominated else {}
    automaton = compiled.automaton(bet.wager)
    shown = automaton.full
    if wager.tail_of:
        counts = tail_counts(compiled, wager.tail_of, spells, placed)
        shown = compiled.automaton(wager.tail_of).full
        rule = compiled.edition.automata[wager.automaton or ""]
        if counts[bet.placed_before] != rule.opened_at:
            return _misplaced(compiled.edition, setting, bet, counts[bet.placed_before])
    state = automaton.start
    for spell in spells:
        if spell.coup < bet.placed_before or (
            spell.letter == END_OF_SHOE and spell.coup == bet.placed_before - 1
        ):
            continue
        wanted = sequence[0] if wager.tail_of else sequence[state - automaton.start]
        event = event_of(spell.letter, wanted)
        after, results = automaton.step(state, event)
        if results is not None:
            extra["settled_after"] = spell.coup
            if wager.tail_of:
                extra["indicator"] = min(results + automaton.minus, shown)
            shown_as = _facts(spell.letter, results, automaton.minus, extra.get("indicator"))
            line = settle_stake(compiled, setting, bet, (results,), shown_as, **extra)
            broken_by = automaton.clauses_on(state, event) if event != "own" else ()
            return replace(line, clauses=join(line.clauses, broken_by))
        state = state if after is None else after
    why = f"Still open after {spells[-1].coup} coups with {state - automaton.start} counted"
    if wager.tail_of:
        extra["indicator"] = min(state, shown)
    return Line(
        wager=bet.wager,
        stake_cents=bet.stake_cents,
        outcome="open",
        row="",
        paid_cents=0,
        returned_cents=0,
        clauses=wager.clauses,
        why=why,
        **extra,
    )


def _facts(letter: str, results: int, minus: int, indicator: int | None) -> str:
    """What settled the wager, in words: the last coup, the indicator, what counts."""
    ended = "end of shoe" if letter == END_OF_SHOE else LETTERS[letter]
    counted = "1 result counts" if results == 1 else f"{results} results count"
    if indicator is None:
        return f"Settled by {ended}; {counted}"
    less = f", less {minus}" if minus else ""
    return f"Settled by {ended} with the indicator at {indicator}{less}; {counted}"


def tail_counts(
    compiled: Compiled, early: str, spells: Sequence[Spell], placed: Sequence[tuple[str, int]]
) -> dict[int, int]:
    """The indicator of a tail before each coup; a tail belongs to the table, not to a wager.

    Anyone's early wager opens it, when none is running and the coup's result is its own.
    """
    table = compiled.automaton(early)
    side = (compiled.edition.wagers[early].sequence or "")[0]
    before: dict[int, int] = {}
    state, waiting = table.start, False
    for spell in spells:
        if spell.letter != END_OF_SHOE:
            before[spell.coup] = state
            waiting = waiting or (state == table.start and (early, spell.coup) in placed)
        if state == table.start and not waiting:
            continue
        after, _ = table.step(state, event_of(spell.letter, side))
        waiting = waiting and after == table.start
        state = table.start if after is None else after
    return before


def _misplaced(edition: Edition, setting: Setting, bet: Bet, count: int) -> Line:
    """A wager placed at a count that does not admit it is void and returned (11.13, M-DT18)."""
    wager = edition.wagers[bet.wager]
    clauses = edition.automata[wager.automaton or ""].misplaced_clauses
    row = Row(label="misplaced", outcome="void", clauses=clauses)
    facts = f"The indicator showed {count} before coup {bet.placed_before}"
    extra: dict[str, Any] = {"settled_after": bet.placed_before, "indicator": count}
    return line_of(edition, setting.sign, bet, row, facts, **extra)
