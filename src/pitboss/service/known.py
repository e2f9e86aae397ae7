"""Which command ids a stream may have had: a small filter that never forgets one.

Before a command is decided it must be certain that it was not decided before. The filter says
"no" for certain; at "perhaps" the store is asked. So a new command costs no read, and a retry
finds its first answer however old it is.
"""

from __future__ import annotations

BITS_LOG = 18
MASK = (1 << BITS_LOG) - 1


class Known:
    """A Bloom filter of 32 KB: of 20,000 ids about one new one in 100 is asked for in vain.

    It is `unsure` where not every id was told to it: then the store is always asked. The
    places are parts of the text's own hash, which differs from process to process: nobody can
    choose ids that collide.
    """

    __slots__ = ("_bits", "unsure")

    def __init__(self) -> None:
        self._bits: bytearray | None = None
        self.unsure = False

    def add(self, command: str) -> None:
        """Remember that an id was used."""
        if self._bits is None:
            self._bits = bytearray((MASK + 1) // 8)
        for place in _places(command):
            self._bits[place >> 3] |= 1 << (place & 7)

    def __contains__(self, command: str) -> bool:
        bits = self._bits
        if bits is None or self.unsure:
            return self.unsure
        one, two, three = _places(command)
        return bool(
            bits[one >> 3] >> (one & 7)
            & bits[two >> 3] >> (two & 7)
            & bits[three >> 3] >> (three & 7)
            & 1
        )


def _places(command: str) -> tuple[int, int, int]:
    digest = hash(command)
    return digest & MASK, (digest >> BITS_LOG) & MASK, (digest >> 2 * BITS_LOG) & MASK
