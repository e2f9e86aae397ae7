"""A game of blackjack ready to be simulated: its arrays, its shoe, and one task at a time.

One player, one hand, flat stakes. A shoe ends by its cutting card, or after a fixed number of
rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.cards import CARDS_IN_DECK, full_shoe
from pitboss.decision.compiled import Compiled
from pitboss.games.blackjack.facts.hand import value
from pitboss.games.blackjack.odds import optional_odds, solve
from pitboss.games.blackjack.odds.solver.plan import Plan as SolvedPlan
from pitboss.games.blackjack.odds.solver.rules import value_counts
from pitboss.games.blackjack.odds.strategy import Strategy
from pitboss.games.blackjack.settle.round import MAIN
from pitboss.games.blackjack.simulate.automaton import WIDTH, Automaton, build
from pitboss.games.blackjack.simulate.classes import FirstCards
from pitboss.games.blackjack.simulate.kernel import Plan, Prices, Round, make_lanes, run_blocks
from pitboss.kernel import sources_hash
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.setting import Setting
from pitboss.shoe import cards_burned, check_cutting_card
from pitboss.simulate.lanes import LANES, MOST_DECKS, VALUE_SHIFT
from pitboss.simulate.pays import pays_of, wagers_in
from pitboss.simulate.report import Dealt, same_kernels, sums_of
from pitboss.simulate.statistics import Sums
from pitboss.simulate.tasks import Task

PARTS = 10
"""Parts of a shoe by which the cut-card effect is told."""
ROOM = 8.0
"""Standard deviations of the cards of a shoe's rounds that must be left in it."""


@dataclass(frozen=True)
class Work:
    """All that a task needs, in plain arrays: what travels to a worker on another machine."""

    deal: Round
    plan: Plan
    prices: Prices
    wagers: tuple[str, ...]
    denominators: tuple[int, ...]
    sources: str
    """The kernels' own hash: a worker with other kernels must not take part."""


def run_task(work: Work, seed: int, task: Task) -> Sums:
    """Deal the blocks of a task; RuntimeError where kernels differ or a shoe runs out."""
    same_kernels(work)
    sums = np.zeros((len(work.wagers), 6), np.int64)
    rounds, whole = run_blocks(
        make_lanes(work.plan, len(work.prices.classes_pay)),
        work.deal,
        work.plan,
        work.prices,
        np.uint64(seed),
        task.first,
        task.blocks,
        sums,
    )
    if not whole:
        raise RuntimeError("a shoe ran out of cards in mid-round: ask for fewer rounds per shoe")
    return sums_of(work, task, sums, int(rounds))


