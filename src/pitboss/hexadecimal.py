"""Thirty-two bytes as commands and events write them: 64 hexadecimal digits."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

DIGITS = 64
Hex = Annotated[str, msgspec.Meta(pattern=f"^[0-9a-f]{{{DIGITS}}}$")]
_WRITTEN = re.compile(f"[0-9a-fA-F]{{{DIGITS}}}")


def octets(text: str) -> bytes | None:
    """The bytes that a text writes; nothing where it writes no thirty-two of them.

    A command made in the program itself has not been through the pattern of `Hex`.
    """
    return bytes.fromhex(text) if _WRITTEN.fullmatch(text) else None
