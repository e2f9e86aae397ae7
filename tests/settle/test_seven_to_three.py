"""An edition loaded with every pay replaced shows the new pay everywhere."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.conformity.cases import cases_of
from pitboss.decision.table import pays_under
from pitboss.editions.load import load_folder, shelf
from pitboss.refusal import Refusal

OTHER = "7 to 3"


def replaced(raw: dict[str, Any]) -> None:
    for wager in raw["wagers.toml"]["wager"].values():
        for row in (*wager["rows"], wager["otherwise"]):
            if isinstance(row.get("pays"), str):
                row["pays"] = OTHER
            elif "pays" in row:
                row["pays"] = {k: v if k == "by" else OTHER for k, v in row["pays"].items()}
            row.pop("excess", None)


@pytest.mark.parametrize("name", list(shelf()))
def test_every_payment_follows_the_edition(name: str) -> None:
    folder = rulebook(name).edition.folder
    book = Rulebook(load_folder(folder, replaced))
    paid = 0
    for case in cases_of(folder):
        if case.kind == "ask" or "refused" in case.expected:
            continue
        settled = book.settle(**(dict(case.given) | {"sign": chipless(case.given)}))
        assert not isinstance(settled, Refusal)
        for line in settled.wagers:
            if line.paid_cents:
                paid += 1
                exact = Fraction(line.stake_cents * 7, 3)
                assert line.paid_cents == -(-exact // 1)
                assert OTHER in line.why
    assert paid > 20
    for wager in book.edition.wagers.values():
        for row in (*wager.rows, wager.otherwise):
            assert set(pays_under(row).values()) <= {OTHER}


def chipless(given: Any) -> dict[str, str]:
    return {key: value for key, value in given.get("sign", {}).items() if key != "chip"}
