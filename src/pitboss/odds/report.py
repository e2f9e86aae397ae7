"""The odds of a game's wagers as one document, for JSON, tables and charts alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss.baccarat.points import Points
from pitboss.odds.composition import Composition
from pitboss.odds.constant import LETTERS, TWO_COUPS, constant_expectation
from pitboss.odds.stored import stored_run
from pitboss.odds.wagers import CoupOdds, WagerOdds
from pitboss.settle.compiled import Compiled
from pitboss.settle.setting import Setting
from pitboss.tables.space import Member

Document = dict[str, Any]


def exact_document(odds: WagerOdds, at_stake: WagerOdds | None = None) -> Document:
    """One wager's exact odds; `at_stake` is the same wager at one stake after rounding up."""
    document: Document = {
        "wager": odds.wager,
        "method": "exact",
        "expectation": str(odds.expectation),
        "edge": float(-odds.expectation),
        "std": odds.std,
        "hits": float(odds.hits),
        "offered": float(odds.offered),
        "favours_player": odds.favours_player,
        "rows": [
            {
                "label": row.row.label or row.row.outcome,
                "outcome": row.row.outcome,
                "pays": row.pays,
                "probability": str(row.probability),
                "float": float(row.probability),
                "ways": row.ways,
                "clauses": list(row.row.clauses),
            }
            for row in odds.rows
        ],
    }
    if odds.situations:
        document["by_situation"] = [
            {
                item.fact: item.value,
                "share": float(item.share),
                "expectation": str(item.expectation),
                "edge": float(-item.expectation),
                "favours_player": item.expectation > 0,
            }
            for item in odds.situations
        ]
    if at_stake is not None:
        document["at_stake"] = {
            "expectation": str(at_stake.expectation),
            "edge": float(-at_stake.expectation),
            "favours_player": at_stake.favours_player,
        }
    return document


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
        from pitboss.odds.runs import run_of_two  # noqa: PLC0415 - needs numba

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
