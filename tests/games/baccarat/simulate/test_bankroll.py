"""Sessions of flat stakes: settled as `settle` settles, and summed up rightly."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.book import rulebook
from pitboss.cards import names
from pitboss.charts import svg
from pitboss.games.baccarat.facts.coup import deal_shoe
from pitboss.games.baccarat.simulate.bankroll import (
    bankroll_view,
    bars,
    gains,
    play_sessions,
)
from pitboss.games.baccarat.simulate.game import Game
from pitboss.refusal import Refusal
from pitboss.settle.model import Settlement
from pitboss.shoe import cards_burned
from pitboss.simulate.generator import WORDS, seed_block, shuffle
from pitboss.simulate.studies import Bankroll, Sessions
from tests.games.baccarat.simulate.games import ready


def view(game: Game, wager: str, **given: int) -> Bankroll:
    asked = {"stake_cents": 2500, "bankroll_cents": 100_000, "sessions": 500, "coups": 120}
    answer = bankroll_view(game, Sessions(wager, **(asked | given)))
    assert not isinstance(answer, Refusal), answer
    return answer[0]


@pytest.mark.parametrize("wager", ["banker", "tiger", "tiger-pair"])
def test_a_session_is_what_settling_its_coups_one_by_one_gives(wager: str) -> None:
    """The same shoes, coup by coup through `settle`; the bankroll ends the session."""
    game, book = ready("star-baccarat"), rulebook("star-baccarat")
    coups, bankroll, stake, seed = 150, 60_000, 1500, 3
    results, drawdowns, played = (np.zeros(3, np.int64) for _ in range(3))
    table = gains(game, wager, stake)
    plan = (coups, bankroll, stake)
    play_sessions(
        game.coups.deal, game.shape, table, np.uint64(seed), plan, results, drawdowns, played
    )
    rules, tableau = game.compiled.edition.shoe, game.coups.tableau
    for session in range(3):
        words = np.zeros(WORDS, np.uint64)
        seed_block(words, np.uint64(seed), session)
        cards = game.coups.deal.cards.copy()
        money = [0]
        while len(money) <= coups and bankroll + money[-1] >= stake:
            shuffle(words, cards, 0, len(cards))
            shoe = [int(card) & 255 for card in cards]
            left = shoe[cards_burned(rules.burn[0], shoe[0]) :]
            for coup in deal_shoe(tableau, rules.end, left, game.shape.size - game.shape.front):
                if len(money) > coups or bankroll + money[-1] < stake:
                    break
                settled = book.settle(
                    player=names(coup.player),
                    banker=names(coup.banker),
                    bets={wager: "15"},
                )
                assert isinstance(settled, Settlement)
                (line,) = settled.wagers
                money.append(money[-1] + line.paid_cents + line.returned_cents - stake)
        assert played[session] == len(money) - 1
        assert results[session] == money[-1]
        peaks = np.maximum.accumulate(money)
        assert drawdowns[session] == (peaks - money).max()


def test_the_view_is_consistent_and_repeatable() -> None:
    game = ready("star-baccarat")
    found = view(game, "banker")
    assert found == view(game, "banker")
    assert found != view(game, "banker", seed=2)
    cuts = list(found.result.quantiles_cents.values())
    assert cuts == sorted(cuts)
    assert found.result.least_cents >= -100_000
    assert found.drawdown.least_cents >= 0
    assert found.drawdown.most_cents >= -found.result.least_cents
    assert 0 <= found.ended_early < found.ahead < 1
    assert found.coups <= 500 * 120


def test_stakes_are_rounded_up_to_the_smallest_chip() -> None:
    game = ready("star-baccarat")
    assert set(gains(game, "banker", 2500).tolist()) == {-2500, 0, 2375}
    assert set(gains(game, "banker", 1).tolist()) == {-1, 0, 1}


def test_bars_hold_every_session() -> None:
    amounts = np.array([-500, -25, 0, 0, 75, 4000], np.int64)
    found = bars(amounts, 25)
    assert sum(bar["share"] for bar in found) == pytest.approx(1)
    assert found[0]["from"] * 100 <= -500
    assert found[-1]["to"] * 100 > 4000
    widths = {round(bar["to"] - bar["from"], 6) for bar in found}
    assert len(widths) == 1


def test_the_chart_can_be_drawn() -> None:
    asked = Sessions("tie", stake_cents=100, bankroll_cents=1000, sessions=50, coups=20)
    answer = bankroll_view(ready("star-baccarat"), asked)
    assert not isinstance(answer, Refusal)
    drawn = svg(answer[1])
    assert isinstance(drawn, str)
    assert "greatest drawdown" in drawn


@pytest.mark.parametrize(
    ("wager", "given", "code"),
    [
        ("player-run-2", {}, "spans-coups"),
        ("nothing", {}, "unknown-wager"),
        ("banker", {"sessions": 1}, "too-few-sessions"),
        ("banker", {"bankroll_cents": 1}, "bankroll-too-small"),
    ],
)
def test_bad_requests_are_refused(wager: str, given: dict[str, int], code: str) -> None:
    asked = {"stake_cents": 2500, "bankroll_cents": 100_000, "sessions": 5, "coups": 12}
    answer = bankroll_view(ready("crown-melbourne-baccarat"), Sessions(wager, **(asked | given)))
    assert isinstance(answer, Refusal)
    assert answer.code == code
