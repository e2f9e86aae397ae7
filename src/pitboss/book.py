"""A rulebook in hand: everything the command line does, from Python."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pitboss.decision.compiled import Compiled
from pitboss.editions.edition import Clause, Edition
from pitboss.editions.load import EDITION_FILE, WAGERS_FILE, Problem, load, sentenced
from pitboss.errors import UnknownRulebookError
from pitboss.games.game import Game, Given
from pitboss.money import parse_amount
from pitboss.odds.composition import composition
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.lines import not_offered
from pitboss.settle.model import Bet, Settlement
from pitboss.settle.setting import Setting, choose

if TYPE_CHECKING:
    from pitboss.table import Rules

_COUP = re.compile(r"[0-9]{1,6}")

GAMES = {
    "baccarat": "pitboss.games.baccarat.game",
    "blackjack": "pitboss.games.blackjack.game",
}
"""Where each game is found, by the edition's `play`; this is the only place that knows."""


def load_plays() -> None:
    """Load what every game registers for its tables, so that any journal can be read."""
    for place in GAMES.values():
        import_module(place).GAME.play()


def game_named(play: str) -> Game:
    """The game of this name; `LookupError` says which there are."""
    if play not in GAMES:
        raise LookupError(f"there is no game '{play}'; there are {', '.join(GAMES)}")
    game: Game = import_module(GAMES[play]).GAME
    return game


def every_game() -> tuple[Game, ...]:
    """All games there are."""
    return tuple(map(game_named, GAMES))


def section_of(play: str) -> str:
    """The part of an edition that the game of this name needs."""
    return game_named(play).section


def _unknown(game: Game, edition: Edition) -> Iterator[Problem]:
    """Spaces and automata that wagers name and nothing gives."""
    for name, wager in edition.wagers.items():
        spans = wager.automaton is not None
        key = "automaton" if spans else "space"
        named = wager.automaton if spans else wager.space
        known = tuple(edition.automata) if spans else game.space_names
        if named not in known:
            listed = f"; there are {', '.join(known)}" if known else ""
            yield WAGERS_FILE, ("wager", name, key), f"there is no {key} '{named}'{listed}"


def game_of(edition: Edition) -> Game:
    """The game that an edition is of; an edition that does not answer all it asks is refused."""
    try:
        game = game_named(edition.identity.play)
    except LookupError as error:
        problem = (EDITION_FILE, ("identity", "play"), str(error.args[0]))
        raise sentenced(edition, [problem]) from error
    lacking = [*game.lacks(edition), *_unknown(game, edition)]
    if lacking:
        raise sentenced(edition, lacking)
    return game


