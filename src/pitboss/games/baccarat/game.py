"""Baccarat, as the book finds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from pitboss.cards import CARDS_IN_DECK, Card, names
from pitboss.charts import Chart
from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member, Space
from pitboss.editions.edition import Edition
from pitboss.editions.load import EDITION_FILE, Problem
from pitboss.games.baccarat.facts.asks import ASKS
from pitboss.games.game import Game, Given, Roads, Run
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.model import Bet, Settlement
from pitboss.settle.questions import Asked
from pitboss.settle.setting import Setting

if TYPE_CHECKING:
    import msgspec

    from pitboss.odds.prospect import Prospect
    from pitboss.simulate.report import Report
    from pitboss.simulate.statistics import Exact
    from pitboss.simulate.studies import Bankroll, Sessions, Tracking
    from pitboss.table.play import Play


class Baccarat(Game):
    """Two hands, a tableau, and wagers on how they end."""

    name = "baccarat"
    section = "tableau"
    unit = "coups"
    decides = False
    space_names = ("points", "pairs")
    mains = ("player", "banker", "tie")
    example: Mapping[str, Any] = {"player": "9h Kd", "banker": "2c 5s"}
    asks = ASKS

    def lacks(self, edition: Edition) -> Iterator[Problem]:
        """Nothing but its tableau: no wager is needed by its name."""
        if edition.tableau is None:
            yield EDITION_FILE, (), f"'{self.section}' is missing: {self.name} needs it"

    def spaces(self, edition: Edition) -> Mapping[str, Space]:
        """Points and pairs."""
        from pitboss.games.baccarat.facts.spaces import spaces

        return spaces(edition)

    @refusable
    def settle(
        self, compiled: Compiled, given: Given, bets: Sequence[Bet], **setting: Any
    ) -> Settlement:
        """A coup from its cards, or wagers that span coups from a series of results."""
        from pitboss.games.baccarat.settle.coup import settle_coup
        from pitboss.games.baccarat.settle.spans import settle_results

        if given.results is not None:
            tails = given.tail_open
            return sure(settle_results(compiled, given.results, bets, tail_open=tails, **setting))
        if given.hands:
            title = compiled.edition.identity.title
            refuse("no-rounds.settle", title=title)
        return sure(settle_coup(compiled, given.player or "", given.banker or "", bets, **setting))

    def odds(
        self,
        compiled: Compiled,
        setting: Setting,
        counts: Sequence[int],
        names: Sequence[str],
        stake_cents: int | None,
        *,
        asked: bool,
    ) -> list[dict[str, Any]]:
        """Single coups exactly; Runs and Tails as they can be had."""
        from pitboss.games.baccarat.odds.report import baccarat_documents

        return baccarat_documents(compiled, setting, tuple(counts), names, stake_cents)

    def exact(self, compiled: Compiled, setting: Setting, counts: Sequence[int]) -> Exact | None:
        """Of every single-coup wager; none of wagers that span coups."""
        from pitboss.games.baccarat.odds.wagers import CoupOdds

        odds = CoupOdds(compiled, setting, tuple(counts))

        @cache
        def exact(name: str) -> Fraction | None:
            spanning = compiled.edition.wagers[name].automaton
            return None if spanning else odds.wager(name).expectation

        return exact

    def counts(
        self, compiled: Compiled, composition: Sequence[int], space: str
    ) -> Mapping[Member, int]:
        """Every coup that the shoe can give, by its points or its pairs."""
        from pitboss.games.baccarat.odds.wagers import space_counts

        return space_counts(compiled, tuple(composition), space)

    def prospect(self, compiled: Compiled, setting: Setting, bet: Bet) -> Prospect:
        """Of a single coup by its counts; of Runs and Tails by their results."""
        if not compiled.edition.wagers[bet.wager].automaton:
            return super().prospect(compiled, setting, bet)
        from pitboss.games.baccarat.odds.prospect import spanning_prospect

        return spanning_prospect(compiled, setting, bet)

    @refusable
    def simulate(self, compiled: Compiled, setting: Setting, run: Run) -> Report:
        """Whole shoes of coups."""
        from pitboss.games.baccarat.simulate.run import simulate

        if run.strategy or run.rounds_per_shoe:
            title = compiled.edition.identity.title
            refuse("no-strategy", title=title)
        return sure(
            simulate(
                compiled,
                setting,
                coups=run.coups,
                seed=run.seed,
                runner=run.runner,
                exact=self.exact(compiled, setting, (setting.decks,) * CARDS_IN_DECK),
                progress=run.progress,
                behind=run.behind,
            )
        )

    def protect(
        self, compiled: Compiled, setting: Setting, tracking: Tracking
    ) -> tuple[dict[str, Any], Chart] | Refusal:
        """Every wager priced before every coup of the shoes."""
        from pitboss.games.baccarat.simulate.protection import protection

        return protection(compiled, setting, tracking)

    @refusable
    def bankroll(
        self, compiled: Compiled, setting: Setting, sessions: Sessions
    ) -> tuple[Bankroll, Chart]:
        """Sessions of a single-coup wager."""
        from pitboss.games.baccarat.simulate.bankroll import bankroll_view
        from pitboss.games.baccarat.simulate.game import game_of

        return sure(bankroll_view(sure(game_of(compiled, setting)), sessions))

    @refusable
    def deals(
        self, compiled: Compiled, cards: Sequence[Card], behind: int
    ) -> Iterator[tuple[Given, bool]]:
        """Coups by the tableau."""
        from pitboss.games.baccarat.facts.coup import deal_shoe

        edition = compiled.edition
        if edition.tableau is None:
            refuse("no-coups.dealt", title=edition.identity.title)
        coups = deal_shoe(edition.tableau, edition.shoe.end, cards, behind)
        return ((Given(names(one.player), names(one.banker)), one.last) for one in coups)

    @refusable
    def roads(
        self, compiled: Compiled, results: str, *, no_bet_shown: bool, leading_ties: bool
    ) -> Roads:
        """The five roads."""
        from pitboss.games.baccarat.roads.drawing import svg
        from pitboss.games.baccarat.roads.letters import letters
        from pitboss.games.baccarat.roads.roads import read_results, roads

        found = sure(read_results(results))
        made = roads(found, no_bet_shown=no_bet_shown, leading_ties=leading_ties)
        return Roads(made, letters(made), svg(made))

    def questions(self, compiled: Compiled) -> Iterator[Asked]:
        """What is paid, and the rules of a coup."""
        from pitboss.games.baccarat.settle.questions import questions

        return questions(compiled)

    def play(self) -> Play:
        """Two hands dealt by the tableau."""
        from pitboss.games.baccarat.play.play import PLAY

        return PLAY

    def card(self, edition: Edition) -> msgspec.Struct | None:
        """The tableau."""
        from pitboss.games.baccarat.facts.card import card

        return None if edition.tableau is None else card(edition.tableau)

    def documents(self) -> Mapping[str, type[msgspec.Struct]]:
        """Roads and tableau."""
        from pitboss.games.baccarat.facts.card import TableauCard
        from pitboss.games.baccarat.play.roads import RoadsShown

        return {"Roads": RoadsShown, "OwnCard": TableauCard}


GAME = Baccarat()
