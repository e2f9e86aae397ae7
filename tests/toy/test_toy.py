"""A game that the core has never heard of runs through core, scenario, journal and verification."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.book import Rulebook
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import verify_lines
from pitboss.scenarios.files import read
from pitboss.scenarios.run import Play, play
from pitboss.table.sight.roles import PlayerView, view
from tests.journal.playing import AT, SIGNER, Pen, kept
from tests.toy.shelf import NAME, toy

SCENARIO = f"""title    = "Two rounds of a game that the core does not know"
rulebook = "{NAME}"
layout   = "A"
cards    = "2h Kd 5c"

[sign]
minimum = 25
maximum = 1000

[[people]]
name = "Dee"
role = "staff"
rank = "Dealer"

[[people]]
name = "Sue"
role = "staff"
rank = "Gaming Manager"

[[people]]
name  = "Ann"
seat  = 1
chips = 1000

[[step]]
who    = "Ann"
do     = "place-wager"
wager  = "high"
amount = 100

[[step]]
who = "Dee"
do  = "deal-card"
card = "next"

[[step]]
who     = "Dee"
do      = "announce"
refused = {{code = "nothing-to-say"}}

[[step]]
who     = "Ann"
do      = "choose"
choice  = "double"
refused = {{code = "no-such-choice"}}

[[step]]
who     = "Ann"
do      = "choose"
choice  = "swap"
amount  = 5
refused = {{code = "out-of-bounds"}}

[[step]]
who    = "Ann"
do     = "choose"
choice = "swap"

[[step]]
who = "Dee"
do  = "play-coup"

[[step]]
who    = "Ann"
do     = "place-wager"
wager  = "high"
amount = 50

[[step]]
who = "Dee"
do  = "deal-card"
card = "next"

[[step]]
who    = "Ann"
do     = "choose"
choice = "keep"

[[step]]
who = "Dee"
do  = "play-coup"

[balances]
Ann = 1050
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rulebook]:
    with toy(tmp_path_factory.mktemp("shelf")) as found:
        yield found


def played(book: Rulebook, tmp_path: Path) -> Play:
    file = tmp_path / "toy.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    return play(book, read(file))


def test_a_scenario_of_it_is_played_and_paid(book: Rulebook, tmp_path: Path) -> None:
    done = played(book, tmp_path)
    assert done.failures == []
    assert [result.outcome for result in done.table.results] == ["high", "low"]


def test_its_hand_is_seen_by_everyone(book: Rulebook, tmp_path: Path) -> None:
    done = played(book, tmp_path)
    seen = view(book.rules.play, done.table, "player", "Ann")
    assert isinstance(seen, PlayerView)
    assert seen.display.announcement == "low"


def test_its_journal_is_written_proved_and_replayed(book: Rulebook, tmp_path: Path) -> None:
    done = played(book, tmp_path)
    pen = Pen(book.rules)
    for told in done.told:
        if told.events:
            pen.write(told.events)
    verdict = verify_lines(export_lines(kept(pen), SIGNER, AT), AGGREGATES, [SIGNER.public])
    assert verdict.findings == []
    assert verdict.replayed == pen.size
