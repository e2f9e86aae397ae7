"""A small witness, written from C2SP tlog-witness and tlog-cosignature alone; for tests.

It shares no code with the package: notes, hashes and proofs are read here in other words.
"""

from __future__ import annotations

import base64
import hashlib
import http.server
import threading
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

AT = 1_700_000_000


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def roots_of(old: int, new: int, root: bytes, proof: list[bytes]) -> tuple[bytes, bytes] | None:
    """The old and the new root that a consistency proof gives: RFC 9162, 2.1.4.2."""
    path = ([root] if old & (old - 1) == 0 else []) + proof
    if not path:
        return None
    fn, sn = old - 1, new - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return None
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return (fr, sr) if sn == 0 else None


class Witness:
    """Knows one log by its key, and signs its heads as they grow."""

    def __init__(self, name: str, origin: str, log_key: bytes) -> None:
        self.name, self.origin, self.log_key = name, origin, log_key
        self._key = Ed25519PrivateKey.generate()
        self._public = self._key.public_key().public_bytes_raw()
        self.size, self.root = 0, hashlib.sha256(b"").digest()
        self.asked: list[bytes] = []
        witness = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, kind, answer = witness.answer(self.path, body)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: Any) -> None: ...

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n\x04" + self._public).digest()[:4]

    @property
    def key(self) -> str:
        key = base64.b64encode(b"\x04" + self._public).decode()
        return f"{self.name}+{self.id.hex()}+{key}"

    def answer(self, path: str, body: bytes) -> tuple[int, str, bytes]:
        self.asked.append(body)
        if path != "/add-checkpoint":
            return 404, "text/plain", b"no such path"
        head, _, note = body.partition(b"\n\n")
        first, *rest = head.decode().split("\n")
        old, proof = int(first.removeprefix("old ")), [base64.b64decode(one) for one in rest]
        text, _, signatures = note.rpartition(b"\n\n")
        text += b"\n"
        origin, size_text, root_text = text.decode().split("\n")[:3]
        if origin != self.origin:
            return 404, "text/plain", b"unknown log"
        if not self._signed(text, signatures.decode()):
            return 403, "text/plain", b"not signed by the log"
        size, root = int(size_text), base64.b64decode(root_text)
        if old > size:
            return 400, "text/plain", b"old is larger"
        if old != self.size:
            return 409, "text/x.tlog.size", f"{self.size}\n".encode()
        if old == size:
            fits = not proof and root == self.root
        elif old == 0:
            fits = not proof
        else:
            fits = roots_of(old, size, self.root, proof) == (self.root, root)
        if not fits:
            return 422, "text/plain", b"the log did not only grow"
        self.size, self.root = size, root
        signed = self._key.sign(f"cosignature/v1\ntime {AT}\n".encode() + text)
        line = base64.b64encode(self.id + AT.to_bytes(8) + signed).decode()
        return 200, "text/plain", f"\u2014 {self.name} {line}\n".encode()

    def _signed(self, text: bytes, signatures: str) -> bool:
        key_id = hashlib.sha256(self.origin.encode() + b"\n\x01" + self.log_key).digest()[:4]
        for line in signatures.splitlines():
            dash, name, body = line.split(" ")
            raw = base64.b64decode(body)
            if (dash, name, raw[:4]) == ("\u2014", self.origin, key_id):
                try:
                    Ed25519PublicKey.from_public_bytes(self.log_key).verify(raw[4:], text)
                except InvalidSignature:
                    return False
                return True
        return False

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