class Rulebook:
    """An approved edition with its compiled tables."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.game = game_of(edition)
        self.compiled = Compiled(edition, self.game.spaces)

    def under(self, edition: Edition) -> Rulebook:
        """A rulebook of another edition; tables that mean the same are not compiled again."""
        other = Rulebook(edition)
        other.compiled = self.compiled.under(edition)
        return other

    @cached_property
    def rules(self) -> Rules:
        """The edition ready for a table; without a play of its game only ranks can be asked."""
        from pitboss.table import Rules  # noqa: PLC0415 - tables are heavy, and often not asked for

        return Rules(self.compiled, self.game.play())

    def __repr__(self) -> str:
        return f"Rulebook({self.edition.name!r})"

    @property
    def fingerprint(self) -> str:
        """What the compiled tables mean, as one number that a journal can name."""
        return self.compiled.fingerprint

    @property
    def conduct_fingerprint(self) -> str:
        """What all files of the edition fix, procedures and rulings included, as one number."""
        return self.edition.conduct_fingerprint

    @property
    def games(self) -> tuple[str, ...]:
        """The games, the default first."""
        return tuple(self.edition.games)

    @property
    def wagers(self) -> tuple[str, ...]:
        """Every wager of the edition."""
        return tuple(self.edition.wagers)

    def clause(self, number: str) -> Clause:
        """One clause of the inventory; KeyError where there is none."""
        return self.edition.clauses[number]

    @refusable
    def odds_documents(
        self,
        setting: Setting,
        counts: Sequence[int],
        names: Sequence[str],
        stake: int | None,
        *,
        asked: bool = False,
    ) -> list[dict[str, Any]]:
        """The exact odds of these wagers, one document each, from one composition.

        `asked` says that the wagers were named one by one, not listed for completeness.
        """
        return self.game.odds(self.compiled, setting, counts, names, stake, asked=asked)

    @refusable
    def odds(
        self,
        *,
        game: str | None = None,
        decks: int | None = None,
        remove: str = "",
        sign: Mapping[str, str] | None = None,
        wagers: Sequence[str] = (),
        stake: str | None = None,
    ) -> dict[str, dict[str, Any]]:
        """The odds of every wager offered in this setting, or of those named, by wager."""
        setting = sure(choose(self.edition, game, decks, None, sign))
        counts = sure(composition(self.edition, decks, remove))
        for name in wagers:
            sure(not_offered(self.edition, setting, name))
        names = wagers or [
            name for name in self.wagers if not_offered(self.edition, setting, name) is None
        ]
        cents = sure(parse_amount(str(stake))) if stake is not None else None
        documents = sure(self.odds_documents(setting, counts, names, cents, asked=bool(wagers)))
        return {document["wager"]: document for document in documents}

    @refusable
    def settle(
        self,
        *,
        player: str | None = None,
        banker: str | None = None,
        results: str | None = None,
        hand: str | Sequence[str] = (),
        dealer: str | None = None,
        bets: Mapping[str, str | int] | Sequence[str] = (),
        insurance: str | int | None = None,
        even_money: bool = False,
        tail_open: Sequence[str] = (),
        **setting: Any,
    ) -> Settlement:
        """Settle a coup, a series of results or a blackjack round, whichever was given.

        Bets are written as on the command line: `banker=100`, `combination-run-3:PBP=10`,
        `player-dragon-tail-late=10@2`; or as a mapping of wager to dollars.
        """
        texts = [bets] if isinstance(bets, str) else bets
        if isinstance(texts, Mapping):
            texts = [f"{wager}={dollars}" for wager, dollars in texts.items()]
        placed = [sure(read_bet(str(text))) for text in texts]
        hands = [hand] if isinstance(hand, str) else list(hand)
        ways = [player is not None or banker is not None, results is not None, bool(hands)]
        if sum(ways) != 1:
            refuse("what-to-settle")
        foreign = {
            "insurance": insurance is not None and not hands,
            "even money": even_money and not hands,
            "a dealer": dealer is not None and not hands,
            "an opened tail": bool(tail_open) and results is None,
        }
        for what, there in foreign.items():
            if there:
                refuse("does-not-belong", what=what)
        tails = tuple(sure(read_tail(text)) for text in tail_open)
        insured = sure(parse_amount(str(insurance))) if insurance is not None else 0
        given = Given(player, banker, results, tuple(hands), dealer, insured, even_money, tails)
        return sure(self.game.settle(self.compiled, given, placed, **setting))


@refusable
def read_bet(text: str) -> Bet:
    """Read `banker=100`, `combination-run-4:PBBP=10` or `player-dragon-tail-late=10@2`."""
    name, equals, rest = text.partition("=")
    amount, at, coup = rest.partition("@")
    wager, _, nominated = name.partition(":")
    if not equals or not wager or (at and not _COUP.fullmatch(coup)):
        refuse("malformed-bet", text=text)
    return Bet(
        wager=wager.strip(),
        stake_cents=sure(parse_amount(amount)),
        placed_before=int(coup) if at else 1,
        nominated=nominated or None,
    )


@refusable
def read_tail(text: str) -> tuple[str, int]:
    """Read `player@1`: somebody's early wager on that tail, placed before that coup."""
    side, _, coup = text.partition("@")
    if side not in ("player", "banker") or not _COUP.fullmatch(coup):
        refuse("malformed-tail", text=text)
    return f"{side}-dragon-tail-early", int(coup)


@cache
def rulebook(name: str, edition: str | None = None) -> Rulebook:
    """The newest edition of a rulebook, or the one named; UnknownRulebookError where none is."""
    found = load(name, edition, section_of)
    if isinstance(found, Refusal):
        raise UnknownRulebookError(found.sentence)
    return Rulebook(found)
