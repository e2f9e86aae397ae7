"""The chaos dealer: mostly the usual way, then faults, late wagers, wrong ranks, time jumps.

Every run is told by its seed. What was accepted least so far is tried most, so that every
command and every ruling comes to be used.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import chain as joined
from typing import Any

import msgspec

from pitboss.chaos.arguments import fill, learn, rightful
from pitboss.chaos.chains.chain import Chain
from pitboss.chaos.chains.common import (
    AFTER_LAST,
    AFTER_VOID,
    AT_THE_STACK,
    BEGUN,
    CARDS_OUT,
    CHAINS,
    DONE,
    FED,
    LONG,
    OF_GAMES,
    SHOE_OVER,
    TARGETS,
    role,
)
from pitboss.chaos.checks import (
    ViolationError,
    check_accepted,
    check_journal,
    check_refusal,
)
from pitboss.chaos.flow import WORDS, ruling, usual
from pitboss.chaos.leaks import check_views
from pitboss.chaos.world import Act, World
from pitboss.refusal import Refusal
from pitboss.table import Command, Rules, act
from pitboss.table.choices import Choose, RecordChoice
from pitboss.table.machine import Entry

LONGEST_TABLE = 1_200
JOURNAL_EVERY = 500
VIEWS_EVERY = 25
USUAL = 0.72
USUAL_IN_RARE = 0.55
USUAL_AT_LAST = 0.45
USUAL_AFTER_LAST = 0.05
USUAL_IF_FORGETFUL = 0.9
BLIND = 0.4
CHAINED = 0.1
REPORTS = 0.35
REPORTS_AT_LAST = 0.8
TRIES = 6
HOPELESS = 40
LOOKS = 16
EXPIRED = 0.1
IN_VAIN = 0.15
FITTING = 5
VAIN = 5
OFTEN = {CHAINS: CHAINED, BEGUN: 0.06, SHOE_OVER: 0.6, AT_THE_STACK: 0.2}
LACKING = "not-provided"
NEVER = float("inf")
DEAD_ENDS = ("order-broken", "too-many-copies")
"""A virtual shoe from which another card was told than it held can never be opened."""
_encode = msgspec.json.Encoder().encode


class Broken(msgspec.Struct, frozen=True, kw_only=True):
    """A violation, with all that is needed to see it again."""

    rulebook: str
    seed: int
    step: int
    command: str
    wrong: str


class Chaos:
    """A run of the chaos dealer over one rulebook."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.seed = seed
        self.steps = 0
        self.world = World(rules, seed)
        self.planned: deque[Iterator[Act]] = deque()
        self._begun: Counter[Chain] = Counter()
        self._end = 0
        self._blocked: tuple[Act, str] | None = None
        self._usual = False
        self._moment: tuple[Any, ...] = ()
        self._chosen: Act = ("", "", {})
        self._given = ""

    def run(self, steps: int, told: Callable[[int], None] | None = None) -> Broken | None:
        """Take so many steps; the first violation ends the run and is returned."""
        try:
            for _ in range(steps):
                self.step()
                if told is not None and self.steps % 1_000 == 0:
                    told(1_000)
            check_journal(self.world.events, self.world.table)
        except Exception as error:  # noqa: BLE001
            return Broken(
                rulebook=self.world.edition.identity.rulebook,
                seed=self.seed,
                step=self.steps,
                command=self._given,
                wrong=f"{type(error).__name__}: {error}",
            )
        return None

    def step(self) -> None:
        """One command, decided and checked."""
        world = self.world
        self.steps += 1
        if self.steps > self._end:
            self._next_table()
        self._clock()
        self._usual = False
        self._moment = world.moment()
        word, by, fields = self._chosen = self.choose()
        command = WORDS[word].kind(by=by, at=self._at(), **fields)
        self._given = repr(command)
        self.give(word, command)
        if self.steps % JOURNAL_EVERY == 0:
            check_journal(world.events, world.table)
        if self.steps % VIEWS_EVERY == 0:
            check_views(world.rules.play, world.table, world.chance)

    def give(self, word: str, command: Command) -> None:
        """The command itself: accepted or refused, and nothing that must not be."""
        world = self.world
        before = world.table
        trouble = before.trouble
        written = _encode(before) if self.steps % 8 == 0 else None
        done = act(world.rules, before, command)
        if written is not None and _encode(before) != written:
            raise ViolationError("a command changed the state it was given")
        if isinstance(done, Refusal):
            check_refusal(done)
            world.refused[word] += 1
            world.codes[word, done.code] += 1
            if done.code in DEAD_ENDS and world.order:
                self._end = self.steps
            if self._usual and done.code != "clock-backwards":
                self._blocked = self._chosen, done.code
            return
        after, events = done
        if not events:
            raise ViolationError("a command was accepted and nothing happened")
        check_accepted(before, events, after)
        world.accepted[word] += 1
        world.fits.setdefault(word, set()).add(self._moment)
        given = {name: getattr(command, name) for name in command.__struct_fields__[2:]}
        learn(world, WORDS[word], given)
        if word == "load-shoe":
            world.order = world.orders.get(given["commitment"], ())
        if isinstance(command, Choose | RecordChoice):
            world.choices[command.choice] += 1
        ruled = getattr(command, "ruling", None)
        if trouble is not None and isinstance(ruled, str) and word == "give-ruling":
            world.rulings[world.row(trouble.situation, ruled, trouble.facts)] += 1
        world.coups += after.coups - before.coups
        if before.coup is not None and after.coup is None:
            world.wish()
        world.table = after
        world.events += events

    # What to do next ---------------------------------------------------------------------------

    def choose(self) -> Act:
        """A planned act, the usual next one, what makes it possible, or chaos."""
        world = self.world
        while self.planned:
            following = next(self.planned[0], None)
            if following is None:
                self.planned.popleft()
            elif following[0] in world.rules.words and self._worth(following):
                return following
        self._plan()
        blocked, self._blocked = self._blocked, None
        if blocked is not None and world.chance.random() < 0.8:
            found = self.unblock(*blocked)
            if found is not None:
                return found
        if world.chance.random() < self._usually():
            self._usual = True
            if blocked is None and world.table.trouble is None:
                return usual(world)
            return self.tried(lambda: usual(world))
        return self.fault()

    def _usually(self) -> float:
        """How likely the usual act is: less where much is possible that is rare elsewhere."""
        table = self.world.table
        shoe = table.shoe
        if table.stack is not None or table.trouble is not None:
            return USUAL_IN_RARE
        if self.world.forgetful and shoe is not None and shoe.past is not None:
            return USUAL_IF_FORGETFUL  # on to the last card of the shoe
        if shoe is not None and shoe.coups_left is not None and shoe.over is None:
            done = table.coup is not None and table.coup.complete
            return USUAL_AFTER_LAST if done else USUAL_AT_LAST
        return USUAL_IF_FORGETFUL if self.world.forgetful else USUAL

    def _worth(self, planned: Act) -> bool:
        """Whether a planned act is tried: one that would be refused mostly is not."""
        return self.world.chance.random() < IN_VAIN or self.world.after(planned) is not None

    def _plan(self) -> None:
        """Begin acts in a row, where the table is at a point for some."""
        world, table = self.world, self.world.table
        if table.closed or table.trouble is not None:
            return
        chains: tuple[Chain, ...] = ()
        if table.coup is None and table.marks.get("ruled:void-coup") == str(table.coups):
            chains = AFTER_VOID
        elif table.stack is not None:
            chains = AT_THE_STACK
        elif table.coup is None:
            over = table.shoe is not None and table.shoe.over is not None
            chains = SHOE_OVER if over else CHAINS
        elif world.out() is not None:
            chains = CARDS_OUT
        elif table.coup.complete:
            last = table.shoe is not None and table.shoe.coups_left
            chains = AFTER_LAST if last else DONE
        elif table.own is not None and table.own.fed is not None and world.chance.random() < 0.5:
            chains = FED
        else:
            chains = BEGUN
        often = OFTEN.get(chains, CHAINED * 3)
        known = [one for one in chains if self._may_come(one)]
        if known and world.chance.random() < often:
            some = [world.chance.choice(known) for _ in range(LOOKS)]
            if world.rules.play.role(table) is not None and chains is CHAINS:
                some.append(role)
            for chain in sorted(dict.fromkeys(some), key=self._done):
                following = chain(world)
                first = next(following, None)
                if first is not None:
                    self._begun[chain] += 1
                    self.planned.append(joined((first,), following))
                    break

    def _done(self, chain: Chain) -> float:
        """How often a chain came to what it is for; one that is long or in vain comes less."""
        times = min(map(self.world.times, self._targets(chain)), default=0)
        return (times + self._begun[chain] / VAIN) * LONG.get(chain, 1)

    def _targets(self, chain: Chain) -> list[str]:
        """What a chain is for, of that which the rulebook has as far as was seen."""
        world = self.world
        known = (one for one in TARGETS.get(chain, ()) if not self._lacks(one))
        has = {*world.rules.words, *world.rows}
        return [one for one in known if one.partition(" ")[0] in has]

    def _may_come(self, chain: Chain) -> bool:
        """Whether the game has what a chain is for, and the rulebook, as far as was seen."""
        of_game = OF_GAMES.get(chain, "choose") in self.world.rules.words
        return of_game and (chain not in TARGETS or bool(self._targets(chain)))

    def _lacks(self, word: str) -> bool:
        """Whether the rulebook has no such command, as far as was seen."""
        world = self.world
        return world.codes[word, LACKING] >= HOPELESS and not world.accepted[word]

    def unblock(self, wanted: Act, code: str) -> Act | None:
        """Some act after which the usual one would not be refused for this reason any more."""
        world = self.world
        learned = [WORDS[word] for word in world.unblocks.get(code, ())]
        world.chance.shuffle(learned)
        entries = [*learned, *(world.chance.choice(world.entries) for _ in range(10))]
        if not isinstance(world.answer(wanted, world.table), Refusal):
            return wanted
        for entry in entries:
            for _ in range(4):
                found = self.any_way(entry)
                after = world.after(found)
                if after is None:
                    continue
                if isinstance(world.answer(wanted, after), Refusal):
                    break
                known = world.unblocks.setdefault(code, [])
                if entry.word not in known and len(known) < 6:
                    known.append(entry.word)
                return found
        return None

    def fault(self) -> Act:
        """Any command by anyone; those accepted least come most often."""
        world = self.world
        if world.table.trouble is not None and world.chance.random() < 0.5:
            return self.tried(lambda: ruling(world))
        shoe = world.table.shoe
        last = shoe is not None and shoe.coups_left is not None
        often = REPORTS_AT_LAST if last else REPORTS
        if world.table.trouble is None and world.chance.random() < often:
            return self.tried(lambda: self.any_way(WORDS["report-irregularity"]))
        # While cards are before a player much may be done that can be done at no other time.
        looks = 10 if world.out() is None else 24
        entry = min((world.chance.choice(world.entries) for _ in range(looks)), key=self._known)
        asked = world.asked_keys(entry)
        takes = "approval" in entry.kind.__struct_fields__
        if asked and takes and world.chance.random() < 0.4:
            return self._ask_first(entry, world.chance.choice(asked))
        if world.chance.random() < BLIND:
            return self.any_way(entry)
        return self.tried(lambda: self.any_way(entry))

    def _known(self, entry: Entry) -> float:
        """How well a command is known: accepted often, or refused so often that it is hopeless."""
        world, word = self.world, entry.word
        if self._lacks(word):
            return NEVER
        known = world.accepted[word] + world.refused[word] / HOPELESS
        return known / FITTING if self._moment in world.fits.get(word, ()) else known

    def any_way(self, entry: Entry) -> Act:
        """One way to give a command, sensible or not."""
        by = self.world.actor(entry)
        fields = fill(self.world, entry, by)
        return entry.word, rightful(self.world, entry, by, fields), fields

    def tried(self, make: Callable[[], Act]) -> Act:
        """Of several ways to give a command the first that would be accepted, else the last."""
        for _ in range(TRIES):
            chosen = make()
            if self.world.after(chosen) is not None:
                break
        return chosen

    def _ask_first(self, entry: Entry, key: str) -> Act:
        """Ask for the approval, have it granted, then do what it was asked for."""
        world = self.world
        _, by, fields = self.any_way(entry)
        number = world.table.numbered + 1
        whom = fields.get("person") if isinstance(fields.get("person"), str) else by
        scope = world.chance.choice(("once", "coup", "shoe", "stay", "shift", "table"))
        asker = world.one_of(world.staff())

        def rest() -> Iterator[Act]:
            rank = world.edition.approvals[key].rank
            yield "grant-approval", world.another(rank, asker), {"approval": number}
            yield entry.word, by, {**fields, "approval": number}

        self.planned.append(rest())
        known = world.table.people.get(str(whom))
        about: dict[str, Any] = {"whom": whom} if known is not None and known.present else {}
        return "request-approval", asker, {"key": key, "scope": scope, **about}

    # Time and tables ---------------------------------------------------------------------------

    def _clock(self) -> None:
        chance = self.world.chance
        roll = chance.random()
        seconds = chance.randrange(20)
        if roll < (0.03 if self.world.table.notices else 0.01):
            seconds = 1_200 + chance.choice((-1, 0, 1))
        elif roll > 0.9997:
            seconds = 9 * 3_600
        elif self._hurried():
            seconds = chance.randrange(2)
            if chance.random() < EXPIRED:
                self.world.to_expiry()
        self.world.now += dt.timedelta(seconds=seconds)

    def _hurried(self) -> bool:
        """Whether a wagering period runs, which is over in seconds."""
        ends = self.world.table.betting.closes_at
        return ends is not None and self.world.now < ends

    def _at(self) -> dt.datetime:
        if self.world.chance.random() < 0.003:
            return self.world.now - dt.timedelta(minutes=5)
        return self.world.now

    def _next_table(self) -> None:
        world = self.world
        check_journal(world.events, world.table)
        if self.steps > 1:
            world.new_table()
        self.planned.clear()
        longest = LONGEST_TABLE * (2 if world.forgetful else 1)
        self._end = self.steps + world.chance.randint(200, longest)
