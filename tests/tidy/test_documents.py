"""Documents: links lead somewhere, the drawn tree is the tree there is, decisions have a form."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.tidy import four, library

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pitboss"
PAGES = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
CODE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    local = [link for link in LINK.findall(text) if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"\b(?:src/pitboss|pitboss|tests)/[\w./-]+\.(?:py|toml|csv)\b", text)
    modules = re.findall(r"\bpitboss(?:\.[a-z_]+)+", text)
    missing = [name for name in named if not (ROOT / name).exists()]
    rooms = {path.name.removesuffix(".py") for path in SOURCE.iterdir()}
    for module in modules:
        head, *parts = module.split(".")[1:]
        path = SOURCE.joinpath(head, *parts)
        known = any(one.exists() for one in (path, path.with_suffix(".py"), path.parent))
        of_module = path.parent.with_suffix(".py").exists()
        if head in rooms and not (known or of_module):
            missing.append(module)
    assert missing == []


def drawn() -> set[str]:
    """The rooms and files of `src/pitboss` as the page draws them."""
    tree = re.search(r"^src/pitboss/\n(.*?)^benchmarks/", ARCHITECTURE, re.MULTILINE | re.DOTALL)
    assert tree is not None
    found: set[str] = set()
    above: list[str] = []
    for line in tree[1].splitlines():
        entry = re.match(r"((?:  )+)([\w-]+(?:/|\.py))(?: |$)", line)
        if entry is None:
            continue  # a further line of the entry before
        above = [*above[: len(entry[1]) // 2 - 1], entry[2].rstrip("/")]
        found.add("/".join(above))
    return found


def test_the_drawn_tree_has_every_room_and_no_other() -> None:
    packages = {path.parent for path in SOURCE.rglob("__init__.py")} - {SOURCE}
    rooms = {str(path.relative_to(SOURCE)) for path in packages}
    files = {path.name for path in SOURCE.glob("*.py")} - {"__init__.py"}
    shown = drawn()
    assert (rooms | files) - shown - {"journal/migrations/versions"} == set()
    assert [one for one in shown if not (SOURCE / one).exists()] == []


def test_paths_of_the_page_exist() -> None:
    paths = re.findall(r"`([a-z_]+/[\w/]+\.(?:py|md|svelte))`", ARCHITECTURE)
    assert len(paths) > 20
    roots = (SOURCE, SOURCE / "games" / "baccarat", ROOT)
    assert [one for one in paths if not any((root / one).exists() for root in roots)] == []


def test_the_page_has_the_layers_of_the_contract() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(
        one["layers"] for one in config["tool"]["importlinter"]["contracts"] if "layers" in one
    )
    block = re.search(r"```text\n(cli\n.*?)```", ARCHITECTURE, re.DOTALL)
    assert block is not None
    lines = [re.split(r"  +", line)[0] for line in block[1].splitlines()]
    several = [re.sub(r"games\.\w+\.(\w+) \| games.*", r"games.*.\1", one) for one in layers]
    assert lines == several


def test_decisions_are_numbered_dated_and_listed() -> None:
    index = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    numbers = [int(page.name[:4]) for page in DECISIONS]
    assert numbers == list(range(1, len(numbers) + 1))
    for page in DECISIONS:
        text = page.read_text(encoding="utf-8")
        assert re.match(r"# \d+\. .+\n\nDate: 2\d{3}-\d\d-\d\d\n", text), page.name
        for part in ("## Context", "## Decision", "## Consequence"):
            assert part in text, page.name
        assert f"]({page.name})" in index


def test_the_page_of_the_library_is_made_from_its_docstrings() -> None:
    written = (ROOT / "docs" / "reference" / "library.md").read_text(encoding="utf-8")
    assert written == library.page(), "make it anew: make reference"


def test_every_target_has_its_line_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) == set(re.findall(r"^([a-z-]+):.* ## ", makefile, re.MULTILINE))


def test_the_changelog_has_the_version_of_the_package_or_what_is_to_come() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "## [Unreleased]" in text
    assert config["project"]["version"] in text


def test_the_four_baccarats_are_laid_side_by_side_from_their_editions() -> None:
    written = (ROOT / "docs" / "reference" / "four-baccarats.md").read_text(encoding="utf-8")
    assert written == four.page(), "make it anew: make reference"
