"""The bankroll view: how sessions of flat stakes end, and how deep they fall on the way.

A session begins with a fresh shoe and goes on through further shoes until its coups are
played or the bankroll no longer covers the stake. Every stake is settled to the cent, rounded
up to the table's smallest chip as `settle` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CARDS_IN_DECK
from pitboss.charts import Chart
from pitboss.games.baccarat.odds.wagers import CoupOdds
from pitboss.games.baccarat.simulate.game import Game
from pitboss.games.baccarat.simulate.kernel import UNSEEN, deal_coup, left_after, left_before
from pitboss.kernel import kernel
from pitboss.odds.returns import paid_return
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.model import Bet
from pitboss.simulate.generator import WORDS, check_seed, seed_block, shuffle
from pitboss.simulate.studies import Bankroll, Distribution, Sessions

MOST_SESSIONS = 10_000_000
MOST_COUPS = 1_000_000

SHARES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
BARS = 60


@kernel
def play_sessions(
    deal: Any,
    shape: Any,
    gain: Any,
    seed: Any,
    plan: Any,
    results: Any,
    drawdowns: Any,
    played: Any,
) -> None:
    """Play one session after another; a session's generator is its own.

    `gain` is what the stake gains in each class of coups; `plan` is coups in a session,
    bankroll and stake.
    """
    words = np.zeros(WORDS, np.uint64)
    cards = np.zeros(shape.size + 6, np.uint32)
    coups, bankroll, stake = plan
    end = np.uint64(shape.front)
    for session in range(len(results)):
        seed_block(words, seed, session)
        cards[: shape.size] = deal.cards
        money = 0
        peak = 0
        worst = 0
        number = 0
        left = 0
        place = np.uint64(0)
        while number < coups and bankroll + money >= stake:
            if left <= 0:
                shuffle(words, cards, 0, shape.size)
                place = np.uint64(deal.burned[cards[0] >> np.uint32(8)])
                left = UNSEEN
            left = left_before(left, place, end, shape)
            entry, pair = deal_coup(cards, place, deal)
            place += np.uint64(entry & np.uint32(7))
            left = left_after(left, place, end, shape)
            money += gain[pair * np.uint32(shape.classes) + (entry >> np.uint32(5))]
            peak = max(peak, money)
            worst = max(worst, peak - money)
            number += 1
        results[session] = money
        drawdowns[session] = worst
        played[session] = number


def _favours(game: Game, wager: str, stake_cents: int) -> bool:
    setting = game.setting
    counts = (setting.decks,) * CARDS_IN_DECK
    return CoupOdds(game.compiled, setting, counts).wager(wager, stake_cents).favours_player


@refusable
def bankroll_view(game: Game, asked: Sessions) -> tuple[Bankroll, Chart]:
    """Play the sessions: their distribution, and a chart of it."""
    edition, wager = game.compiled.edition, asked.wager
    sessions, coups, seed = asked.sessions, asked.coups, asked.seed
    stake_cents, bankroll_cents = asked.stake_cents, asked.bankroll_cents
    if wager not in game.work.wagers:
        refuse("unknown-wager.bankroll-view", wager=wager, wagers=", ".join(game.work.wagers))
    if edition.wagers[wager].automaton:
        refuse("spans-coups.bankroll-view", title=edition.wagers[wager].title)
    if sessions < 2 or coups < 1:
        refuse("too-few-sessions")
    if sessions > MOST_SESSIONS or coups > MOST_COUPS:
        refuse(
            "too-many-sessions", most_sessions=f"{MOST_SESSIONS:,}", most_coups=f"{MOST_COUPS:,}"
        )
    sure(check_seed(seed))
    if bankroll_cents < stake_cents:
        refuse("bankroll-too-small")
    results, drawdowns, played = (np.zeros(sessions, np.int64) for _ in range(3))
    play_sessions(
        game.coups.deal,
        game.shape,
        gains(game, wager, stake_cents),
        np.uint64(seed),
        (coups, bankroll_cents, stake_cents),
        results,
        drawdowns,
        played,
    )
    view = Bankroll(
        rulebook=edition.identity.rulebook,
        game=game.setting.game,
        decks=game.setting.decks,
        seed=seed,
        wager=wager,
        stake_cents=stake_cents,
        bankroll_cents=bankroll_cents,
        sessions=sessions,
        coups_per_session=coups,
        coups=int(played.sum()),
        ended_early=float((bankroll_cents + results < stake_cents).mean()),
        ahead=float((results > 0).mean()),
        result=distribution(results),
        drawdown=distribution(drawdowns),
        favours_player=_favours(game, wager, stake_cents),
    )
    return view, chart(view, results, drawdowns)


def gains(game: Game, wager: str, stake_cents: int) -> NDArray[np.int64]:
    """What a stake gains in cents, by class of pairs and points; nothing where not offered."""
    setting, bet = game.setting, Bet(wager=wager, stake_cents=stake_cents)
    edition = game.compiled.edition
    cents = [
        0 if row is None else int(stake_cents * paid_return(edition, row, setting.sign, bet))
        for row in game.coups.rows_by_class(wager)
    ]
    table = np.zeros((game.shape.pair_classes, game.shape.classes), np.int64)
    column = np.array(cents, np.int64)
    table += column if edition.wagers[wager].space == "points" else column[:, None]
    return table.reshape(-1)


def distribution(amounts: NDArray[np.int64]) -> Distribution:
    """Mean, extremes and quantiles."""
    found = np.quantile(amounts, SHARES, method="inverted_cdf")
    return Distribution(
        mean_cents=float(amounts.mean()),
        stderr_cents=float(amounts.std(ddof=1) / np.sqrt(len(amounts))),
        least_cents=int(amounts.min()),
        most_cents=int(amounts.max()),
        quantiles_cents={f"{share:g}": int(cut) for share, cut in zip(SHARES, found, strict=True)},
    )


def chart(view: Bankroll, results: NDArray[np.int64], drawdowns: NDArray[np.int64]) -> Chart:
    """Two histograms: results of sessions, and their greatest drawdowns."""
    title = (
        f"{view.rulebook} {view.game}, {view.wager}: {view.sessions:,} sessions of "
        f"{view.coups_per_session:,} coups"
    )
    under = (
        f"stake {view.stake_cents / 100:,.2f}, bankroll {view.bankroll_cents / 100:,.2f}; "
        f"{view.ahead:.1%} end ahead, {view.ended_early:.1%} run out"
    )
    return {
        "title": {"text": title, "subtitle": under, "anchor": "start"},
        "vconcat": [
            _panel("result of a session, dollars", results, view.stake_cents, "#1f6f5c"),
            _panel("greatest drawdown, dollars", drawdowns, view.stake_cents, "#b3392f"),
        ],
    }


def _panel(title: str, amounts: NDArray[np.int64], stake_cents: int, colour: str) -> dict[str, Any]:
    return {
        "width": 640,
        "height": 200,
        "data": {"values": bars(amounts, stake_cents)},
        "mark": {"type": "bar", "color": colour, "binSpacing": 0},
        "encoding": {
            "x": {
                "field": "from",
                "type": "quantitative",
                "bin": {"binned": True},
                "title": title,
                "axis": {"format": ",.0f"},
            },
            "x2": {"field": "to"},
            "y": {
                "field": "share",
                "type": "quantitative",
                "axis": {"format": ".1%"},
                "title": "share of sessions",
            },
        },
    }


def bars(amounts: NDArray[np.int64], stake_cents: int) -> Sequence[dict[str, float]]:
    """Bars whose width is a whole number of stakes, so that none is taller by its width alone."""
    low, high = int(amounts.min()), int(amounts.max())
    width = stake_cents * max(1, -(-(high - low) // (BARS * stake_cents)))
    first = low // width * width
    number = (high - first) // width + 1
    counts = np.bincount((amounts - first) // width, minlength=number)
    return [
        {
            "from": (first + place * width) / 100,
            "to": (first + (place + 1) * width) / 100,
            "share": float(count / len(amounts)),
        }
        for place, count in enumerate(counts)
    ]
