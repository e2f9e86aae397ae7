"""Every scenario of every edition is a test of its own, marked with the clauses it proves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.book import rulebook
from pitboss.conformity.scenes import Scene, scenes_of
from pitboss.editions.load import shelf


def _scenes() -> Iterator[Any]:
    for name in shelf():
        for scene in scenes_of(rulebook(name).edition.folder):
            marks = [pytest.mark.clause(name, *scene.clauses)]
            yield pytest.param(name, scene, marks=marks, id=f"{name}:{scene.name}")


@pytest.mark.parametrize(("name", "scene"), list(_scenes()))
def test_scenario(name: str, scene: Scene) -> None:
    assert scene.failure(rulebook(name)) is None
