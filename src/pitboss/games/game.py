"""What a game gives: its facts, its settlement, its odds, its simulation, and its play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pitboss.cards import CARDS_IN_DECK, Card
from pitboss.charts import Chart
from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member, Space
from pitboss.editions.edition import Edition
from pitboss.editions.load import Problem
from pitboss.refusal import Refusal
from pitboss.settle.model import Bet, Settlement
from pitboss.settle.questions import Asked
from pitboss.settle.setting import Setting

if TYPE_CHECKING:
    import msgspec

    from pitboss.odds.prospect import Prospect
    from pitboss.page import Page
    from pitboss.simulate.report import Progress, Report
    from pitboss.simulate.statistics import Exact, Sums
    from pitboss.simulate.studies import Bankroll, Sessions, Tracking
    from pitboss.simulate.tasks import Runner
    from pitboss.table.play import Play

Unit = Literal["coups", "rounds"]


@dataclass(frozen=True)
class Given:
    """What is to be settled, as it was written: a coup, a series of results, or a box."""

    player: str | None = None
    banker: str | None = None
    results: str | None = None
    hands: tuple[str, ...] = ()
    dealer: str | None = None
    insurance_cents: int = 0
    even_money: bool = False
    tail_open: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Run:
    """What is to be simulated, and how."""

    coups: int
    seed: int = 1
    runner: Runner[Sums] | None = None
    progress: Progress | None = None
    behind: int | None = None
    strategy: str | None = None
    """A file with the play; nothing leaves the game's own."""
    rounds_per_shoe: int | None = None


@dataclass(frozen=True)
class Roads:
    """Past results as roads: a document of the game's own, drawn in letters, and as SVG."""

    document: msgspec.Struct
    letters: str
    svg: str


class BestPlay(Protocol):
    """How to play best; unless it is to be `basic`, with every decision that differs."""

    @property
    def document(self) -> msgspec.Struct:
        """The play, as a document of the game's own."""

    def figures(self, *, basic: bool) -> dict[str, Any]:
        """The play in figures alone."""

    def page(self, *, basic: bool) -> Page:
        """The play for people."""

    def chart(self) -> Chart:
        """The play as a chart."""


def _without(key: str, compiled: Compiled) -> Refusal:
    """What a game has not, said of the edition."""
    return Refusal.of(key, title=compiled.edition.identity.title)


class Game(Protocol):
    """One object for each folder of `games`; heavy libraries are imported when they are used.

    What not every game has is answered here for a game that has it not.
    """

    name: str
    """The edition's `play`."""
    section: str
    """The part of an edition that the game's own values stand in."""
    unit: Unit
    """What is dealt, in the plural."""
    decides: bool
    """Whether its players have decisions, so that there is a strategy."""
    space_names: tuple[str, ...]
    """The spaces that it gives, by name: they are looked at before any is made."""
    mains: tuple[str, ...]
    """The wagers that a plain game of it has, where an edition offers them; the usual two first."""
    example: Mapping[str, Any]
    """Cards to settle, as `Rulebook.settle` takes them, for a first case of a new edition."""
    asks: Mapping[str, Callable[..., str]] = {}
    """Questions about an edition that only this game answers, for cases."""

    def lacks(self, edition: Edition) -> Iterator[Problem]:
        """What the game asks of an edition and the edition does not answer."""

    def spaces(self, edition: Edition) -> Mapping[str, Space]:
        """The fact spaces that wagers read."""

    def settle(
        self, compiled: Compiled, given: Given, bets: Sequence[Bet], **setting: Any
    ) -> Settlement | Refusal:
        """Settle what was given, or refuse it."""

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
        """The exact odds of these wagers, a document each; refusals are raised."""

    def exact(self, compiled: Compiled, setting: Setting, counts: Sequence[int]) -> Exact | None:
        """The exact expectations beside which estimates are shown; nothing where none are."""
        return None

    def counts(
        self, compiled: Compiled, composition: Sequence[int], space: str
    ) -> Mapping[Member, int]:
        """In how many ways a round from this shoe ends in each member of a space."""

    def prospect(self, compiled: Compiled, setting: Setting, bet: Bet) -> Prospect:
        """What a stake may gain the house before the first card of a whole shoe."""
        from pitboss.odds.prospect import counted  # noqa: PLC0415 - needs numpy

        shoe = (setting.decks,) * CARDS_IN_DECK
        space = compiled.edition.wagers[bet.wager].space
        return counted(compiled, setting, bet, self.counts(compiled, shoe, space))

    def simulate(self, compiled: Compiled, setting: Setting, run: Run) -> Report | Refusal:
        """Deal whole shoes and report every wager."""

    def protect(
        self, compiled: Compiled, setting: Setting, tracking: Tracking
    ) -> tuple[dict[str, Any], Chart] | Refusal:
        """What a perfect tracker of the shoe could gain: a document, and a chart."""
        return _without("not-baccarat", compiled)

    def bankroll(
        self, compiled: Compiled, setting: Setting, sessions: Sessions
    ) -> tuple[Bankroll, Chart] | Refusal:
        """How sessions of one wager end: their distribution, and a chart."""
        return _without("no-coups.dealt", compiled)

    def deals(
        self, compiled: Compiled, cards: Sequence[Card], behind: int
    ) -> Iterator[tuple[Given, bool]] | Refusal:
        """What a shoe gives until its cutting card, `behind` cards from the back, and the last."""
        rulebook = compiled.edition.identity.rulebook
        return Refusal.of("no-demonstration", rulebook=rulebook)

    def roads(
        self, compiled: Compiled, results: str, *, no_bet_shown: bool, leading_ties: bool
    ) -> Roads | Refusal:
        """The roads of past results, as people write them."""
        return _without("no-roads", compiled)

    def play(self) -> Play | None:
        """How it is played at a table; nothing while no table of it is run."""
        return None

    def best_play(
        self, compiled: Compiled, setting: Setting, counts: Sequence[int]
    ) -> BestPlay | Refusal:
        """How to play best from this shoe; refused where nobody has a decision."""
        return _without("no-strategy.no-decision", compiled)

    def questions(self, compiled: Compiled) -> Iterator[Asked]:
        """What people ask of this game alone, with a rulebook's answers."""
        yield from ()

    def card(self, edition: Edition) -> msgspec.Struct | None:
        """What a rule card of this game has beside its wagers."""
        return None

    def documents(self) -> Mapping[str, type[msgspec.Struct]]:
        """What the game alone answers: `Roads`, `Strategy` and `OwnCard`, as far as it has them."""
        return {}
