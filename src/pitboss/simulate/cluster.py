"""The same list of tasks on a Dask cluster.

A task carries its arrays and its blocks, so a worker needs nothing but this package. Work of
a worker that dies is given to another; whole numbers are summed, so the result is the same.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from pitboss.errors import ClusterError
from pitboss.refusal import Refusal
from pitboss.simulate.tasks import IN_HAND, Runner, Task

S = TypeVar("S")


RETRIES = 5
PATIENCE_SECONDS = 15


def connect(address: str, patience: float = PATIENCE_SECONDS) -> Any:
    """A client of the scheduler at `address` with a worker at least, or a Refusal."""
    try:
        distributed: Any = import_module("distributed")  # an extra
    except ImportError:
        return Refusal.of("cluster-not-installed")
    for name in ("distributed", "distributed.comm", "distributed.client", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        return Refusal.of("no-scheduler", address=address, why=why)
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        client.close()
        return Refusal.of("no-workers", address=address)
    return client


def on_cluster(client: Any) -> Runner[S]:
    """Run tasks through a connected client; ClusterError where the cluster gives up."""
    distributed: Any = import_module("distributed")
    troubles = (RuntimeError, OSError, distributed.KilledWorker, distributed.CancelledError)

    def run(tasks: Iterator[Task], work: Callable[[Task], S], done: Callable[[S], None]) -> bool:
        def submit(number: int) -> list[Any]:
            # Not pure: results of an earlier run that are still held must prove nothing.
            return [
                client.submit(work, task, pure=False, retries=RETRIES)
                for task in islice(tasks, number)
            ]

        handed = 0
        completed = distributed.as_completed(with_results=True, loop=client.loop)
        try:
            while True:
                # Asked again now and then: workers may come and go.
                threads = max(1, sum(client.nthreads().values()))
                for future in submit(max(0, threads * IN_HAND - handed)):
                    completed.add(future)
                    handed += 1
                if not handed:
                    return True
                for future, result in islice(completed, threads):
                    future.release()
                    handed -= 1
                    for other in submit(1):
                        completed.add(other)
                        handed += 1
                    done(result)
        except KeyboardInterrupt:
            client.cancel(list(completed.futures))
            return False
        except troubles as error:
            raise ClusterError(f"The cluster gave up: {error}.") from error

    return run
