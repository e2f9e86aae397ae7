"""Case files that cannot be read: one sentence each, with the file and the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.conformity.cases import cases_of
from pitboss.errors import BadDataError

COUP = '[[coup]]\nplayer = "6h Kd"\nbanker = "6c Qs"\n'
ASK = '[[ask]]\nabout = "cut"\n'


def read(folder: Path, text: str | bytes) -> int:
    (folder / "cases").mkdir()
    body = text if isinstance(text, bytes) else text.encode()
    (folder / "cases" / "mine.toml").write_bytes(body)
    return len(cases_of(folder))


def line(text: str) -> str:
    return f"{COUP}lines = [{{{text}}}]\n"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (line('bet = "tie=10", outcome = "win", paid = "80", clauses = ["5.1.3"]'), 1),
        (line('bet = "tie=10", outcome = "win", paid = 80, clauses = ["5.1.3"]'), 1),
        (f'{COUP}games = ["a", "b"]\nrefused = ["9.5"]\n', 2),
        (f'{ASK}depth = 5\ndecks = 8\nanswer = "refused"\nclauses = ["4.5"]\n', 1),
        ("", 0),
    ],
)
def test_what_can_be_read(tmp_path: Path, text: str, count: int) -> None:
    assert read(tmp_path, text) == count


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[coup", "mine.toml: "),
        (b"\xff\xfe", "mine.toml: "),
        ("[[coups]]\n", "there are no cases of kind 'coups'"),
        ('[ask]\nabout = "cut"\n', "write [[ask]]"),
        ("ask = 3\n", "write [[ask]]"),
        (f"{COUP}colour = 1\n", "coup 1: unknown keys ['colour']"),
        (COUP, "not one of lines and refused"),
        (f'{COUP}refused = "9.5"\n', "'refused' is a list of texts, not '9.5'"),
        (line('outcom = "win"'), "unknown keys ['outcom'] or no outcome"),
        (line('outcome = "win", clauses = "5.1.3"'), "'clauses' is a list of texts"),
        (line('outcome = "win", marks = [5]'), "'marks' is a list of texts"),
        (line('outcome = "win", paid = "lots"'), "'lots' is not an amount"),
        (line('outcome = "win", returned = -5'), "'-5' is not an amount"),
        ('[[ask]]\nabout = "weather"\nanswer = "fine"\n', "asked about 'weather'"),
        (f'{ASK}depth = 5\ndecks = 8\nclauses = ["4.5"]\n', "the answer is a text, not None"),
        (f"{ASK}depth = 5\ndecks = 8\nanswer = 3\n", "the answer is a text, not 3"),
        (f'{ASK}depth = 5\nanswer = "refused"\n', "missing a required argument: 'decks'"),
        (f'{ASK}depth = 5\ndecks = 8\ndeck = 8\nanswer = "x"\n', "argument 'deck'"),
        (f'{ASK}depth = 5\ndecks = 8\nanswer = "x"\nclauses = "4.5"\n', "is a list of texts"),
        (f'{ASK}depth = 5\ndecks = 8\nanswer = "x"\n', "name the clauses that it proves"),
    ],
)
def test_what_cannot(tmp_path: Path, text: str | bytes, sentence: str) -> None:
    with pytest.raises(BadDataError) as found:
        read(tmp_path, text)
    assert sentence in str(found.value)
    assert str(found.value).startswith(str(tmp_path / "cases" / "mine.toml"))
