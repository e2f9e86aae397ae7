"""Forged journals: every edit, deletion, insertion, reordering, cut, fork and wrong key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.errors import NothingToExportError
from pitboss.journal.proof.checkpoint import Checkpoint, Signer
from pitboss.journal.proof.export import export_lines, extract_lines
from pitboss.journal.proof.forks import compare, read_copy
from pitboss.journal.proof.format import (
    Extract,
    Proof,
    line_of,
    read_as,
    sign_list,
)
from pitboss.journal.proof.verify import Finding, verify_lines
from pitboss.journal.record import read_line
from tests.journal.counter import EVERY, counted
from tests.journal.forging import edited, joined, later, rechained, resigned, split
from tests.journal.playing import (
    AT,
    OTHER_SIGNER,
    RULEBOOKS,
    SIGNER,
    TABLE,
    exported,
    kept,
    sign_prefix,
    steady,
)
from tests.journal.samples import SAMPLES, Sample

KEYS = [SIGNER.public]
RECORDS, _ = split(exported())
UNITS = [
    pytest.param(one, id=name) for name, one in SAMPLES.items() if one.aggregate.unit is not None
]
REPLAY = {
    *("impossible", "unbalanced", "cards-lost", "wrong-settlement", "clock-backwards"),
    *("overdrawn", "miscounted"),
}


def found(lines: Sequence[bytes], keys: list[str] | None = None, replay: bool = True) -> Finding:
    verdict = verify_lines(lines, EVERY, KEYS if keys is None else keys, replay=replay)
    assert len(verdict.findings) == 1
    finding = verdict.findings[0]
    assert finding.sentence
    assert "\n" not in finding.sentence
    return finding


@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_was_not_forged_is_sound(name: str) -> None:
    verdict = verify_lines(exported(name), AGGREGATES, KEYS)
    assert verdict.findings == []
    assert verdict.records == verdict.replayed == verdict.streams[TABLE]
    assert verdict.checkpoints == 2
    assert verdict.keys == KEYS
    assert verify_lines(exported(name), AGGREGATES).sound


def test_what_was_not_forged_is_sound_whatever_it_is(sample: Sample) -> None:
    verdict = verify_lines(sample.exported, EVERY, KEYS)
    assert verdict.findings == []
    assert verdict.records == verdict.replayed == verdict.streams[sample.stream]


def test_a_stream_that_nobody_knows_is_proved_and_not_replayed() -> None:
    verdict = verify_lines(SAMPLES["counter"].exported, AGGREGATES, KEYS)
    assert verdict.findings == []
    assert (verdict.records, verdict.replayed) == (len(SAMPLES["counter"].lines), 0)


# The naive forger: changes the file and nothing else --------------------------------------


def test_every_edit_is_found_and_named(sample: Sample) -> None:
    for place in range(len(sample.lines)):
        records = [*sample.lines]
        records[place] = edited(records[place], later)
        finding = found(joined(records, sample.signed))
        if finding.code == "wrong-root":  # the last before a checkpoint has no next line
            assert place + 1 in (sample.half, len(sample.lines))
            assert finding.sequence <= place + 1
        else:
            assert finding.code in {"broken-chain", *REPLAY}
            assert finding.sequence == place + 1


def test_every_byte_of_a_line_counts(sample: Sample) -> None:
    place = 12
    for at in range(len(sample.lines[place])):
        line = bytearray(sample.lines[place])
        line[at] ^= 1
        forged = joined(
            [*sample.lines[:place], bytes(line), *sample.lines[place + 1 :]], sample.signed
        )
        assert not verify_lines(forged, EVERY, KEYS).sound, at


def test_every_byte_of_a_checkpoint_counts(sample: Sample) -> None:
    lines = list(sample.exported)
    for number in (sample.half, len(lines) - 2, len(lines) - 1):
        for at in range(len(lines[number])):
            line = bytearray(lines[number])
            line[at] ^= 1
            forged = [*lines[:number], bytes(line), *lines[number + 1 :]]
            assert not verify_lines(forged, EVERY, KEYS, replay=False).sound, (number, at)


def test_every_deletion_is_found_and_named(sample: Sample) -> None:
    for place in range(len(sample.lines)):
        finding = found(joined([*sample.lines[:place], *sample.lines[place + 1 :]], sample.signed))
        assert finding.sequence == place + 1
        assert finding.code in {"out-of-sequence", "wrong-size"}


def test_every_insertion_is_found_and_named(sample: Sample) -> None:
    for place in range(len(sample.lines)):
        for copied in (place, (place + 17) % len(sample.lines)):
            forged = [*sample.lines[:place], sample.lines[copied], *sample.lines[place:]]
            finding = found(joined(forged, sample.signed))
            assert finding.code == "out-of-sequence"
            assert finding.sequence in (place + 1, place + 2)


def test_every_reordering_is_found_and_named(sample: Sample) -> None:
    for place in range(len(sample.lines) - 1):
        forged = [*sample.lines]
        forged[place : place + 2] = forged[place : place + 2][::-1]
        finding = found(joined(forged, sample.signed))
        assert (finding.code, finding.sequence) == ("out-of-sequence", place + 1)


def test_every_cut_is_found_and_names_the_first_event_without_a_signature(sample: Sample) -> None:
    lines = sample.exported
    for size in range(len(lines)):
        finding = found(lines[:size], replay=False)
        assert finding.code in {"unsigned-end", "no-end"}
        if finding.code == "unsigned-end":
            assert finding.sequence in (1, sample.half + 1)


def test_a_cut_in_mid_line_is_found(sample: Sample) -> None:
    whole = b"\n".join(sample.exported) + b"\n"
    for size in range(len(whole) - 2, len(whole) - 2_000, -7):
        assert not verify_lines(whole[:size].splitlines(), EVERY, KEYS, replay=False).sound


def test_a_file_cut_back_to_an_earlier_checkpoint_has_no_end(sample: Sample) -> None:
    lines = sample.exported[: sample.half + 1]
    assert found(lines).code == "no-end"
    assert found([*lines, sample.exported[-1]]).code == "wrong-list"


def test_nothing_stands_after_the_end(sample: Sample) -> None:
    assert found([*sample.exported, sample.lines[0]]).code == "after-end"


def test_a_stream_left_out_is_found() -> None:
    pens = [steady(RULEBOOKS[0], 1), steady(RULEBOOKS[0], 1, "table:2"), counted(2)]
    lines = list(export_lines(kept(*pens), SIGNER, AT))
    assert verify_lines(lines, EVERY, KEYS).sound
    for gone in (b"table:1", b"table:2", b"counter:1"):
        assert found([line for line in lines if gone not in line]).code == "wrong-list"


def test_an_empty_file_and_an_empty_line_hold_nothing() -> None:
    assert found([]).code == "no-end"
    assert found([b""]).code == "unreadable"
    assert found([b"\xff\xfe"]).code == "unreadable"


# The forger who chains anew ---------------------------------------------------------------


def test_every_edit_chained_anew_is_found(sample: Sample) -> None:
    for place in range(len(sample.lines)):
        records = [*sample.lines]
        records[place] = edited(records[place], later)
        finding = found(joined(rechained(records), sample.signed), replay=False)
        assert finding.code == "wrong-root"
        first = 1 if place < sample.half else sample.half + 1
        assert finding.sequence == first
        assert f"from {first} to" in finding.sentence


def test_every_deletion_chained_anew_is_found(sample: Sample) -> None:
    for place in range(len(sample.lines)):
        forged = rechained([*sample.lines[:place], *sample.lines[place + 1 :]])
        finding = found(joined(forged, sample.signed), replay=False)
        assert finding.code in {"wrong-root", "wrong-size"}
        assert finding.sequence <= len(sample.lines)
        assert not verify_lines(joined(forged, sample.signed), EVERY, KEYS).sound


def test_every_insertion_chained_anew_is_found(sample: Sample) -> None:
    for place in range(len(sample.lines)):
        forged = rechained([*sample.lines[:place], sample.lines[place], *sample.lines[place:]])
        finding = found(joined(forged, sample.signed), replay=False)
        expected = (
            {"wrong-root", "wrong-size"} if place < len(sample.lines) - 1 else {"unsigned-end"}
        )
        assert finding.code in expected


def test_every_reordering_chained_anew_is_found(sample: Sample) -> None:
    for place in range(len(sample.lines) - 1):
        forged = [*sample.lines]
        forged[place : place + 2] = forged[place : place + 2][::-1]
        assert found(joined(rechained(forged), sample.signed), replay=False).code == "wrong-root"


# The forger with a key of his own ---------------------------------------------------------


def test_a_wrong_key_is_found(sample: Sample) -> None:
    forged = resigned(sample.lines, OTHER_SIGNER, sample.half)
    finding = found(forged)
    assert (finding.code, finding.sequence) == ("bad-signature", sample.half)
    verdict = verify_lines(forged, EVERY)
    assert verdict.sound
    assert verdict.keys == [OTHER_SIGNER.public]
    assert verify_lines(forged, EVERY, [SIGNER.public, OTHER_SIGNER.public]).sound


def test_a_file_signed_by_two_keys_needs_to_be_told_which_count(sample: Sample) -> None:
    mine = sign_prefix(sample.lines[: sample.half], SIGNER)
    end = sign_prefix(sample.lines, OTHER_SIGNER)
    forged = joined(sample.lines, [mine, end, sign_list(OTHER_SIGNER, [end], AT)])
    assert verify_lines(forged, EVERY).findings[0].code == "bad-signature"
    assert found(forged).code == "bad-signature"


def test_a_key_put_into_the_place_of_another_is_found(sample: Sample) -> None:
    forged = [msgspec.structs.replace(one, key=OTHER_SIGNER.public) for one in sample.signed]
    assert found(joined(sample.lines, forged), []).code == "bad-signature"
    assert verify_lines(joined(sample.lines, forged), EVERY).findings[0].code == "bad-signature"


def test_a_signature_for_another_stream_or_size_is_none(sample: Sample) -> None:
    for change in (
        {"stream": "table:2"},
        {"size": sample.half + 1},
        {"at": "2030"},
        {"root": "00" * 32},
    ):
        forged = msgspec.structs.replace(sample.signed[0], **change)
        assert not forged.holds()
        assert found(joined(sample.lines, [forged, *sample.signed[1:]])).code == "bad-signature"


# The forger with the house's key ----------------------------------------------------------


def another_history(sample: Sample) -> list[bytes]:
    place = sample.half + 5
    records = [*sample.lines]
    records[place] = edited(records[place], lambda data: data.update(clauses=["0"]))
    return rechained(records)


def test_two_histories_under_one_key_are_a_fork(sample: Sample) -> None:
    forged = another_history(sample)
    other = resigned(forged, SIGNER, sample.half)
    assert verify_lines(other, EVERY, KEYS, replay=False).sound
    end = sign_prefix(forged, SIGNER)
    both = [
        joined(sample.lines, [sample.signed[0], sample.signed[1], end, sample.signed[2]]),
        joined(sample.lines, [sample.signed[0], end, sample.signed[1], sample.signed[2]]),
    ]
    for lines in both:
        finding = found(lines)
        assert finding.code == "fork"
        assert sample.half < finding.sequence <= len(sample.lines)


def test_a_fork_shows_against_another_copy_and_names_the_event(sample: Sample) -> None:
    ours, other = read_copy(resigned(another_history(sample), SIGNER)), read_copy(sample.exported)
    for mine, theirs in ((ours, other), (other, ours)):
        finding = compare(mine, theirs, KEYS)
        assert finding is not None
        assert (finding.code, finding.sequence) == ("fork", sample.half + 6)
    assert compare(other, other, KEYS) is None


def test_a_fork_shows_against_the_checkpoints_of_a_witness(sample: Sample) -> None:
    witness = read_copy([line_of(one) for one in sample.signed])
    assert compare(read_copy(sample.exported), witness) is None
    finding = compare(read_copy(resigned(another_history(sample), SIGNER)), witness)
    assert finding is not None
    assert finding.code == "fork"


def test_a_signed_but_shorter_copy_shows_against_another(sample: Sample) -> None:
    shorter = resigned(sample.lines[:-3], SIGNER)
    assert verify_lines(shorter, EVERY, KEYS).sound
    finding = compare(read_copy(shorter), read_copy(sample.exported), KEYS)
    assert finding is not None
    assert (finding.code, finding.sequence) == ("truncated", len(sample.lines) - 2)
    assert compare(read_copy(sample.exported), read_copy(shorter), KEYS) is None


def test_what_another_key_signed_says_nothing(sample: Sample) -> None:
    strange = read_copy(resigned(another_history(sample), OTHER_SIGNER))
    assert compare(read_copy(sample.exported), strange, KEYS) is None


def place_of(word: str, number: int = 0) -> int:
    places = [n for n, line in enumerate(RECORDS) if read_line(line).data()["event"] == word]
    return places[number]


def signed_anew(records: Sequence[bytes]) -> Finding:
    """What replay finds in a forgery that is chained and signed as it should be."""
    lines = resigned(rechained(records), SIGNER)
    assert verify_lines(lines, EVERY, KEYS, replay=False).sound
    return found(lines)


def test_a_settlement_that_pays_more_is_found_by_replay() -> None:
    place = place_of("coup-settled")

    def richer(data: dict[str, Any]) -> None:
        line = next(one["line"] for one in data["lines"] if one["line"]["paid_cents"])
        line["paid_cents"] += 100

    forged = [*RECORDS]
    forged[place] = edited(forged[place], richer)
    finding = signed_anew(forged)
    assert (finding.code, finding.sequence) == ("wrong-settlement", place + 1)


def test_another_card_is_found_by_replay() -> None:
    place = place_of("card-dealt", 1)
    forged = [*RECORDS]
    forged[place] = edited(forged[place], lambda data: data.update(card=(data["card"] + 4) % 52))
    assert signed_anew(forged).code in REPLAY


def test_a_wager_that_vanishes_is_found_by_replay() -> None:
    place = place_of("wager-placed")
    finding = signed_anew([*RECORDS[:place], *RECORDS[place + 1 :]])
    assert finding.code in REPLAY
    assert finding.sequence > place


def test_chips_out_of_nothing_are_found_by_replay() -> None:
    place = place_of("wager-placed")
    forged = [*RECORDS]
    forged[place] = edited(forged[place], lambda data: data.update(amount_cents=10**12))
    assert signed_anew(forged).code in REPLAY


def test_a_command_carried_out_twice_is_found_by_replay() -> None:
    place = place_of("wager-placed")
    finding = signed_anew([*RECORDS[: place + 2], RECORDS[place], *RECORDS[place + 2 :]])
    assert finding.code in {"repeated-command", *REPLAY}


def test_an_event_that_is_none_of_ours_is_found(sample: Sample) -> None:
    forged = [*sample.lines]
    forged[9] = edited(forged[9], lambda data: data.update(event="manna"))
    finding = signed_anew(forged)
    assert (finding.code, finding.sequence) == ("unreadable-event", 10)


def test_an_event_of_no_version_of_ours_is_found(sample: Sample) -> None:
    for version in (0, 99):
        forged = [*sample.lines]
        forged[6] = msgspec.structs.replace(read_line(forged[6]), version=version).line()
        finding = signed_anew(forged)
        assert (finding.code, finding.sequence) == ("unreadable-event", 7)


def test_a_first_command_carried_out_again_is_found(sample: Sample) -> None:
    finding = signed_anew([*sample.lines, sample.lines[0]])
    assert (finding.code, finding.sequence) == ("repeated-command", len(sample.lines) + 1)


def event_of(kind: str, word: str) -> int:
    """The first event of a kind in a sample."""
    lines = SAMPLES[kind].lines
    return next(n for n, line in enumerate(lines) if read_line(line).data()["event"] == word)


@pytest.mark.parametrize(
    ("kind", "word", "change", "code"),
    [
        ("counter", "deposited", {"dollars": 10**6}, "miscounted"),
        ("counter", "withdrawn", {"cents": 10**6}, "overdrawn"),
        ("counter", "day-closed", {"cents": 0}, "miscounted"),
        ("counter", "day-closed", {"day": 7}, "miscounted"),
        ("counter", "withdrawn", {"at": "2020-01-01T00:00:00Z"}, "clock-backwards"),
        ("counter", "withdrawn", {"cents": "much"}, "unreadable-event"),
        ("house", "duty-done", {"duty": "one"}, "unreadable-event"),
    ],
)
def test_what_an_aggregate_forbids_is_found_by_replay(
    kind: str, word: str, change: dict[str, Any], code: str
) -> None:
    place = event_of(kind, word)
    forged = [*SAMPLES[kind].lines]
    forged[place] = edited(forged[place], lambda data: data.update(change))
    finding = signed_anew(forged)
    assert finding.code == code
    assert finding.sequence > place


def test_a_duty_that_a_table_raised_twice_is_found_by_replay() -> None:
    place, lines = event_of("house", "duty-gathered"), SAMPLES["house"].lines
    again = msgspec.structs.replace(read_line(lines[place]), command="another").line()
    finding = signed_anew([*lines[: place + 1], again, *lines[place + 1 :]])
    assert (finding.code, finding.sequence) == ("impossible", place + 2)


def test_an_event_of_the_house_under_an_edition_is_found() -> None:
    forged = [*SAMPLES["house"].lines]
    forged[3] = msgspec.structs.replace(read_line(forged[3]), edition="star-baccarat/2024").line()
    assert signed_anew(forged).code == "other-edition"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"edition": "nowhere/2020"}, "unknown-edition"),
        ({"edition": "star-baccarat"}, "unknown-edition"),
        ({"fingerprint": "00" * 32}, "other-edition"),
    ],
)
def test_another_edition_is_found(change: dict[str, Any], code: str) -> None:
    forged = [*RECORDS]
    forged[6] = msgspec.structs.replace(read_line(forged[6]), **change).line()
    finding = signed_anew(forged)
    assert (finding.code, finding.sequence) == (code, 7)


# The extract of one unit ------------------------------------------------------------------


def extract(sample: Sample, number: int = 2, signer: Signer = SIGNER) -> list[bytes]:
    return list(extract_lines(sample.store, signer, AT, sample.stream, number, EVERY))


@pytest.mark.parametrize("sample", UNITS)
@pytest.mark.parametrize("number", [1, 2, 4])
def test_the_extract_of_a_unit_is_proved(sample: Sample, number: int) -> None:
    verdict = verify_lines(extract(sample, number), EVERY, KEYS)
    assert verdict.findings == []
    assert verdict.extract is not None
    assert verdict.extract.number == number
    assert verdict.unit == sample.aggregate.unit.name  # type: ignore[union-attr]
    assert verdict.records == verdict.extract.last - verdict.extract.first + 1


@pytest.mark.parametrize("sample", UNITS)
def test_every_forgery_of_an_extract_is_found(sample: Sample) -> None:
    lines = extract(sample)
    for place in range(1, len(lines) - 1, 2):
        forged = [*lines]
        forged[place] = edited(forged[place], later)
        finding = found(forged)
        assert finding.code in {"broken-chain", "wrong-root"}
        assert finding.sequence == read_line(lines[place]).sequence
        assert not verify_lines([*lines[:place], *lines[place + 2 :]], EVERY, KEYS).sound
        assert not verify_lines(lines[:place], EVERY, KEYS).sound
        swapped = [*lines]
        swapped[place : place + 4] = [*swapped[place + 2 : place + 4], *swapped[place : place + 2]]
        assert not verify_lines(swapped, EVERY, KEYS).sound
        proof = read_as(Proof, lines[place + 1])
        for node in range(len(proof.path)):
            path = (*proof.path[:node], "00" * 32, *proof.path[node + 1 :])
            forged = [*lines]
            forged[place + 1] = line_of(msgspec.structs.replace(proof, path=path))
            assert found(forged).code == "wrong-root"
    assert found([*lines, lines[-1]]).code == "after-end"
    assert found([b'{"extract":{}}', *lines[1:]]).code == "unreadable"


@pytest.mark.parametrize("sample", UNITS)
def test_an_extract_that_leaves_out_events_of_its_unit_is_found(sample: Sample) -> None:
    lines, unit = extract(sample), sample.aggregate.unit
    assert unit is not None
    wrong = f"wrong-{unit.name}"
    head = read_as(Extract, lines[0])
    late = msgspec.structs.replace(head, first=head.first + 3)
    assert found([line_of(late), *lines[7:]]).code == wrong
    early = msgspec.structs.replace(head, last=head.last - 1)
    assert found([line_of(early), *lines[1:-3], lines[-1]]).code == wrong
    other = msgspec.structs.replace(head, number=3)
    assert found([line_of(other), *lines[1:]]).code == wrong
    larger = msgspec.structs.replace(head, size=head.size + 1)
    assert found([line_of(larger), *lines[1:]]).code == "wrong-size"


@pytest.mark.parametrize("sample", UNITS)
def test_an_extract_signed_for_what_is_no_root_is_found(sample: Sample) -> None:
    lines = extract(sample)
    other = msgspec.structs.replace(read_as(Checkpoint, lines[-1]), root="no digits")
    signature = SIGNER._key.sign(other.statement()).hex()
    signed = msgspec.structs.replace(other, signature=signature)
    assert found([*lines[:-1], line_of(signed)]).code == "wrong-root"


@pytest.mark.parametrize("sample", UNITS)
def test_an_extract_signed_by_another_is_found(sample: Sample) -> None:
    assert found(extract(sample, 2, OTHER_SIGNER)).code == "bad-signature"


def test_an_extract_of_what_has_no_units_is_none() -> None:
    head = Extract(stream="house", number=1, first=1, last=2, size=9)
    assert found([line_of(head)]).code == "unreadable"
    with pytest.raises(NothingToExportError, match="no part to be extracted"):
        extract(SAMPLES["house"])


def test_the_number_of_a_coup_is_called_as_it_was_in_earlier_files() -> None:
    head = Extract(stream="table:1", number=2, first=1, last=2, size=9)
    assert line_of(head) == (
        b'{"extract":{"stream":"table:1","coup":2,"first":1,"last":2,"size":9}}'
    )
