"""What the documentation shows is what comes: every console block is run and compared."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.cli.app import COMMANDS, load

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^ *```console\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"[\w-]+\.toml")
LONG = "--prove"
"""What takes a minute; it is part of the long tests."""


class Example(NamedTuple):
    """A command as a page shows it, with what it prints; nothing where that is not shown."""

    page: str
    line: int
    command: str
    shown: str


def examples() -> Iterator[Example]:
    """Every command in the pages."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start()) + 2
            for part in re.split(r"^\$ ", textwrap.dedent(block[1]), flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                yield Example(str(page.relative_to(ROOT)), line, command, shown)
                line += part.count("\n")


EXAMPLES = list(examples())


def test_there_are_examples() -> None:
    pages = {one.page for one in EXAMPLES}
    assert {"README.md", "docs/tutorial.md", "docs/reference/commands.md"} <= pages
    assert len(EXAMPLES) > 20


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(
            one,
            id=f"{one.page}:{one.line}",
            marks=[pytest.mark.long] if LONG in one.command else [],
        )
        for one in EXAMPLES
    ],
)
def test_what_is_shown_is_what_comes(example: Example, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for entry in ROOT.iterdir():
        (tree / entry.name).symlink_to(entry)
    for earlier in before(example):
        printed(earlier, tree)
    came = printed(example, tree)
    if example.shown:
        assert came == [line.rstrip() for line in example.shown.splitlines()]


def before(example: Example) -> Iterator[Example]:
    """What a page shows earlier of a file that a command names, as that command needs it."""
    named = {file for file in FILE.findall(example.command) if not (ROOT / file).exists()}
    for one in EXAMPLES:
        if one == example:
            return
        if one.page == example.page and named & {*FILE.findall(one.command)}:
            yield one


def printed(example: Example, tree: Path) -> list[str]:
    """The lines that a command prints, run in a folder that has what the root of the tree has.

    What it writes stays there.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PITBOSS_HOME": str(tree.parent)}
    env.pop("COLUMNS", None)
    done = subprocess.run(
        [str(shutil.which("bash")), "-c", example.command],
        cwd=tree,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stdout
    return [line.rstrip() for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_told_and_no_other(name: str) -> None:
    page = (ROOT / "docs/reference/commands.md").read_text(encoding="utf-8")
    found = re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    sections: dict[str, str] = dict(found)
    told = sections.get(name, sections["Journals"])
    if name == "serve":
        told += (ROOT / "docs/how-to/serve.md").read_text(encoding="utf-8")
    words = [word for one in load(name).params for word in (*one.opts, *one.secondary_opts)]
    options = {word for word in words if word.startswith("--")} - {"--help"}
    written = set(re.findall(r"--[a-z][a-z-]*", told))
    assert options - written == set()
    if name in sections:
        assert written - options == set()
