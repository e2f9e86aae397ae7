"""The rules of a table: its edition and game made ready, or what an overlay leaves of them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from pitboss.chips import chips_of_values
from pitboss.decision.compiled import Compiled
from pitboss.editions.edition import Edition
from pitboss.editions.overlay import Laid, laid_over
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import settle_stake
from pitboss.settle.model import Bet, Line
from pitboss.settle.setting import Setting, choose
from pitboss.table.machine import COMMANDS, OF_GAME
from pitboss.table.state import House, SignState, Table

if TYPE_CHECKING:
    from pitboss.table.play import Play

LINES_KEPT = 20_000


class Rules:
    """An edition ready for a table: its game's play, its commands, settings looked up once.

    `base` are the edition's own rules, of which these are what an overlay leaves and changes.
    """

    def __init__(
        self,
        compiled: Compiled,
        play: Play | None,
        base: Rules | None = None,
        laid: Laid | None = None,
    ) -> None:
        self.compiled = compiled
        self.base = self if base is None else base
        self.laid = laid
        self._under: dict[str, Rules] = {}
        self._play = play
        self.edition: Edition = compiled.edition
        known = {**COMMANDS, **(OF_GAME.get(play.name, {}) if play is not None else {})}
        chosen = {None, *self.edition.procedures}
        self.entries = {kind: one for kind, one in known.items() if one.procedure in chosen}
        self.words = {entry.word: entry for entry in self.entries.values()}
        self._settings: dict[tuple[Any, ...], Setting] = {}
        self._lines: dict[tuple[str, int, int, Any, bool], Line] = {}
        self._cited: dict[tuple[str, ...], Clauses] = {}

    def at(self, table: Table) -> Rules:
        """The rules that hold at a table now: the edition's, or what an overlay makes of them."""
        base = self.base
        for name in base.edition.overlays if table.conduct else ():
            if name in table.conduct:
                return base.under(name)
        return base

    def under(self, name: str) -> Rules:
        """The rules with an overlay of the edition laid over it."""
        found = self._under.get(name)
        if found is None:
            laid = laid_over(self.edition, self.edition.overlays[name])
            compiled = self.compiled.under(laid.edition)
            found = self._under[name] = Rules(compiled, self._play, self, laid)
        return found

    def stands(self, *names: str) -> None:
        """Refuse where an overlay switched off what is called so, under its clauses."""
        laid = self.laid
        for name in names if laid is not None else ():
            clauses = laid.off.get(name) if laid is not None else None
            if clauses is not None and laid is not None:
                refuse("off-here", (*laid.overlay.clauses, *clauses), says=laid.overlay.says)

    def given(self, word: str) -> None:
        """Refuse a command that an overlay closes meanwhile."""
        closed = None if self.laid is None else self.laid.closed.get(word)
        if closed is not None:
            refuse("closed-here", closed.clauses, word=word, says=closed.says)

    @property
    def play(self) -> Play:
        """How the edition's game is played at a table."""
        if self._play is None:
            raise LookupError(f"no table of {self.edition.identity.play} is run yet")
        return self._play

    def cite(self, names: tuple[str, ...]) -> Clauses:
        """The clauses of these rules and approvals, each once; absent ones give none."""
        clauses = self._cited.get(names)
        if clauses is None:
            found: dict[str, None] = {}
            for name in names:
                for source in (self.edition.rules, self.edition.approvals):
                    if name in source:
                        found.update(dict.fromkeys(source[name].clauses))
            clauses = self._cited[names] = tuple(found)
        return clauses

    def setting(self, house: House, sign: SignState) -> Setting:
        """The setting in which wagers are settled here."""
        key = (house.game, house.decks, house.layout, house.chips, *sorted(sign.values.items()))
        setting = self._settings.get(key)
        if setting is None:
            chosen = choose(self.edition, house.game, house.decks, house.layout, sign.values)
            setting = self._settings[key] = _in_chips(sure(chosen), house.chips)
        return setting

    def line(
        self, wager: str, setting: Setting, stake: int, member: Any, *, owed: bool = False
    ) -> Line:
        """The settlement of a stake on the member that came true; kept, as it recurs.

        With `owed` commission is not deducted.
        """
        key = (wager, id(setting), stake, member, owed)
        line = self._lines.get(key)
        if line is None:
            bet = Bet(wager=wager, stake_cents=stake)
            line = settle_stake(self.compiled, setting, bet, member, owed=owed)
            if len(self._lines) >= LINES_KEPT:
                self._lines.clear()
            self._lines[key] = line
        return line


def _in_chips(setting: Setting, values: tuple[int, ...]) -> Setting:
    """The setting of a table that has these chips: they decide what can be paid."""
    if not values:
        return setting
    own = dataclasses.replace(setting.sign, table=chips_of_values(values))
    return dataclasses.replace(setting, sign=own)
