"""A space is the finite set of everything that can be true of the cards, fact by fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

from pitboss.words.catalogue import Said, spoken

Fact: TypeAlias = int | str | bool
Member: TypeAlias = tuple[Fact, ...]
Condition: TypeAlias = Fact | list[Fact]


TOPIC = "reasons"


def _plain(member: Any) -> Said:
    return Said("member", {"member": str(member)})


class Space:
    """Named facts and every reachable member; a member is a tuple in the facts' order."""

    def __init__(
        self,
        name: str,
        facts: tuple[str, ...],
        members: Iterable[Member],
        tell: Callable[[Any], Said] = _plain,
    ) -> None:
        self.name = name
        self.facts = facts
        self.members = tuple(dict.fromkeys(members))
        self.tell = tell
        self._described: dict[Any, str] = {}

    def describe(self, member: Any) -> str:
        """A member in words; each is put into words once."""
        if member not in self._described:
            self._described[member] = spoken(TOPIC, self.tell(member))
        return self._described[member]

    @cached_property
    def index(self) -> Mapping[Member, int]:
        """Where each member stands."""
        return {member: place for place, member in enumerate(self.members)}

    @cached_property
    def values(self) -> Mapping[str, frozenset[Fact]]:
        """Every value each fact takes."""
        return {
            fact: frozenset(member[place] for member in self.members)
            for place, fact in enumerate(self.facts)
        }

    def accepted(self, fact: str, condition: Condition) -> frozenset[Fact]:
        """The values of `fact` that satisfy a condition: one value, a list, or `4..9`.

        A value that no member has raises ValueError.
        """
        wanted: set[Fact] = set()
        for value in condition if isinstance(condition, list) else [condition]:
            if isinstance(value, str) and ".." in value:
                low, high = value.split("..")
                wanted.update(range(int(low), int(high) + 1))
            else:
                wanted.add(value)
        for value in wanted:
            # 1 == True in Python; a rulebook's 1 and true are different things.
            if not any(value == has and type(value) is type(has) for has in self.values[fact]):
                raise ValueError(f"the fact '{fact}' is never {value!r}")
        return frozenset(wanted)

    def project(self, facts: Iterable[str]) -> tuple[Space, list[Member]]:
        """The smaller space of these facts alone, and each member's place in it."""
        kept = tuple(fact for fact in self.facts if fact in set(facts))
        places = [self.facts.index(fact) for fact in kept]
        shadows = [tuple([member[place] for place in places]) for member in self.members]
        return Space(self.name, kept, shadows), shadows

    def matching(self, when: Mapping[str, Condition]) -> list[bool]:
        """For every member, whether all conditions hold."""
        checks = [
            (self.facts.index(fact), self.accepted(fact, condition))
            for fact, condition in when.items()
        ]
        return [all(member[place] in ok for place, ok in checks) for member in self.members]
