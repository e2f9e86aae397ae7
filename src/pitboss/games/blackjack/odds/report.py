"""The odds of blackjack's wagers as documents, the main game from the solver."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.decision.compiled import Compiled
from pitboss.games.blackjack.odds.jackpot import jackpot_odds
from pitboss.games.blackjack.odds.optional import optional_odds
from pitboss.games.blackjack.odds.strategy import letter
from pitboss.games.blackjack.settle.round import DOUBLE, MAIN, SPLIT
from pitboss.money import sum_of
from pitboss.odds.report import Document, exact_document
from pitboss.odds.returns import has_jackpot, stakes_of
from pitboss.refusal import refuse, sure
from pitboss.settle.setting import Setting

if TYPE_CHECKING:
    from pitboss.games.blackjack.odds.solver.third import ThirdHand

JACKPOTS = (1, 2, 5, 10, 20, 50, 100)


def blackjack_documents(
    compiled: Compiled,
    setting: Setting,
    counts: Sequence[int],
    names: Sequence[str],
    stake_cents: int | None,
    *,
    asked: bool = False,
) -> list[Document]:
    """The odds of these wagers; a double and a split are part of the main wager's."""
    documents = []
    for name in names:
        if name == MAIN:
            documents.append(_main(compiled, setting, counts, stake_cents))
        elif name not in (DOUBLE, SPLIT):
            documents.append(_optional(compiled, setting, counts, name, stake_cents, asked=asked))
        elif asked:
            refuse("part-of-main", name=name)
    return documents


def _main(
    compiled: Compiled, setting: Setting, counts: Sequence[int], stake_cents: int | None
) -> Document:
    from pitboss.games.blackjack.odds.solver.solution import THIRD_HAND, solve  # noqa: PLC0415 - needs numba
    from pitboss.games.blackjack.odds.solver.third import solve_third_hand  # noqa: PLC0415

    if setting.sign.choices.get(THIRD_HAND) == "yes":
        third = sure(solve_third_hand(compiled, counts, setting.sign))
        return _solved(third.expectation) | {
            "remark": "with a third hand the expectation alone is solved",
            **third_hand_document(third),
            "rows": [],
        }
    solution = sure(solve(compiled, counts, setting.sign, distribution=True))
    distribution = solution.distribution()
    wins = sum(share for result, share in distribution.results.items() if result > 0)
    document = _solved(solution.expectation) | {
        "std": distribution.std,
        "hits": wins,
        "policy": solution.policy,
        "by_up": [
            {
                "up": letter(up),
                "probability": share,
                "expectation": worth,
                "edge": -worth,
                "favours_player": worth > 0,
            }
            for up, (share, worth) in solution.by_up.items()
        ],
        "rows": [
            {
                "label": f"net {float(result):+g}",
                "outcome": "win" if result > 0 else "lose" if result < 0 else "stand-off",
                "pays": "",
                "probability": repr(share),
                "float": share,
            }
            for result, share in sorted(distribution.results.items())
        ],
        "basic": {
            "expectation": solution.basic.expectation,
            "cost": solution.basic.cost,
        },
    }
    if stake_cents:
        staked = sure(solve(compiled, counts, setting.sign, stake_cents=stake_cents))
        document["at_stake"] = {
            "expectation": repr(staked.expectation),
            "edge": -staked.expectation,
            "favours_player": staked.expectation > 0,
        }
    money = solution.even_money
    if money:
        document["even_money"] = {
            "at_once": str(money.at_once),
            "waiting": str(money.waiting),
            "dealers_blackjack": str(money.dealers_blackjack),
        }
    return document


def third_hand_document(third: ThirdHand) -> dict[str, Any]:
    """What a third hand is worth, and which hands of a split are split again."""
    return {
        "policy": third.policy,
        "with_two_hands": third.with_two_hands,
        "with_three_hands": third.expectation,
        "splits": [
            {
                "pair": letter(again.pair),
                "up": letter(again.up),
                "first_hand_again": again.first_again,
                "second_hand_again": again.second_again,
                "expectation": again.expectation,
            }
            for again in third.splits
        ],
    }


def _solved(expectation: float) -> Document:
    """The solver's figure: no sampling, float64 arithmetic."""
    return {
        "wager": MAIN,
        "method": "exact",
        "expectation": repr(expectation),
        "edge": -expectation,
        "offered": 1.0,
        "favours_player": expectation > 0,
    }


def _optional(
    compiled: Compiled,
    setting: Setting,
    counts: Sequence[int],
    name: str,
    stake_cents: int | None,
    *,
    asked: bool,
) -> Document:
    plain = optional_odds(compiled, name, counts, setting.sign)
    rule = compiled.edition.wagers[name]
    staked = None
    if stake_cents and rule.stakes and stake_cents not in stakes_of(compiled, name):
        if asked:
            only = ", ".join(map(sum_of, stakes_of(compiled, name)))
            refuse("stake-not-taken", rule.stakes.clauses, title=rule.title, only=only)
    elif stake_cents:
        staked = optional_odds(compiled, name, counts, setting.sign, stake_cents)
    document = exact_document(plain, staked)
    if has_jackpot(rule):
        document["jackpot"] = _jackpot(compiled, setting, counts, name)
    return document


def _jackpot(
    compiled: Compiled, setting: Setting, counts: Sequence[int], name: str
) -> list[dict[str, Any]]:
    """For each stake: the return by the size of the jackpot, where it breaks even, its cost."""
    reset = setting.sign.amounts["jackpot-reset"]
    shown = setting.sign.amounts["jackpot"]
    found = []
    for odds in jackpot_odds(compiled, name, counts, setting.sign):
        sizes = sorted({shown, *(reset * times for times in JACKPOTS)})
        found.append(
            {
                "stake_cents": odds.stake_cents,
                "break_even_cents": _cents(odds.break_even_cents),
                "contribution_at_jackpot": float(odds.contribution(shown)),
                "returns": [
                    {
                        "jackpot_cents": size,
                        "return": float(odds.returned(size)),
                        "edge": float(-odds.expectation(size)),
                        "contribution": float(odds.contribution(size)),
                    }
                    for size in sizes
                ],
            }
        )
    return found


def _cents(amount: Fraction) -> int:
    """Rounded up: at this whole number of cents the house no longer has the edge."""
    return -(-amount.numerator // amount.denominator)
