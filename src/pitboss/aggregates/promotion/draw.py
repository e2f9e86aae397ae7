"""The draw: prizes by tickets, from a secret that was committed to before anybody entered.

The seed is the SHA-256 of the secret, of the digest of all entries and of a word said in public
when entries were closed. So neither the house nor an entrant chose it. Numbers are HMAC-SHA256 of
the seed over a counter; one that would favour some tickets is passed over.
"""

from __future__ import annotations

import hashlib
import hmac
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, count

from pitboss.aggregates.promotion.state import Entry
from pitboss.hexadecimal import octets

WORD = 1 << 256


def committed(secret: str) -> str:
    """What is published of a secret, in hexadecimal, before anybody enters."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def opens(commitment: str | None, secret: str) -> bool:
    """Whether a secret is the one that was committed to."""
    return octets(secret) is not None and committed(secret) == commitment


def digest_with(digest: str, entry: Entry) -> str:
    """The digest of the entries with one more."""
    line = f"{digest}\n{entry.entrant}\n{entry.tickets}\n"
    return hashlib.sha256(line.encode()).hexdigest()


def seed_of(secret: str, digest: str, word: str) -> bytes:
    """The seed of a draw."""
    said = bytes.fromhex(secret) + digest.encode() + b"\n" + word.encode()
    return hashlib.sha256(said).digest()


def numbers(seed: bytes, below: int) -> Iterator[int]:
    """Numbers from 0 up to but not including `below`, each equally likely."""
    fair = WORD - WORD % below
    for place in count():
        word = hmac.new(seed, place.to_bytes(8, "big"), hashlib.sha256).digest()
        number = int.from_bytes(word, "big")
        if number < fair:
            yield number % below


def winners(
    seed: bytes, entries: Sequence[Entry], prizes: int, present: Collection[str] | None = None
) -> list[str | None]:
    """Who wins each prize, in their order; nobody wins two, and `present` leaves others out."""
    left = {one.entrant for one in entries if present is None or one.entrant in present}
    ends = list(accumulate(one.tickets for one in entries))
    found: list[str | None] = []
    drawn = numbers(seed, ends[-1]) if ends else iter(())
    while len(found) < prizes and left:
        entrant = entries[bisect_right(ends, next(drawn))].entrant
        if entrant in left:
            left.remove(entrant)
            found.append(entrant)
    return found + [None] * (prizes - len(found))
