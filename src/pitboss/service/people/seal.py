"""Sealing: what is kept encrypted, under a key that is not in the database.

Each secret is sealed by an authenticated cipher with a nonce of its own, bound to its name, so
that one sealed text cannot be put in the place of another.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pitboss.errors import BadDataError, SealBrokenError
from pitboss.journal.paths import kept

NONCE_BYTES = 12
KEY_BYTES = 32


class Seal:
    """A key that seals and opens."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self._key = key

    def close(self, name: str, body: bytes) -> bytes:
        """Seal a body under its name."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, body, name.encode())

    def open(self, name: str, sealed: bytes) -> bytes:
        """The body that was sealed under this name."""
        nonce, text = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        try:
            return self._cipher.decrypt(nonce, text, name.encode())
        except (InvalidTag, ValueError) as error:
            raise SealBrokenError(f"the secret '{name}' cannot be opened") from error

    def derive(self, purpose: bytes) -> bytes:
        """A key for another purpose, which tells nothing of this one."""
        return hmac.new(self._key, purpose, hashlib.sha256).digest()


def key_at(path: Path) -> bytes:
    """The key in a file that only its owner may read; made when there is none."""
    key = kept(path, lambda: os.urandom(KEY_BYTES))
    if len(key) != KEY_BYTES:
        raise BadDataError(f"{path} is no sealing key: it has {len(key)} bytes")
    return key
