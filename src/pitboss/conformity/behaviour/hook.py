"""An import hook: the core is loaded with its sites made into switches.

Only a process of its own loads it so; what users run never sees a switch.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from pitboss.conformity.behaviour.sites import COUNTED, PACKAGE, rewrite, within


class _Loader(SourceFileLoader):
    """Loads a module of the core in its rewritten form, never from compiled files."""

    def get_code(self, fullname: str) -> CodeType | None:
        tree, _ = rewrite(fullname, Path(self.path))
        code: CodeType = compile(tree, self.path, "exec", dont_inherit=True)
        return code


class _Finder(MetaPathFinder):
    """Finds the modules of the core."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not within(fullname.removeprefix(f"{PACKAGE}."), COUNTED):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(fullname, spec.origin)
        return spec


def install() -> None:
    """Load the core rewritten from here on; what was loaded before is forgotten."""
    sys.meta_path.insert(0, _Finder())
    for name in list(sys.modules):
        if name == PACKAGE or name.startswith(f"{PACKAGE}."):
            del sys.modules[name]
