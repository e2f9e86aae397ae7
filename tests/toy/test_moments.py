"""Wagers that are settled before a round ends, and wagers that outlive it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.aggregates import AGGREGATES
from pitboss.book import Rulebook
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import verify_lines
from pitboss.ledger import LAYOUT, chips_of
from pitboss.refusal import Refusal
from pitboss.scenarios.files import read
from pitboss.scenarios.run import Play, play
from tests.journal.playing import AT, SIGNER, Pen, kept
from tests.toy.shelf import NAME, toy

HEAD = f"""title = "Moments"
rulebook = "{NAME}"
layout = "A"
cards = "CARDS"
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
name = "Ann"
seat = 1
chips = 1000
"""


def scenario(cards: str, *steps: str) -> str:
    """A scenario of the toy: `who do field=value ...` a step, `!code` where it is refused."""
    text = HEAD.replace("CARDS", cards)
    for step in steps:
        who, do, *fields = step.split()
        text += f'[[step]]\nwho = "{who}"\ndo = "{do}"\n'
        for field in fields:
            if field.startswith("!"):
                text += f'refused = {{code = "{field[1:]}"}}\n'
            else:
                key, _, value = field.partition("=")
                text += f"{key} = {value}\n"
    return text


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rulebook]:
    with toy(tmp_path_factory.mktemp("shelf")) as found:
        yield found


def played(book: Rulebook, tmp_path: Path, cards: str, *steps: str) -> Play:
    file = tmp_path / "toy.toml"
    file.write_text(scenario(cards, *steps), encoding="utf-8")
    done = play(book, read(file))
    assert done.failures == []
    return done


def chips(done: Play) -> int:
    return done.table.balances[chips_of("Ann")]


def bet(wager: str, amount: int) -> str:
    return f'Ann place-wager wager="{wager}" amount={amount}'


DEAL, KEEP = 'Dee deal-card card="next"', 'Ann choose choice="keep"'
SAY, SETTLE = "Dee announce", "Dee settle"


@pytest.mark.parametrize(("card", "paid"), [("Ah", 1100), ("Kh", -100)])
def test_a_wager_is_settled_at_its_own_moment(
    book: Rulebook, tmp_path: Path, card: str, paid: int
) -> None:
    first = (bet("ace", 100), bet("high", 50), DEAL, f"{KEEP} !no-such-choice", SETTLE)
    done = played(book, tmp_path, card, *first)
    assert chips(done) == (1000 - 150 + (100 if paid > 0 else 0) + max(paid, 0)) * 100
    assert [placed.wager for placed in done.table.wagers.values()] == ["high"]
    assert done.table.results == ()
    whole = played(book, tmp_path, card, *first, KEEP, SAY, SETTLE)
    high = -50 if card == "Ah" else 50
    assert chips(whole) == (1000 + paid + high) * 100
    assert whole.table.wagers == {}


def test_what_was_settled_before_the_end_is_kept_with_the_round(
    book: Rulebook, tmp_path: Path
) -> None:
    from pitboss.table.settlement.kept import kept_coup

    steps = (bet("ace", 100), bet("high", 50), DEAL, SETTLE, KEEP, SAY, SETTLE)
    kept_lines = kept_coup(played(book, tmp_path, "Kh", *steps).table, 1)
    assert kept_lines is not None
    assert [(one.wager, one.moment) for one in kept_lines.lines] == [
        ("ace", "first card"),
        ("high", "end"),
    ]


ROUND = (DEAL, KEEP, SAY, SETTLE)


def test_a_wager_stays_until_it_is_decided(book: Rulebook, tmp_path: Path) -> None:
    once = played(book, tmp_path, "Kh", bet("twice", 100), *ROUND)
    (stays,) = once.table.wagers.values()
    assert (stays.memory, stays.fixed) == ("high once", True)
    assert once.table.balances[LAYOUT] == 10_000
    more = (bet("high", 50), *ROUND)
    assert chips(played(book, tmp_path, "Kh Qh", bet("twice", 100), *ROUND, *more)) == 135_000
    assert chips(played(book, tmp_path, "Kh 2h", bet("twice", 100), *ROUND, *more)) == 85_000


def test_nobody_touches_a_wager_that_stays_and_the_next_round_is_dealt_for_it(
    book: Rulebook, tmp_path: Path
) -> None:
    steps = (bet("twice", 100), *ROUND, "Ann withdraw-wager number=1 !wager-stays")
    done = played(book, tmp_path, "Kh", *steps, 'Dee deal-card card="Qh"')
    assert len(done.table.wagers) == 1


def test_both_are_proved_by_the_journal(book: Rulebook, tmp_path: Path) -> None:
    steps = (bet("ace", 100), bet("twice", 50), DEAL, SETTLE, KEEP, SAY, SETTLE)
    done = played(book, tmp_path, "Kh Qh", *steps, bet("high", 50), *ROUND)
    pen = Pen(book.rules)
    for told in done.told:
        if told.events:
            pen.write(told.events)
    verdict = verify_lines(export_lines(kept(pen), SIGNER, AT), AGGREGATES, [SIGNER.public])
    assert verdict.findings == []
    assert verdict.replayed == pen.size


def test_a_correction_leaves_no_settled_wager_on_the_layout(book: Rulebook, tmp_path: Path) -> None:
    swap = 'Ann choose choice="swap"'
    lost = (bet("twice", 100), DEAL, swap, DEAL, SAY, SETTLE)
    done = played(book, tmp_path, "Kd 2h", *lost)
    told = {"error": "dealt incorrectly"}
    done.must("Ann", "report-irregularity", situation="misdeal", told=told)
    refused = done.act("Sue", "give-ruling", ruling="correct", hands={"hand": "2h Kd"})
    assert isinstance(refused, Refusal)
    assert refused.code == "wager-stays"
    assert done.table.wagers == {}