class BlackjackGame(Dealt[Work]):
    """One game with its decks, sign and strategy, and what ends a shoe.

    With `optional` the wagers on the first cards are tallied and insurance is taken whenever
    it is offered, so that the dealer's second card is drawn whenever it decides one.
    """

    deal = staticmethod(run_task)

    def __init__(
        self,
        compiled: Compiled,
        setting: Setting,
        strategy: Strategy,
        *,
        behind: int | None = None,
        rounds_per_shoe: int | None = None,
        optional: bool = True,
    ) -> None:
        self.compiled, self.setting, self.strategy = compiled, setting, strategy
        self.size = setting.decks * CARDS_IN_DECK
        self.behind = default_behind(compiled, self.size) if behind is None else behind
        self.rounds_per_shoe = rounds_per_shoe
        wagers = compiled.edition.wagers
        self.insured = [
            name
            for name in wagers_in(compiled, setting)
            if optional and wagers[name].space == "insured"
        ]
        self.first_cards = FirstCards(compiled, setting) if optional else None
        self.burned = _burned(compiled)
        self.automaton: Automaton = build(
            compiled,
            setting,
            strategy,
            value_counts([setting.decks] * CARDS_IN_DECK),
            insured=self.insured,
            spare=LANES,
        )

    @cached_property
    def plan(self) -> Plan:
        """Sizes, and how long a shoe lasts."""
        end = self.compiled.edition.shoe.end
        front = self.size - self.behind
        parts = 1 if self.rounds_per_shoe else PARTS
        dealt = front - self.burned
        depths = [self.burned + dealt * part // parts for part in range(1, parts + 1)]
        return Plan(
            size=self.size,
            burned=self.burned,
            unfinished=self.automaton.unfinished,
            width=WIDTH,
            least_cards=self.automaton.least_cards,
            rounds=self.rounds_per_shoe or 0,
            when_first=end.when_first,
            when_later=end.when_later,
            depths=np.array(depths, np.int64),
            marked=self.first_cards is not None,
        )

    @cached_property
    def work(self) -> Work:
        """The arrays of this game."""
        results = self.automaton.results
        ends = pays_of([MAIN, *self.insured], list(zip(*results, strict=True)), len(results))
        first = self.first_cards
        classes = first.pays() if first else pays_of([], [], 0)
        nothing = np.zeros(1, np.uint16)
        cards = [(value(c) - 1) << VALUE_SHIFT | c for c in full_shoe(self.setting.decks)]
        parts = self.part_names
        return Work(
            deal=Round(
                cards=np.array(cards, np.uint32),
                next=self.automaton.next,
                two=first.two if first else nothing,
                three=first.three if first else nothing,
            ),
            plan=self.plan,
            prices=Prices(ends.pay, ends.count, classes.pay, classes.count),
            wagers=(*ends.wagers, *classes.wagers, *parts),
            denominators=(
                *ends.denominator,
                *classes.denominator,
                *[ends.denominator[0]] * len(parts),
            ),
            sources=sources_hash(),
        )

    @property
    def part_names(self) -> list[str]:
        """How the sums call the main wager in each part of the shoe."""
        parts = len(self.plan.depths)
        return [f"{MAIN} in part {part}" for part in range(1, parts + 1)] if parts > 1 else []

    @property
    def nominated(self) -> dict[str, str]:
        """Nothing is nominated at blackjack."""
        return {}

    @property
    def coups_in_block(self) -> float:
        """About how many rounds a block deals: a guess that only sizes the list of tasks."""
        dealt = self.size - self.behind - self.burned
        return LANES * (self.rounds_per_shoe or dealt / self.automaton.mean_cards + 0.5)

    def exact(self, wager: str) -> Fraction | None:
        """The exact expectation of a wager on a fresh shoe, by this strategy."""
        counts = [self.setting.decks] * CARDS_IN_DECK
        if wager == MAIN:
            return self._exact_main
        if wager not in self.compiled.edition.wagers:
            return None
        return optional_odds(self.compiled, wager, counts, self.setting.sign).expectation

    @cached_property
    def _exact_main(self) -> Fraction | None:
        if isinstance(self.strategy, SolvedPlan):
            return Fraction(self.strategy.expectation)
        counts = [self.setting.decks] * CARDS_IN_DECK
        solution = solve(self.compiled, counts, self.setting.sign)
        if isinstance(solution, Refusal):
            return None
        return Fraction(solution.evaluate(self.strategy).expectation)


def default_behind(compiled: Compiled, size: int) -> int:
    """Cards behind the cutting card where nothing is said: a deck, or as many as allowed."""
    rule = compiled.edition.shoe.cutting_card[0]
    most = size if rule.most is None else rule.most
    if rule.most_share is not None:
        most = min(most, size // rule.most_share)
    return max(rule.least, min(CARDS_IN_DECK, most))


def _burned(compiled: Compiled) -> int:
    rule = compiled.edition.shoe.burn[0]
    burned = {cards_burned(rule, card) for card in range(CARDS_IN_DECK)}
    if len(burned) > 1:
        raise ValueError("shoes in lockstep burn the same number of cards")
    return burned.pop()


@refusable
def blackjack_game_of(
    compiled: Compiled,
    setting: Setting,
    strategy: Strategy | None = None,
    *,
    behind: int | None = None,
    rounds_per_shoe: int | None = None,
    optional: bool = True,
) -> BlackjackGame:
    """The game, by default with the solver's play and the cutting card a deck from the back.

    Refused: a game that is not blackjack, a cutting card out of place, a shoe too short for
    its rounds.
    """
    edition = compiled.edition
    if edition.rounds is None:
        refuse("no-rounds.solve", title=edition.identity.title)
    if not 1 <= setting.decks <= MOST_DECKS:
        refuse("too-many-decks", most_decks=MOST_DECKS)
    if rounds_per_shoe is not None and rounds_per_shoe < 1:
        refuse("no-rounds-asked", rounds_per_shoe=rounds_per_shoe)
    size = setting.decks * CARDS_IN_DECK
    rule = edition.shoe.cutting_card[0]
    if behind is not None:
        refusals = [check_cutting_card(way, behind, size) for way in edition.shoe.cutting_card]
        if all(refusals):
            sure(refusals[0])
    if strategy is None:
        strategy = sure(solve(compiled, [setting.decks] * CARDS_IN_DECK, setting.sign)).strategy
    game = BlackjackGame(
        compiled,
        setting,
        strategy,
        behind=behind,
        rounds_per_shoe=rounds_per_shoe,
        optional=optional,
    )
    cards, end = game.automaton, edition.shoe.end
    if rounds_per_shoe is not None:
        mean = game.burned + rounds_per_shoe * cards.mean_cards
        if mean + ROOM * cards.std_cards * rounds_per_shoe**0.5 > size:
            refuse(
                "shoe-too-short.blackjack-game-of",
                rule.clauses,
                size=size,
                rounds_per_shoe=rounds_per_shoe,
            )
        return game
    after = cards.most_cards * max(end.when_first, end.when_later + 1) - 1
    if game.behind < after or size - game.behind <= game.burned + PARTS:
        counts = {"size": size, "left": game.behind, "most": cards.most_cards}
        refuse("shoe-too-short.round", rule.clauses, **counts)
    return game
