"""A coup as a file, and links to what is not yours: one sentence, and nothing else is told."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from pitboss.api.context import Settings
from pitboss.cli.app import app
from tests.api.conftest import QUICK, TABLE, House

STAFF = "gaming-supervisor"
COUP = f"/tables/{TABLE}/coups/1"


def dealt(house: House) -> None:
    house.seat("player1", "player2")
    house.ready()
    house.do("player1", "place-wager", wager="banker", amount_cents=10_000)
    house.do("player2", "place-wager", wager="tie", amount_cents=2_500)
    house.coup()


@pytest.mark.parametrize(("login", "wagers"), [(STAFF, 2), ("player1", 1)])
def test_a_coup_is_played_again_from_its_file(
    house: House, tmp_path: Path, login: str, wagers: int
) -> None:
    dealt(house)
    answer = house.get(login, f"{COUP}/scenario")
    assert answer.status_code == 200, answer.text
    assert f'filename="{TABLE}-coup-1.scenario"' in answer.headers["content-disposition"]
    assert answer.text.count("place-wager") == wagers
    assert house.person("player1") not in answer.text
    file = tmp_path / "coup.scenario"
    file.write_text(answer.text, encoding="utf-8")
    run = CliRunner().invoke(app, ["run", str(file)])
    assert run.exit_code == 0, run.output


def test_a_coup_is_a_table_of_its_lines(house: House) -> None:
    dealt(house)
    every = list(csv.reader(io.StringIO(house.get(STAFF, f"{COUP}/csv").text)))
    own = list(csv.reader(io.StringIO(house.get("player2", f"{COUP}/csv").text)))
    told = house.get(STAFF, f"{COUP}/settlement").json()["lines"]
    assert [row[1] for row in every[-2:]] == [one["line"]["wager"] for one in told]
    assert [row[1:3] for row in own if row[:1] == [house.person("player2")]] == [["tie", "25.00"]]


SVG = "{http://www.w3.org/2000/svg}"


def said(picture: str) -> list[str]:
    """The texts of a picture, which is well-formed."""
    return [one.text or "" for one in ET.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_coup_is_a_picture_of_its_cards_and_its_lines(house: House, language: str) -> None:
    dealt(house)
    answer = house.get(STAFF, f"{COUP}/svg", language=language)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert f'filename="{TABLE}-coup-1.svg"' in answer.headers["content-disposition"]
    coup = house.get(STAFF, COUP).json()
    cards = [card for hand in coup["hands"].values() for card in hand.split()]
    texts = said(answer.text)
    for card in cards:
        assert ("10" if card[0] == "T" else card[0]) in texts
    assert answer.text.count("scale(1.7)") == len(cards)
    told = house.get(STAFF, f"{COUP}/why").json()
    for hand in told["hands"]:
        assert str(hand["count"]) in texts
    for line in told["lines"]:
        amount = line["back_cents"] - line["stake_cents"]
        net = f"{'+' if amount > 0 else '−' if amount < 0 else ''}${abs(amount) / 100:,.2f}"
        assert net in texts
    english = [one for one in texts if "Banker" in one]
    assert bool(english) == (language == "en")
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")


def test_of_a_player_there_are_only_their_own_lines_in_a_picture(house: House) -> None:
    dealt(house)
    texts = " ".join(said(house.get("player2", f"{COUP}/svg").text))
    assert "$25.00 on Tie" in texts
    assert "$100.00" not in texts


def test_who_had_no_wager_has_no_file_of_it(house: House) -> None:
    house.seat("player1")
    house.ready()
    house.do("player1", "place-wager", wager="banker", amount_cents=10_000)
    house.coup()
    answer = house.get("player2", f"{COUP}/scenario")
    assert answer.status_code == 409
    assert answer.json()["sentence"] == "Coup 1 has no wager of yours."


@pytest.mark.parametrize(
    "path", ["", "/replay", "/settlement", "/csv", "/svg", "/scenario", "/why"]
)
def test_a_link_that_is_not_yours_is_one_sentence(path: str) -> None:
    settings = Settings(hasher=QUICK, requests_at_once=1e9, sign_ins_at_once=1e9, spectators=True)
    house = House(settings)
    with house.client:
        dealt(house)
        stranger = house.get(None, f"{COUP}{path}")  # who watches without an account
        assert (stranger.status_code, stranger.json()["sentence"]) == (401, "Sign in first.")
        assert house.get(None, f"/tables/{TABLE}").status_code == 200
        other = "crown-perth.table-inspector"
        theirs = house.get(other, f"{COUP}{path}")
        assert theirs.status_code == 403
        assert theirs.json()["sentence"] == "This table is another house's."
        gone = house.get(STAFF, f"/tables/{TABLE}/coups/99{path}")
        assert gone.status_code == 404
        assert gone.json()["sentence"] == "No coup 99 is finished at this table."
    house.close()
