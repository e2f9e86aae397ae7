"""Runs and Dragon Tails of Crown Melbourne over a series of results, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from tests.second.cards import Answer, lose, pay, void


@dataclass(frozen=True)
class Bet:
    """A stake; `before` is the coup that it was placed before, the first being 1."""

    wager: str
    stake: int
    before: int = 1
    nominated: str = ""


@dataclass(frozen=True)
class Settled:
    """What a stake came to, after which coup, and what the tail's indicator showed."""

    answer: Answer = ("open", 0, 0)
    after: int | None = None
    indicator: int | None = None


@dataclass
class Tail:
    """One side's tails: who waits for one, who is on it, who rides on after six."""

    side: str
    bets: list[Bet]
    settled: list[Settled]
    chip: int
    coup: int = 0
    indicator: int = 0
    waiting: list[int] = field(default_factory=list)
    opened: bool = False
    early: list[int] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    riding: list[int] = field(default_factory=list)


def offered(game: str) -> bool:
    """Runs and tails belong to Traditional and Crown Baccarat."""
    return game in ("traditional", "crown")


def settle(
    results: str, bets: list[Bet], chip: int, others: list[tuple[str, int]]
) -> list[Settled]:
    """One answer for each bet; `others` are early wagers of other people: side and coup."""
    marks = results.split()
    settled = [Settled() for _ in bets]
    for number, bet in enumerate(bets):
        if "-run-" in bet.wager:
            settled[number] = run(marks, bet, chip)
    play_tails(Tail("player", bets, settled, chip), marks, others)
    play_tails(Tail("banker", bets, settled, chip), marks, others)
    return settled


def run_odds(wager: str) -> int:
    """10.1: the same for Player, Banker and combination; dearer for ties."""
    length = wager[-1]
    if wager.startswith("tie"):
        if length == "2":
            return 100
        if length == "3":
            return 1000
        return 10000
    if length == "2":
        return 3
    if length == "3":
        return 8
    if length == "4":
        return 20
    if length == "5":
        return 45
    return 100


def run(marks: list[str], bet: Bet, chip: int) -> Settled:
    """Every coup must match its place; dummies, voids and the end of a shoe do not count."""
    length = int(bet.wager[-1])
    if bet.wager.startswith("player"):
        wanted = "P" * length
    elif bet.wager.startswith("banker"):
        wanted = "B" * length
    elif bet.wager.startswith("tie"):
        wanted = "T" * length
    else:
        wanted = bet.nominated
    coup = 0
    matched = 0
    for mark in marks:
        if mark == "/":
            continue
        coup = coup + 1
        if coup < bet.before:
            continue
        if mark in ("d", "v"):
            continue
        if mark != wanted[matched]:
            return Settled(lose(), coup)
        matched = matched + 1
        if matched == length:
            return Settled(pay(bet.stake, Fraction(run_odds(bet.wager)), chip), coup)
    return Settled()


def tail_odds(side: str, results: int) -> int | None:
    """The odds for so many consecutive results; none for fewer than two."""
    if results == 2:
        return 1
    if results == 3:
        return 3
    if results == 4:
        return 7
    if results == 5:
        return 11
    if results == 6 and side == "player":
        return 30
    if results == 6 and side == "banker":
        return 20
    return None


def settle_tail(tail: Tail, numbers: list[int], results: int, indicator: int) -> None:
    """Pay the odds for so many results to these wagers, or take them."""
    odds = tail_odds(tail.side, results)
    for number in numbers:
        answer = lose()
        if odds is not None:
            answer = pay(tail.bets[number].stake, Fraction(odds), tail.chip)
        tail.settled[number] = Settled(answer, tail.coup, indicator)


def play_tails(tail: Tail, marks: list[str], others: list[tuple[str, int]]) -> None:
    """Play one side's tails through the marks."""
    own = "P" if tail.side == "player" else "B"
    for mark in marks:
        if mark == "/":
            # The end of the shoe breaks a tail, and ends the ride after six.
            broken(tail)
            continue
        tail.coup = tail.coup + 1
        betting(tail, others)
        if mark in ("d", "v"):
            # No result: nothing advances and nothing is broken.
            continue
        if mark == own:
            advanced(tail)
        else:
            broken(tail)
            # An early wager whose first coup goes another way loses.
            settle_tail(tail, tail.waiting, 0, 0)
            tail.waiting = []
            tail.opened = False


def betting(tail: Tail, others: list[tuple[str, int]]) -> None:
    """Wagers placed before this coup: early while idle, late at indicator one, else void."""
    for number, bet in enumerate(tail.bets):
        if bet.before != tail.coup:
            continue
        if bet.wager == f"{tail.side}-dragon-tail-early":
            if tail.indicator == 0:
                tail.waiting.append(number)
                tail.opened = True
            else:
                tail.settled[number] = Settled(void(bet.stake))
        if bet.wager == f"{tail.side}-dragon-tail-late":
            if tail.indicator == 1:
                tail.late.append(number)
            else:
                tail.settled[number] = Settled(void(bet.stake))
    for side, before in others:
        if side == tail.side and before == tail.coup and tail.indicator == 0:
            tail.opened = True


def advanced(tail: Tail) -> None:
    """The side won this coup."""
    # Late wagers that rode on after six have now seen six results themselves.
    settle_tail(tail, tail.riding, 6, 6)
    tail.riding = []
    if tail.indicator == 0:
        if tail.opened:
            # Established by one result with an early wager down.
            tail.indicator = 1
            tail.early = tail.waiting
            tail.waiting = []
            tail.opened = False
        return
    tail.indicator = tail.indicator + 1
    if tail.indicator == 6:
        # Finished: early is paid at once, late rides one more coup.
        settle_tail(tail, tail.early, 6, 6)
        tail.riding = tail.late
        tail.early = []
        tail.late = []
        tail.indicator = 0


def broken(tail: Tail) -> None:
    """A tie, the other side, or the end of the shoe."""
    settle_tail(tail, tail.riding, 5, 6)
    settle_tail(tail, tail.early, tail.indicator, tail.indicator)
    settle_tail(tail, tail.late, tail.indicator - 1, tail.indicator)
    tail.riding = []
    tail.early = []
    tail.late = []
    tail.indicator = 0
