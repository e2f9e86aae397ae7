"""A look at the source itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.book import rulebook
from pitboss.conformity import integrity
from pitboss.conformity.clauses.status import DECLARED
from pitboss.conformity.lint import MOST_MARKS
from pitboss.conformity.marks import TESTS, python_marks
from pitboss.editions.load import shelf

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
FORMAT = re.compile(r"[<>+]?\.?\d*\.?\d*%")  # how to print a share, not a share
ODDS = re.compile(r"\d+\s*(?:to|:)\s*\d+\b(?! cards)|\d\s*%|\$\s*\d")


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """The string constants of a module, docstrings left out, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if id(node) in documented or not isinstance(node, ast.Constant):
            continue
        if isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_odds_percentage_or_prize_stands_in_python(path: Path) -> None:
    found = [
        (line, text)
        for line, text in strings(path)
        if ODDS.search(text) and "\\d" not in text and not FORMAT.fullmatch(text)
    ]
    assert found == []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    ratios = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("Fraction", "AtOdds", "Prize", "JackpotShare")
        and node.args
        and all(isinstance(argument, ast.Constant) for argument in node.args)
    ]
    assert [ratio for ratio in ratios if ratio not in ("Fraction(0)", "Fraction(1)")] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_code_never_asks_which_casino_it_is_in(path: Path) -> None:
    houses = re.compile(r"\b(star|crown|perth|melbourne|sydney|premium)\b", re.IGNORECASE)
    help_only = {"star-baccarat"}  # defaults and examples of the command line
    found = [
        (line, text)
        for line, text in strings(path)
        if houses.search(text)
        and not ("cli" in path.parts and any(word in text for word in help_only))
        and path.name != "mutants.py"
    ]
    assert found == []


def test_no_code_names_a_kind_of_cards_or_a_place_of_an_edition() -> None:
    editions = [rulebook(name).edition for name in shelf()]
    words = {word for edition in editions for word in (*edition.card_sets, *edition.places)}
    assert len(words) >= 4
    rooms = [path for path in SOURCES if {"table", "chaos", "play", "scenarios"} & {*path.parts}]
    assert [(path, text) for path in rooms for _, text in strings(path) if text in words] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_is_one_idea(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 450


def test_marks_name_clauses_that_exist_and_are_few() -> None:
    for mark in python_marks(TESTS):
        clauses = rulebook(mark.rulebook).edition.clauses
        assert [clause for clause in mark.clauses if clause not in clauses] == [], mark.test
        assert 1 <= len(mark.clauses) <= MOST_MARKS, mark.test


@pytest.mark.parametrize("name", list(shelf()))
def test_no_status_that_is_computed_is_typed(name: str) -> None:
    clauses = rulebook(name).edition.clauses.values()
    assert {clause.status for clause in clauses} <= {"", *DECLARED}


def test_every_integrity_check_has_its_site_its_reason_and_its_test() -> None:
    assert list(integrity.wrong()) == []


def test_no_code_asks_for_a_rule_that_only_names_a_clause() -> None:
    always = {
        name
        for book in shelf()
        for name, rule in rulebook(book).edition.rules.items()
        if rule.always
    }
    asks = re.compile(r"(?:work|self)\.(?:rule|value|forbid|required|provides)")
    found = [
        (path.name, node.lineno, word.value)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and asks.fullmatch(ast.unparse(node.func))
        for word in node.args
        if isinstance(word, ast.Constant) and word.value in always
    ]
    assert always
    assert found == []


def test_locks_hold_no_address() -> None:
    for path in (ROOT / "requirements").glob("*.lock"):
        text = path.read_text(encoding="utf-8")
        assert "://" not in text
        assert "--index-url" not in text
        assert "--hash=sha256:" in text
