"""Signed checkpoints: who holds the key says that a stream had this root at this size."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

KEY_BYTES = 32


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
        if public is not None and public != self.key:
            return False
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            key.verify(bytes.fromhex(self.signature), self.statement())
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
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return Signer(path.read_bytes())
    with os.fdopen(descriptor, "wb") as file:
        secret = os.urandom(KEY_BYTES)
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    return Signer(secret)
