"""An overlay is data over an edition: what it switches off goes, and comes back with its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.book import rulebook
from pitboss.editions.load import load_folder
from pitboss.editions.overlay import laid_over
from pitboss.errors import BadEditionError
from tests.table.tournament.at_table import MAIN, TOURNAMENT, refused, session

OVERLAY = "tournament"


@pytest.mark.parametrize("name", MAIN)
def test_nothing_that_is_left_stands_under_a_rule_that_is_off(name: str) -> None:
    edition = rulebook(name).edition
    overlay = edition.overlays[OVERLAY]
    laid = laid_over(edition, overlay)
    for part in ("rules", "approvals", "notices", "duties", "situations"):
        for key, one in getattr(laid.edition, part).items():
            assert not any(map(overlay.covers, one.clauses)), (part, key)
    # Each sub rule that is off takes something with it.
    gone = {clause for clauses in laid.off.values() for clause in clauses}
    limits = {
        clause
        for rule in (edition.limits.below_minimum, edition.limits.above_maximum)
        for clause in rule.clauses
    }
    for clause in overlay.off:
        taken = any(one == clause or one.startswith(f"{clause}.") for one in gone | limits)
        assert taken, clause


def test_a_clause_covers_what_lies_under_it_and_no_neighbour() -> None:
    overlay = rulebook("star-baccarat").edition.overlays[OVERLAY]
    assert overlay.covers("6.7")
    assert overlay.covers("6.7.1.1")
    assert not overlay.covers("6.71")
    assert not overlay.covers("6.6")


@pytest.mark.parametrize("name", MAIN)
def test_a_rule_is_off_while_a_session_is_played_and_no_longer(name: str) -> None:
    play = session(name)
    off = play.rules.edition.overlays[OVERLAY]
    answer = refused(play, "Sue", "change-limits", maximum=5000)
    assert answer.code == "off-here"
    assert off.clauses[0] in answer.clauses
    assert any(map(off.covers, answer.clauses))
    assert off.says in answer.sentence
    play.must("clock", "end-tournament-session", tournament=TOURNAMENT, session=1)
    assert play.rules.at(play.table) is play.rules
    play.must("Sue", "change-limits", maximum=5000)


def test_the_edition_itself_is_as_it_was() -> None:
    rules = rulebook("star-blackjack").rules
    before = dict(rules.edition.rules)
    under = rules.under(OVERLAY)
    assert under is rules.under(OVERLAY)
    assert rules.edition.rules == before
    assert rules.edition.conduct.several is not None
    assert under.edition.conduct.several is None
    assert under.edition.conduct.boxes is not None
    assert under.edition.conduct.boxes.most == 1
    assert under.compiled.fingerprint == rules.compiled.fingerprint


WRONG: list[tuple[tuple[str, ...], Any, str]] = [
    (("off",), ["6.4", "6.5", "6.7", "6.8", "99.1"], "99.1"),
    (("off",), ["6.5", "6.7", "6.8"], "is not switched off"),
    (("limits",), {}, "nothing stands in its place"),
    (("rule", "nobody-reads-this"), {"says": "x", "clauses": ["15.6.14"]}, "no command reads"),
    (("surprise",), 1, "unknown key"),
]


@pytest.mark.parametrize(("path", "value", "says"), WRONG, ids=[one[2] for one in WRONG])
def test_an_overlay_that_does_not_fit_is_refused(
    path: tuple[str, ...], value: Any, says: str
) -> None:
    def change(raw: dict[str, Any]) -> None:
        holder = raw["table/tournament.toml"]["overlay"][OVERLAY]
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value

    folder = Path(rulebook("star-baccarat").edition.folder)
    with pytest.raises(BadEditionError, match=says):
        load_folder(folder, change)
