"""Draw or stand in words: every cell of the tableau against the second engine's transcription."""

from __future__ import annotations

import pytest

from pitboss.book import rulebook
from pitboss.cards import Card, parse
from pitboss.editions.load import shelf
from pitboss.editions.values import Tableau
from pitboss.games.baccarat.facts.draws import draws, if_drawn
from pitboss.games.baccarat.facts.points import count, outcome
from pitboss.refusal import Refusal
from tests.second import tableau as tableau_of_its_own


def tableau(name: str = "star-baccarat") -> Tableau:
    found = rulebook(name).edition.tableau
    assert found is not None
    return found


def cards(text: str) -> tuple[Card, ...]:
    found = parse(text)
    assert not isinstance(found, Refusal)
    return found


def ranked(total: int, rank: str = "T") -> str:
    """Two cards of this count."""
    return f"{rank}c {'T' if total == 0 else 'A' if total == 1 else total}d"


RULES = [name for name in shelf() if rulebook(name).edition.tableau is not None]


@pytest.mark.parametrize("name", RULES)
def test_every_situation(name: str) -> None:
    table = tableau(name)
    for player in range(10):
        for banker in range(10):
            mine, theirs = cards(ranked(player)), cards(ranked(banker))
            found = draws(table, mine, theirs)
            if player >= 8 or banker >= 8:
                assert found.due is None
                assert {found.player.decision, found.banker.decision} <= {"natural", "no-card"}
                continue
            assert found.due == ("player" if player <= 5 else "banker" if banker <= 5 else None)
            assert found.player.clauses
            if player > 5:
                stood = tableau_of_its_own.banker_draws(banker, None)
                assert found.banker.decision == ("draws" if stood else "stands")
                continue
            assert found.banker.decision is None
            for third in range(10):
                drawn = (*mine, cards(ranked(third))[1])
                after = draws(table, drawn, theirs)
                takes = tableau_of_its_own.banker_draws(banker, third)
                assert after.banker.decision == ("draws" if takes else "stands")
                assert after.due == ("banker" if takes else None)
                assert after.banker.clauses == table.banker[banker].clauses


def test_sentences() -> None:
    table = tableau()
    first = draws(table, cards("5h 5c"), cards("Ks 3h"))
    assert first.player.sentence == "0 after two cards: draws"
    then = draws(table, cards("5h 5c 4d"), cards("Ks 3h"))
    assert then.banker.sentence == "3 against a third card of 4: draws"
    stood = draws(table, cards("3s 4d"), cards("Qh 5c"))
    assert stood.player.sentence == "Stands on 7"
    assert stood.banker.sentence == "Player stands and Banker has 5: draws"
    natural = draws(table, cards("9h Kc"), cards("3h 4d"))
    assert natural.player.sentence == "9 after two cards: a natural, no more cards"
    assert natural.banker.sentence == "Player has a natural 9: no card"


def test_nothing_is_said_of_cards_unseen() -> None:
    table = tableau()
    seen, hidden = cards("5h 5c"), cards("Ks 3h")
    for mine, theirs in (
        ((seen[0], None), hidden),
        (seen, (None, hidden[1])),
        (seen[:1], hidden[:1]),
        ((), ()),
    ):
        found = draws(table, mine, theirs)
        assert found.player.decision is None
        assert found.banker.decision is None
        assert found.due is None
    down = draws(table, (*seen, None), hidden)
    assert down.player.decision == "draws"
    assert down.banker.decision is None
    assert down.due is None


def test_if_banker_draws() -> None:
    """The strip of the console: Player 7, Banker 5."""
    table = tableau()
    rows = if_drawn(table, cards("3s 4d"), cards("Qh 5c"), "banker")
    assert ["".join(one.ranks) for one in rows] == ["TJQK", "A", *"23456789"]
    assert [one.count for one in rows] == [5, 6, 7, 8, 9, 0, 1, 2, 3, 4]
    said = "".join((one.result or "-")[0] for one in rows)
    assert said == "pptbbppppp"


def test_if_player_draws() -> None:
    table = tableau()
    mine, theirs = cards("5h 5c"), cards("Ks 3h")
    for one in if_drawn(table, mine, theirs, "player"):
        third = cards(f"{one.ranks[0]}s")[0]
        after = draws(table, (*mine, third), theirs)
        assert one.then == after.banker.decision
        assert one.count == count((*mine, third))
        over = outcome(one.count, count(theirs)) if after.due is None else None
        assert one.result == over
