"""`pitboss serve` with a certificate: sign-in, commands and the stream, over TLS only."""

from __future__ import annotations

import datetime as dt
import ipaddress
import json
import ssl
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.sync.client import connect

from tests.api.conftest import TABLE
from tests.api.test_serve import Served, deal, do, failed


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for this machine, signed by itself, and its private key."""
    folder = tmp_path_factory.mktemp("tls")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a house for tests")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return certificate, private


def options(pair: tuple[Path, Path]) -> list[str]:
    return ["--certificate", str(pair[0]), "--private-key", str(pair[1])]


def test_sign_in_commands_and_the_stream_over_tls(tmp_path: Path, pair: tuple[Path, Path]) -> None:
    trusted = ssl.create_default_context(cafile=str(pair[0]))
    server = Served(tmp_path, *options(pair))
    try:
        assert server.url.startswith("https://")
        dealer = httpx.Client(base_url=server.url, verify=trusted, timeout=20)
        player = httpx.Client(base_url=server.url, verify=trusted, timeout=20)
        server.clients += [dealer, player]
        for client, login in ((dealer, "dealer"), (player, "player1")):
            given = {"login": login, "password": server.passwords[login]}
            answer = client.post("/api/session", json=given)
            assert answer.status_code == 201, answer.text
            cookie = answer.headers["set-cookie"].lower()
            assert {"secure", "httponly", "samesite=strict"} <= set(cookie.split("; "))
            assert "max-age=" in answer.headers["strict-transport-security"]
        do(player, "arrive", 1, seat=1)
        deal(dealer)
        bearer = {"Authorization": f"Bearer {player.cookies['pitboss_session']}"}
        address = f"wss://{server.url.removeprefix('https://')}/api/tables/{TABLE}/stream"
        with connect(address, ssl=trusted, additional_headers=bearer) as stream:
            first = json.loads(stream.recv(20))
            do(player, "place-wager", 1, wager="player", amount_cents=2_500)
            told = json.loads(stream.recv(20))
            assert told["after"] == first["sequence"]
            assert [one["event"] for one in told["events"]] == ["wager-placed"]
        # Nothing is told to one who does not speak TLS, or does not trust the certificate.
        with pytest.raises(httpx.TransportError):
            httpx.get(server.url.replace("https", "http"))
        with pytest.raises(httpx.ConnectError):
            httpx.get(server.url)
    finally:
        assert server.stop() == 0


def test_a_certificate_that_is_none_is_one_sentence(
    tmp_path: Path, pair: tuple[Path, Path]
) -> None:
    certificate, key = pair
    rubbish = tmp_path / "rubbish.pem"
    rubbish.write_text("no certificate")
    locked = tmp_path / "locked.pem"
    read = serialization.load_pem_private_key(key.read_bytes(), None)
    locked.write_bytes(
        read.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"a password"),
        )
    )
    for one, other in (
        (certificate, tmp_path / "none.pem"),
        (rubbish, key),
        (certificate, rubbish),
        (key, certificate),
        (certificate, tmp_path),
        (certificate, locked),
    ):
        given = ("--certificate", str(one), "--private-key", str(other))
        said = failed("--port", "0", "--data", str(tmp_path / "data"), *given)
        assert "certificate" in said
    assert not (tmp_path / "data").exists(), "nothing is made before the certificate is read"
