"""Undisclosed wagers where they are announced after the round: the automatic dealer does so."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import pitboss
from pitboss.journal.memory import MemoryStore
from pitboss.service.tables import Actor
from pitboss.table.machine import Query
from pitboss.table.play import Ask
from tests.service.play import DEE, SUE, TABLE, Rig
from tests.service.test_slips import ANN, BOB, NONCE, STAFF, begin, deals, play

BOOK = pitboss.rulebook("star-blackjack")
ROUNDS = 25
UNIT = 2_500


class Session:
    """Two players in a session with nobody but the automatic dealer; cards and play by a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.rig = Rig(MemoryStore(), words=lambda: self.chance.getrandbits(32), book=BOOK)
        begin(self.rig, undisclosed=2 * ROUNDS)
        for one in (ANN, BOB):
            self.rig.do(SUE, "record-player-card", person=one.person, card=f"of {one.person}")
        for actor in (DEE, SUE):
            self.rig.do(actor, "sign-off")
        for actor in STAFF:
            self.rig.do(actor, "sign-on")

    @property
    def query(self) -> Query:
        return Query(self.rig.tables.table(TABLE).stream.rules, self.rig.table())

    def asked(self) -> tuple[str, ...]:
        """Whom the round waits for."""
        step = self.query.play.next(self.query) if self.query.table.coup is not None else None
        return step.people if isinstance(step, Ask) else ()

    def seal(self, who: Actor) -> int:
        """Hand in a slip; its amount."""
        cents = UNIT * self.chance.randint(1, 40)
        self.rig.do(who, "hand-in-slip", nonce=NONCE, wager="main", amount_cents=cents)
        return cents

    def lay(self, who: Actor, box: int) -> None:
        self.rig.do(who, "place-wager", wager="main", amount_cents=UNIT, box=box)

    def answer(self) -> None:
        """Any choice there is, or none: who says nothing has said so."""
        person = self.asked()[0]
        known = self.query.play.choices(self.query, person)
        open_ = [one for one in known if one.closed is None and one.word != "silence"]
        said = self.chance.choice([*open_, None])
        if said is None:
            self.rig.do(STAFF[0], "record-silence", person=person)
            return
        amount: dict[str, Any] = {"amount_cents": said.most_cents} if said.most_cents else {}
        who = Actor(person, "player")
        self.rig.do(who, "choose", choice=said.word, hand=said.hand, **amount)

    def round(self) -> None:
        """What lies there is dealt to and settled."""
        before = play(self.rig).coups
        while play(self.rig).coups == before:
            deals(self.rig, lambda: self.asked() or play(self.rig).coups > before)
            if self.asked():
                self.answer()

    def events(self) -> list[dict[str, Any]]:
        """All that happened at the table."""
        return [json.loads(line)["event"] for _, line in self.rig.store.read(TABLE, 0, 100_000)]


@pytest.mark.parametrize("seed", range(4))
def test_19_8_slips_are_announced_after_the_last_card_whatever_was_dealt(seed: int) -> None:
    session = Session(seed)
    for _ in range(ROUNDS):
        before, sealed = len(session.events()), {ANN.person: session.seal(ANN)}
        if session.chance.random() < 0.5:
            sealed[BOB.person] = session.seal(BOB)
        else:
            session.lay(BOB, 2)
        session.round()
        heard = session.events()[before:]
        kinds = [one["event"] for one in heard]
        last = max(place for place, kind in enumerate(kinds) if kind == "card-dealt")
        told = [place for place, kind in enumerate(kinds) if kind == "slip-announced"]
        assert last < min(told)
        assert max(told) < kinds.index("coup-settled")
        assert {heard[at]["person"]: heard[at]["amount_cents"] for at in told} == sealed
        handed = heard[kinds.index("slip-handed-in")]
        assert "amount_cents" not in handed
    session.rig.close()


def test_19_8_a_round_on_which_every_wager_is_sealed_is_dealt() -> None:
    """Nothing lies on the layout yet: the automatic dealer waited for a wager for ever."""
    session = Session(1)
    for who in (ANN, BOB):
        session.seal(who)
    assert not session.rig.table().wagers
    session.round()
    kinds = [one["event"] for one in session.events()]
    assert kinds.count("slip-announced") == 2
    assert kinds[-2:] == ["coup-settled", "tournament-coup-over"]
    session.rig.close()
