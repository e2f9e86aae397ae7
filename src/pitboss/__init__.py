"""Pitboss: approved casino rulebooks as software."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.book import Rulebook, rulebook
    from pitboss.editions.load import shelf
    from pitboss.errors import UnknownRulebookError
    from pitboss.refusal import Refusal
    from pitboss.settle.model import Line, Settlement

__version__ = "0.1.0"
__all__ = [
    "Line",
    "Refusal",
    "Rulebook",
    "Settlement",
    "UnknownRulebookError",
    "rulebook",
    "shelf",
]

_HOMES = {
    "Line": "pitboss.settle.model",
    "Refusal": "pitboss.refusal",
    "Rulebook": "pitboss.book",
    "Settlement": "pitboss.settle.model",
    "UnknownRulebookError": "pitboss.errors",
    "rulebook": "pitboss.book",
    "shelf": "pitboss.editions.load",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for only when it is asked for: `pitboss --help` must be quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    return getattr(import_module(_HOMES[name]), name)
