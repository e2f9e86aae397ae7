"""A whole tournament: conditions, entries, draws, sessions at real tables, placings, prizes.

Every act is a command of the tournament's own; a coup is dealt and settled by the table core, and
its chips are what the table's ledger says. The same seed gives the same tournament.
"""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

import msgspec

from pitboss.aggregates import TABLE, TOURNAMENT
from pitboss.aggregates.acts import ACTS
from pitboss.aggregates.table import TOLD
from pitboss.aggregates.tournament import Tournament, TournamentCommand, TournamentEvent, act
from pitboss.aggregates.tournament.draws import commitment_of
from pitboss.aggregates.tournament.placings import BuyBack
from pitboss.aggregates.tournament.sessions import IN_PLAY
from pitboss.aggregates.tournament.state import Session
from pitboss.aggregates.tournament.terms import Conditions
from pitboss.book import Rulebook
from pitboss.refusal import Refusal
from pitboss.table import Event, Rules
from pitboss.tournaments.bots import (
    DISPUTED,
    FOUND_OUT,
    MISSING,
    PASSED,
    SEALED,
    UNENTITLED,
    WITHDRAWN,
    Bots,
)
from pitboss.tournaments.lines import Written
from pitboss.tournaments.table import SessionTable

STREAM = TOURNAMENT.stream_of("run")
CLERK, MANAGER, DEALER = "Clerk", "Tournament Manager", "Dealer"
BEFORE, A_COUP, SECOND = dt.timedelta(days=7), dt.timedelta(minutes=1), dt.timedelta(seconds=1)
STARTS = dt.datetime(2026, 11, 16, 9, tzinfo=dt.UTC)
"""When it starts where the conditions do not say it."""
MOST_COUPS = 2_000
"""A play-off that has no order after so many coups has none."""
WORDS = next(one for one in ACTS if one.aggregate is TOURNAMENT).words


