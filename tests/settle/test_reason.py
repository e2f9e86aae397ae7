"""Reasons in steps: every clause in a step, every step with a clause, sums that add up."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.cards import parse
from pitboss.editions.load import load_folder, shelf
from pitboss.games.baccarat.facts.points import points
from pitboss.refusal import Refusal
from pitboss.settle.lines import line_of, not_offered, settle_stake
from pitboss.settle.model import Bet
from pitboss.settle.reason import ReasonStep, explain, say_pay
from pitboss.settle.setting import Setting, choose
from tests.settle.test_seven_to_three import replaced

SIGNS: dict[str, dict[str, str]] = {
    "tie": {"tie-percent": "5"},
}


def setting_of(book: Rulebook, game: str, chip: str) -> Setting:
    sign = {"chip": chip, **SIGNS.get(game, {})}
    chosen = choose(book.edition, game, None, None, sign)
    assert not isinstance(chosen, Refusal), chosen
    return chosen


def value(text: str) -> Fraction:
    """The exact value of a written side of an equation, read on its own."""
    terms = re.split(r" ([×÷−]) ", text.strip())
    total = number(terms[0])
    for sign, term in zip(terms[1::2], terms[2::2], strict=True):
        other = number(term)
        total = {"×": total * other, "÷": total / other, "−": total - other}[sign]
    return total


def number(text: str) -> Fraction:
    if text.endswith("%"):
        return Fraction(text[:-1]) / 100
    return Fraction(text.strip().removeprefix("$").replace(",", ""))


def check(step: ReasonStep) -> None:
    """Each equation holds, as arithmetic."""
    for equation in (step.arithmetic or "").split("; "):
        if " = " in equation:
            left, right = equation.split(" = ")
            assert value(left) == value(right), equation


BACCARAT = [name for name in shelf() if rulebook(name).edition.tableau is not None]


@pytest.mark.parametrize("name", BACCARAT)
def test_every_row_of_every_wager_is_explained(name: str) -> None:
    book = rulebook(name)
    edition, compiled = book.edition, book.compiled
    seen = 0
    for game, chip in product(edition.games, ("0.01", "0.50")):
        setting = setting_of(book, game, chip)
        for wager in compiled.offered(game):
            if edition.wagers[wager].automaton or not_offered(edition, setting, wager):
                continue
            table = compiled.table(wager, game)
            for member in {
                table.row_of[n]: one for n, one in enumerate(table.space.members)
            }.values():
                if table.row(member) is None:
                    continue
                for stake in (2_500, 2_525, 100_000):
                    line = settle_stake(
                        compiled, setting, Bet(wager=wager, stake_cents=stake), member
                    )
                    reason = explain(compiled, setting, line, member)
                    steps = reason.steps
                    assert {c for step in steps for c in step.clauses} == set(line.clauses)
                    assert all(step.clauses and step.sentence.endswith(".") for step in steps)
                    order = ["limit", "facts", "odds", "rounding", "collect", "stake"]
                    places = [order.index(step.kind) for step in steps]
                    assert places == sorted(set(places))
                    for step in steps:
                        check(step)
                    last = [step.arithmetic for step in steps if step.arithmetic]
                    if line.paid_cents:
                        shown = re.split(r" = | → ", str(last[-1]))[-1]
                        assert number(shown) * 100 == line.paid_cents
                    else:
                        assert not last
                    seen += 1
    assert seen > 100


def told(name: str, wager: str, stake: int, player: str, banker: str, **sign: str) -> list[str]:
    book = rulebook(name)
    chosen = choose(book.edition, None, None, None, sign)
    assert not isinstance(chosen, Refusal)
    hands = parse(player), parse(banker)
    assert not isinstance(hands[0], Refusal)
    assert not isinstance(hands[1], Refusal)
    assert book.edition.tableau is not None
    member = points(book.edition.tableau, hands[0], hands[1])
    bet = Bet(wager=wager, stake_cents=stake)
    line = settle_stake(book.compiled, chosen, bet, member)
    reason = explain(book.compiled, chosen, line, member, name="Banker")
    steps = [f"{step.sentence} {step.arithmetic} {step.clauses}" for step in reason.steps]
    return [reason.answer, *steps, reason.sum]


ROUNDED = (
    "The smallest chip here is 50c. What chips cannot pay exactly goes up to the next amount "
    "they can."
)


@pytest.mark.clause("star-baccarat", "5.8", "11.1.3")
def test_the_picture_on_the_table() -> None:
    said = told("star-baccarat", "banker", 2_500, "5h 5c 4d", "Ks 3h 3d", chip="0.50")
    assert said == [
        "Banker $25.00 pays $24.00",
        "Banker wins 6 to 4 with 3 cards, so the wager wins. None ('5.1.2.1',)",
        "It pays 19 to 20. $25.00 × 19 ÷ 20 = $23.75 ('11.1.3',)",
        f"{ROUNDED} $23.75 → $24.00 ('5.8',)",
        "Stake back $25.00, paid $24.00",
    ]


@pytest.mark.clause("star-baccarat", "11.1.1", "5.1.2.3")
def test_lost_and_returned() -> None:
    lost = told("star-baccarat", "banker", 10_000, "9h Kc", "3h 4d")
    assert lost[0] == "Banker $100.00 loses"
    assert lost[-1] == "Collected $100.00"
    assert lost[-2] == "Losing wagers are collected. None ('11.1.1',)"
    tie = told("star-baccarat", "banker", 10_000, "9h Kc", "4h 5d")
    assert tie == [
        "Banker $100.00 is returned",
        "Tie on 9, so the wager is a stand-off. None ('5.1.2.3',)",
        "Stake back $100.00",
    ]


@pytest.mark.clause("crown-melbourne-baccarat", "7.5.1", "7.5.2")
def test_the_commission_on_an_arranged_excess_is_told() -> None:
    cards = ("9h Kc", "3h 4d")
    won = told("crown-melbourne-baccarat", "player", 300_000, *cards, differential="1000")
    assert won[2].startswith(
        "It pays 1 to 1, less 2.5% of what is over $1,000.00. "
        "$3,000.00 × 1 = $3,000.00; $3,000.00 − $50.00 = $2,950.00"
    )
    below = told("crown-melbourne-baccarat", "player", 100_000, *cards, differential="1000")
    assert below[2].startswith("It pays 1 to 1. $1,000.00 × 1 = $1,000.00 (")
    taken = told("crown-melbourne-baccarat", "banker", 300_000, *cards[::-1], differential="1000")
    assert taken[2].startswith("It pays 1 to 1, less 5% commission, less 2.5% of what is over $")


def test_a_pay_that_goes_by_the_sign_or_by_the_stake_is_told_as_such() -> None:
    premium = rulebook("star-premium-baccarat").edition
    rows = [row for row in premium.wagers["player"].rows if row.outcome == "stand-off"]
    signed = choose(premium, "tie", None, None, {"tie-percent": "5"})
    assert not isinstance(signed, Refusal)
    assert [say_pay(row, signed.sign) for row in rows if row.pays] == ["5% of stake"]
    perth = rulebook("crown-perth-baccarat").edition
    bound = next(row for row in perth.wagers["tie"].rows if isinstance(row.pays, dict))
    assert say_pay(bound, None) == "no: 8 to 1; yes: 16 to 1"
    blackjack = rulebook("star-blackjack").edition
    usual = choose(blackjack, None, None, None, None)
    assert not isinstance(usual, Refusal)
    seven = blackjack.wagers["blazing-sevens"].rows[-1]
    assert say_pay(seven, usual.sign) == say_pay(seven, None) == "$25 for $2.50, $50 for $5"
    assert say_pay(blackjack.wagers["blazing-sevens"].otherwise, usual.sign) == ""


def test_what_was_over_a_limit_comes_first() -> None:
    book = rulebook("star-baccarat")
    chosen = setting_of(book, "baccarat", "0.50")
    table = book.compiled.table("player", "baccarat")
    member = table.space.members[0]
    row = table.row(member)
    assert row is not None
    line = line_of(book.edition, chosen.sign, Bet(wager="player", stake_cents=1_000), row, "facts")
    limit = book.edition.limits.above_maximum.clauses
    over = msgspec.structs.replace(line, clauses=(*line.clauses, *limit))
    first = explain(book.compiled, chosen, over, member, over_cents=500).steps[0]
    assert (first.kind, first.clauses) == ("limit", limit)
    assert first.arithmetic == "$15.00 − $5.00 = $10.00"


def test_the_odds_are_the_editions() -> None:
    """With every pay replaced by 7 to 3 the reason says 7 to 3."""
    book = Rulebook(load_folder(rulebook("star-baccarat").edition.folder, replaced))
    setting = setting_of(book, "baccarat", "0.01")
    won = 0
    for wager in book.compiled.offered("baccarat"):
        if not_offered(book.edition, setting, wager):
            continue
        table = book.compiled.table(wager, "baccarat")
        for member in table.space.members:
            row = table.row(member)
            if row is None or row.pays is None:
                continue
            bet = Bet(wager=wager, stake_cents=300)
            line = settle_stake(book.compiled, setting, bet, member)
            reason = explain(book.compiled, setting, line, member)
            assert reason.odds == "7 to 3"
            odds = next(step for step in reason.steps if step.kind == "odds")
            assert odds.arithmetic == "$3.00 × 7 ÷ 3 = $7.00"
            won += 1
            break
    assert won >= 8
