"""Compiled kernels: numba with a cache on disk that can never be stale.

numba notices a change in a kernel's own file but not in a helper that it calls, so the cache
folder is named after a hash of every source file that holds a kernel.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_MARK = "from pitboss.kernel import"


def kernel(function: F) -> F:
    """Compile a function to machine code when it is first called; it releases the lock."""
    numba, cached = _numba()
    compiled: F = numba.njit(nogil=True, cache=cached)(function)
    return compiled


@cache
def _numba() -> tuple[Any, bool]:
    folder = cache_folder()
    cached = True
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        cached = False
    else:
        os.environ.setdefault("NUMBA_CACHE_DIR", str(folder))
    import numba  # noqa: PLC0415 - half a second that most commands do without

    return numba, cached


def cache_folder() -> Path:
    """Where compiled kernels are kept, for exactly these sources."""
    home = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(home) / "pitboss" / "kernels" / sources_hash()


@cache
def sources_hash() -> str:
    """A hash of every module that defines kernels."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if _MARK in text or path.samefile(__file__):
            digest.update(path.name.encode() + text.encode())
    return digest.hexdigest()[:16]
