"""The odds of wagers as documents: single coups exactly, Runs and Tails as they can be had."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member
from pitboss.games.baccarat.facts.points import Points
from pitboss.games.baccarat.odds.constant import LETTERS, TWO_COUPS, constant_expectation
from pitboss.games.baccarat.odds.wagers import CoupOdds
from pitboss.odds.composition import Composition
from pitboss.odds.report import Document, exact_document
from pitboss.odds.stored import stored_run
from pitboss.settle.setting import Setting


def baccarat_documents(
    compiled: Compiled,
    setting: Setting,
    counts: Composition,
    names: Sequence[str],
    stake_cents: int | None = None,
) -> list[Document]:
    """The odds of these wagers from one composition of the shoe."""
    coup = CoupOdds(compiled, setting, counts)
    documents = []
    for name in names:
        if compiled.edition.wagers[name].automaton:
            documents.append(_spanning_document(compiled, setting, counts, name, coup))
            continue
        at_stake = coup.wager(name, stake_cents) if stake_cents else None
        documents.append(exact_document(coup.wager(name), at_stake))
    return documents


def result_chances(points: Mapping[Member, int]) -> dict[str, Fraction]:
    """The chance of each result of one coup, by its letter."""
    total = sum(points.values())
    place = Points._fields.index("result")
    return {
        letter: Fraction(sum(n for member, n in points.items() if member[place] == result), total)
        for letter, result in LETTERS.items()
    }


def _spanning_document(
    compiled: Compiled, setting: Setting, counts: Composition, name: str, coup: CoupOdds
) -> Document:
    """A Run of two exactly; longer wagers from a stored run of real shoes, as labelled."""
    wager = compiled.edition.wagers[name]
    sequence = wager.sequence or nominated_example(wager.nominated or 0)
    constant = constant_expectation(
        compiled, setting, name, sequence, result_chances(coup.counts("points"))
    )
    document: Document = {"wager": name, "offered": 1.0}
    if wager.nominated:
        document["nominated"] = sequence
    if wager.tail_of is None and len(sequence) == 2 and sum(counts) >= TWO_COUPS:
        from pitboss.games.baccarat.odds.runs import run_of_two  # noqa: PLC0415 - needs numba

        document |= exact_document(run_of_two(compiled, setting, counts, name, sequence))
    else:
        stored = stored_run(compiled, setting, counts, name)
        document |= {"method": "simulated", **stored}
        mean = stored.get("mean")
        document["edge"] = None if mean is None else -mean
        document["favours_player"] = mean is not None and mean > 0
    document["constant_probability"] = {
        "expectation": str(constant),
        "edge": float(-constant),
        "note": "as if every coup came from a fresh shoe and no shoe ended: an approximation",
    }
    if "rows" not in document:
        document["rows"] = [
            {"label": row.label or row.outcome, "outcome": row.outcome, "pays": row.pays or ""}
            for row in compiled.table(name, setting.game).rows
        ]
    return document


def nominated_example(length: int) -> str:
    """The sequence that stands for a nominated Run: Player and Banker in turn."""
    return ("PB" * length)[:length]
