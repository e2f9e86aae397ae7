"""The same list of tasks on a real local cluster, one worker killed on the way."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from pitboss.errors import ClusterError
from pitboss.games.baccarat.simulate.game import run_task
from pitboss.games.baccarat.simulate.run import simulate
from pitboss.refusal import Refusal
from pitboss.simulate.cluster import connect, on_cluster
from pitboss.simulate.report import Report
from pitboss.simulate.statistics import Sums
from pitboss.simulate.tasks import Runner, Task, in_threads, tasks_of
from tests.games.baccarat.simulate.games import ready

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("default")

COUPS = 30_000_000


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    import dask  # noqa: PLC0415

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 20}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as found,
    ):
        yield found


def test_a_worker_killed_in_mid_run_changes_nothing(cluster: Any) -> None:
    game = ready("crown-melbourne-baccarat", "traditional")
    here = simulate(game.compiled, game.setting, coups=COUPS, seed=9, runner=in_threads(2))
    client = connect(cluster.scheduler_address)
    assert not isinstance(client, Refusal)
    with client:
        victim = next(iter(client.run(os.getpid).values()))
        seen: list[int] = []

        def watch(done: int) -> None:
            seen.append(done)
            if len(seen) == 5:
                os.kill(victim, signal.SIGKILL)

        there = simulate(
            game.compiled,
            game.setting,
            coups=COUPS,
            seed=9,
            runner=on_cluster(client),
            progress=watch,
        )
        assert victim not in client.run(os.getpid).values()
    assert isinstance(here, Report)
    assert isinstance(there, Report)
    assert len(seen) > 20
    assert (there.coups, there.shoes) == (here.coups, here.shoes)
    assert there.wagers == here.wagers
    assert not there.interrupted


def other_version(_task: Task) -> Sums:
    raise RuntimeError("this worker has another version")


def test_a_cluster_that_gives_up_says_why(cluster: Any) -> None:
    with cluster.get_client() as client:
        runner: Runner[Sums] = on_cluster(client)
        with pytest.raises(ClusterError, match="another version"):
            runner(iter([Task(0, 1)]), other_version, lambda _: None)


def test_ctrl_c_gives_what_was_done(cluster: Any) -> None:
    game = ready("star-baccarat")
    done: list[Sums] = []

    def stop(part: Sums) -> None:
        done.append(part)
        raise KeyboardInterrupt

    with cluster.get_client() as client:
        runner: Runner[Sums] = on_cluster(client)
        assert runner(tasks_of(0, 640), partial(run_task, game.work, 1), stop) is False
    assert len(done) == 1


def test_kernels_of_another_version_take_no_part() -> None:
    work = replace(ready("star-baccarat").work, sources="other")
    with pytest.raises(RuntimeError, match="another version"):
        run_task(work, 1, Task(0, 1))


def test_no_scheduler_is_refused_in_one_sentence() -> None:
    refusal = connect("tcp://127.0.0.1:9", patience=1)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no-scheduler"
    assert "tcp://127.0.0.1:9" in refusal.sentence


def test_an_address_that_is_none_is_refused() -> None:
    refusal = connect("nonsense://here", patience=1)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no-scheduler"
