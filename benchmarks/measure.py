"""What a measurement is, and how it is taken: in turn, several times, the best kept."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

import msgspec


class Measure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the table: what was done, how fast, beside what, and the goal."""

    work: str
    reached: float
    unit: str
    beside: str
    beside_reached: float
    ratio: float
    goal: float | None = None
    met: bool | None = None


def measure(
    work: str,
    unit: str,
    reached: float,
    beside: tuple[str, float],
    goal: float | None = None,
    *,
    lower: bool = False,
) -> Measure:
    """A line; `lower` says that less is better. The ratio is ours over what stands beside."""
    name, other = beside
    met = None if goal is None else (reached <= goal if lower else reached >= goal)
    return Measure(
        work=work,
        reached=reached,
        unit=unit,
        beside=name,
        beside_reached=other,
        ratio=reached / other,
        goal=goal,
        met=met,
    )


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Seconds for one of `times` calls in a row."""
    began = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - began) / times


def best_seconds(rounds: int, *works: tuple[Callable[[], object], int]) -> list[float]:
    """The best of several rounds of each work, taken in turn so that all share the weather."""
    found = [float("inf")] * len(works)
    for _ in range(rounds):
        for place, (work, times) in enumerate(works):
            found[place] = min(found[place], seconds(work, times))
    return found


def machine() -> dict[str, object]:
    """Where it was measured."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = lines[0].partition(":")[2].strip() if lines else model
    return {"processor": model, "processors": os.cpu_count(), "python": platform.python_version()}


Suite = Callable[[int], Sequence[Measure]]
