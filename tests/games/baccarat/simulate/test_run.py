"""From request to report: the same on any number of workers, and close to exact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from pitboss.book import rulebook
from pitboss.cards import CARDS_IN_DECK
from pitboss.games.baccarat.simulate.game import game_of
from pitboss.games.baccarat.simulate.run import simulate
from pitboss.refusal import Refusal
from pitboss.simulate.report import Report, setting_of
from pitboss.simulate.statistics import Sums
from pitboss.simulate.tasks import MOST_BLOCKS, Runner, Task, in_threads, tasks_of
from tests.games.baccarat.simulate.games import GAMES, ready


def report(coups: int, runner: Runner[Sums] | None = None, seed: int = 1) -> Report:
    game = ready("crown-melbourne-baccarat", "crown")
    found = simulate(game.compiled, game.setting, coups=coups, runner=runner, seed=seed)
    assert isinstance(found, Report), found
    return found


@pytest.mark.parametrize("blocks", [1, 7, 64, 65, 1000, 64 * MOST_BLOCKS + 1])
def test_tasks_cover_every_block_once(blocks: int) -> None:
    following = 5
    for task in tasks_of(5, blocks):
        assert task.first == following
        assert 1 <= task.blocks <= MOST_BLOCKS
        following += task.blocks
    assert following == 5 + blocks


def test_workers_do_not_change_the_result() -> None:
    reports = [report(300_000, in_threads(workers), seed=42) for workers in (1, 2, 5)]
    assert len({(found.coups, found.wagers) for found in reports}) == 1
    assert reports[0].coups >= 300_000
    assert report(300_000, seed=43).wagers != reports[0].wagers


def test_neither_the_order_nor_the_cut_of_tasks_changes_the_result() -> None:
    def backwards(
        tasks: Iterator[Task], work: Callable[[Task], Sums], done: Callable[[Sums], None]
    ) -> bool:
        for task in reversed(list(tasks)):
            for block in range(task.first, task.first + task.blocks):
                done(work(Task(block, 1)))
        return True

    assert report(100_000, backwards).wagers == report(100_000, in_threads(2)).wagers


def test_ctrl_c_reports_what_was_done_so_far() -> None:
    def interrupted(
        tasks: Iterator[Task], work: Callable[[Task], Sums], done: Callable[[Sums], None]
    ) -> bool:
        parts = 0

        def stop_after_three(part: Sums) -> None:
            nonlocal parts
            done(part)
            parts += 1
            if parts == 3:
                raise KeyboardInterrupt

        run: Runner[Sums] = in_threads(2)
        return run(tasks, work, stop_after_three)

    found = report(10_000_000, interrupted)
    assert found.interrupted
    assert 0 < found.coups < 10_000_000
    assert {line.wager for line in found.wagers} >= {"banker", "player-run-6"}


def test_progress_counts_up_to_all_coups() -> None:
    game = ready("star-baccarat")
    seen: list[int] = []
    found = simulate(game.compiled, game.setting, coups=50_000, progress=seen.append)
    assert isinstance(found, Report)
    assert seen == sorted(seen)
    assert seen[-1] == found.coups


@pytest.mark.parametrize(("name", "game"), GAMES)
def test_a_short_run_stays_near_the_exact_figures(name: str, game: str) -> None:
    found = ready(name, game)
    book = rulebook(name)
    counts = (found.setting.decks,) * CARDS_IN_DECK
    exact = book.game.exact(book.compiled, found.setting, counts)
    answer = simulate(found.compiled, found.setting, coups=2_000_000, seed=5, exact=exact)
    assert isinstance(answer, Report)
    known = [line for line in answer.wagers if line.z is not None]
    assert len(known) == len(found.coups.pays("points").wagers + found.coups.pays("pairs").wagers)
    assert {line.wager: line.z for line in known if abs(line.z or 0) > 4.5} == {}


def test_shoes_too_short_and_bad_requests_are_refused() -> None:
    compiled = rulebook("crown-melbourne-baccarat").compiled
    one = setting_of(compiled, None, 1, study=True)
    assert not isinstance(one, Refusal)
    for refusal, code in (
        (setting_of(compiled, None, 1), "decks-not-permitted"),
        (game_of(compiled, one), "shoe-too-short"),
        (game_of(rulebook("star-blackjack").compiled, one), "no-coups"),
        (
            game_of(compiled, ready("crown-melbourne-baccarat").setting, 26),
            "cutting-card-misplaced",
        ),
        (simulate(compiled, one, coups=0), "no-coups-asked"),
        (simulate(compiled, one, coups=1, seed=-1), "bad-seed"),
    ):
        assert isinstance(refusal, Refusal)
        assert refusal.code == code


def test_the_cutting_card_may_be_placed_in_any_permitted_way() -> None:
    compiled = rulebook("crown-melbourne-baccarat").compiled
    setting = ready("crown-melbourne-baccarat").setting
    for behind in (13, 15, 20, 25):
        game = game_of(compiled, setting, behind)
        assert not isinstance(game, Refusal)
        assert game.shape.front == game.shape.size - behind


def test_insurance_counts_only_coups_in_which_it_was_offered() -> None:
    lines = {line.wager: line for line in report(400_000).wagers}
    share = Fraction(lines["insurance-no-6"].n, lines["banker"].n)
    assert abs(share - Fraction(587, 10_000)) < Fraction(1, 500)
