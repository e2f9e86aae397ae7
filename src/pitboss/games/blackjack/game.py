"""Blackjack, as the book finds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member, Space
from pitboss.editions.edition import Edition
from pitboss.editions.load import EDITION_FILE, WAGERS_FILE, Problem
from pitboss.games.game import BestPlay, Game, Given, Run
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.model import Bet, Settlement
from pitboss.settle.questions import Asked
from pitboss.settle.setting import Setting

if TYPE_CHECKING:
    import msgspec

    from pitboss.odds.prospect import Prospect
    from pitboss.simulate.report import Report
    from pitboss.table.play import Play


class Blackjack(Game):
    """Boxes against the dealer, and players who decide."""

    name = "blackjack"
    section = "rounds"
    unit = "rounds"
    decides = True
    space_names = ("pair", "three", "stake", "insured")
    mains = ("main", "double", "split", "insurance")
    example: Mapping[str, Any] = {"hand": ("Th 9d",), "dealer": "Tc 7s"}

    def lacks(self, edition: Edition) -> Iterator[Problem]:
        """The rules of a round, and a wager for each stake that those rules let be placed."""
        rules = edition.rounds
        if rules is None:
            yield EDITION_FILE, (), f"'{self.section}' is missing: {self.name} needs it"
            return
        needed = {"main": True, "double": bool(rules.double.totals)}
        needed |= {"split": rules.split_hands.most > 1, "insurance": rules.insurance is not None}
        for name, asked in needed.items():
            if asked and name not in edition.wagers:
                yield WAGERS_FILE, (), f"'wager.{name}' is missing: the rules of a round need it"
        if rules.third_hand is not None and "third-hand" not in edition.sign:
            where = ("rounds", "third_hand")
            yield EDITION_FILE, where, "a third hand needs the sign key 'third-hand'"

    def spaces(self, edition: Edition) -> Mapping[str, Space]:
        """First cards, stakes and insurance."""
        from pitboss.games.blackjack.facts.spaces import spaces

        return spaces()

    @refusable
    def settle(
        self, compiled: Compiled, given: Given, bets: Sequence[Bet], **setting: Any
    ) -> Settlement:
        """A round, for one bettor on one box."""
        from pitboss.games.blackjack.settle.round import settle_round

        if not given.hands:
            title = compiled.edition.identity.title
            refuse("no-coups.settle-coup", title=title)
        return sure(
            settle_round(
                compiled,
                given.hands,
                given.dealer or "",
                bets,
                insurance_cents=given.insurance_cents,
                even_money=given.even_money,
                **setting,
            )
        )

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
        """The main game by the solver, the other wagers by enumeration."""
        from pitboss.games.blackjack.odds.report import blackjack_documents

        return blackjack_documents(compiled, setting, counts, names, stake_cents, asked=asked)

    @refusable
    def simulate(self, compiled: Compiled, setting: Setting, run: Run) -> Report:
        """Whole shoes of rounds, by a strategy or by the solver's play."""
        from pitboss.games.blackjack.odds import Play, load_strategy
        from pitboss.games.blackjack.simulate.run import simulate_blackjack

        rounds = compiled.edition.rounds
        strategy = None
        if run.strategy is not None and rounds is not None:
            strategy = sure(load_strategy(Path(run.strategy), Play(rounds)))
        return sure(
            simulate_blackjack(
                compiled,
                setting,
                strategy,
                coups=run.coups,
                seed=run.seed,
                runner=run.runner,
                progress=run.progress,
                behind=run.behind,
                rounds_per_shoe=run.rounds_per_shoe,
            )
        )

    def counts(
        self, compiled: Compiled, composition: Sequence[int], space: str
    ) -> Mapping[Member, int]:
        """Of the first cards; how a stake ends depends on what its player decides."""
        from pitboss.games.blackjack.odds.optional import COUNTS

        if space not in COUNTS:
            raise LookupError(f"{compiled.edition.name} is not enumerated round by round")
        return COUNTS[space](composition)

    def prospect(self, compiled: Compiled, setting: Setting, bet: Bet) -> Prospect:
        """Of the original wager by the best play, with what is doubled and split in it."""
        from pitboss.games.blackjack.odds.prospect import main_prospect
        from pitboss.games.blackjack.settle.round import DOUBLE, MAIN, SPLIT
        from pitboss.odds.prospect import nothing

        if bet.wager == MAIN:
            return main_prospect(compiled, setting, bet)
        if bet.wager in (DOUBLE, SPLIT):
            return nothing(bet.wager)
        return super().prospect(compiled, setting, bet)

    def best_play(
        self, compiled: Compiled, setting: Setting, counts: Sequence[int]
    ) -> BestPlay | Refusal:
        """The solver's play by totals, and where single cards matter."""
        from pitboss.games.blackjack.odds.best_play import best_play

        return best_play(compiled, setting, counts)

    def questions(self, compiled: Compiled) -> Iterator[Asked]:
        """What is paid, and the rules of a round."""
        from pitboss.games.blackjack.settle.questions import questions

        return questions(compiled)

    def play(self) -> Play:
        """Boxes against the dealer; the controlling player of each decides."""
        from pitboss.games.blackjack.play.play import PLAY

        return PLAY

    def documents(self) -> Mapping[str, type[msgspec.Struct]]:
        """The strategy."""
        from pitboss.games.blackjack.odds.best_play import Strategy

        return {"Strategy": Strategy}


GAME = Blackjack()
