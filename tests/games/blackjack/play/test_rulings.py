"""What a scenario cannot show of rulings: a device that runs out, hands that nobody has seen."""

from __future__ import annotations

from typing import get_args

import msgspec

from pitboss.book import rulebook
from pitboss.refusal import Refusal
from pitboss.scenarios.lines import Lines
from pitboss.scenarios.run import Play
from pitboss.scenarios.usual import usual_of
from pitboss.table.machine import replace
from pitboss.table.sight.roles import Audience, view

BOOK = rulebook("star-blackjack")


def played(text: str) -> Play:
    """A table after the steps of a scenario, each of which was accepted."""
    lines = Lines("title T\nrulebook star-blackjack\n" + text)
    play = Play(BOOK, lines.scenario(0, usual_of(BOOK.edition.folder)))
    play.run()
    assert play.failures == []
    return play


def test_the_discards_of_a_device_are_shuffled_and_never_cut() -> None:
    play = played(
        'table source="shuffling device"\ncards Th 6c 9d\n\n'
        "Ann: place-wager main 100\nDee: deal-up 2\n"
    )
    shoe = play.table.shoe
    assert shoe is not None
    rack = shoe.left  # as if all cards but those on the table lay in the rack
    play.table = replace(play.table, shoe=replace(shoe, left=0, discards=rack))
    refused = play.act("Dee", "deal-card", card="9d")
    assert isinstance(refused, Refusal)
    assert refused.code == "shoe-empty"
    play.must("Dee", "report-irregularity", situation="insufficient-cards")
    play.must("Dee", "give-ruling", ruling="shuffle-discards")
    early = play.act("Dee", "continue-from-shoe")
    assert isinstance(early, Refusal)
    assert early.code == "not-cut"
    play.must("Dee", "shuffle-remainder")
    play.must("Dee", "continue-from-shoe")
    shoe = play.table.shoe
    assert shoe is not None
    assert (shoe.left, shoe.discards, shoe.burned) == (rack + 1, 0, 0)
    play.must("Dee", "deal-card", card="9d")
    play.must("Ann", "choose", choice="stand")


DOWN = (
    "people Dee, Gus, Ann, Bob\ncards {cards}\n\n"
    "Gus: notify Inspector first-two-face-down\nGus: notify Surveillance first-two-face-down\n"
    "Gus: change-method first-two-face-down\n"
    "Ann: place-wager main 100\nBob: place-wager main 100\n"
    "Dee: deal-down 2\nDee: deal-up 1\nDee: deal-down 2\n"
)


def test_cards_that_lie_face_down_make_no_difference_to_anybody() -> None:
    one = played(DOWN.format(cards="Ah 9d 6c Kd 9s")).table
    two = played(DOWN.format(cards="2h 3d 6c 4d 5s")).table
    play = BOOK.rules.play
    for role in get_args(Audience):
        for person in ("Ann", "Bob", None):
            seen = [msgspec.json.encode(view(play, table, role, person)) for table in (one, two)]
            assert seen[0] == seen[1]
