"""Forged journals: every edit, deletion, insertion, reordering, cut, fork and wrong key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from pitboss.journal.against import compare, read_copy
from pitboss.journal.export import export_lines, extract_lines
from pitboss.journal.files import (
    checkpoint_line,
    extract_line,
    proof_line,
    read_extract,
    read_proof,
    sign_list,
)
from pitboss.journal.record import read_line
from pitboss.journal.verify import Finding, verify_lines
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
    steady_store,
)

KEYS = [SIGNER.public]
RECORDS, SIGNED = split(exported())
SIZE = len(RECORDS)
HALF = SIGNED[0].size
EVERY = range(SIZE)
REPLAY = {"impossible", "unbalanced", "cards-lost", "wrong-settlement", "clock-backwards"}


def found(lines: Sequence[bytes], keys: list[str] | None = None, **how: bool) -> Finding:
    verdict = verify_lines(lines, KEYS if keys is None else keys, **how)
    assert len(verdict.findings) == 1
    finding = verdict.findings[0]
    assert finding.sentence
    assert "\n" not in finding.sentence
    return finding


@pytest.mark.parametrize("name", RULEBOOKS)
def test_what_was_not_forged_is_sound(name: str) -> None:
    verdict = verify_lines(exported(name), KEYS)
    assert verdict.findings == []
    assert verdict.records == verdict.replayed == verdict.streams[TABLE]
    assert verdict.checkpoints == 2
    assert verdict.keys == KEYS
    assert verify_lines(exported(name)).sound


# The naive forger: changes the file and nothing else --------------------------------------


def test_every_edit_is_found_and_named() -> None:
    for place in EVERY:
        records = [*RECORDS]
        records[place] = edited(records[place], later)
        finding = found(joined(records, SIGNED))
        if finding.code == "wrong-root":  # the last before a checkpoint has no next line
            assert place + 1 in (HALF, SIZE)
            assert finding.sequence <= place + 1
        else:
            assert finding.code in {"broken-chain", *REPLAY}
            assert finding.sequence == place + 1


def test_every_byte_of_a_line_counts() -> None:
    place = 12
    for at in range(len(RECORDS[place])):
        line = bytearray(RECORDS[place])
        line[at] ^= 1
        forged = joined([*RECORDS[:place], bytes(line), *RECORDS[place + 1 :]], SIGNED)
        assert not verify_lines(forged, KEYS).sound, at


def test_every_byte_of_a_checkpoint_counts() -> None:
    lines = list(exported())
    for number in (HALF, len(lines) - 2, len(lines) - 1):
        for at in range(len(lines[number])):
            line = bytearray(lines[number])
            line[at] ^= 1
            forged = [*lines[:number], bytes(line), *lines[number + 1 :]]
            assert not verify_lines(forged, KEYS, replay=False).sound, (number, at)


def test_every_deletion_is_found_and_named() -> None:
    for place in EVERY:
        finding = found(joined([*RECORDS[:place], *RECORDS[place + 1 :]], SIGNED))
        assert finding.sequence == place + 1
        assert finding.code in {"out-of-sequence", "wrong-size"}


def test_every_insertion_is_found_and_named() -> None:
    for place in EVERY:
        for copied in (place, (place + 17) % SIZE):
            forged = [*RECORDS[:place], RECORDS[copied], *RECORDS[place:]]
            finding = found(joined(forged, SIGNED))
            assert finding.code == "out-of-sequence"
            assert finding.sequence in (place + 1, place + 2)


def test_every_reordering_is_found_and_named() -> None:
    for place in range(SIZE - 1):
        forged = [*RECORDS]
        forged[place : place + 2] = forged[place : place + 2][::-1]
        finding = found(joined(forged, SIGNED))
        assert (finding.code, finding.sequence) == ("out-of-sequence", place + 1)


def test_every_cut_is_found_and_names_the_first_event_without_a_signature() -> None:
    lines = exported()
    for size in range(len(lines)):
        finding = found(lines[:size], replay=False)
        assert finding.code in {"unsigned-end", "no-end"}
        if finding.code == "unsigned-end":
            assert finding.sequence in (1, HALF + 1)


def test_a_cut_in_mid_line_is_found() -> None:
    whole = b"\n".join(exported()) + b"\n"
    for size in range(len(whole) - 2, len(whole) - 2_000, -7):
        assert not verify_lines(whole[:size].splitlines(), KEYS, replay=False).sound


def test_a_file_cut_back_to_an_earlier_checkpoint_has_no_end() -> None:
    lines = exported()[: HALF + 1]
    assert found(lines).code == "no-end"
    assert found([*lines, exported()[-1]]).code == "wrong-list"


def test_nothing_stands_after_the_end() -> None:
    assert found([*exported(), RECORDS[0]]).code == "after-end"


def test_a_stream_left_out_is_found() -> None:
    store = kept(steady(RULEBOOKS[0], 1), steady(RULEBOOKS[0], 1, "table:2"))
    lines = list(export_lines(store, SIGNER, AT))
    assert verify_lines(lines, KEYS).sound
    for gone in (b"table:1", b"table:2"):
        assert found([line for line in lines if gone not in line]).code == "wrong-list"


def test_an_empty_file_and_an_empty_line_hold_nothing() -> None:
    assert found([]).code == "no-end"
    assert found([b""]).code == "unreadable"
    assert found([b"\xff\xfe"]).code == "unreadable"


# The forger who chains anew ---------------------------------------------------------------


def test_every_edit_chained_anew_is_found() -> None:
    for place in EVERY:
        records = [*RECORDS]
        records[place] = edited(records[place], later)
        finding = found(joined(rechained(records), SIGNED), replay=False)
        assert finding.code == "wrong-root"
        first = 1 if place < HALF else HALF + 1
        assert finding.sequence == first
        assert f"from {first} to" in finding.sentence


def test_every_deletion_chained_anew_is_found() -> None:
    for place in EVERY:
        forged = rechained([*RECORDS[:place], *RECORDS[place + 1 :]])
        finding = found(joined(forged, SIGNED), replay=False)
        assert finding.code in {"wrong-root", "wrong-size"}
        assert finding.sequence <= SIZE
        assert not verify_lines(joined(forged, SIGNED), KEYS).sound


def test_every_insertion_chained_anew_is_found() -> None:
    for place in EVERY:
        forged = rechained([*RECORDS[:place], RECORDS[place], *RECORDS[place:]])
        finding = found(joined(forged, SIGNED), replay=False)
        expected = {"wrong-root", "wrong-size"} if place < SIZE - 1 else {"unsigned-end"}
        assert finding.code in expected


def test_every_reordering_chained_anew_is_found() -> None:
    for place in range(SIZE - 1):
        forged = [*RECORDS]
        forged[place : place + 2] = forged[place : place + 2][::-1]
        assert found(joined(rechained(forged), SIGNED), replay=False).code == "wrong-root"


# The forger with a key of his own ---------------------------------------------------------


def test_a_wrong_key_is_found() -> None:
    forged = resigned(RECORDS, OTHER_SIGNER, HALF)
    finding = found(forged)
    assert (finding.code, finding.sequence) == ("bad-signature", HALF)
    verdict = verify_lines(forged)
    assert verdict.sound
    assert verdict.keys == [OTHER_SIGNER.public]
    assert verify_lines(forged, [SIGNER.public, OTHER_SIGNER.public]).sound


def test_a_file_signed_by_two_keys_needs_to_be_told_which_count() -> None:
    mine = sign_prefix(RECORDS[:HALF], SIGNER)
    end = sign_prefix(RECORDS, OTHER_SIGNER)
    forged = joined(RECORDS, [mine, end, sign_list(OTHER_SIGNER, [end], AT)])
    assert verify_lines(forged).findings[0].code == "bad-signature"
    assert found(forged).code == "bad-signature"


def test_a_key_put_into_the_place_of_another_is_found() -> None:
    forged = [msgspec.structs.replace(one, key=OTHER_SIGNER.public) for one in SIGNED]
    assert found(joined(RECORDS, forged), []).code == "bad-signature"
    assert verify_lines(joined(RECORDS, forged)).findings[0].code == "bad-signature"


def test_a_signature_for_another_stream_or_size_is_none() -> None:
    for change in ({"stream": "table:2"}, {"size": HALF + 1}, {"at": "2030"}, {"root": "00" * 32}):
        forged = msgspec.structs.replace(SIGNED[0], **change)
        assert not forged.holds()
        assert found(joined(RECORDS, [forged, *SIGNED[1:]])).code == "bad-signature"


# The forger with the house's key ----------------------------------------------------------


def another_history(place: int = HALF + 5) -> list[bytes]:
    records = [*RECORDS]
    records[place] = edited(records[place], lambda data: data.update(clauses=["0"]))
    return rechained(records)


def test_two_histories_under_one_key_are_a_fork() -> None:
    forged = another_history()
    other = resigned(forged, SIGNER, HALF)
    assert verify_lines(other, KEYS, replay=False).sound
    end = sign_prefix(forged, SIGNER)
    both = [
        joined(RECORDS, [SIGNED[0], SIGNED[1], end, SIGNED[2]]),
        joined(RECORDS, [SIGNED[0], end, SIGNED[1], SIGNED[2]]),
    ]
    for lines in both:
        finding = found(lines)
        assert finding.code == "fork"
        assert HALF < finding.sequence <= SIZE


def test_a_fork_shows_against_another_copy_and_names_the_event() -> None:
    ours, other = read_copy(resigned(another_history(), SIGNER)), read_copy(exported())
    for mine, theirs in ((ours, other), (other, ours)):
        finding = compare(mine, theirs, KEYS)
        assert finding is not None
        assert (finding.code, finding.sequence) == ("fork", HALF + 6)
    assert compare(other, other, KEYS) is None


def test_a_fork_shows_against_the_checkpoints_of_a_witness() -> None:
    witness = read_copy([checkpoint_line(one) for one in SIGNED])
    assert compare(read_copy(exported()), witness) is None
    finding = compare(read_copy(resigned(another_history(), SIGNER)), witness)
    assert finding is not None
    assert finding.code == "fork"


def test_a_signed_but_shorter_copy_shows_against_another() -> None:
    shorter = resigned(RECORDS[:-3], SIGNER)
    assert verify_lines(shorter, KEYS).sound
    finding = compare(read_copy(shorter), read_copy(exported()), KEYS)
    assert finding is not None
    assert (finding.code, finding.sequence) == ("truncated", SIZE - 2)
    assert compare(read_copy(exported()), read_copy(shorter), KEYS) is None


def test_what_another_key_signed_says_nothing() -> None:
    strange = read_copy(resigned(another_history(), OTHER_SIGNER))
    assert compare(read_copy(exported()), strange, KEYS) is None


def place_of(word: str, number: int = 0) -> int:
    places = [n for n, line in enumerate(RECORDS) if read_line(line).data()["event"] == word]
    return places[number]


def signed_anew(records: Sequence[bytes]) -> Finding:
    """What replay finds in a forgery that is chained and signed as it should be."""
    lines = resigned(rechained(records), SIGNER)
    assert verify_lines(lines, KEYS, replay=False).sound
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


def test_an_event_that_is_none_of_ours_is_found() -> None:
    forged = [*RECORDS]
    forged[9] = edited(forged[9], lambda data: data.update(event="manna"))
    finding = signed_anew(forged)
    assert (finding.code, finding.sequence) == ("unreadable-event", 10)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"edition": "nowhere/2020"}, "unknown-edition"),
        ({"edition": "star-baccarat"}, "unknown-edition"),
        ({"fingerprint": "00" * 32}, "other-edition"),
        ({"version": 99}, "unreadable-event"),
    ],
)
def test_another_edition_is_found(change: dict[str, Any], code: str) -> None:
    forged = [*RECORDS]
    forged[6] = msgspec.structs.replace(read_line(forged[6]), **change).line()
    finding = signed_anew(forged)
    assert (finding.code, finding.sequence) == (code, 7)


# The extract of one coup ------------------------------------------------------------------


def extract(coup: int = 2) -> list[bytes]:
    return list(extract_lines(steady_store(), SIGNER, AT, TABLE, coup))


@pytest.mark.parametrize("coup", [1, 2, 4])
def test_the_extract_of_a_coup_is_proved(coup: int) -> None:
    verdict = verify_lines(extract(coup), KEYS)
    assert verdict.findings == []
    assert verdict.extract is not None
    assert verdict.extract.coup == coup
    assert verdict.records == verdict.extract.last - verdict.extract.first + 1


def test_every_forgery_of_an_extract_is_found() -> None:
    lines = extract()
    for place in range(1, len(lines) - 1, 2):
        forged = [*lines]
        forged[place] = edited(forged[place], later)
        finding = found(forged)
        assert finding.code in {"broken-chain", "wrong-root"}
        assert finding.sequence == read_line(lines[place]).sequence
        assert not verify_lines([*lines[:place], *lines[place + 2 :]], KEYS).sound
        assert not verify_lines(lines[:place], KEYS).sound
        swapped = [*lines]
        swapped[place : place + 4] = [*swapped[place + 2 : place + 4], *swapped[place : place + 2]]
        assert not verify_lines(swapped, KEYS).sound
        proof = read_proof(lines[place + 1])
        for node in range(len(proof.path)):
            path = (*proof.path[:node], "00" * 32, *proof.path[node + 1 :])
            forged = [*lines]
            forged[place + 1] = proof_line(msgspec.structs.replace(proof, path=path))
            assert found(forged).code == "wrong-root"
    assert found([*lines, lines[-1]]).code == "after-end"
    assert found([b'{"extract":{}}', *lines[1:]]).code == "unreadable"


def test_an_extract_that_leaves_out_events_of_its_coup_is_found() -> None:
    lines = extract()
    head = read_extract(lines[0])
    late = msgspec.structs.replace(head, first=head.first + 3)
    assert found([extract_line(late), *lines[7:]]).code == "wrong-coup"
    early = msgspec.structs.replace(head, last=head.last - 1)
    assert found([extract_line(early), *lines[1:-3], lines[-1]]).code == "wrong-coup"
    other = msgspec.structs.replace(head, coup=3)
    assert found([extract_line(other), *lines[1:]]).code == "wrong-coup"
    larger = msgspec.structs.replace(head, size=head.size + 1)
    assert found([extract_line(larger), *lines[1:]]).code == "wrong-size"


def test_an_extract_signed_by_another_is_found() -> None:
    lines = list(extract_lines(steady_store(), OTHER_SIGNER, AT, TABLE, 2))
    assert found(lines).code == "bad-signature"
