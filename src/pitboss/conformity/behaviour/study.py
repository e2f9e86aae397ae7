"""An edition studied: its proofs traced once, and what may be tried against them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pitboss.conformity.behaviour.bench import Change, Traced
from pitboss.conformity.behaviour.crew import Crew
from pitboss.conformity.behaviour.sites import Site, sites
from pitboss.conformity.mutants import Mutant, mutants
from pitboss.conformity.scenes import proofs_of
from pitboss.editions.edition import Edition
from pitboss.editions.load import load_folder
from pitboss.errors import NotProvedError

TRACED_AT_ONCE = 16
Done = Callable[[int], None]
Try = tuple[Change, list[int]]


@dataclass(frozen=True)
class Study:
    """An edition with what its proofs carry and reach."""

    edition: Edition
    traces: tuple[Traced, ...]
    sites: dict[str, Site]
    values: tuple[Mutant, ...]
    carriers: dict[str, list[int]]
    """The proofs in which something is done that carry a clause."""
    askers: dict[str, list[int]]
    """The proofs that only read a value back."""
    named: dict[str, list[int]]
    """Every proof that names a clause, be it as a label."""
    reached: dict[str, list[int]]
    """The proofs in which a site has something to do."""

    @property
    def folder(self) -> Path:
        """Where the edition lies."""
        return self.edition.folder

    def tries(self, key: str) -> Iterator[Try]:
        """The changes at places that cite a clause, each with the proofs that carry it.

        Guards go first, then values, then events: what is refused or paid proves more than
        what is noted.
        """
        clause = key.partition("#")[0]
        carriers = self.carriers.get(key, [])
        if not carriers:
            return
        found: dict[str, list[int]] = defaultdict(list)
        for number in carriers:
            for site, cited in self.traces[number].fired.items():
                if clause in cited:
                    found[site].append(number)
        by_kind: dict[str, list[Try]] = {"guard": [], "event": []}
        for site, proofs in found.items():
            by_kind[self.sites[site].kind].append((site, proofs))
        yield from by_kind["guard"]
        for number, mutant in enumerate(self.values):
            if clause in mutant.clauses or clause in mutant.within:
                yield number, carriers
        yield from by_kind["event"]

    def told(self, change: Change) -> str:
        """A change in words."""
        if isinstance(change, str):
            return f"{change}, left out"
        mutant = self.values[change]
        return f"{mutant.file} {mutant}"

    def kind(self, change: Change) -> str:
        """Whether a guard, an event or a value was changed."""
        return self.sites[change].kind if isinstance(change, str) else "value"


def nothing(_: int) -> None:
    """Tell nobody of progress."""


def study(crew: Crew, folder: Path, done: Done = nothing) -> Study:
    """Trace every proof of an edition; one that fails as it is is an error."""
    edition = load_folder(folder)
    count = sum(1 for _ in proofs_of(folder))
    batches = [
        list(range(start, min(start + TRACED_AT_ONCE, count)))
        for start in range(0, count, TRACED_AT_ONCE)
    ]
    traces = tuple(
        one for batch in crew.each("trace", folder, batches, list[Traced], done) for one in batch
    )
    for one in traces:
        if one.failure:
            raise NotProvedError(
                f"{edition.name}: {one.name} fails before any change: {one.failure}"
            )
    crew.tell("steps", folder, [one.steps for one in traces])
    carriers, askers, named, reached = (defaultdict[str, list[int]](list) for _ in range(4))
    for number, one in enumerate(traces):
        for key in dict.fromkeys((*one.carried, *(key.partition("#")[0] for key in one.carried))):
            (carriers if one.acts else askers)[key].append(number)
        for key in dict.fromkeys(key.partition("#")[0] for key in (*one.names, *one.carried)):
            named[key].append(number)
        for site in one.fired:
            reached[site].append(number)
    known = {site.name: site for site in sites()}
    values = tuple(mutants(edition))
    return Study(edition, traces, known, values, carriers, askers, named, reached)
