"""Exports of tables and their link, forged: the meter that does not add up is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.format import CHECKPOINT, line_of, sign_list
from pitboss.journal.proof.merkle import leaf_hash, root_of
from pitboss.journal.proof.verify import Finding, verify_lines
from pitboss.journal.record import read_line
from tests.journal.forging import Change, edited, rechained
from tests.service.linked import DEE, MAIN, SUE, LinkRig
from tests.service.play import SECRET

ONE = "table:1"
SIGNER = Signer(SECRET)


@pytest.fixture(scope="module")
def streams() -> dict[str, list[bytes]]:
    """A link and its table: two rounds, one of them won, one returned."""
    rig = LinkRig(MemoryStore())
    rig.linked(ONE)
    rig.stakes(ONE)
    rig.tables.deliver()
    rig.deal(ONE, "7c", "7c", "7c")
    rig.do(ONE, DEE, "confirm-jackpot")
    rig.tables.deliver()
    rig.tables.deliver()
    found = {name: [line for _, line in rig.store.read(name)] for name in (MAIN, ONE)}
    assert verify_lines(export_lines(rig.store, SIGNER, "now"), AGGREGATES).sound
    rig.close()
    return found


def signed(streams: dict[str, list[bytes]]) -> list[bytes]:
    """A file of these streams, signed by the house as if they were its own."""
    lines: list[bytes] = []
    ends: list[Checkpoint] = []
    for name, records in streams.items():
        root = root_of([leaf_hash(line) for line in records])
        ends.append(SIGNER.sign(name, len(records), root, "now"))
        lines += [*records, line_of(ends[-1])]
    return [*lines, line_of(sign_list(SIGNER, ends, "now"))]


def found(streams: dict[str, list[bytes]]) -> Finding:
    (finding,) = verify_lines(signed(streams), AGGREGATES).findings
    return finding


def forged(
    streams: dict[str, list[bytes]], name: str, word: str, change: Change
) -> dict[str, list[bytes]]:
    """The same where an event of this word was changed, and everything signed anew."""
    lines = [
        edited(line, change) if read_line(line).data()["event"] == word else line
        for line in streams[name]
    ]
    assert lines != streams[name]
    return {**streams, name: rechained(lines)}


def put(**fields: Any) -> Change:
    return lambda data: data.update(fields)


def in_sharing(change: Callable[[dict[str, Any]], None]) -> Change:
    return lambda data: change(data["sharing"])


def raised(sharing: dict[str, Any]) -> None:
    sharing["payments"][0]["amount_cents"] += 100


def raised_and_rounded(sharing: dict[str, Any]) -> None:
    raised(sharing)
    sharing["rounding_millionths"] += 1_000_000


def test_what_nobody_touched_holds(streams: dict[str, list[bytes]]) -> None:
    verdict = verify_lines(signed(streams), AGGREGATES)
    assert verdict.sound
    assert verdict.under_way == 0
    assert all(not line.startswith(CHECKPOINT) for lines in streams.values() for line in lines)


@pytest.mark.parametrize(
    ("word", "change", "code"),
    [
        ("link-opened", put(meter_millionths=1), "wrong-meter"),
        ("stakes-metered", put(meter_millionths=10_000_000_000), "wrong-meter"),
        ("stakes-metered", put(millionths=5), "wrong-meter"),
        ("stakes-metered", put(table="table:9"), "impossible"),
        ("stakes-metered", put(stakes=[1, 2]), "wrong-meter"),
        ("jackpot-shared", in_sharing(raised), "wrong-payments"),
        ("jackpot-shared", in_sharing(raised_and_rounded), "wrong-sharing"),
        ("jackpot-shared", in_sharing(lambda one: one.update(row="Three")), "impossible"),
        ("win-confirmed", put(round=2), "impossible"),
        ("win-confirmed", put(chips=[500]), "wrong-sharing"),
        ("table-joined", lambda data: data["conditions"].update(stake_cents=250), "impossible"),
    ],
)
def test_a_forged_link_is_named(
    streams: dict[str, list[bytes]], word: str, change: Change, code: str
) -> None:
    finding = found(forged(streams, MAIN, word, change))
    assert (finding.stream, finding.code) == (MAIN, code)


def test_a_meter_that_does_not_add_up_is_said_in_a_sentence(
    streams: dict[str, list[bytes]],
) -> None:
    change = put(meter_millionths=12_345_670_000)
    finding = found(forged(streams, MAIN, "stakes-metered", change))
    assert "the meter shows $12,345.67, which does not add up" in finding.sentence


def test_stakes_metered_twice_are_named(streams: dict[str, list[bytes]]) -> None:
    lines = list(streams[MAIN])
    place = next(n for n, line in enumerate(lines) if b"stakes-metered" in line)
    line = lines[place].replace(b'"command":"', b'"command":"x')
    finding = found({**streams, MAIN: rechained([*lines[: place + 1], line, *lines[place + 1 :]])})
    assert (finding.code, finding.sequence) == ("impossible", place + 2)


# Both streams together ------------------------------------------------------------------------


def test_stakes_that_the_table_never_told_are_named(streams: dict[str, list[bytes]]) -> None:
    lines = streams[ONE]
    place = next(n for n, line in enumerate(lines) if b"jackpot-stakes-taken" in line)
    finding = found({**streams, ONE: lines[:place]})
    assert (finding.stream, finding.code) == (MAIN, "never-told")


def test_stakes_that_the_link_left_out_are_named() -> None:
    """Metered and returned again they leave no trace in the meter, and are missed all the same."""
    rig = LinkRig(MemoryStore())
    rig.linked(ONE)
    rig.stakes(ONE)
    rig.do(ONE, DEE, "return-jackpot-stakes", reason="no power")
    rig.do(ONE, SUE, "unlink-table", reason="closing")
    rig.tables.deliver()
    lines = {name: [line for _, line in rig.store.read(name)] for name in (MAIN, ONE)}
    rig.close()
    assert verify_lines(signed(lines), AGGREGATES).sound
    kept = [line for line in lines[MAIN] if b'"event":"stakes-' not in line]
    assert len(kept) == len(lines[MAIN]) - 2
    finding = found({**lines, MAIN: rechained(kept)})
    assert (finding.stream, finding.code) == (ONE, "not-done")


def test_stakes_other_than_those_told_are_named(streams: dict[str, list[bytes]]) -> None:
    changed = forged(streams, MAIN, "stakes-metered", put(stakes=[7]))
    changed = forged(
        changed, MAIN, "win-confirmed", lambda data: data["winners"][0].update(number=7)
    )
    changed = forged(
        changed,
        MAIN,
        "jackpot-shared",
        in_sharing(lambda one: one["payments"][0].update(number=7)),
    )
    finding = found(changed)
    assert (finding.stream, finding.code) == (MAIN, "otherwise-told")
    assert "of table:1 told" in finding.sentence


def test_a_share_paid_otherwise_at_the_table_is_named(streams: dict[str, list[bytes]]) -> None:
    finding = found(forged(streams, ONE, "jackpot-paid", put(amount_cents=1)))
    assert (finding.stream, finding.code) == (ONE, "otherwise-told")


def test_what_is_under_way_is_no_fault() -> None:
    rig = LinkRig(MemoryStore())
    rig.linked(ONE)
    rig.stakes(ONE)
    verdict = verify_lines(export_lines(rig.store, SIGNER, "now"), AGGREGATES)
    assert verdict.sound
    assert verdict.under_way == 1
    rig.close()


def test_one_of_the_streams_alone_holds_too(streams: dict[str, list[bytes]]) -> None:
    for name in (MAIN, ONE):
        assert verify_lines(signed({name: streams[name]}), AGGREGATES).sound
