"""Answers to come: once, to threads and to loops, however many and however late."""

from __future__ import annotations

import asyncio
import threading

import pytest

from pitboss.service.futures import Answers, Promise


def test_a_thread_waits_and_is_told() -> None:
    promise: Promise[int] = Promise()
    with pytest.raises(TimeoutError):
        promise.result(0.01)
    threading.Timer(0.01, promise.set_result, (5,)).start()
    assert promise.result(10) == 5
    assert promise.result() == 5
    with pytest.raises(RuntimeError, match="before"):
        promise.set_result(6)


def test_what_was_answered_stays_and_one_who_cannot_hear_keeps_it_from_nobody(
    caplog: pytest.LogCaptureFixture,
) -> None:
    promise: Promise[int] = Promise()
    heard: list[int] = []

    def deaf(_: Promise[int]) -> None:
        raise OSError("gone")

    promise.when_done(deaf)
    promise.when_done(lambda one: heard.append(one.result()))
    promise.set_result(5)
    assert heard == [5]
    assert "could not be told" in caplog.text
    with pytest.raises(RuntimeError, match="before"):
        promise.set_exception(LookupError("late"))
    assert promise.result() == 5


def test_an_error_is_told_to_each_who_waits() -> None:
    promise: Promise[int] = Promise()
    heard: list[bool] = []
    promise.when_done(lambda one: heard.append(one.done))
    promise.set_exception(LookupError("none"))
    promise.when_done(lambda one: heard.append(one.done))
    assert heard == [True, True]
    for _ in range(2):
        with pytest.raises(LookupError):
            promise.result()


def test_a_loop_is_woken_once_for_many_and_misses_none() -> None:
    rounds, each = 40, 50

    async def all_of_them() -> tuple[int, int]:
        loop, answers, woken = asyncio.get_running_loop(), Answers(), 0
        call = loop.call_soon_threadsafe

        def counted(*args: object) -> object:
            nonlocal woken
            woken += 1
            return call(*args)  # type: ignore[arg-type]

        loop.call_soon_threadsafe = counted  # type: ignore[assignment,method-assign]
        got = 0
        for _ in range(rounds):
            promises: list[Promise[int]] = [Promise() for _ in range(each)]

            def bring(these: list[Promise[int]] = promises) -> None:
                for number, promise in enumerate(these):
                    promise.set_result(number)

            waiting = [asyncio.ensure_future(answers.of(promise)) for promise in promises]
            await asyncio.sleep(0)
            bringing = threading.Thread(target=bring)
            bringing.start()
            got += sum(await asyncio.wait_for(asyncio.gather(*waiting), 10))
            bringing.join()
        return got, woken

    got, woken = asyncio.run(all_of_them())
    assert got == rounds * sum(range(each))
    assert woken < rounds * each / 2


def test_who_no_longer_waits_is_passed_over() -> None:
    async def one_goes() -> int:
        answers = Answers()
        gone: Promise[int] = Promise()
        stays: Promise[int] = Promise()
        waiting = [asyncio.ensure_future(answers.of(one)) for one in (gone, stays)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        gone.set_result(1)
        stays.set_result(2)
        return await asyncio.wait_for(waiting[1], 10)

    assert asyncio.run(one_goes()) == 2
