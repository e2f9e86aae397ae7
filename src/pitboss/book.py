"""A rulebook in hand: everything the command line does, from Python."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pitboss.editions.edition import Clause, Edition
from pitboss.editions.load import load
from pitboss.money import parse_amount
from pitboss.odds.composition import composition
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.compiled import Compiled
from pitboss.settle.coup import settle_coup
from pitboss.settle.lines import not_offered
from pitboss.settle.model import Bet, Settlement
from pitboss.settle.round import settle_round
from pitboss.settle.setting import Setting, choose
from pitboss.settle.spans import settle_results

_COUP = re.compile(r"[0-9]{1,6}")


class UnknownRulebookError(LookupError):
    """There is no such rulebook or edition on the shelf."""


class Rulebook:
    """An approved edition with its compiled tables."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.compiled = Compiled(edition)

    def under(self, edition: Edition) -> Rulebook:
        """A rulebook of another edition; tables that mean the same are not compiled again."""
        other = Rulebook(edition)
        other.compiled = self.compiled.under(edition)
        return other

    def __repr__(self) -> str:
        return f"Rulebook({self.edition.name!r})"

    @property
    def fingerprint(self) -> str:
        """What the compiled tables mean, as one number that a journal can name."""
        return self.compiled.fingerprint

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
        if self.edition.rounds is not None:
            from pitboss.odds.blackjack.report import blackjack_documents  # noqa: PLC0415

            return blackjack_documents(self.compiled, setting, counts, names, stake, asked=asked)
        from pitboss.odds.report import baccarat_documents  # noqa: PLC0415

        return baccarat_documents(self.compiled, setting, tuple(counts), names, stake)

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
            refuse("what-to-settle", "Give player and banker, or results, or a hand and dealer.")
        foreign = {
            "insurance": insurance is not None and not hands,
            "even money": even_money and not hands,
            "a dealer": dealer is not None and not hands,
            "an opened tail": bool(tail_open) and results is None,
        }
        for what, given in foreign.items():
            if given:
                refuse("does-not-belong", f"There is no place for {what} in what is settled here.")
        if results is not None:
            tails = [sure(read_tail(text)) for text in tail_open]
            return sure(settle_results(self.compiled, results, placed, tail_open=tails, **setting))
        if hands:
            insured = sure(parse_amount(str(insurance))) if insurance is not None else 0
            return sure(
                settle_round(
                    self.compiled,
                    hands,
                    dealer or "",
                    placed,
                    insurance_cents=insured,
                    even_money=even_money,
                    **setting,
                )
            )
        return sure(settle_coup(self.compiled, player or "", banker or "", placed, **setting))


@refusable
def read_bet(text: str) -> Bet:
    """Read `banker=100`, `combination-run-4:PBBP=10` or `player-dragon-tail-late=10@2`."""
    name, equals, rest = text.partition("=")
    amount, at, coup = rest.partition("@")
    wager, _, nominated = name.partition(":")
    if not equals or not wager or (at and not _COUP.fullmatch(coup)):
        refuse("malformed-bet", f"'{text}' is not a bet: write WAGER=DOLLARS, e.g. banker=100.")
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
        refuse("malformed-tail", f"'{text}' is no opened tail: write player@1 or banker@1.")
    return f"{side}-dragon-tail-early", int(coup)


@cache
def rulebook(name: str, edition: str | None = None) -> Rulebook:
    """The newest edition of a rulebook, or the one named; UnknownRulebookError where none is."""
    found = load(name, edition)
    if isinstance(found, Refusal):
        raise UnknownRulebookError(found.sentence)
    return Rulebook(found)
