"""The command line, run in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import app

Run = Callable[..., Result]
Ask = Callable[..., Any]


@pytest.fixture
def run() -> Run:
    def call(*words: str) -> Result:
        return CliRunner().invoke(app, list(words))

    return call


@pytest.fixture
def ask(run: Run) -> Ask:
    def call(*words: str) -> Any:
        result = run(*words, "--json")
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    return call