class NotPlayedError(Exception):
    """The conditions or the rules do not let the tournament go on; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class Whole:
    """One tournament as it is played; `step` is called after each session."""

    def __init__(
        self,
        book: Rulebook,
        terms: Conditions,
        players: int,
        seed: int,
        step: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.rules: Rules = book.rules
        self.mains = book.game.mains
        self.terms, self.players, self.step = terms, players, step
        self.bots = Bots(seed)
        self.state = Tournament()
        self.stream = Written(STREAM, TOURNAMENT, self.rules)
        self.now = (terms.starts or STARTS) - BEFORE
        self.tables: dict[str, SessionTable] = {}
        self.written: dict[str, Written] = {}
        self.outbox: deque[tuple[str, str, str, Mapping[str, Any]]] = deque()
        """Messages on their way: key, to whom, from whom, what they say."""
        self.draws: list[dict[str, Any]] = []
        self.events: list[TournamentEvent] = []

    # Acts ---------------------------------------------------------------------------------

    def ask(
        self, by: str, do: str, role: str = "staff", **fields: Any
    ) -> tuple[TournamentEvent, ...] | Refusal:
        """One command to the tournament, a second later."""
        self.now += SECOND
        rank = self.rules.edition.ranks.ladder[-1] if role == "staff" else None
        said = {**fields, "by": by, "role": role, "rank": rank, "at": self.now}
        command = cast(TournamentCommand, msgspec.convert(said, WORDS[do]))
        done = act(self.rules, self.state, command)
        if isinstance(done, Refusal):
            return done
        self.state, events = done
        self._keep(events)
        self._carry()
        return events

    # Messages -----------------------------------------------------------------------------

    def _keep(self, events: Sequence[TournamentEvent], told: str | None = None) -> None:
        """Write events of the tournament; what they tell tables waits to be carried over."""
        first = self.stream.sequence + 1
        self.stream.keep(events, told)
        self.events += events
        for sequence, event in enumerate(events, first):
            for place, one in enumerate(event.tells(STREAM)):
                key = f"{STREAM}/{sequence}/{place}"
                self.outbox.append((key, one.stream, STREAM, one.says))

    def _keep_at(self, name: str, events: Sequence[Event], told: str | None = None) -> None:
        """Write events of a table; what they tell the tournament waits to be carried over."""
        written = self.written[name]
        first = written.sequence + 1
        written.keep(events, told)
        for sequence, event in enumerate(events, first):
            for place, one in enumerate(event.tells()):
                self.outbox.append((f"{name}/{sequence}/{place}", one.stream, name, one.says))

    def _carry(self) -> None:
        """Carry over what waits, in its order, until nothing does."""
        while self.outbox:
            key, target, source, says = self.outbox.popleft()
            if target == STREAM:
                self._noted(key, source, says)
            elif target in self.tables:
                self._told(key, target, says)

    def _told(self, key: str, name: str, says: Mapping[str, Any]) -> None:
        table = self.tables[name]
        table.now = max(table.now, self.now)
        done = table.hear(says)
        if isinstance(done, Refusal):
            raise NotPlayedError(done)
        self._keep_at(name, done, f"{TOLD}{key}")

    def _noted(self, key: str, table: str, says: Mapping[str, Any]) -> None:
        self.now += SECOND
        fields = {name: one for name, one in says.items() if name != "do"}
        said = {**fields, "by": table, "table": table, "role": "table", "at": self.now}
        command = cast(TournamentCommand, msgspec.convert(said, WORDS[says["do"]]))
        done = act(self.rules, self.state, command)
        if isinstance(done, Refusal):
            raise NotPlayedError(done)
        self.state, events = done
        self._keep(events, key)

    def do(self, by: str, do: str, role: str = "staff", **fields: Any) -> None:
        """One command that must be taken; what is refused ends the tournament."""
        done = self.ask(by, do, role, **fields)
        if isinstance(done, Refusal):
            raise NotPlayedError(done)

    def streams(self) -> list[Written]:
        """What was written: the tournament's stream and those of its tables."""
        return [self.stream, *self.written.values()]

    def _has(self, rule: str) -> bool:
        return rule in self.rules.edition.rules

    # The whole ----------------------------------------------------------------------------

    def play(self) -> Tournament:
        """From the conditions to the prizes."""
        self._set_up()
        self._enter()
        for number in range(1, len(self.terms.rounds or ()) + 1):
            self._draw(number)
            self._round(number)
            if number < len(self.terms.rounds or ()):
                self._buy_back(number)
        self.do(MANAGER, "award-prizes")
        return self.state

    def _set_up(self) -> None:
        self.do(CLERK, "set-conditions", conditions=msgspec.to_builtins(self.terms))
        self.do(CLERK, "publish-conditions")
        self.do(CLERK, "appoint-manager", person=MANAGER)
        if self._has("tournament-advice"):
            self.do(CLERK, "advise-inspectorate")
        most = max((one.tables for one in self.terms.rounds or ()), default=1)
        names = [TABLE.stream_of(str(number)) for number in range(1, most + 1)]
        self.do(MANAGER, "designate-tables", tables=names)

    def _enter(self) -> None:
        """As many as are to play; some who apply are refused, some withdraw and are replaced."""
        fee, number = self.terms.entry_fee_cents or 0, 0
        while len(self.state.playing) < self.players:
            number += 1
            person = f"player-{number:03}"
            if self.bots.happens(UNENTITLED):
                self.do(CLERK, "refuse-entry", person=person, ground="not-entitled")
                continue
            self.do(CLERK, "enter", person=person, fee_cents=fee)
            if self.bots.happens(WITHDRAWN):
                self.do(person, "withdraw-entry", "player", person=person)
        self.do(MANAGER, "close-tournament")
        self.now = max(self.now, self.terms.starts or self.now)
        if self._has("tournament-briefing"):
            self.do(MANAGER, "brief-players")

    def _draw(self, number: int) -> None:
        nonce, seed = self.bots.secret(), self.bots.secret()
        self.do(MANAGER, "commit-draw", commitment=commitment_of(nonce, seed))
        self.do(MANAGER, "open-draw", nonce=nonce, seed=seed)
        self.draws.append(
            {
                "round": number,
                "commitment": commitment_of(nonce, seed),
                "nonce": nonce,
                "seed": seed,
                "players": sum(len(one.boxes) for one in self.state.of_round(number)),
                "sessions": [one.number for one in self.state.of_round(number)],
            }
        )

    def _buy_back(self, number: int) -> None:
        """One who is out buys back, where the conditions have it and a seat is free."""
        terms = self.terms
        rounds = terms.rounds or ()
        free = (terms.seats or 0) * rounds[number].tables - sum(
            one.standing == "advanced" for one in self.state.entrants.values()
        )
        out = [name for name, one in self.state.entrants.items() if one.standing == "eliminated"]
        if terms.buy_back_cents and self._has("tournament-buy-back") and free > 0 and out:
            person = self.bots.one_of(out)
            self.ask(CLERK, _word(BuyBack), person=person, amount_cents=terms.buy_back_cents)

    # Sessions -----------------------------------------------------------------------------

    def _round(self, number: int) -> None:
        """The sessions of a round side by side, a coup at each in turn; then the play-offs."""
        if self.bots.happens(DISPUTED):
            self.do(CLERK, "dispute-tournament", about="a player asks how seats were drawn")
            dispute = len(self.state.disputes)
            said = "the draw stands, as anybody can draw again"
            self.do(MANAGER, "settle-dispute", number=dispute, decision=said)
        while fresh := [one for one in self.state.of_round(number) if one.started is None]:
            for one in fresh:
                self._start(one)
            self._coups([one.number for one in fresh])
            for one in fresh:
                self._finish(one.number)
                self.step(1)
        waiting = [one.number for one in self.state.of_round(number) if not one.placed]
        if waiting:
            raise NotPlayedError(self._refused("announce-placings", session=waiting[0]))

    def _refused(self, do: str, **fields: Any) -> Refusal:
        done = self.ask(MANAGER, do, **fields)
        return done if isinstance(done, Refusal) else Refusal.of("not-placed-yet")

    def _start(self, one: Session) -> None:
        """Buy-ins where there are any, then the start; the table gets its players."""
        if self.terms.buy_in_cents and one.kind != "play-off":
            for person in one.boxes:
                cents = self.terms.buy_in_cents
                if self.state.entrants[person].standing in IN_PLAY:
                    self.do(CLERK, "buy-chips", person=person, amount_cents=cents)
        table = self._table(one.table)
        self.do(MANAGER, "start-session", session=one.number)
        table.cards_shown(tuple(self.state.sessions[one.number].boxes))

    def _table(self, name: str) -> SessionTable:
        found = self.tables.get(name)
        if found is None:
            self.written[name] = Written(name, TABLE, self.rules)
            found = SessionTable(self.rules, partial(self._keep_at, name))
            found.now = self.now
            found.ready(self.terms, self.mains, self.bots.chance)
            self.tables[name] = found
        return found

    def _coups(self, numbers: list[int]) -> None:
        """A coup at each table in turn, until every session has ended."""
        for _ in range(MOST_COUPS):
            going = [n for n in numbers if self.state.sessions[n].ended is None]
            if not going:
                return
            self.now += A_COUP
            for number in going:
                self._coup(number)
        raise NotPlayedError(self._refused("end-session", session=going[0]))

    def _coup(self, number: int) -> None:
        """One coup: who is still in wagers; who cannot wager the minimum afterwards is out."""
        one = self.state.sessions[number]
        if len(one.left) <= 1:
            self.do(DEALER, "end-session", session=number)
            return
        table = self.tables[one.table]
        table.now = max(table.now, self.now)
        people = [name for name in table.waiting if not self._passes(table, name)]
        held = {person: table.held(person) for person in people}
        limits = one.minimum_cents, one.maximum_cents
        stakes = self.bots.stakes(one.boxes, held, limits, table.mains)
        sealed = {
            person: self.bots.slip(wager, cents)
            for person, (wager, cents, _) in stakes.items()
            if table.seals(person) and self.bots.happens(SEALED)
        }
        table.play(stakes, sealed)
        self._carry()
        if one.kind == "round":
            self._found_out(number)
        self._over(number)

    def _passes(self, table: SessionTable, person: str) -> bool:
        """Whether somebody plays a pass card instead of wagering."""
        return self.bots.happens(PASSED) and table.passes(person)

    def _found_out(self, number: int) -> None:
        """Somebody may break a rule; they are out, and their chips are kept."""
        one = self.state.sessions[number]
        if len(one.left) > one.advance + 1 and self.bots.happens(FOUND_OUT):
            person = self.bots.one_of(one.left)
            self.do(DEALER, "record-conduct", person=person, what="advice")
            reason = "advised another player"
            self.do(MANAGER, "disqualify", person=person, ground="conduct", reason=reason)

    def _over(self, number: int) -> None:
        one = self.state.sessions[number]
        if one.ended is not None:
            return
        stage = (self.terms.rounds or ())[one.round - 1]
        coups = one.kind == "round" and stage.coups is not None and one.coups >= stage.coups
        minutes = one.kind == "round" and stage.minutes is not None and one.started is not None
        over = minutes and self.now >= one.started + A_COUP * stage.minutes  # type: ignore[operator]
        if coups or over or len(one.left) <= 1:
            self.do(DEALER, "end-session", session=number)

    def _finish(self, number: int) -> None:
        """The count, the chips back or listed short, the placings."""
        one = self.state.sessions[number]
        for person in one.left:
            cents = one.chips[person]
            self.do(DEALER, "total-chips", session=number, person=person, amount_cents=cents)
        short = []
        if self.bots.happens(MISSING):
            short = [{"value_cents": one.minimum_cents, "quantity": 1}]
        self.do(DEALER, "return-chips", session=number, short=short)
        self._place(number)

    def _place(self, number: int) -> None:
        """The placings; where no rule has a play-off, lots drawn by the manager decide."""
        self.do(MANAGER, "announce-placings", session=number)
        while (one := self.state.sessions[number]).level and not self._has("tournament-play-off"):
            order = list(one.level)
            self.bots.chance.shuffle(order)
            self.do(MANAGER, "place-level", session=number, order=order, reason="lots were drawn")


def _word(kind: type[Any]) -> str:
    return next(word for word, one in WORDS.items() if one is kind)
