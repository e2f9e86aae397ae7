"""Packages are small, and within a layer a name means one thing."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
LAYERS = ("api", "service", "views")
NOUNS = {"opening", "ring", "anything", "drawing", "setting"}
"""Modules whose names end like what is done, and are things."""
MOST_MODULES = 15
PACKAGES = [path.parent for path in SOURCE.rglob("__init__.py")]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_package_has_few_modules(package: Path) -> None:
    modules = [path.name for path in package.glob("*.py") if path.name != "__init__.py"]
    assert len(modules) <= MOST_MODULES


@pytest.mark.parametrize("layer", LAYERS)
def test_no_public_class_is_defined_twice_in_a_layer(layer: str) -> None:
    found = Counter(
        node.name
        for path in (SOURCE / layer).rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in found.items() if times > 1] == []


def test_a_module_is_called_what_it_holds() -> None:
    found = {path.stem for path in SOURCE.rglob("*ing.py")}
    assert found == NOUNS
