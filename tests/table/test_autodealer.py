"""The autodealer runs whole shoes on the core alone, and proposes only what is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.book import rulebook
from pitboss.cli.tables.deal import DealOptions
from pitboss.cli.tables.scenario import opening_scenario
from pitboss.refusal import Refusal
from pitboss.scenarios.files import read, text_as
from pitboss.scenarios.run import play
from pitboss.scenarios.session import Session
from pitboss.table import Table
from pitboss.table.usual.next_act import Unseen, propose
from pitboss.table.usual.offers import offers

BOOKS = ("star-baccarat", "star-premium-baccarat")


def session(name: str, *, physical: bool = False, method: str | None = None) -> Session:
    options = DealOptions(rulebook=name, method=method, seed=7, chips="50000")
    book = rulebook(name)
    return Session(book, opening_scenario(book, options), physical=physical)


def deal_shoe(live: Session) -> int:
    """Deal a shoe to its end, a wager on every coup; the coups dealt."""
    for _ in range(2000):
        proposal = live.proposal()
        shoe = live.play.table.shoe
        if shoe is not None and shoe.over is not None:
            return shoe.coups
        if proposal is None:
            told = live.do("Ann", "place-wager", {"wager": "player", "amount": 25})
        else:
            told = live.do(proposal.who, proposal.word, proposal.fields)
        assert told.refusal is None, told.refusal
    raise AssertionError("the shoe does not end")


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("ending", ["toml", "scenario"])
def test_a_whole_shoe_and_its_file_gives_the_same_again(
    name: str, ending: str, tmp_path: Path
) -> None:
    live = session(name)
    assert 60 < deal_shoe(live) < 95
    file = tmp_path / f"shoe.{ending}"
    file.write_text(text_as(live.scenario(), file), encoding="utf-8")
    scenario = read(file)
    again = play(rulebook(name), scenario)
    assert again.failures == []
    assert again.table == live.play.table
    assert [told.events for told in again.told] == [told.events for told in live.play.told]


METHODS = [
    (name, method)
    for name in ("star-baccarat", "star-premium-baccarat")
    for method in rulebook(name).edition.methods
]


@pytest.mark.parametrize(("name", "method"), METHODS)
def test_a_coup_by_every_method(name: str, method: str) -> None:
    live = session(name, method=method)
    for _ in range(60):
        proposal = live.proposal()
        if live.play.table.results:
            break
        if proposal is None:
            assert live.play.table.wagers == {}
            for who, wager in (("Ann", "player"), ("Ben", "banker")):
                live.do(who, "place-wager", {"wager": wager, "amount": 25})
        else:
            told = live.do(proposal.who, proposal.word, proposal.fields)
            assert told.refusal is None
    assert len(live.play.table.results) == 1
    again = play(rulebook(name), live.scenario())
    assert again.failures == []


def test_a_second_shoe_has_another_order() -> None:
    live = session("star-baccarat")
    deal_shoe(live)
    first = list(live.play.order)
    for _ in range(20):
        proposal = live.proposal()
        if proposal is None:
            break
        assert live.do(proposal.who, proposal.word, proposal.fields).refusal is None
    assert live.play.table.shoes == 2
    assert live.play.order != first
    assert sorted(live.play.order) == sorted(first)


def test_it_asks_for_cards_that_nobody_has_told() -> None:
    live = session("star-baccarat", physical=True)
    while (proposal := live.proposal()) is not None:
        assert not proposal.ask
        assert live.do(proposal.who, proposal.word, proposal.fields).refusal is None
    live.do("Ann", "place-wager", {"wager": "player", "amount": 25})
    proposal = live.proposal()
    assert proposal is not None
    assert (proposal.word, proposal.ask, proposal.fields) == ("deal-card", True, {})


def test_it_waits_for_a_table_for_wagers_and_for_rulings() -> None:
    live = session("star-baccarat")
    play_ = live.play
    assert propose(play_.rules, Table(), Unseen(), play_.now) is None
    while (proposal := live.proposal()) is not None:
        live.do(proposal.who, proposal.word, proposal.fields)
    assert play_.table.phase == "betting"


def test_everything_offered_is_accepted() -> None:
    live = session("star-baccarat")
    for _ in range(25):
        proposal = live.proposal()
        if proposal is None:
            live.do("Ann", "place-wager", {"wager": "banker", "amount": 25})
        else:
            live.do(proposal.who, proposal.word, proposal.fields)
        before = live.play.table
        for offer in offers(live.play.rules, before, live.play.now):
            done = live.play.act(offer.who, offer.word, **offer.fields)
            assert not isinstance(done, Refusal), offer
            live.play.table = before
