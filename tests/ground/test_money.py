"""Amounts, pays and the one payout function."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.chips import Chips
from pitboss.money import (
    AtOdds,
    Excess,
    JackpotShare,
    Prize,
    SignedPercentage,
    dollars,
    due,
    parse_amount,
    parse_pay,
    pro_rata,
)
from pitboss.refusal import Refusal

CHIPS = st.sampled_from([1, 50, 100, 250, 500, 2500])
STAKES = st.integers(1, 10**9)


@pytest.mark.parametrize(
    ("text", "cents"), [("100", 10000), ("2.50", 250), ("2.5", 250), ("0.01", 1), (" 7 ", 700)]
)
def test_amounts_are_read_in_dollars(text: str, cents: int) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    "text", ["", "0", "0.00", "-5", "1,000", "1e3", "2.505", "five", "$5", ".5", "9" * 13]
)
def test_other_amounts_are_refused(text: str) -> None:
    assert isinstance(parse_amount(text), Refusal)


@given(STAKES)
def test_dollars_read_back(cents: int) -> None:
    assert parse_amount(dollars(cents).replace(",", "")) == cents


def test_dollars_show_fractions_of_a_cent_exactly() -> None:
    assert dollars(Fraction(4751, 2)) == "23.755"
    assert dollars(-150) == "-1.50"


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("19 to 20", AtOdds(19, 20)),
        ("1 to 1 less 5%", AtOdds(1, 1, Fraction(1, 20))),
        ("tie-percent% of stake", SignedPercentage("tie-percent")),
        ("10% of jackpot", JackpotShare(Fraction(1, 10))),
        ("$1250", Prize(125000)),
    ],
)
def test_pays_are_read(text: str, pay: object) -> None:
    assert parse_pay(text) == pay


@pytest.mark.parametrize(
    "text", ["", "0 to 1", "1 to 0", "1:1", "1 to 1 less 100%", "101% of jackpot", "$1.2", "even"]
)
def test_other_pays_are_errors(text: str) -> None:
    with pytest.raises(ValueError, match="not a pay"):
        parse_pay(text)


@given(stake=STAKES, to=st.integers(1, 200), of=st.integers(1, 20), chip=CHIPS)
def test_payment_is_the_next_amount_payable_in_chips(
    stake: int, to: int, of: int, chip: int
) -> None:
    answer = due(stake, AtOdds(to, of), chips=Chips((chip,)))
    exact = Fraction(stake * to, of)
    assert answer.winnings == exact
    assert answer.commission == 0
    assert answer.paid_cents % chip == 0
    assert 0 <= answer.paid_cents - exact < chip


@given(stake=STAKES, over=STAKES, chip=CHIPS)
def test_payment_and_commission_are_apart(stake: int, over: int, chip: int) -> None:
    pay = AtOdds(1, 1, Fraction(1, 20))
    excess = Excess(over, Fraction(1, 40))
    collected = due(stake, pay, chips=Chips((chip,)), excess=excess)
    deferred = due(stake, pay, chips=Chips((chip,)), excess=excess, owed=True)
    wanted = Fraction(stake, 20) + Fraction(max(stake - over, 0), 40)
    assert collected.commission == deferred.commission == wanted
    assert collected.commission_millionths == wanted * 10_000
    assert deferred.paid_cents == -(-stake // chip) * chip
    assert 0 <= collected.paid_cents - (stake - wanted) < chip


def test_commission_finer_than_a_millionth_is_an_error() -> None:
    answer = due(1, AtOdds(1, 3, Fraction(1, 7)), chips=Chips((1,)))
    with pytest.raises(ValueError, match="finer"):
        _ = answer.commission_millionths


@given(
    wagers=st.lists(st.integers(1, 400), min_size=1, max_size=8),
    allowed=st.integers(1, 1500),
    unit=st.sampled_from([1, 5, 25]),
)
def test_pro_rata_never_exceeds_what_is_allowed(wagers: list[int], allowed: int, unit: int) -> None:
    scaled = pro_rata([wager * unit for wager in wagers], allowed * unit, unit)
    total = sum(wagers) * unit
    assert sum(scaled) == min(total, allowed * unit)
    assert all(part % unit == 0 for part in scaled)
    for wager, part in zip(wagers, scaled, strict=True):
        exact = Fraction(wager * unit * min(allowed * unit, total), total)
        assert abs(part - exact) < unit


@pytest.mark.parametrize(
    ("wagers", "allowed", "unit", "scaled"),
    [
        ([600, 300, 100], 700, 1, (420, 210, 70)),
        ([600, 300, 100], 700, 25, (425, 200, 75)),
        ([800, 400], 1000, 5, (665, 335)),
        ([60, 50, 40], 120, 1, (48, 40, 32)),
    ],
)
def test_pro_rata_as_the_readings_work_it_out(
    wagers: list[int], allowed: int, unit: int, scaled: tuple[int, ...]
) -> None:
    assert pro_rata(wagers, allowed, unit) == scaled
