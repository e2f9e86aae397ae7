"""A demonstration is a place of its own: its passwords open no house, its people never move in."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.api.test_serve import Served, failed


def test_the_passwords_of_a_demonstration_open_no_house(tmp_path: Path) -> None:
    server = Served(tmp_path)
    assert server.stop() == 0
    said = failed("--port", "0", "--data", str(tmp_path), "--no-demo")
    assert "Here is a demonstration" in said
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700
    again = Served(tmp_path)
    assert again.stop() == 0


def test_a_house_that_is_started_once_without_its_flag_gets_nobody(tmp_path: Path) -> None:
    server = Served(tmp_path, "--no-demo")
    assert server.stop() == 0
    assert "Here is a real house" in failed("--port", "0", "--data", str(tmp_path))
    again = Served(tmp_path, "--no-demo")
    try:
        assert again.passwords == {}, "the first managers are told once"
    finally:
        assert again.stop() == 0


@pytest.mark.parametrize(
    "options",
    [("--host", "0.0.0.0"), ("--proxy", "127.0.0.1"), ("--host", "::")],  # noqa: S104
)
def test_a_demonstration_is_for_this_machine_alone(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    said = failed("--port", "0", "--data", str(tmp_path), *options)
    assert "--demo-in-public" in said
    assert list(tmp_path.iterdir()) == [], "nothing was begun"
    server = Served(tmp_path, *options, "--demo-in-public")
    assert server.stop() == 0
