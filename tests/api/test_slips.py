"""A player's part in a session over HTTP: a slip handed in, shown to few; a pass card."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.service.people.exclusions import CLOCK
from pitboss.table.tournament.slips import slip_commitment
from tests.api.conftest import TABLE, House

ANN, BOB, DEALER, SUPERVISOR = "player1", "player2", "dealer", "gaming-supervisor"
CONTENT = {"nonce": "0f" * 32, "wager": "player", "amount_cents": 12_500}
STREAM = f"table:{TABLE}"


@pytest.fixture
def house() -> Any:
    found = House()
    with found.client:
        for login in (DEALER, SUPERVISOR):
            found.do(login, "sign-on")
        found.ready()
        fields = {
            "tournament": "tournament:spring",
            "session": 1,
            "boxes": {found.person(ANN): 1, found.person(BOB): 2},
            "allotment_cents": 100_000,
            "minimum_cents": 2_500,
            "maximum_cents": 50_000,
            "undisclosed": 1,
            "pass_cards": 1,
        }
        said: list[dict[str, Any]] = [{"do": "sign-on"}]
        said.append({"do": "begin-tournament-session", **fields})
        for number, data in enumerate(said):
            answer = found.tables.give(STREAM, data, CLOCK, f"clock-{number}")
            known = answer.refusal is not None and answer.refusal.code == "already-here"
            assert answer.refusal is None or known, answer.refusal
        yield found
    found.tables.close()


def seal(house: House, login: str, **content: Any) -> Any:
    return house.post(login, f"/tables/{TABLE}/slips", CONTENT | content)


def part(house: House, login: str) -> Any:
    return house.get(login, f"/tables/{TABLE}/session").json()


def test_a_slip_is_handed_in_once_and_shown_to_its_player_and_who_examines_it(
    house: House,
) -> None:
    assert (part(house, ANN)["slips_left"], part(house, ANN)["acted"]) == (1, None)
    answer = seal(house, ANN)
    assert answer.status_code == 200, answer.text
    assert CONTENT["nonce"] not in answer.text
    assert str(CONTENT["amount_cents"]) not in answer.text
    commitment = slip_commitment(**CONTENT)  # type: ignore[arg-type]
    seen = part(house, ANN)
    assert (seen["slips_left"], seen["acted"], seen["examined"]) == (0, "slip", False)
    path = f"/tables/{TABLE}/slips/{house.person(ANN)}"
    for login in (ANN, SUPERVISOR):
        kept = house.get(login, path).json()
        assert kept == {"person": house.person(ANN), "commitment": commitment, **CONTENT}
    for login in (BOB, DEALER, "inspector", "surveillance"):
        refused = house.get(login, path)
        assert (refused.status_code, refused.json()["clauses"][0]) == (403, "15.8.2.1")
        assert CONTENT["nonce"] not in house.get(login, f"/tables/{TABLE}").text
    again = seal(house, ANN)
    assert (again.status_code, again.json()["code"]) == (409, "slip-handed-in")


def test_a_slip_that_cannot_be_read_is_refused(house: House) -> None:
    for content in ({"nonce": "0f"}, {"amount_cents": -1}, {"colour": "red"}):
        assert seal(house, ANN, **content).status_code == 422
    assert seal(house, SUPERVISOR).status_code == 403
    house.tables.give(
        STREAM,
        {
            "do": "remove-tournament-player",
            "tournament": "tournament:spring",
            "person": house.person(BOB),
        },
        CLOCK,
        "clock-out",
    )
    assert seal(house, BOB).status_code == 409
    assert house.get(BOB, f"/tables/{TABLE}/session").status_code == 404


def test_a_pass_card_is_played_instead_of_a_wager(house: House) -> None:
    house.do(BOB, "play-pass-card")
    seen = part(house, BOB)
    assert (seen["passes_left"], seen["acted"]) == (0, "pass")
    refused = seal(house, BOB)
    assert (refused.status_code, refused.json()["code"]) == (409, "passed-already")
