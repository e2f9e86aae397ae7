"""`pitboss roads`: JSON by name, a picture in a file, bad results said in a sentence."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from tests.cli.conftest import Ask, Run


def test_json_and_picture(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "roads.svg"
    answer = ask("roads", "BBPnTPB", "--svg", str(file))
    assert answer["columns"] == [2, 2, 1]
    assert [one["result"] for one in answer["bead"]] == list("BBPTPB")
    assert answer["big_eye_boy"] == "RR"
    assert answer["big_road"][2]["natural"] is True
    banker = {"big_eye_boy": "R", "small_road": "R", "cockroach_pig": None}
    assert answer["ask"]["banker"] == banker
    assert ET.parse(file).getroot().tag.endswith("svg")  # noqa: S314 - our own file


def test_settings(ask: Ask) -> None:
    plain = ask("roads", "TBxB")
    assert [one["result"] for one in plain["bead"]] == ["T", "B"]
    assert plain["big_road"][0]["ties"] == 1
    other = ask("roads", "TBxB", "--show-no-bet", "--drop-leading-ties")
    assert [one["result"] for one in other["bead"]] == ["T", "B", "B"]
    assert [one["ties"] for one in other["big_road"]] == [0]


def test_for_people(run: Run) -> None:
    said = run("roads", "BBPTPB").stdout
    assert "Big road" in said
    assert "If Banker wins next: R R -" in said
    assert said.rstrip().endswith("Past results do not predict future results.")
    assert run("roads", "").exit_code == 0


def test_what_is_wrong_is_said(run: Run, tmp_path: Path) -> None:
    for words, sentence in (
        (("BBQ",), "'Q' at place 3"),
        (("B", "--svg", str(tmp_path)), "cannot be written"),
        (("B", "--rulebook", "star-blackjack"), "Star Blackjack has no roads."),
    ):
        bad = run("roads", *words)
        assert bad.exit_code == 2
        assert sentence in bad.stderr
        assert "Traceback" not in bad.stderr
