"""An opened order against the coups of its shoe: a coup that stands otherwise is found."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.book import rulebook
from pitboss.cards import full_shoe, names
from pitboss.chaos.steady import DEALER, SUPERVISOR, Steady
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import Finding, verify_lines
from pitboss.journal.record import Record, read_line
from pitboss.ledger import Transfer
from pitboss.refusal import Refusal
from pitboss.table import Event, act, read_command
from pitboss.table.cards.shoe import commit
from pitboss.table.settlement.correct import CoupCorrected
from pitboss.table.settlement.settle import CoupSettled
from pitboss.table.state import SignState
from pitboss.table.usual.opening import stands, usual_layout
from tests.journal.forging import edited, rechained, resigned, split
from tests.journal.playing import AT, RULEBOOKS, SIGNER, Pen, kept

KEYS = [SIGNER.public]
NONCE = bytes(range(32))
COUPS = 5


def virtual(book: str, events: Callable[[Any], None] | None = None) -> tuple[Steady, list[int]]:
    """A table with a virtual shoe of which some coups are settled."""
    rules = rulebook(book).rules
    layout = usual_layout(rules.edition)
    table = Steady(rules, events)
    table.do(
        "open-table",
        SUPERVISOR,
        virtual=True,
        sign=SignState(),
        float_cents=10**9,
        layout=layout,
        **stands(rules.edition, layout),
    )
    table.seat(("ann",), 10**8)
    order = full_shoe(8)
    random.Random(11).shuffle(order)
    table.order = order
    table.do("introduce-cards", DEALER, backs="red")
    table.do("shuffle", DEALER)
    table.do("cut-cards", SUPERVISOR, depth=104)
    table.do("place-cutting-card", DEALER, behind=26)
    table.do("load-shoe", DEALER, commitment=commit(NONCE, tuple(order)))
    table.do("burn-cards", DEALER)
    for _ in range(COUPS):
        table.coup([("ann", "player", 2_500)])
    return table, order


@cache
def journal(book: str) -> tuple[bytes, ...]:
    """Its journal, the shoe over and opened."""
    pen = Pen(rulebook(book).rules)
    table, order = virtual(book, pen.write)
    table.do("direct-shuffle", SUPERVISOR, reason="a test")
    table.do("reveal-shoe", DEALER, nonce=NONCE.hex(), order=names(order))
    return tuple(export_lines(kept(pen), SIGNER, AT))


def broken(lines: list[bytes]) -> Finding:
    verdict = verify_lines(resigned(rechained(lines), SIGNER), AGGREGATES, KEYS)
    assert len(verdict.findings) == 1
    assert verdict.findings[0].code == "order-broken"
    return verdict.findings[0]


def insert(lines: list[bytes], after: int, event: Event) -> list[bytes]:
    """The lines with one event more, as a command of its own."""
    record: Record = read_line(lines[after])
    body = msgspec.Raw(msgspec.json.encode(event))
    forged = msgspec.structs.replace(record, command="forged", event=body)
    return [*lines[: after + 1], forged.line(), *lines[after + 1 :]]


def settled_at(lines: list[bytes], coup: int) -> tuple[int, CoupSettled]:
    for place, line in enumerate(lines):
        data = read_line(line).data()
        if data["event"] == "coup-settled" and data["coup"] == coup:
            return place, msgspec.convert(data, CoupSettled)
    raise AssertionError(coup)


@pytest.mark.parametrize("book", RULEBOOKS)
def test_a_shoe_that_was_dealt_and_settled_by_its_order_is_sound(book: str) -> None:
    verdict = verify_lines(journal(book), AGGREGATES, KEYS)
    assert verdict.findings == []


@pytest.mark.parametrize("book", RULEBOOKS)
@pytest.mark.parametrize("coup", [1, 3, COUPS])
def test_a_settled_coup_that_was_corrected_is_named(book: str, coup: int) -> None:
    lines, _ = split(journal(book))
    place, settled = settled_at(lines, coup)
    swapped = CoupCorrected(
        by=SUPERVISOR,
        rank="Gaming Supervisor",
        at=settled.at,
        coup=coup,
        outcome="banker",
        hands={"player": settled.hands["banker"], "banker": settled.hands["player"]},
        moved=(Transfer("float", "player:ann", 2_500),),
    )
    finding = broken(insert(lines, place, swapped))
    assert (
        f"coup {coup} stands as {names(settled.hands['banker'])} / {names(settled.hands['player'])}"
        in (finding.sentence)
    )
    assert (
        f"the order gives {names(settled.hands['player'])} / {names(settled.hands['banker'])}"
        in finding.sentence
    )


def test_a_settled_coup_made_void_is_named() -> None:
    lines, _ = split(journal(RULEBOOKS[0]))
    place, settled = settled_at(lines, 2)
    void = CoupCorrected(
        by=SUPERVISOR, rank="Gaming Supervisor", at=settled.at, coup=2, outcome="void"
    )
    assert "coup 2 stands as no hands" in broken(insert(lines, place, void)).sentence


@pytest.mark.parametrize("book", RULEBOOKS)
def test_an_outcome_invalidated_for_a_disruption_leaves_the_order_sound(book: str) -> None:
    pen = Pen(rulebook(book).rules)
    table, order = virtual(book, pen.write)
    table.do("invalidate", SUPERVISOR, ground="fire", reason="the hall was cleared", coup=2)
    assert table.table.results[1].outcome == "void"
    table.do("direct-shuffle", SUPERVISOR, reason="a test")
    table.do("reveal-shoe", DEALER, nonce=NONCE.hex(), order=names(order))
    assert verify_lines(tuple(export_lines(kept(pen), SIGNER, AT)), AGGREGATES, KEYS).findings == []


def test_a_correction_after_the_order_was_opened_is_named() -> None:
    lines, _ = split(journal(RULEBOOKS[0]))
    _, settled = settled_at(lines, COUPS)
    last = read_line(lines[-1]).data()
    void = CoupCorrected(
        by=SUPERVISOR,
        rank="Gaming Supervisor",
        at=msgspec.convert(last["at"], type(settled.at)),
        coup=COUPS,
        outcome="void",
    )
    assert (
        f"coup {COUPS} stands as no hands" in broken(insert(lines, len(lines) - 1, void)).sentence
    )


def test_an_order_that_opens_no_commitment_is_found() -> None:
    lines, _ = split(journal(RULEBOOKS[0]))

    def exchange(data: dict[str, Any]) -> None:
        cards = data["order"].split()
        cards[-1], cards[-2] = cards[-2], cards[-1]
        data["order"] = " ".join(cards)

    forged = [*lines[:-1], edited(lines[-1], exchange)]
    if forged[-1] == lines[-1]:
        pytest.skip("the last two cards are alike")
    assert "do not open the commitment" in broken(forged).sentence


@pytest.mark.parametrize("book", RULEBOOKS)
def test_nobody_reports_a_misdeal_of_a_committed_order(book: str) -> None:
    """The supervisor who would give a lost stake back has nothing to rule on."""
    table, _ = virtual(book)
    before = table.table.balances
    for who in (SUPERVISOR, "ann"):
        data = {
            "do": "report-irregularity",
            "by": who,
            "at": table.now.isoformat(),
            "situation": "misdeal",
            "told": {"error": "dealt incorrectly"},
        }
        done = act(table.rules, table.table, read_command(data))
        assert isinstance(done, Refusal)
        assert done.code == "not-this-irregularity"
        assert "committed" in done.sentence
    assert table.table.balances == before
