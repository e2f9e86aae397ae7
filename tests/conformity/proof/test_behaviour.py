"""The engine of the proof itself: what it notices, what it misses, and that it always ends."""

from __future__ import annotations

import pytest

from pitboss.conformity.behaviour.crew import Crew
from pitboss.conformity.behaviour.sites import sites
from pitboss.conformity.clauses.statuses import compute
from pitboss.conformity.prove import Proof, prepare, unreached
from pitboss.errors import NotProvedError
from tests.conformity.proof.conftest import Make

BELOW = "table.betting.stakes:within asks _outside below-minimum"
CALLED = "table.betting.window:call_bets emits BetsCalled"

TOO_LITTLE = """
[[step]]
who     = "Ann"
do      = "place-wager"
wager   = "player"
amount  = 20
refused = {code = "below-minimum", clause = "6.1"}
"""
CALL = """
[[step]]
who  = "Dee"
do   = "call-bets"
call = "no more bets"
"""
COUP = """
[[step]]
who    = "Ann"
do     = "place-wager"
wager  = "player"
amount = 100
expect = ["wager-placed"]

[[step]]
who    = "Dee"
do     = "play-coup"
expect = ["coup-settled"]
"""


def verdicts(proof: Proof, workers: Crew) -> dict[str, str | None]:
    """What noticed each site, by its name."""
    tries = [one for one in proof.tries if isinstance(one[0], str)]
    found = Proof(proof.subject, tries).verdicts(workers)
    return {one.change: one.noticed_by for one in found if isinstance(one.change, str)}


def test_a_guard_left_out_is_noticed_without_any_citation(toy: Make, workers: Crew) -> None:
    bare = TOO_LITTLE.replace(', clause = "6.1"', "")
    folder = toy({"refused": ("", bare)})
    assert verdicts(prepare(workers, folder), workers)[BELOW] == "scenarios/refused"
    assert compute(workers, folder)["6.1"].status == "held"


def test_what_nobody_expects_survives(toy: Make, workers: Crew) -> None:
    found = verdicts(prepare(workers, toy({"called": ("", CALL)})), workers)
    assert CALLED in found
    assert found[CALLED] is None


def test_what_never_ends_is_noticed(toy: Make, workers: Crew) -> None:
    found = verdicts(prepare(workers, toy({"coup": ("", COUP)})), workers)
    dealt = [site for site in found if "emits CardDealt" in site]
    assert dealt
    assert all(found[site] == "scenarios/coup" for site in dealt)


def test_a_step_that_expects_a_clause_proves_it_and_says_how(toy: Make, workers: Crew) -> None:
    found = compute(workers, toy({"refused": ("", TOO_LITTLE)}))["6.1"]
    assert found.status == "enforced"
    assert found.evidence is not None
    assert found.evidence.kind == "guard"
    assert found.evidence.proof == "scenarios/refused"


def test_a_label_proves_nothing(toy: Make, workers: Crew) -> None:
    steps = TOO_LITTLE.replace(', clause = "6.1"', "")
    found = compute(workers, toy({"refused": ('clauses = ["6.1"]', steps)}))
    assert (found["6.1"].status, found["6.1"].evidence) == ("held", None)


def test_what_is_only_asked_is_held(toy: Make, workers: Crew) -> None:
    asks = '[[ask]]\nabout = "idle"\ncoups = 3\nanswer = "may lose"\nclauses = ["5.10"]\n'
    asks = asks.replace("5.10", _idle())
    found = compute(workers, toy(asks=asks))[_idle()]
    assert found.status == "held"
    assert found.asked == "toy:ask-1"


def _idle() -> str:
    from pitboss.book import rulebook  # noqa: PLC0415

    rule = rulebook("star-baccarat").edition.idle
    assert rule is not None
    return rule.clauses[0]


@pytest.mark.parametrize(
    ("part", "steps", "status"),
    [
        ('open = "Not built."', TOO_LITTLE, "partly"),
        ("", TOO_LITTLE, "partly"),
        ("", TOO_LITTLE.replace('"6.1"', '"6.1#openly"'), "enforced"),
    ],
)
def test_an_obligation_open_or_unproved_makes_a_clause_partly(
    toy: Make, workers: Crew, part: str, steps: str, status: str
) -> None:
    listed = f'[[obligation]]\nclause = "6.1"\nname = "openly"\nsays = "Said openly."\n{part}\n'
    found = compute(workers, toy({"refused": ("", steps)}, obligations=listed))["6.1"]
    assert found.status == status
    assert [one.name for one in found.parts] == ["openly"]


def test_a_proof_that_fails_as_it_is_stops_everything(toy: Make, workers: Crew) -> None:
    folder = toy({"refused": ("", TOO_LITTLE.replace("below-minimum", "above-maximum"))})
    with pytest.raises(NotProvedError, match="fails before any change"):
        prepare(workers, folder)


def test_a_tenth_is_the_same_for_the_same_seed(toy: Make, workers: Crew) -> None:
    folder = toy({"refused": ("", TOO_LITTLE)})
    whole = prepare(workers, folder)
    first, again, other = (prepare(workers, folder, seed) for seed in (1, 1, 2))
    assert first.tries == again.tries != other.tries
    assert len(first.tries) == -(-len(whole.tries) // 10)


def test_what_no_proof_reaches_is_listed(toy: Make, workers: Crew) -> None:
    missed = unreached([prepare(workers, toy({"refused": ("", TOO_LITTLE)})).subject])
    assert any(CALLED in one for one in missed)
    assert not any(one.endswith(BELOW) for one in missed)


def test_sites_have_names_of_their_own_and_the_core_has_many() -> None:
    found = sites()
    assert len({site.name for site in found}) == len(found) > 800
    assert {"guard", "event"} == {site.kind for site in found}
    assert not any("conformity" in site.file for site in found)
