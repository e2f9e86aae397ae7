"""Guards that no clause asks for: they keep the table whole, and tests in Python cover them.

Each is listed in `integrity.toml` with why it stands there and the test that would fail
without it. Such a site is no survivor of a proof.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pitboss.conformity.behaviour.sites import sites
from pitboss.conformity.marks import TESTS
from pitboss.errors import BadDataError

FILE = Path(__file__).with_suffix(".toml")


class Check(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A site that keeps the table whole: why, and the test that covers it."""

    site: str
    why: str
    test: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    check: tuple[Check, ...] = ()


def checks(path: Path = FILE) -> dict[str, Check]:
    """The list, by site."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found = msgspec.convert(data, _File, strict=True)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadDataError(f"{path}: {error}") from error
    return {one.site: one for one in found.check}


def wrong(path: Path = FILE, tests: Path = TESTS) -> Iterator[str]:
    """What is wrong with the list: a site or a test that does not exist, a reason that is none."""
    known = {site.name for site in sites()}
    for one in checks(path).values():
        if one.site not in known:
            yield f"{one.site}: the core has no such site"
        if len(one.why.split()) < 4:
            yield f"{one.site}: say why it is there"
        file, _, name = one.test.partition("::")
        where = tests.parent / file
        if tests.is_dir() and not (where.is_file() and f"def {name}(" in where.read_text("utf-8")):
            yield f"{one.site}: there is no test {one.test}"
