"""Guided rulings: what is said to happen is what then happens, and trying one changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss.cards import full_shoe, parse
from pitboss.games.baccarat.play.own import delivery_of
from pitboss.journal.memory import MemoryStore
from pitboss.refusal import Refusal
from pitboss.table import Table
from pitboss.table.cards.parts import Slot
from pitboss.table.rulings.preview import unseen
from pitboss.table.settlement.settle import CoupSettled
from pitboss.views.guide import TroubleGuide, guide
from pitboss.views.preview import Consequence, consequence
from pitboss.views.reportable import reportable
from tests.service.play import BOOK, DEE, MAX, SUE, TABLE, Rig, player

BURNED = "2c"


def cards_first(text: str) -> tuple[int, ...]:
    """A shoe of real cards that begins with these, after the burned one."""
    first = parse(f"{BURNED} {text}")
    assert not isinstance(first, Refusal)
    rest = list(full_shoe(8))
    for card in first:
        rest.remove(card)
    return (*first, *rest)


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig(MemoryStore())
    yield made
    made.close()


def dealt(rig: Rig, cards: str, number: int) -> None:
    """A coup with a wager on each hand, of which so many cards are dealt and seen."""
    rig.open(virtual=False, players=2)
    rig.order = cards_first(cards)
    rig.ready()
    rig.do(player(0), "place-wager", wager="player", amount_cents=25_000)
    rig.do(player(1), "place-wager", wager="banker", amount_cents=20_000)
    while True:
        coup = rig.table().coup
        seen = 0 if coup is None else sum(slot.exposed for slot in coup.slots)
        if seen == number and coup is not None and delivery_of(coup).counts_announced:
            return
        assert rig.house() is not None


def sheet(rig: Rig) -> TroubleGuide:
    found = guide(rig.tables.rules(BOOK.edition.name), rig.table(), "sue", None, rig.clock.now)
    assert found is not None
    return found


def finish(rig: Rig) -> CoupSettled:
    """Let the house finish the coup, and read how it was settled from the journal."""
    for _ in range(10):
        if rig.house() == "settle":
            break
    from pitboss import aggregates  # noqa: PLC0415
    from pitboss.journal.record import read_line  # noqa: PLC0415

    events = [aggregates.TABLE.read(read_line(line)) for _, line in rig.store.read(TABLE)]
    return next(event for event in reversed(events) if isinstance(event, CoupSettled))


@pytest.mark.clause("star-baccarat", "12.2", "9.3", "9.5")
def test_a_card_too_many_becomes_bankers_third_and_the_wagers_are_told(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="unneeded-player-card", card="8h")
    found = sheet(rig)
    said = {fact.sentence: fact.clauses for fact in found.what_happened}
    assert said["Player: stands on 7."] == ("9.3", "table-1")
    assert said["Banker: Player stands and Banker has 5, draws."] == ("9.5",)
    assert "Banker must still draw a third card." in said
    assert "Another coup follows in this shoe." in said
    (ruling,) = found.allowed
    told = ruling.consequence
    assert told is not None
    assert ruling.clauses == ("12.2",)
    banker = next(one for one in told.hands if one.id == "banker")
    assert banker.cards == ("Qh", "5c", "8h")
    assert banker.count == 3
    assert told.outcome == "player"
    assert "Banker: 0 + 5 + 8 = 13, point count 3." in told.sentences
    assert "Player wins, 7 to 3." in told.sentences
    assert told.lines is not None
    assert [(line.wager, line.hue, line.net_cents) for line in told.lines] == [
        ("player", "player", 25_000),
        ("banker", "banker", -20_000),
    ]
    rig.do(DEE, "give-ruling", ruling=ruling.ruling)
    settled = finish(rig)
    assert [(one.number, one.line.paid_cents) for one in settled.lines] == [
        (line.number, line.paid_cents) for line in told.lines
    ]


def test_rulings_that_people_look_for_are_refused_with_their_reason(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="unneeded-player-card", card="8h")
    why = {one.ruling: one for one in sheet(rig).not_allowed}
    assert why["first-of-next"].why.startswith(
        "only where no card is due to either hand; here Banker must still draw a third card"
    )
    assert why["void"].clauses == ("12.1.2",)
    assert "12.2" in why["void"].why
    assert not sheet(rig).dismiss.allowed


@pytest.mark.clause("star-baccarat", "12.1.1", "12.1.2")
def test_a_misdeal_is_reconstructed_or_void_and_both_are_told(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="misdeal", told={"error": "dealt incorrectly"})
    by_name = {one.ruling: one for one in sheet(rig).allowed}
    void = by_name["void"].consequence
    assert void is not None
    assert void.outcome == "void"
    assert sorted((one.wager, one.cents) for one in void.returned) == [
        ("banker", 20_000),
        ("player", 25_000),
    ]
    again = by_name["reconstruct"]
    assert {one.name: one.suggest for one in again.fields if one.suggest} == {
        "player": "3s 4d",
        "banker": "Qh 5c",
    }
    assert again.consequence is not None
    assert again.consequence.next == "deal-card"  # Banker still draws, and nobody knows what
    assert again.consequence.lines is None
    who = by_name["void"].who
    assert who.named
    assert [one.person for one in who.persons] == ["sue", "max"]
    assert who.you
    balances = dict(rig.table().balances)
    rig.do(SUE, "give-ruling", ruling="void")
    back = {"player:p0": 25_000, "player:p1": 20_000}
    for account, cents in back.items():
        assert rig.table().balances[account] - balances[account] == cents


def test_duties_that_follow_have_their_deadlines(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="missing-or-foreign", told={"what": "missing"})
    (ruling,) = sheet(rig).allowed
    assert {one.to for one in ruling.duties} == {"Surveillance", "Inspector"}
    by_day = next(one for one in ruling.duties if one.due == "day-end")
    assert by_day.deadline is not None
    assert by_day.deadline.strftime("%H:%M:%S") == "23:59:59"
    assert ruling.consequence is not None
    assert ruling.consequence.next == "record-card-check"


def test_what_must_follow_a_ruling_is_told(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="missing-or-foreign", told={"what": "missing"})
    rig.do(SUE, "give-ruling", ruling="void-and-check")
    follow = sheet(rig).follow
    assert follow is not None
    assert follow.do == "record-card-check"
    assert sheet(rig).allowed == []


def test_trying_a_ruling_writes_nothing(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="unneeded-player-card", card="8h")
    before = (rig.store.head(TABLE), rig.table())
    sheet(rig)
    assert (rig.store.head(TABLE), rig.table()) == before


def test_a_ruling_that_does_not_belong_is_refused(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="unneeded-player-card", card="8h")
    rules = rig.tables.rules(BOOK.edition.name)
    found = consequence(rules, rig.table(), {"ruling": "void"}, rig.clock.now)
    assert isinstance(found, Refusal)
    assert found.code == "ruling-not-permitted"
    found = consequence(rules, rig.table(), {"ruling": 5}, rig.clock.now)
    assert isinstance(found, Refusal)


def test_cards_that_lie_face_down_are_nobodys_to_know(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="misdeal", told={"error": "dealt incorrectly"})
    table = rig.table()
    assert table.coup is not None

    def with_last(card: int) -> Table:
        assert table.coup is not None
        slots = (table.coup.hand("banker")[0], Slot(card=card, exposed=False, number=4))
        coup = msgspec.structs.replace(table.coup, hands={**table.coup.hands, "banker": slots})
        return msgspec.structs.replace(table, coup=coup)

    rules = rig.tables.rules(BOOK.edition.name)
    one, two = (
        msgspec.json.encode(guide(rules, with_last(card), "sue", None, rig.clock.now))
        for card in (3, 40)
    )
    assert one == two
    hidden = unseen(with_last(3)).coup
    assert hidden is not None
    assert [slot.card for slot in hidden.hand("banker")][1] is None


@pytest.mark.parametrize("number", [0, 4])
def test_what_is_said_to_be_reportable_is_what_the_core_takes(rig: Rig, number: int) -> None:
    if number:
        dealt(rig, "3s Qh 4d 5c 8h", number)
    else:
        rig.open(virtual=False, players=1)
        rig.order = cards_first("3s Qh 4d 5c 8h")
        rig.ready()
    rules = rig.tables.rules(BOOK.edition.name)
    found = {one.situation: one for one in reportable(rules, rig.table(), rig.clock.now)}
    assert set(found) == set(BOOK.edition.situations)
    for name, one in found.items():
        assert one.now == (one.why_not is None), name
    refused = [name for name, one in found.items() if not one.now]
    for name in refused:
        told = {each.fact: each.values[0] for each in found[name].told}
        for card in ({}, {"card": "9d"}):
            asked: dict[str, Any] = {"situation": name, "told": told, **card}
            answer = rig.ask(DEE, "report-irregularity", **asked)
            assert not answer.accepted, name
    takes = [name for name, one in found.items() if one.now and not one.takes_card]
    assert takes
    told = {each.fact: each.values[0] for each in found[takes[0]].told}
    rig.do(DEE, "report-irregularity", situation=takes[0], told=told)
    again = reportable(rules, rig.table(), rig.clock.now)
    assert not any(one.now for one in again)


def test_what_is_told_is_asked_for_in_words(rig: Rig) -> None:
    """No value stands on a button as the files spell it."""
    rig.open(virtual=False, players=1)
    rules = rig.tables.rules(BOOK.edition.name)
    told = [each for one in reportable(rules, rig.table(), rig.clock.now) for each in one.told]
    assert len(told) > 5
    for each in told:
        assert len(each.values_say) == len(each.values), each.fact
        assert len(set(each.values_say)) == len(each.values), each.fact
        assert not set(each.values_say) & set(each.values), each.fact
        for words in (each.says, *each.values_say):
            assert words[0].isupper(), words
            assert "-" not in words, words


def test_a_ruling_that_was_given_is_said_in_words(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(DEE, "report-irregularity", situation="missing-or-foreign", told={"what": "missing"})
    allowed = sheet(rig).allowed[0]
    assert sheet(rig).ruled_says is None
    rig.do(SUE, "give-ruling", ruling=allowed.ruling)
    again = sheet(rig)
    assert again.ruled == allowed.ruling
    assert again.ruled_says is not None
    assert again.ruled_says.casefold() == allowed.says.casefold()


def test_a_settled_coup_is_corrected_as_told(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    finish(rig)
    rig.do(DEE, "report-irregularity", situation="misdeal", told={"error": "dealt incorrectly"})
    rules = rig.tables.rules(BOOK.edition.name)
    given = {"ruling": "correct", "player": "3s 4d", "banker": "Qh 5c 8h"}
    told = consequence(rules, rig.table(), given, rig.clock.now)
    assert isinstance(told, Consequence)
    assert told.outcome == "player"
    swapped = {**given, "player": "Qh 8h", "banker": "3s 4d"}  # not the cards of the coup
    assert isinstance(consequence(rules, rig.table(), swapped, rig.clock.now), Refusal)


@pytest.mark.clause("star-baccarat", "12.7", "14.13")
def test_where_the_record_says_otherwise_the_sheet_says_so_and_who_rules(rig: Rig) -> None:
    dealt(rig, "3s Qh 4d 5c 8h", 4)
    rig.do(MAX, "report-irregularity", situation="cards-not-cut")
    rules, table = rig.tables.rules(BOOK.edition.name), rig.table()
    found = guide(rules, table, "sue", None, rig.clock.now)
    assert found is not None
    said = [one.sentence for one in found.what_happened]
    assert "The record says otherwise: the cut of these cards is recorded." in said
    (ruling,) = found.allowed
    assert ruling.who.rank == "Assistant Gaming Manager"
    assert ruling.who.persons == []  # the one manager on duty reported it
    assert not ruling.who.you
    assert ruling.refused is None
    assert found.dismiss.allowed
    assert not rig.ask(MAX, "give-ruling", ruling=ruling.ruling).accepted
    rig.do(SUE, "dismiss-report", reason="the film shows the cut")


@pytest.mark.clause("star-baccarat", "12.2", "12.3")
def test_a_virtual_shoe_tells_the_card_aside_to_staff_only_and_then_it_stands(rig: Rig) -> None:
    """Nobody peeks at the card that begins the next coup by saying that it was seen."""
    rig.open(players=1)
    while True:
        rig.ready()
        rig.do(player(0), "place-wager", wager="player", amount_cents=1_000)
        while (coup := rig.table().coup) is None or not coup.complete:
            assert rig.house() is not None
        if rig.ask(DEE, "report-irregularity", situation="unneeded-player-card").accepted:
            break
        rig.house()
    rig.do(DEE, "give-ruling", ruling="first-of-next")
    shoe = rig.table().shoe
    assert shoe is not None
    assert shoe.aside[0].card is None
    seen: dict[str, Any] = {
        "situation": "first-card-exposed",
        "told": {"how": "exposed"},
        "card": "Ac",
    }
    refused = rig.ask(player(0), "report-irregularity", **seen)
    assert refused.refusal is not None
    assert refused.refusal.code == "wrong-role"
    rig.do(DEE, "report-irregularity", **seen)
    told = rig.ask(SUE, "dismiss-report", reason="nobody saw it")
    assert told.refusal is not None
    assert told.refusal.code == "card-aside"
    rig.do(DEE, "give-ruling", ruling="no-bet-coup")
    shoe, order = rig.table().shoe, rig.tables.table(TABLE).shoes.order(1)
    assert shoe is not None
    assert order is not None
    assert shoe.aside[0].card == order.cards[shoe.aside[0].number]
    assert rig.table().next_no_bet is not None
