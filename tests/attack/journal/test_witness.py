"""A thief with the database *and* the house's key: who saw the house log from outside notices."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.aggregates.log import LOG, STREAM, HeadCosigned
from pitboss.errors import BadDataError
from pitboss.journal.proof.checkpoint import Checkpoint
from pitboss.journal.proof.format import line_of, read_as, sign_list
from pitboss.journal.proof.note import NoteError, key_of, read_key, read_note, signed_by
from pitboss.journal.proof.verify import Finding, verify_lines
from pitboss.journal.record import read_line
from pitboss.service.trust.signatures import origin_of
from pitboss.service.trust.witness import Witnesses, read_witness, to_file
from tests.attack.journal.house import ACCEPT, SIGNER, TABLE, House, cut, evening, sign
from tests.attack.journal.witness import AT, Witness
from tests.service.play import Rig

ORIGIN = origin_of(SIGNER.public)


@pytest.fixture
def witness() -> Iterator[Witness]:
    found = Witness("witness.example/w1", ORIGIN, bytes.fromhex(SIGNER.public))
    yield found
    found.close()


def shown(rig: Rig, witness: Witness, folder: Path) -> Witnesses:
    """The house hands its heads to a witness and writes them to a file."""
    asking = Witnesses([read_witness(f"{witness.key} {witness.url}")], rig.tables.clock)
    rig.tables.signing.told += [asking.ask, to_file(folder / "log.note")]
    return asking


def seen(house: House, witness: Witness) -> Finding | None:
    return house.finding(witnesses=[read_key(witness.key)])


@pytest.fixture
def watched(embedded: House, witness: Witness) -> House:
    """A house whose heads a witness has seen, over three signings."""
    with embedded.open() as rig:
        asking = shown(rig, witness, embedded.folder)
        for _ in range(3):
            evening(rig, 1)
            sign(rig)
        assert asking.failing == {}
        asking.close()
    return embedded


def test_a_witness_signs_each_head_and_verify_knows_it(watched: House, witness: Witness) -> None:
    assert len(witness.asked) == 3
    assert witness.asked[0].startswith(b"old 0\n\n")
    assert seen(watched, witness) is None
    note = read_note((watched.folder / "log.note").read_text())
    assert signed_by(note, key_of(SIGNER, ORIGIN)) == 0
    assert note.head.origin == ORIGIN
    assert note.head.size == witness.size
    assert note.head.root == witness.root


def test_a_head_that_the_witness_did_not_see_is_named(watched: House, witness: Witness) -> None:
    with watched.open() as rig:
        evening(rig, 1)
    finding = seen(watched, witness)
    assert finding is not None
    assert (finding.code, finding.stream) == ("unwitnessed", STREAM)
    assert "was not seen by witness.example/w1" in finding.sentence


def test_a_witness_that_was_never_asked_saw_nothing(embedded: House, witness: Witness) -> None:
    finding = seen(embedded, witness)
    assert finding is not None
    assert finding.code == "unwitnessed"


def test_a_witness_that_was_away_is_asked_again(watched: House, witness: Witness) -> None:
    with watched.open() as rig:
        asking = shown(rig, witness, watched.folder)
        witness.origin = "another"
        evening(rig, 1)
        sign(rig)
        assert "404" in asking.failing["witness.example/w1"]
        witness.origin = ORIGIN
        evening(rig, 1)
        sign(rig)
        assert asking.failing == {}
        asking.close()
    assert seen(watched, witness) is None


def test_a_house_that_lost_what_the_witness_said_is_told_where_it_was(
    watched: House, witness: Witness
) -> None:
    """Of what the witness signed the house may have lost the note: it goes on from there."""
    with watched.open() as rig:
        asking = shown(rig, witness, watched.folder)
        rig.tables.signing.log.state = rig.tables.signing.log.state.__class__()
        rig.tables.signing.log.follow()
        evening(rig, 1)
        sign(rig)
        assert asking.failing == {}
        asking.close()


# With the key -----------------------------------------------------------------------------


def test_history_that_the_key_wrote_anew_is_not_what_the_witness_saw(
    embedded: House, witness: Witness, tmp_path: Path
) -> None:
    """A thief takes database, keys and anchor back to an older moment and goes on from there."""
    embedded.copy(tmp_path / "old")
    shutil.copytree(embedded.folder, tmp_path / "keys-old")
    with embedded.open() as rig:
        asking = shown(rig, witness, embedded.folder)
        evening(rig, 2)
        sign(rig)
        sign(rig)
        asking.close()
    embedded.replace(tmp_path / "old")
    shutil.rmtree(embedded.folder)
    shutil.copytree(tmp_path / "keys-old", embedded.folder)
    with embedded.open() as rig:
        asking = shown(rig, witness, embedded.folder)
        evening(rig, 1)
        sign(rig)
        assert list(asking.failing) == ["witness.example/w1"]
        asking.close()
    assert embedded.finding() is None  # the key alone proves nothing any more
    finding = seen(embedded, witness)
    assert finding is not None
    assert finding.code == "unwitnessed"


def test_an_accepted_loss_stays_visible_to_the_witness(watched: House, witness: Witness) -> None:
    cut(watched)
    cut(watched, STREAM, 4)
    with watched.open(ACCEPT) as rig:
        asking = shown(rig, witness, watched.folder)
        sign(rig)
        assert "history was lost here" in asking.failing["witness.example/w1"]
        asking.close()
    assert seen(watched, witness) is not None


def test_a_stream_left_out_by_the_key_is_missed_by_the_log(watched: House) -> None:
    """The table is left out of the file, and all that is left is signed anew."""
    with watched.open() as rig:
        rig.tables.aside.put("table:9", "only to have the house say something")
        sign(rig)
    kept: list[bytes] = []
    ends: dict[str, Checkpoint] = {}
    for line in watched.lines()[:-1]:
        one = read_as(Checkpoint, line) if line.startswith(b'{"checkpoint"') else None
        stream = read_line(line).stream if one is None else one.stream
        if stream != TABLE:
            kept.append(line)
            if one is not None:
                ends[stream] = one
    assert sorted(ends) == ["house", STREAM]
    file = [*kept, line_of(sign_list(SIGNER, ends.values(), "now"))]
    (finding,) = verify_lines(file, AGGREGATES, [SIGNER.public]).findings
    assert (finding.code, finding.stream) == ("missing-stream", TABLE)


# Notes ------------------------------------------------------------------------------------


def test_keys_of_notes_are_read_as_the_specification_has_them() -> None:
    """The example of golang.org/x/mod/sumdb/note."""
    text = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    key = read_key(text)
    assert (key.name, key.id.hex(), key.text) == ("PeterNeumann", "c74f20a3", text)
    note = read_note(
        "If you think cryptography is the answer to your problem,\n"
        "then you don't know what your problem is.\n"
        "\n"
        "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvq"
        "fqdngotpRZb6KE6RyyBwJnAM=\n"
    )
    assert signed_by(note, key) == 0
    assert signed_by(note._replace(text=note.text + "x"), key) is None


@pytest.mark.parametrize(
    "text",
    ["", "a\n", "a\n\nb\n", "a\n\n\u2014 b\n", "a\n\n\u2014 b !!!!\n", "a\n\n\u2014 b AAAA\n"],
)
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(NoteError):
        read_note(text)


@pytest.mark.parametrize("text", ["", "x", "a+00000000+AAAA", "key ftp://x", "one two three"])
def test_what_names_no_witness_is_refused(text: str) -> None:
    with pytest.raises(BadDataError, match="names no witness"):
        read_witness(text)


def test_a_witness_answers_with_a_time(watched: House, witness: Witness) -> None:
    line = next(
        one for one in watched.lines() if b"head-cosigned" in one and str(AT).encode() not in one
    )
    event = LOG.read(read_line(line))
    assert isinstance(event, HeadCosigned)
    assert signed_by(read_note(event.note), read_key(witness.key)) == AT


def test_an_independent_library_bears_out_the_log(watched: House) -> None:
    """Root, inclusion and consistency of the log, as pymerkle has them."""
    pymerkle: Any = import_module("pymerkle")  # it brings no types
    tree = pymerkle.InmemoryTree(algorithm="sha256")
    for line in watched.rows(STREAM):
        tree.append_entry(line)
    note = read_note((watched.folder / "log.note").read_text())
    size = note.head.size
    assert tree.get_root(size) == note.head.root
    proof = tree.prove_consistency(1, size)
    pymerkle.verify_consistency(tree.get_root(1), note.head.root, proof)
    base = tree.get_leaf(2)
    pymerkle.verify_inclusion(base, note.head.root, tree.prove_inclusion(2, size))
