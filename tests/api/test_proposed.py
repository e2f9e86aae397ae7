"""A ruling that a dealer puts forward waits in the pit with its remedy, its seats and amounts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.refusal import Refusal
from pitboss.service.tables import Actor
from pitboss.views.queue import Caller, RequestTimes, Waiting, queue_of
from tests.api.test_guiding import dealt, sheet
from tests.service.play import BOOK, DEE, SUE, Rig


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig(MemoryStore())
    yield made
    made.close()


def misdeal(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="misdeal", told={"error": "dealt incorrectly"})


def waiting(rig: Rig, actor: Actor) -> Waiting:
    rules = rig.tables.rules(BOOK.edition.name)
    caller = Caller(actor.person, "staff", actor.rank)
    found = queue_of("1", rules, rig.table(), RequestTimes(), caller, rig.clock.now)
    return next(one for one in found if one.kind == "ruling")


def test_it_says_what_it_does_to_each_seat(rig: Rig) -> None:
    misdeal(rig)
    assert waiting(rig, SUE).proposal is None
    rig.do(DEE, "propose-ruling", ruling="void", reason="the order cannot be told")
    one = waiting(rig, SUE)
    assert one.yours
    assert one.proposal is not None
    assert (one.proposal.ruling, one.proposal.by) == ("void", DEE.person)
    assert one.proposal.fields == {"ruling": "void", "reason": "the order cannot be told"}
    assert one.proposal.consequence is not None
    people = rig.table().people
    assert {(back.seat, back.wager, back.cents) for back in one.proposal.consequence.returned} == {
        (people[placed.person].seat, placed.wager, placed.stake_cents)
        for placed in rig.table().wagers.values()
    }
    assert not waiting(rig, DEE).yours


def test_the_newest_stands_and_goes_with_the_ruling(rig: Rig) -> None:
    misdeal(rig)
    rig.do(DEE, "propose-ruling", ruling="void")
    rig.do(DEE, "propose-ruling", ruling="reconstruct", hands={"player": "3s 4d"})
    trouble = sheet(rig)
    assert trouble.proposed is not None
    assert (trouble.proposed.ruling, trouble.proposed.hands) == (
        "reconstruct",
        {"player": "3s 4d"},
    )
    assert trouble.ruled is None  # nothing is ruled by putting something forward
    rig.do(SUE, "give-ruling", ruling="void")
    assert rig.table().trouble is None


def test_what_the_facts_do_not_permit_is_not_put_forward(rig: Rig) -> None:
    misdeal(rig)
    answer = rig.ask(DEE, "propose-ruling", ruling="results-stand")
    assert isinstance(answer.refusal, Refusal)
    assert answer.refusal.code == "ruling-not-permitted"
    assert waiting(rig, SUE).proposal is None
    rig.do(SUE, "give-ruling", ruling="void")
    late = rig.ask(DEE, "propose-ruling", ruling="void")
    assert late.refusal is not None
    assert late.refusal.code == "nothing-to-rule"


def test_hands_that_cannot_be_are_shown_as_refused(rig: Rig) -> None:
    misdeal(rig)
    rig.do(DEE, "propose-ruling", ruling="reconstruct", hands={"player": "Kc Kd", "banker": "2c"})
    one = waiting(rig, SUE)
    assert one.proposal is not None
    assert one.proposal.consequence is None
    assert one.proposal.refused is not None
