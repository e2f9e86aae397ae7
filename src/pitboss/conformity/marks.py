"""Which tests prove which clauses: from cases, scenarios and the marks on tests in Python.

Marks are read from the tests' source, so that coverage is computed, never typed, and needs
no test runner: `@pytest.mark.clause("star-baccarat", "9.2", ...)`, literal arguments only.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pitboss.conformity.cases import cases_of
from pitboss.conformity.scenes import scenes_of
from pitboss.editions.edition import Edition

TESTS = Path(__file__).parents[3] / "tests"


@dataclass(frozen=True)
class Mark:
    """A test and one set of clauses of one rulebook that it proves."""

    test: str
    rulebook: str
    clauses: tuple[str, ...]


def marks_of(edition: Edition, tests: Path = TESTS) -> list[Mark]:
    """Every mark for this edition: its cases, then the tests of a checkout if there is one."""
    rulebook = edition.identity.rulebook
    marks = [
        Mark(f"cases/{case.name}", rulebook, case.clauses) for case in cases_of(edition.folder)
    ]
    marks += [Mark(scene.name, rulebook, scene.clauses) for scene in scenes_of(edition.folder)]
    if tests.is_dir():
        marks += [mark for mark in python_marks(tests) if mark.rulebook == rulebook]
    return marks


def python_marks(tests: Path) -> Iterator[Mark]:
    """The marks on test functions under `tests`."""
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                name = f"{path.relative_to(tests)}::{node.name}"
                for decorator in node.decorator_list:
                    mark = _mark(decorator, name)
                    if mark:
                        yield mark


def _mark(decorator: ast.expr, name: str) -> Mark | None:
    if not isinstance(decorator, ast.Call) or not isinstance(decorator.func, ast.Attribute):
        return None
    if ast.unparse(decorator.func) != "pytest.mark.clause":
        return None
    words = [ast.literal_eval(argument) for argument in decorator.args]
    return Mark(name, words[0], tuple(words[1:]))
