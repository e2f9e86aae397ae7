"""What the API answers, to compare a page with."""

from __future__ import annotations

from typing import Any

import httpx

from tests.browser.conftest import House


def get(house: House, path: str, login: str | None = None, **query: Any) -> Any:
    """The answer to a person, or to anyone."""
    address = f"{house.url}/api{path}"
    asked = httpx.get if login is None else house.client(login).get
    answer = asked(address, params=query, timeout=20)
    assert answer.status_code == 200, answer.text
    return answer.json()
