"""The texts of a rulebook in another language: asked for once, and not sent again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.editions.texts import texts
from tests.api.conftest import BOOKS, House

BOOK = "star-baccarat"


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    with made.client:
        yield made
    made.close()


def test_texts_are_those_of_the_rulebook(house: House) -> None:
    found = house.get(None, f"/rulebooks/{BOOK}/words/zh")
    assert found.status_code == 200
    words = found.json()
    assert words["language"] == "zh"
    assert words["texts"]["the coup cannot be reconstructed and is void"] == "本局无法恢复，作废"
    assert words["texts"]["Tiger Pair"] == "老虎对"
    assert set(words["texts"]) <= set(texts(BOOKS[BOOK].edition).values())


def test_who_has_them_is_not_sent_them_again(house: House) -> None:
    first = house.get(None, f"/rulebooks/{BOOK}/words/zh")
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "no-cache"
    path = f"/api/rulebooks/{BOOK}/words/zh"
    again = house.client.get(path, headers={"if-none-match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert house.client.get(path, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_rulebook_without_translations_answers_with_none_but_names(house: House) -> None:
    found = house.get(None, "/rulebooks/crown-perth-baccarat/words/zh").json()
    assert found["texts"]["Player"] == "闲"


@pytest.mark.parametrize("path", [f"/rulebooks/{BOOK}/words/xx", "/rulebooks/none/words/zh"])
def test_there_is_no_other(house: House, path: str) -> None:
    found = house.get(None, path)
    assert found.status_code in (400, 404, 422)
    assert found.json()["sentence"]
