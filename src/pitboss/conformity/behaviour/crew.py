"""Workers, one for each processor, each a process whose core has switches."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import msgspec

from pitboss.conformity.behaviour.sites import HOME
from pitboss.errors import NotProvedError

T = TypeVar("T")


class Crew:
    """Some workers, for one edition at a time."""

    def __init__(self, workers: list[subprocess.Popen[bytes]]) -> None:
        self.workers = workers
        self.free: SimpleQueue[subprocess.Popen[bytes]] = SimpleQueue()
        for worker in workers:
            self.free.put(worker)

    def tell(self, do: str, folder: Path, given: Sequence[Any]) -> None:
        """The same job for every worker, while none is busy."""
        for worker in self.workers:
            _ask(worker, do, folder, given, bool)

    def each(
        self,
        do: str,
        folder: Path,
        jobs: Sequence[Sequence[Any]],
        kind: type[T],
        done: Callable[[int], None],
    ) -> list[T]:
        """Answers to many jobs, in their order; `done` is told of each."""

        def one(job: Sequence[Any]) -> T:
            worker = self.free.get()
            try:
                return _ask(worker, do, folder, job, kind)
            finally:
                self.free.put(worker)

        found = []
        with ThreadPoolExecutor(len(self.workers)) as pool:
            for answer in pool.map(one, jobs):
                found.append(answer)
                done(1)
        return found


def _ask(
    worker: subprocess.Popen[bytes], do: str, folder: Path, given: Sequence[Any], kind: type[T]
) -> T:
    if worker.stdin is None or worker.stdout is None:
        raise NotProvedError("a worker of the proof has no pipes")
    try:
        worker.stdin.write(msgspec.json.encode((do, str(folder), given)) + b"\n")
        worker.stdin.flush()
        line = worker.stdout.readline()
    except OSError as error:
        raise NotProvedError("a worker of the proof ended early") from error
    if not line:
        raise NotProvedError("a worker of the proof ended early")
    return msgspec.json.decode(line, type=kind)


@contextmanager
def crew(size: int | None = None) -> Iterator[Crew]:
    """Workers for the time of the block."""
    path = os.pathsep.join([str(HOME.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "pitboss.conformity.behaviour.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        )
        for _ in range(size or os.cpu_count() or 1)
    ]
    try:
        yield Crew(workers)
    finally:
        for worker in workers:
            worker.terminate()
            for pipe in (worker.stdin, worker.stdout):
                with suppress(OSError):
                    if pipe is not None:
                        pipe.close()
            worker.wait()
