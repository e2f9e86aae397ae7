"""Simulations that run beside the server: each in a process of its own, few at a time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import signal
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from pitboss.charts import Chart
from pitboss.errors import TooManyError
from pitboss.jobs.request import Kind, Simulate, Unit
from pitboss.refusal import Refusal
from pitboss.views.copies import copy_of
from pitboss.views.problem import Problem, keyed, problem_of

MOST_RUNNING = 1
MOST_WAITING = 8
MOST_KEPT = 50
LONGEST_LINE = 32 * 1024 * 1024
MOST_SECONDS = 600.0
GRACE_SECONDS = 5.0

log = logging.getLogger("pitboss.api")

State = Literal["waiting", "running", "done", "stopped", "failed"]
OVER: tuple[State, ...] = ("done", "stopped", "failed")


class WagerEstimate(msgspec.Struct, frozen=True, kw_only=True):
    """A wager so far: the player's mean gain per unit staked, and its standard error."""

    wager: str
    title: str
    mean: float
    stderr: float
    exact: float | None
    z: float | None
    n: int


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """A simulation: what was asked, how far it is, and what it found."""

    id: str
    kind: Kind
    rulebook: str
    edition: str
    game: str
    decks: int
    seed: int
    by: str
    state: State
    asked: int
    done: int
    unit: Unit
    seconds: float
    a_second: float | None
    seconds_left: float | None
    wagers: list[WagerEstimate]
    report: dict[str, Any] | None
    problem: Problem | None


@dataclass
class Job:
    """A simulation in hand."""

    asked: Simulate
    by: str
    unit: Unit
    titles: dict[str, str]
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    state: State = "waiting"
    done: int = 0
    began: float | None = None
    first: tuple[float, int] | None = None
    ended: float | None = None
    wagers: list[WagerEstimate] = field(default_factory=list)
    report: dict[str, Any] | None = None
    chart: Chart | None = None
    problem: Problem | None = None
    stopping: bool = False
    listens: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    process: asyncio.subprocess.Process | None = None

    def shown(self, *, whole: bool = True) -> Simulation:
        """The simulation as it is sent; the report is left out of lists."""
        seconds = 0.0 if self.began is None else (self.ended or time.monotonic()) - self.began
        rate = self._rate()
        left = None
        if self.state == "running" and rate:
            left = max(0.0, (self.asked.asked - self.done) / rate)
        return copy_of(
            Simulation,
            self,
            self.asked,
            game=self.asked.game or "",
            decks=self.asked.decks or 0,
            asked=self.asked.asked,
            seconds=seconds,
            a_second=rate,
            seconds_left=left,
            report=self.report if whole else None,
        )

    def _rate(self) -> float | None:
        """How much is done a second, the start of the process not counted."""
        if self.first is None:
            return None
        since, before = self.first
        seconds = (self.ended or time.monotonic()) - since
        return (self.done - before) / seconds if seconds > 0 and self.done > before else None

    def tell(self) -> None:
        """Wake whoever follows."""
        self.changed.set()
        self.changed = asyncio.Event()

    async def follow(self, gone: asyncio.Task[None]) -> AsyncIterator[Simulation]:
        """The simulation on each change, the last when it is over; until the follower is gone."""
        while not gone.done():
            changed = asyncio.create_task(self.changed.wait())
            try:
                yield self.shown()
                if self.state in OVER:
                    return
                await asyncio.wait({changed, gone}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                changed.cancel()

    def take(self, line: bytes) -> None:
        """Take in what the worker says."""
        data: dict[str, Any] = msgspec.json.decode(line)
        self.listens = True
        self.done = int(data.get("done", self.done))
        if self.first is None and self.done:
            self.first = (time.monotonic(), self.done)
        if "wagers" in data:
            self.wagers = self._estimates(data["wagers"])
        if "problem" in data:
            self.problem = problem_of(msgspec.convert(data["problem"], Refusal))
        if "report" in data:
            self.report, self.chart = data["report"], data.get("chart")
            if self.asked.kind == "edges":
                self.done = int(data["report"]["coups"])
                self.wagers = self._estimates(data["report"]["wagers"])
        self.tell()

    def _estimates(self, found: list[dict[str, Any]]) -> list[WagerEstimate]:
        keys = ("wager", "mean", "stderr", "exact", "z", "n")
        return [
            WagerEstimate(
                title=self.titles.get(one["wager"], one["wager"]), **{key: one[key] for key in keys}
            )
            for one in found
        ]


class Jobs:
    """The simulations of a server, the newest last."""

    def __init__(self) -> None:
        self.jobs: dict[str, Job] = {}
        self._gate = asyncio.Semaphore(MOST_RUNNING)

    def start(self, asked: Simulate, by: str, unit: Unit, titles: dict[str, str]) -> Job:
        """Have a simulation run as soon as there is room."""
        if sum(job.state not in OVER for job in self.jobs.values()) >= MOST_WAITING:
            raise TooManyError
        job = Job(asked, by, unit, titles)
        self.jobs[job.id] = job
        over = [one for one in self.jobs.values() if one.state in OVER]
        for old in over[: max(0, len(self.jobs) - MOST_KEPT)]:
            del self.jobs[old.id]
        job.task = asyncio.create_task(self._run(job))
        return job

    async def _run(self, job: Job) -> None:
        async with self._gate:
            if not job.stopping:
                try:
                    async with asyncio.timeout(MOST_SECONDS):
                        await _work(job)
                except TimeoutError:
                    sentence = f"It took more than {MOST_SECONDS:.0f} seconds and was ended."
                    job.problem = keyed(Problem(code="too-long", sentence=sentence))
                except (OSError, ValueError, LookupError, TypeError):
                    # No process to be had, or lines that cannot be read: it must not wait forever.
                    log.exception("simulation %s was not finished", job.id)
                finally:
                    await _end(job)
        job.ended = time.monotonic()
        if job.stopping:
            job.state = "stopped"
        else:
            job.state = "failed" if job.report is None else "done"
            if job.report is None and job.problem is None:
                sentence = "The simulation ended before it was done; it can be started again."
                job.problem = keyed(Problem(code="internal", sentence=sentence))
        job.tell()

    def stop(self, job: Job) -> None:
        """Have a simulation end; what was done so far is reported."""
        if job.state in OVER:
            return
        job.stopping = True
        if job.process is not None and job.process.returncode is None:
            _interrupt(job, job.process)
        job.tell()

    async def close(self) -> None:
        """End everything: the server goes down."""
        for job in self.jobs.values():
            if job.task is not None and not job.task.done():
                job.task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await job.task


async def _work(job: Job) -> None:
    """The worker's process, from what is asked to its last line."""
    job.process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "pitboss.jobs.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LONGEST_LINE,
    )
    job.state, job.began = "running", time.monotonic()
    job.tell()
    stdin, stdout = job.process.stdin, job.process.stdout
    if stdin is None or stdout is None:
        return
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        stdin.write(msgspec.json.encode(job.asked))
        await stdin.drain()
    stdin.close()
    if job.stopping:
        _interrupt(job, job.process)
    async for line in stdout:
        job.take(line)
    await job.process.wait()


def _interrupt(job: Job, process: asyncio.subprocess.Process) -> None:
    """Have a worker report what it did; one that does not listen yet has done nothing."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT if job.listens else signal.SIGKILL)


async def _end(job: Job) -> None:
    """See that no process is left."""
    process = job.process
    if process is None or process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), GRACE_SECONDS)
