"""The link: its conditions, its meter, who shares and what each is paid, by figures of the text."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from pitboss.aggregates.link import hear
from pitboss.aggregates.link.commands import read_told
from pitboss.aggregates.link.events import (
    JackpotShared,
    MomentsQuestioned,
    OrderHeld,
    Rejected,
)
from tests.aggregates.linked import (
    CLOCK,
    CONDITIONS,
    EYES,
    MILLION,
    STAFF,
    SUPERVISOR,
    TENTH,
    TERMS,
    WHOLE,
    Rig,
)
from tests.second.link import payable, pool_and_share

# Sharing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dollars", "reset", "rows", "each", "meter"),
    [
        (500_000, 10_000, (TENTH, TENTH), 4_750_000, 405_000),
        (12_000, 10_000, (WHOLE, WHOLE), 1_000_000, 10_000),
        (30_000, 10_000, (WHOLE, WHOLE), 1_500_000, 10_000),
        (500_000, 10_000, (TENTH,) * 3, 4_516_667, 364_500),
        (10_001, 10_000, (TENTH, TENTH), 100_000, 10_000),
        (25_500, 25_000, (TENTH,), 255_000, 25_000),
        (60_000, 50_000, (WHOLE,), 6_000_000, 50_000),
        (60_000, 50_000, (WHOLE,) * 7, 5_000_000, 50_000),
    ],
)
def test_14_27_what_winners_of_one_round_get(
    dollars: int, reset: int, rows: tuple[str, ...], each: int, meter: int
) -> None:
    number = len(rows)
    rig = Rig(
        seed_cents=dollars * 100 - number,  # each stake adds a cent
        increment_millionths=10_000,
        reset_cents=reset * 100,
    )
    rig.join("a")
    rig.win("a", *rows)
    assert rig.paid() == [each] * number
    assert rig.meter == meter * MILLION
    assert rig.link.rounding == sum(rig.paid()) * 10_000 - rig.link.pools - rig.link.covered


def test_14_27_2_near_the_reset_each_gets_a_tenth_of_the_reset() -> None:
    rig = Rig(increment_millionths=1)
    rig.join("a")
    rig.win("a", TENTH, TENTH)
    assert rig.paid() == [100_000, 100_000]
    assert rig.meter == 10_000 * MILLION
    assert rig.link.covered == 200 * 1_000 * MILLION // 100 - rig.link.pools - rig.link.rounding


def test_5_12_each_share_is_rounded_up_to_the_chips_of_its_own_table() -> None:
    rig = Rig(seed_cents=50_000_000, increment_millionths=1)
    rig.join("a", "b")
    rig.stakes("a")
    rig.stakes("b", 2)
    rig.confirm("a", 1, TENTH, chips=[250])
    rig.confirm("b", 1, TENTH, TENTH, chips=[1])
    rig.later()
    rig.do("settle-wins", CLOCK)
    rig.do("determine-moments", EYES, moments=[[1, 2]])
    assert rig.paid() == [4_516_750, 4_516_667, 4_516_667]


def test_what_is_staked_after_a_win_is_not_shared_with_it() -> None:
    rig = Rig(seed_cents=2_000_000, increment_millionths=MILLION)
    rig.join("a", "b", "c")
    rig.win("a", WHOLE)
    assert rig.link.waiting
    rig.stakes("b", 5)
    rig.later()
    rig.do("settle-wins", CLOCK)
    assert rig.paid() == [2_000_100]
    assert rig.meter == 10_000 * MILLION  # what b staked is on it, and the house's top-up
    assert rig.link.topped_up == 9_995 * MILLION


@pytest.mark.parametrize("seed", range(5))
def test_an_independent_reckoning_agrees(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        reset = rng.choice((10_000, 25_000, 50_000))
        jackpot = reset * 100 + rng.randrange(10_000_000)
        number, tenths = rng.randint(1, 7), rng.choice((1, 10))
        chip = rng.choice((1, 5, 50, 100, 250, 500))
        increment = rng.randint(1, 5_000_000)
        rig = Rig(seed_cents=jackpot, reset_cents=reset * 100, increment_millionths=increment)
        rig.join("a")
        shown = Fraction(jackpot, 100) + Fraction(increment * number, MILLION)
        rig.win("a", *[TENTH if tenths == 1 else WHOLE] * number, chips=[chip])
        taken, due = pool_and_share(shown, tenths, number, Fraction(reset))
        each = payable(due, Fraction(chip, 100))
        assert rig.paid() == [each * 100] * number
        assert rig.link.pools == int(taken * MILLION)
        left = max(shown - taken, Fraction(reset))
        assert 0 <= rig.meter - left * MILLION < 1
        assert rig.link.covered + rig.link.rounding == each * number * MILLION - rig.link.pools


# The same moment ------------------------------------------------------------------------------


def two_tables(*rows: str, apart: float = 0) -> Rig:
    """Two tables of three win, so many seconds apart."""
    rig = Rig(seed_cents=50_000_000 - 2, increment_millionths=10_000)
    rig.join("a", "b", "c")
    for table in ("a", "b"):
        rig.stakes(table)
    rig.confirm("a", 1, rows[0])
    rig.later(apart)
    rig.confirm("b", 1, rows[1])
    return rig


def test_14_27_4_wins_of_other_moments_are_shared_one_after_the_other() -> None:
    rig = two_tables(TENTH, TENTH, apart=1)
    rig.later()
    rig.do("settle-wins", CLOCK)
    assert rig.paid() == [5_000_000, 4_500_000]
    assert rig.refused("settle-wins", CLOCK)[0] == "nothing-waits"


def test_14_27_4_ii_equal_stamps_wait_for_surveillance() -> None:
    rig = two_tables(TENTH, TENTH)
    assert rig.refused("settle-wins", CLOCK)[0] == "nothing-waits"  # the moment is not over
    rig.later()
    (asked,) = rig.do("settle-wins", CLOCK)
    assert isinstance(asked, MomentsQuestioned)
    assert rig.link.questioned == (1, 2)
    assert rig.paid() == []
    for who in (STAFF, SUPERVISOR, CLOCK):
        assert rig.refused("determine-moments", who, moments=[[1, 2]])[0] == "wrong-role"
    for moments in ([], [[1]], [[1], [2], []], [[1, 2], [2]], [[1, 3]]):
        code, clauses = rig.refused("determine-moments", EYES, moments=moments)
        assert (code, clauses) == ("wrong-moments", ("14.27", "14.27.4(ii)"))
    rig.do("determine-moments", EYES, moments=[[1, 2]], reason="one frame")
    assert rig.paid() == [4_750_000, 4_750_000]
    assert rig.meter == 405_000 * MILLION
    assert rig.refused("determine-moments", EYES, moments=[[1, 2]])[0] == "nothing-waits"


def test_14_27_4_ii_surveillance_may_find_that_one_was_before_the_other() -> None:
    rig = two_tables(TENTH, WHOLE)
    rig.later()
    rig.do("settle-wins", CLOCK)
    rig.do("determine-moments", EYES, moments=[[2], [1]])
    assert rig.paid() == [50_000_000, 100_000]


def test_later_wins_wait_behind_a_moment_that_is_in_question() -> None:
    rig = two_tables(TENTH, TENTH)
    rig.later()
    rig.do("settle-wins", CLOCK)
    rig.win("c", WHOLE)
    rig.later()
    assert rig.refused("settle-wins", CLOCK)[0] == "nothing-waits"
    rig.do("determine-moments", EYES, moments=[[1, 2]])
    rig.do("settle-wins", CLOCK)
    assert rig.paid()[:2] == [4_750_000, 4_750_000]
    assert rig.paid()[2] == 40_500_001
    assert rig.meter == 10_000 * MILLION


def test_a_win_that_is_told_when_its_moment_was_shared_is_marked() -> None:
    rig = Rig()
    rig.join("a", "b")
    rig.stakes("a")
    rig.stakes("b")
    then = rig.now
    rig.confirm("a", 1, TENTH)
    rig.later()
    rig.do("settle-wins", CLOCK)
    late = rig.confirm("b", 1, TENTH, stamp=then)[0]
    assert getattr(late, "late", None) is True


# Where no rule says the order -----------------------------------------------------------------


def held() -> Rig:
    rig = two_tables(WHOLE, TENTH)
    rig.later()
    rig.do("settle-wins", CLOCK)
    rig.do("determine-moments", EYES, moments=[[1, 2]])
    return rig


def test_a_whole_and_a_tenth_at_one_moment_are_held_with_both_computations() -> None:
    rig = held()
    assert isinstance(rig.events[-1], OrderHeld)
    assert rig.paid() == []
    found = {
        one.order: [payment.amount_cents for part in one.sharings for payment in part.payments]
        for one in rig.link.held
    }
    assert found == {(TENTH, WHOLE): [5_000_000, 45_000_000], (WHOLE, TENTH): [50_000_000, 100_000]}


@pytest.mark.parametrize("order", [(TENTH, WHOLE), (WHOLE, TENTH)])
def test_a_decision_carries_out_the_computation_that_was_shown(order: tuple[str, str]) -> None:
    rig = held()
    shown = next(one for one in rig.link.held if one.order == order)
    assert rig.refused("decide-order", EYES, order=order, reason="x")[0] == "rank-too-low"
    code, clauses = rig.refused("decide-order", SUPERVISOR, order=order, reason="x")
    assert (code, clauses) == ("rank-too-low", ("14.27",))
    assert rig.refused("decide-order", STAFF, order=(WHOLE,), reason="x")[0] == "wrong-order"
    events = rig.do("decide-order", STAFF, order=order, reason="the manager's decision")
    done = [event.sharing for event in events if isinstance(event, JackpotShared)]
    assert done == list(shown.sharings)
    assert rig.meter == 10_000 * MILLION
    assert rig.refused("decide-order", STAFF, order=order, reason="x")[0] == "nothing-waits"


def test_a_held_win_whose_stakes_are_returned_is_withdrawn() -> None:
    rig = held()
    rig.do("return-stakes", rig.from_("b"), table="b", round=1)
    assert rig.link.held == ()
    assert rig.paid() == [49_999_999]  # what the other stake added is no longer there


# Bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code", "clause"),
    [
        ({"stake_cents": 300}, "wrong-stake", "pay-table-blazing-7s"),
        ({"stake_cents": 1_000}, "wrong-stake", "pay-table-blazing-7s"),
        ({"reset_cents": 2_000_000, "seed_cents": 2_000_000}, "wrong-reset", "14.28"),
        ({"seed_cents": 999_999}, "seed-below-reset", "14.28"),
        ({"increment_millionths": 0}, "wrong-increment", "14.26.2"),
        ({"increment_millionths": 5_000_001}, "wrong-increment", "14.26.2"),
    ],
)
def test_a_link_is_not_opened_on_other_terms(change: Any, code: str, clause: str) -> None:
    rig = Rig(opened=False)
    found, clauses = rig.refused("open-link", STAFF, **(CONDITIONS | change))
    assert found == code
    assert clause in clauses


def test_14_26_3_a_link_takes_either_stake() -> None:
    for cents in (250, 500):
        assert Rig(stake_cents=cents).link.terms.stake_cents == cents


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"pay_table": "lucky-lucky"}, "14.26.1"),
        ({"increment_millionths": 75_001}, "14.26.2"),
        ({"seed_cents": 1_000_001}, "14.26.2"),
        ({"stake_cents": 250}, "14.26.3"),
        ({"reset_cents": 2_500_000}, "14.26"),
    ],
)
def test_14_26_a_table_with_another_condition_is_refused(change: Any, clause: str) -> None:
    rig = Rig()
    code, clauses = rig.refused("join-table", STAFF, table="a", **(CONDITIONS | change))
    assert (code, clauses) == ("conditions-differ", (clause,))


def test_who_opens_and_joins() -> None:
    rig = Rig()
    lowest = {"by": "dee", "role": "staff", "rank": "Dealer"}
    for who in (lowest, EYES, CLOCK):
        code, clauses = rig.refused("join-table", who, table="a", **CONDITIONS)
        assert (code, clauses) == ("rank-too-low", ("14.26",))
    rig.do("join-table", SUPERVISOR, table="a", **CONDITIONS)
    assert rig.refused("join-table", STAFF, table="a", **CONDITIONS)[0] == "already-linked"
    assert rig.refused("open-link", STAFF, **CONDITIONS)[0] == "link-open"


def test_stakes_are_metered_once_and_from_linked_tables_only() -> None:
    rig = Rig()
    rig.join("a")
    said = {"round": 1, "stakes": [1, 2], "stake_cents": 500}
    unknown = rig.refused("meter-stakes", rig.from_("b"), table="b", **said)
    assert unknown == ("not-linked", ("14.26",))
    other = rig.refused("meter-stakes", rig.from_("a"), table="a", **(said | {"stake_cents": 300}))
    assert other == ("wrong-stake", ("14.26.3",))
    for stakes in ([], [1, 1]):
        given = said | {"stakes": stakes}
        assert (
            rig.refused("meter-stakes", rig.from_("a"), table="a", **given)[0] == "stakes-unclear"
        )
    rig.do("meter-stakes", rig.from_("a"), table="a", **said)
    assert rig.meter == 10_000 * MILLION + 150_000
    again = rig.refused("meter-stakes", rig.from_("a"), table="a", **said)
    assert again == ("already-metered", ("2.3.4.1", "14.23"))
    for number in range(2, 40):
        rig.do("meter-stakes", rig.from_("a"), table="a", **(said | {"round": number}))
    assert rig.refused("meter-stakes", rig.from_("a"), table="a", **said)[0] == "already-metered"
    assert rig.refused("meter-stakes", STAFF, table="a", **said)[0] == "wrong-role"


def test_two_confirmations_of_one_win_are_refused() -> None:
    rig = Rig()
    rig.join("a", "b")
    number = rig.stakes("a", 2)
    rig.confirm("a", number, TENTH)
    again = rig.refused("confirm-win", rig.from_("a"), **rig.won("a", number, TENTH))
    assert again == ("already-confirmed", ("14.27.4(i)",))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"winners": []}, "no-such-stake"),
        ({"winners": [{"number": 9, "person": "p", "row": TENTH}]}, "no-such-stake"),
        ({"winners": [{"number": 1, "person": "p", "row": TENTH}] * 2}, "no-such-stake"),
        ({"winners": [{"number": 1, "person": "p", "row": "Three Sevens"}]}, "no-share"),
        ({"round": 7}, "not-metered"),
        ({"table": "b"}, "not-linked"),
        ({"chips": []}, "no-chips"),
    ],
)
def test_a_win_that_cannot_be_is_refused(change: dict[str, Any], code: str) -> None:
    rig = Rig()
    rig.join("a")
    number = rig.stakes("a")
    given = rig.won("a", number, TENTH) | change
    assert rig.refused("confirm-win", rig.from_("a"), **given)[0] == code


def test_time_does_not_go_back() -> None:
    rig = Rig()
    rig.later(-1)
    assert rig.refused("join-table", STAFF, table="a", **CONDITIONS)[0] == "clock-backwards"


# Stakes returned, a link out of order ---------------------------------------------------------


def test_16_18_1_what_a_round_added_is_taken_back_out() -> None:
    rig = Rig(seed_cents=1_000_100)
    rig.join("a")
    rig.stakes("a", 3)
    before = rig.meter
    rig.do("return-stakes", rig.from_("a"), table="a", round=1)
    assert rig.meter == before - 3 * 75_000
    code, clauses = rig.refused("return-stakes", rig.from_("a"), table="a", round=1)
    assert (code, clauses) == ("already-returned", ("16.18", "16.18.1"))
    code, _ = rig.refused("confirm-win", rig.from_("a"), **rig.won("a", 1, TENTH))
    assert code == "already-returned"


def test_14_28_the_meter_never_shows_less_than_the_reset() -> None:
    rig = Rig()
    rig.join("a")
    number = rig.stakes("a", 2)
    rig.confirm("a", number, WHOLE)
    rig.do("return-stakes", rig.from_("a"), table="a", round=number)
    assert rig.meter == 10_000 * MILLION
    assert rig.link.topped_up == 10_000 * MILLION + 2 * 75_000


def test_16_18_2_a_supervisor_lets_play_go_on_without_the_link() -> None:
    rig = Rig()
    rig.join("a")
    lowest = {"by": "dee", "role": "staff", "rank": "Dealer"}
    code, clauses = rig.refused("stop-link", lowest, reason="no power")
    assert (code, clauses) == ("rank-too-low", ("16.18.2",))
    rig.do("stop-link", SUPERVISOR, reason="no power")
    assert rig.refused("stop-link", SUPERVISOR, reason="again")[0] == "link-stopped"
    said = {"table": "a", "round": 1, "stakes": [1], "stake_cents": 500}
    code, clauses = rig.refused("meter-stakes", rig.from_("a"), **said)
    assert (code, clauses) == ("link-stopped", ("16.18", "16.18.1"))
    rig.do("resume-link", SUPERVISOR)
    assert rig.refused("resume-link", SUPERVISOR)[0] == "link-runs"
    rig.do("meter-stakes", rig.from_("a"), **said)


def test_what_a_table_told_and_the_link_cannot_take_is_a_fault_that_it_hears_of() -> None:
    rig = Rig()
    rig.join("a")
    rig.do("stop-link", SUPERVISOR, reason="no power")
    said = {"do": "meter-stakes", "table": "a", "round": 1, "stakes": [1], "stake_cents": 500}
    command = read_told({**said, **rig.from_("a"), "at": rig.now})
    link, events = hear(TERMS, rig.link, command)
    (event,) = events
    assert isinstance(event, Rejected)
    assert (event.code, event.clauses) == ("link-stopped", ("16.18", "16.18.1"))
    assert [one.table for one in link.faults] == ["a"]
    assert link.meter_millionths == rig.meter
    (told,) = event.tells("link:main")
    assert told.stream == "a"
    assert told.says["do"] == "note-rejection"


def test_a_table_that_has_left_feeds_no_more_and_wins_that_wait_are_shared() -> None:
    rig = Rig(seed_cents=50_000_000 - 1, increment_millionths=10_000)
    rig.join("a", "b")
    rig.win("a", TENTH)
    rig.do("leave-link", rig.from_("b"), table="b")
    assert rig.paid() == [5_000_000]  # nobody else can confirm in this moment
    said = {"table": "b", "round": 1, "stakes": [1], "stake_cents": 500}
    assert rig.refused("meter-stakes", rig.from_("b"), **said)[0] == "not-linked"


# What crosses ---------------------------------------------------------------------------------


def test_tables_hear_their_conditions_and_what_to_pay() -> None:
    rig = Rig()
    rig.join("a")
    (joined,) = rig.events[-1].tells("link:main")
    assert joined == ("a", {"do": "note-link", "link": "link:main", **CONDITIONS})
    rig.win("a", TENTH, TENTH)
    paid = rig.events[-1].tells("link:main")
    assert [one.stream for one in paid] == ["a", "a"]
    assert [one.says["number"] for one in paid] == [1, 2]
    assert [one.says["amount_cents"] for one in paid] == rig.paid()


@pytest.mark.parametrize("seed", range(4))
def test_many_tables_in_any_order_always_add_up(seed: int) -> None:
    rng = random.Random(seed)
    rig = Rig()
    names = [f"t{number}" for number in range(64)]
    rig.join(*names)
    expected = Fraction(10_000)
    for _ in range(600):
        name, kind = rng.choice(names), rng.random()
        rig.later(rng.choice((0, 0, 0.3, 1)))
        if kind < 0.85:
            number = rng.randint(1, 7)
            rig.stakes(name, number)
            expected += Fraction(75 * number, 1_000)
        elif kind < 0.95:
            round_ = rig.rounds.get(name)
            metered = round_ and rig.link.members[name].metered(round_)
            if metered and not metered.returned and not metered.confirmed:
                rig.do("return-stakes", rig.from_(name), table=name, round=round_)
                expected -= Fraction(metered.millionths, MILLION)
        elif not rig.link.wins:
            assert rig.meter == expected * MILLION
        if kind > 0.97:
            rig.win(name, *[rng.choice((WHOLE, TENTH))] * rng.randint(1, 3))
        if rig.link.questioned and rng.random() < 0.3:
            wins = list(rig.link.questioned)
            rng.shuffle(wins)
            cut = rng.randint(0, len(wins) - 1)
            moments = [part for part in (wins[:cut], wins[cut:]) if part]
            rig.do("determine-moments", EYES, moments=moments)
        if rig.link.held and rng.random() < 0.5:
            order = rng.choice(rig.link.held).order
            rig.do("decide-order", STAFF, order=order, reason="decided")
        rig.ask("settle-wins", CLOCK)
    assert rig.link.wins > 5
    assert rig.link.paid > 0
