"""Signed checkpoints: who holds the key says that a stream had this root at this size."""

from __future__ import annotations

import hashlib
import hmac
import os
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from pitboss.errors import BadDataError
from pitboss.journal.paths import kept

KEY_BYTES = 32
BYTES = b"pitboss bytes 1\n"


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The root of a stream at a size, signed."""

    stream: str
    size: int
    root: str
    at: str
    key: str
    signature: str

    def statement(self) -> bytes:
        """What is signed: every field but the signature, a line each."""
        return _statement(self.stream, self.size, self.root, self.at)

    def holds(self, public: str | None = None) -> bool:
        """Whether the signature is of the key it names, or of the key that is asked for."""
        if (public is not None and public != self.key) or "\n" in self.stream + self.at:
            return False
        try:
            signature = bytes.fromhex(self.signature)
        except ValueError:
            return False
        return _verified(self.key, self.statement(), signature)


def signed_by(public: str, body: bytes, signature: bytes) -> bool:
    """Whether these bytes, no checkpoint, were signed by the key of this public half."""
    return _verified(public, BYTES + body, signature)


def _verified(public: str, body: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signature, body)
    except (InvalidSignature, ValueError):
        return False
    return True


def _statement(stream: str, size: int, root: str, at: str) -> bytes:
    return f"pitboss checkpoint 1\n{stream}\n{size}\n{root}\n{at}\n".encode()


class Signer:
    """The house's key."""

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw().hex()

    def derive(self, purpose: bytes) -> bytes:
        """A key for another purpose, which tells nothing of this one."""
        secret = self._key.private_bytes_raw()
        return hmac.new(secret, b"pitboss " + purpose, hashlib.sha512).digest()

    def sign_note(self, text: bytes) -> bytes:
        """The signature of the text of a note, as others know notes: nothing stands before it."""
        return self._key.sign(text)

    def sign_bytes(self, body: bytes) -> bytes:
        """The signature of bytes that are no checkpoint."""
        return self._key.sign(BYTES + body)

    def sign(self, stream: str, size: int, root: bytes, at: str) -> Checkpoint:
        """A checkpoint of a stream."""
        signature = self._key.sign(_statement(stream, size, root.hex(), at))
        return Checkpoint(
            stream=stream,
            size=size,
            root=root.hex(),
            at=at,
            key=self.public,
            signature=signature.hex(),
        )


def signer_at(path: Path) -> Signer:
    """The key in a file that only its owner may read; made when there is none."""
    secret = kept(path, lambda: os.urandom(KEY_BYTES))
    if len(secret) != KEY_BYTES:
        raise BadDataError(f"{path} is no signing key: it has {len(secret)} bytes")
    return Signer(secret)
