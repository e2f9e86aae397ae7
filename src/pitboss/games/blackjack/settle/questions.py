"""What people ask of a blackjack rulebook: what is paid, who draws, doubles, splits, insurance."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.decision.compiled import Compiled
from pitboss.editions.values import Rounds
from pitboss.settle.questions import Answer, Asked, Facts, by_game, paid, rounded
from pitboss.words.catalogue import Said

CHIP, ODD_STAKE_CENTS = "1.00", 500
"""Chips and a stake that people ask about, where winnings are not exact in chips."""
PAID: tuple[tuple[str, str, Facts], ...] = (
    ("blackjack", "main", {"hand": "blackjack", "dealer_up": "other"}),
    ("higher", "main", {"against": "higher"}),
    ("equal", "main", {"against": "equal"}),
    ("both-blackjack", "main", {"hand": "blackjack", "dealer": "blackjack", "even_money": False}),
    ("double-lost", "double", {"dealer": "blackjack"}),
    ("insured", "insurance", {"dealer_blackjack": True, "even_money": False}),
)
"""What a stake is paid: the question, the wager, and what came true."""


def questions(compiled: Compiled) -> Iterator[Asked]:
    """Every question that is asked of blackjack only."""
    for place, (key, wager, facts) in enumerate(PAID, start=10):
        if wager in compiled.edition.wagers:
            yield _asked(f"pays.{key}", place, _paid(compiled, wager, facts))
    yield _asked("rounding", 19, rounded(compiled, ("main",), CHIP, ODD_STAKE_CENTS))
    if compiled.edition.rounds is not None:
        yield from _rules(compiled.edition.rounds)


def _asked(key: str, place: int, answers: Iterator[Answer]) -> Asked:
    return Asked(key=key, place=place, question=Said(f"ask.{key}"), answers=tuple(answers))


def _paid(compiled: Compiled, wager: str, facts: Facts) -> Iterator[Answer]:
    return by_game(compiled, lambda game: paid(compiled, wager, game, facts))


def _rules(rules: Rounds) -> Iterator[Asked]:
    """The rules of a round."""
    dealer = rules.dealer
    told = {"hard": dealer.stands_hard, "soft": dealer.stands_soft}
    yield _one("dealer-stands", 20, Said("dealer-stands", told), dealer.clauses)
    totals = {"totals": list(rules.double.totals)}
    yield _one("double", 21, Said("double", totals), rules.double.clauses)
    yield _asked("double-split", 22, _double_after_split(rules))
    yield _asked("split", 23, _split(rules))
    most = {"most": rules.split_ace_cards.most}
    yield _one("split-aces", 24, Said("split-aces", most), rules.split_ace_cards.clauses)
    yield _asked("insurance", 25, _insurance(rules))
    yield _asked("even-money", 26, _even_money(rules))
    yield _asked("must-draw", 27, _must_draw(rules))


def _one(key: str, place: int, said: Said, clauses: tuple[str, ...]) -> Asked:
    return _asked(key, place, iter([Answer(said=said, clauses=clauses)]))


def _double_after_split(rules: Rounds) -> Iterator[Answer]:
    rule = rules.double_after_split
    if rule is None:
        yield Answer(said=Said("double-split.unsaid"), clauses=rules.double.clauses)
    else:
        yield Answer(said=Said("double-split", {"permitted": rule.permitted}), clauses=rule.clauses)


def _split(rules: Rounds) -> Iterator[Answer]:
    most = {"most": rules.split_hands.most}
    yield Answer(said=Said("split", most), clauses=rules.split_hands.clauses)
    if rules.third_hand is not None:
        more = {"most": rules.third_hand.most}
        yield Answer(said=Said("split.signed", more), clauses=rules.third_hand.clauses)


def _insurance(rules: Rounds) -> Iterator[Answer]:
    rule = rules.insurance
    if rule is not None:
        told = {"part_of": rule.part_of}
        yield Answer(said=Said("insurance", told), clauses=rule.clauses)


def _even_money(rules: Rounds) -> Iterator[Answer]:
    rule = rules.even_money
    if rule is not None:
        yield Answer(said=Said("even-money", {"up": rule.up}), clauses=rule.clauses)


def _must_draw(rules: Rounds) -> Iterator[Answer]:
    told = {"may": rules.may_draw.below}
    clauses = rules.may_draw.clauses
    if rules.must_draw is not None:
        told["must"] = rules.must_draw.below
        clauses = (*rules.must_draw.clauses, *clauses)
    yield Answer(said=Said("must-draw", told), clauses=clauses)
