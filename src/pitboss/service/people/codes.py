"""Time-based one-time codes (RFC 6238, HMAC-SHA-1, six digits, thirty seconds)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import struct
from urllib.parse import quote

STEP_SECONDS = 30
DIGITS = 6
SECRET_BYTES = 20
DRIFT_STEPS = 1


def new_secret() -> str:
    """A secret as an authenticator takes it: base 32."""
    return base64.b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def code_at(secret: str, step: int) -> str:
    """The code of one step of thirty seconds."""
    key = base64.b32decode(secret)
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    place = digest[-1] & 0x0F
    number: int = struct.unpack(">I", digest[place : place + 4])[0] & 0x7FFFFFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def step_of(seconds: float) -> int:
    """The step in which a moment lies."""
    return int(seconds // STEP_SECONDS)


def matching_step(secret: str, code: str, seconds: float, used: int) -> int | None:
    """The step whose code this is; one step of drift is allowed, a step used before is not."""
    now = step_of(seconds)
    for step in range(now - DRIFT_STEPS, now + DRIFT_STEPS + 1):
        if step > used and hmac.compare_digest(code_at(secret, step), code):
            return step
    return None


def address(secret: str, login: str) -> str:
    """The `otpauth` address that an authenticator reads from a square code."""
    return f"otpauth://totp/Pitboss:{quote(login)}?secret={secret}&issuer=Pitboss"
