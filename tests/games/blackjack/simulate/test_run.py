"""Blackjack from request to report: any number of workers, close to exact, refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from pitboss.book import rulebook
from pitboss.games.blackjack.simulate.game import blackjack_game_of
from pitboss.games.blackjack.simulate.run import (
    BlackjackReport,
    cut_card_effect,
    simulate_blackjack,
)
from pitboss.refusal import Refusal
from pitboss.simulate.report import setting_of
from pitboss.simulate.statistics import Estimate, Sums
from pitboss.simulate.tasks import Runner, Task, in_threads
from tests.games.blackjack.simulate.games import book, ready, setting, strategy


def report(coups: int, name: str = "best", decks: int = 6, **asked: Any) -> BlackjackReport:
    found = simulate_blackjack(book(), setting(decks), strategy(name, decks), coups=coups, **asked)
    assert isinstance(found, BlackjackReport), found
    return found


def test_workers_do_not_change_the_result() -> None:
    reports = [report(200_000, seed=42, runner=in_threads(workers)) for workers in (1, 2, 5)]
    assert len({(found.coups, found.wagers, found.parts) for found in reports}) == 1
    assert reports[0].coups >= 200_000
    assert report(200_000, seed=43).wagers != reports[0].wagers


@pytest.mark.parametrize(
    ("name", "rounds_per_shoe", "coups"),
    [("best", 1, 1_000_000), ("best", 40, 20_000_000), ("basic", 40, 20_000_000)],
)
def test_fixed_rounds_stay_within_four_standard_errors(
    name: str, rounds_per_shoe: int, coups: int
) -> None:
    found = report(coups, name, rounds_per_shoe=rounds_per_shoe)
    assert found.rounds_per_shoe == rounds_per_shoe
    assert (found.parts, found.cut_card_effect) == ((), ())
    assert {line.wager for line in found.wagers} == {
        "main",
        "insurance",
        "any-pairs",
        "perfect-pairs",
        "star-pairs",
        "lucky-lucky",
        "blazing-sevens",
    }
    for line in found.wagers:
        assert line.z is not None
        assert abs(line.z) < 4, line
        assert line.stderr < 0.02


def test_wild_play_is_worth_what_the_solver_says_of_it() -> None:
    found = report(2_000_000, "wild", rounds_per_shoe=20, optional=False)
    (main,) = found.wagers
    assert main.exact is not None
    assert main.exact < -0.2
    assert main.z is not None
    assert abs(main.z) < 4


def test_eight_decks_and_insurance_against_a_ten() -> None:
    chosen = setting(8, insurance_ten="yes", lucky_lucky="2")
    found = simulate_blackjack(
        book(), chosen, strategy("best", 8), coups=5_000_000, rounds_per_shoe=50
    )
    assert isinstance(found, BlackjackReport)
    z = {line.wager: line.z for line in found.wagers}
    assert set(z) == {
        "main",
        "insurance",
        "insurance-ten",
        "any-pairs",
        "perfect-pairs",
        "lucky-lucky",
    }
    assert all(figure is not None and abs(figure) < 4 for figure in z.values()), z


def test_by_cutting_card_the_exact_figure_is_no_yardstick_but_gives_the_effect() -> None:
    found = report(500_000)
    assert (found.behind, found.rounds_per_shoe) == (52, None)
    main = found.wagers[0]
    assert main.wager == "main"
    assert main.exact is not None
    assert main.z is None
    effect = found.cut_card_effect[0]
    assert (effect.wager, effect.against) == ("main", "exact")
    assert effect.difference == pytest.approx(main.mean - main.exact)
    assert effect.stderr == main.stderr
    assert [part.part for part in found.parts] == list(range(1, 11))
    assert (found.parts[0].first_card, found.parts[-1].last_card) == (2, 260)
    assert sum(part.n for part in found.parts) == found.coups
    whole = sum(part.n * part.mean for part in found.parts)
    assert whole == pytest.approx(found.coups * main.mean)


def test_the_first_part_of_a_shoe_begins_with_a_fresh_one() -> None:
    # Rounds that begin on a fixed card are dealt from a fresh shoe, whatever ends the shoe.
    exact = ready("best", optional=False).exact("main")
    found = report(4_000_000, optional=False, behind=150)
    assert exact is not None
    first = found.parts[0]
    assert abs(first.mean - float(exact)) < 4 * first.stderr + 0.0005


def test_the_effect_between_two_runs_has_the_error_of_both() -> None:
    def line(mean: float, stderr: float, exact: float | None = None) -> Estimate:
        return Estimate(
            wager="main", mean=mean, stderr=stderr, exact=exact, z=None, n=9, favours_player=False
        )

    (effect,) = cut_card_effect([line(-0.02, 0.003, -0.5)], [line(-0.01, 0.004)])
    assert effect.difference == pytest.approx(-0.01)
    assert effect.stderr == pytest.approx(0.005)
    assert effect.against == "simulated"
    assert cut_card_effect([line(-0.02, 0.003)]) == ()


def test_ctrl_c_reports_what_was_done_so_far() -> None:
    def interrupted(
        tasks: Iterator[Task], work: Callable[[Task], Sums], done: Callable[[Sums], None]
    ) -> bool:
        done(work(next(tasks)))
        return False

    runner: Runner[Sums] = interrupted
    found = report(10_000_000, runner=runner)
    assert found.interrupted
    assert 0 < found.coups < 10_000_000


def test_the_report_is_json() -> None:
    document = msgspec.json.decode(msgspec.json.encode(report(10_000)))
    assert {"wagers", "parts", "cut_card_effect", "behind", "coups_per_second"} <= set(document)


def test_another_figure_may_be_held_against_the_simulation() -> None:
    def exact(wager: str) -> Fraction | None:
        return Fraction(1, 2) if wager == "main" else None

    found = report(100_000, rounds_per_shoe=20, exact=exact)
    z = {line.wager: line.z for line in found.wagers}
    assert z["main"] is not None
    assert z["main"] < -100
    assert z["insurance"] is None


def test_the_solver_plays_unless_told_otherwise() -> None:
    game = blackjack_game_of(book(), setting())
    assert not isinstance(game, Refusal)
    assert game.exact("main") == ready().exact("main") == Fraction(ready().strategy.expectation)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("asked", "code", "clauses"),
    [
        ({"behind": 157}, "cutting-card-misplaced", ("4.6",)),
        ({"behind": 10}, "shoe-too-short", ("4.6",)),
        ({"rounds_per_shoe": 55}, "shoe-too-short", ("4.6",)),
        ({"rounds_per_shoe": 0}, "no-rounds-asked", ()),
        ({"coups": 0}, "no-coups-asked", ()),
        ({"seed": -1}, "bad-seed", ()),
    ],
)
def test_what_cannot_be_dealt_is_refused(
    asked: dict[str, Any], code: str, clauses: tuple[str, ...]
) -> None:
    asked = {"coups": 1000} | asked
    found = simulate_blackjack(book(), setting(), strategy("basic"), **asked)
    assert isinstance(found, Refusal)
    assert (found.code, found.clauses) == (code, clauses)


def test_baccarat_is_not_played_in_rounds() -> None:
    compiled = rulebook("star-baccarat").compiled
    chosen = setting_of(compiled)
    assert not isinstance(chosen, Refusal)
    found = blackjack_game_of(compiled, chosen)
    assert isinstance(found, Refusal)
    assert found.code == "no-rounds"
