"""Signed checkpoints: who holds the key says that a stream had this root at this size."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from pitboss.refusal import BadDataError

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
    """The key in a file that only its owner may read; made when there is none.

    A new key is whole on the disk before it has its name, and of two processes that make one
    at the same moment both get the first.
    """
    if not path.exists():
        new = path.with_name(f"{path.name}.{os.getpid()}.new")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(KEY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(new)
        new.unlink()
    secret = path.read_bytes()
    if len(secret) != KEY_BYTES:
        raise BadDataError(f"{path} is no signing key: it has {len(secret)} bytes")
    return Signer(secret)
