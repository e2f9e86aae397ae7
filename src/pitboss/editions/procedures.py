"""The typed model of a table's conduct: rules of procedure, duties, situations and rulings.

A rule of procedure is named by what it asks; where an edition does not list it, it does not
hold there. A situation is a decision table over finite facts, like a wager: its rows are the
rulings that staff may give, each with rank, effect, duties and clauses.
"""

from __future__ import annotations

from itertools import product
from typing import Literal

import msgspec

from pitboss.editions.wagers import Cited

Due = Literal["before", "at-once", "shift-end", "day-end", "month-end", "three-days", "standing"]
Facts = dict[str, str]


class Rule(Cited, frozen=True, kw_only=True):
    """A rule of procedure that holds at this house; `value` is its figure or word, if any.

    `always`: the core acts so at every table, and the edition only says under which clauses. To
    take such a rule away changes citations alone; what the core does is proved by leaving out
    the guards and events that cite it.
    """

    says: str
    value: int | str | tuple[str, ...] | None = None
    always: bool = False


class Item(Cited, frozen=True, kw_only=True):
    """What a published set of conditions must say; `when`: only where that is among them.

    Conditions have it under the item's own name: a figure where they have a field of that name,
    otherwise a text.
    """

    says: str
    block: str
    when: str | None = None


class DutyRule(Cited, frozen=True, kw_only=True):
    """What must be done or told after an event: to whom, by which channel, how soon.

    `before`: prior to the act it belongs to; `standing`: as long as the thing itself lasts.
    Staff say that it is done, of the least `rank` where one is named; `also` are others who may.
    `ends` names the command that alone ends it, where no words do.
    """

    to: str
    what: str
    due: Due = "at-once"
    channel: str = "direct"
    rank: str | None = None
    also: tuple[str, ...] = ()
    ends: str | None = None


class Ruling(Cited, frozen=True, kw_only=True):
    """One permitted answer to a situation: when, by whom, with which effect and duties.

    `another`: it is given by another person than the one who reported the situation.
    """

    name: str
    says: str
    when: dict[str, str | tuple[str, ...]] = msgspec.field(default_factory=dict)
    rank: str
    effect: str
    duties: tuple[str, ...] = ()
    another: bool = False

    def fits(self, facts: Facts) -> bool:
        """Whether the ruling is permitted where these facts hold."""
        for fact, wanted in self.when.items():
            if facts[fact] not in ((wanted,) if isinstance(wanted, str) else wanted):
                return False
        return True


class Situation(Cited, frozen=True, kw_only=True):
    """Something that went wrong, or may have: in which phases, over which facts, how ruled.

    `seen` facts are known to the core (who was due a card, the last coup, the method);
    `told` facts are stated by the person who reports it. Both name every value they may have.

    What the record says of it: where a fact has one of the `refuted` values it cannot have
    happened; where it has one of the `against` values the record says otherwise, but may be
    wrong, as people wrote it. `unseen` says why no fact of the record can tell.

    `takes`: a card is out for it: the next of the shoe, or the one that would begin the next
    coup, which may lie aside already.
    """

    title: str
    phase: tuple[Literal["betting", "dealing", "complete", "between"], ...]
    takes: Literal["nothing", "next-card", "first-card"] = "nothing"
    seen: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    told: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    refuted: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    against: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    unseen: str | None = None
    rulings: tuple[Ruling, ...]

    @property
    def facts(self) -> dict[str, tuple[str, ...]]:
        """Every fact with every value it may have."""
        return {**self.seen, **self.told}

    def permitted(self, facts: Facts) -> tuple[Ruling, ...]:
        """The rulings that staff may give where these facts hold."""
        return tuple(ruling for ruling in self.rulings if ruling.fits(facts))

    def members(self) -> list[Facts]:
        """Every combination of facts."""
        names = list(self.facts)
        return [dict(zip(names, values, strict=True)) for values in product(*self.facts.values())]
