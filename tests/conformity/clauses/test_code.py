"""The code that acts on a clause is found by the names that the edition has there."""

from __future__ import annotations

import ast

import pytest

from pitboss.book import rulebook
from pitboss.conformity.clauses.code import SOURCE, acting

BOOK = "star-baccarat"


@pytest.mark.parametrize(
    ("clause", "module", "name"),
    [
        ("4.3.1", "table/cards/cut.py", "designated"),
        ("5.4", "table/betting/place.py", "betting_open"),
        ("11.1.3", "settle/lines.py", "settle_stake"),
        ("9.4", "games/baccarat/facts/tableau.py", "banker_cell"),
        ("14.13", "table/matters/disputes.py", "decide_dispute"),
    ],
)
def test_code_is_found(clause: str, module: str, name: str) -> None:
    found = acting(rulebook(BOOK).edition, clause)
    assert (module, name) in {(one.module, one.name) for one in found}


def test_every_function_named_is_there_and_has_the_name_that_it_reads() -> None:
    edition = rulebook(BOOK).edition
    texts: dict[tuple[str, str], str] = {}
    for clause in list(edition.clauses)[::7]:
        for one in acting(edition, clause):
            place = (one.module, one.name)
            if place not in texts:
                text = (SOURCE / one.module).read_text(encoding="utf-8")
                (node,) = [n for n in ast.parse(text).body if getattr(n, "name", "") == one.name]
                assert isinstance(node, ast.FunctionDef | ast.ClassDef)
                parts = [node, *node.decorator_list]
                texts[place] = "".join(ast.get_source_segment(text, n) or "" for n in parts)
            if one.module != "settle/lines.py":
                assert one.reads in texts[place], (clause, one)


def test_a_clause_that_nothing_cites_has_no_code() -> None:
    edition = rulebook(BOOK).edition
    cited = {number for _, _, number in edition.citations()}
    lone = next(one for one in edition.clauses if one not in cited)
    assert acting(edition, lone) == []
