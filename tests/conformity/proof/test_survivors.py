"""The proof of the editions on the shelf: what no proof notices is known, and nothing else is."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest

from pitboss.book import rulebook
from pitboss.conformity.behaviour.crew import crew
from pitboss.conformity.prove import Proof, prepare, unreached
from pitboss.editions.load import shelf

KNOWN = Path(__file__).with_name("known.txt")
SEED = int(os.environ.get("PROOF_SEED", dt.datetime.now(dt.UTC).date().toordinal()))


def known() -> set[str]:
    """The survivors that wait for their proof."""
    lines = KNOWN.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def tried(tenth: int | None) -> tuple[set[str], set[str], list[Proof]]:
    """Every change that was tried, those that survived, and what was studied."""
    every, alive, proofs = set(), set(), []
    with crew() as workers:
        for name in shelf():
            proof = prepare(workers, rulebook(name).edition.folder, tenth)
            proofs.append(proof)
            for one in proof.verdicts(workers):
                told = f"{name}: {one.told}"
                every.add(told)
                if one.noticed_by is None:
                    alive.add(told)
    return every, alive, proofs


def test_a_tenth_of_all_changes_is_noticed() -> None:
    print(f"seed {SEED}")
    every, alive, _ = tried(SEED)
    assert len(every) > 500
    assert alive - known() == set(), f"PROOF_SEED={SEED}"


@pytest.mark.long
def test_every_change_is_noticed_but_for_those_known() -> None:
    every, alive, proofs = tried(None)
    assert len(every) > 8000
    missed = unreached(proof.subject for proof in proofs)
    alive |= {f"unreached: {one.partition(': ')[2]}" for one in missed}
    assert alive == known()
