"""Which command ids a stream may have had: a small filter that never forgets one.

Before a command is decided it must be certain that it was not decided before. The filter says
"no" for certain; at "perhaps" the store is asked. So a new command costs no read, and a retry
finds its first answer however old it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

BITS = 1 << 18
HASHES = 4
HASH_BYTES = 4


class Known:
    """A Bloom filter of 32 KB: of 20,000 ids about one new one in 200 is asked for in vain.

    It is `unsure` where not every id was told to it: then the store is always asked.
    """

    __slots__ = ("_bits", "unsure")

    def __init__(self) -> None:
        self._bits: bytearray | None = None
        self.unsure = False

    def add(self, command: str) -> None:
        """Remember that an id was used."""
        if self._bits is None:
            self._bits = bytearray(BITS // 8)
        for place in _places(command):
            self._bits[place >> 3] |= 1 << (place & 7)

    def __contains__(self, command: str) -> bool:
        bits = self._bits
        if bits is None or self.unsure:
            return self.unsure
        return all(bits[place >> 3] & (1 << (place & 7)) for place in _places(command))


def _places(command: str) -> Iterator[int]:
    text = command.encode(errors="surrogatepass")
    digest = hashlib.blake2b(text, digest_size=HASHES * HASH_BYTES).digest()
    for start in range(0, len(digest), HASH_BYTES):
        yield int.from_bytes(digest[start : start + HASH_BYTES], "big") & (BITS - 1)
