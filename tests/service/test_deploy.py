"""The files of deploy/: read as their readers read them, and their commands run as they stand."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from string import Template
from typing import Any

import httpx
import pytest

from tests.postgres import Cluster

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
BIN = Path(sys.executable).parent
PORT = "8000"


def unit() -> configparser.ConfigParser:
    found = configparser.ConfigParser(interpolation=None, strict=False, delimiters="=")
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(DEPLOY / "pitboss.service")
    return found


def environment() -> dict[str, str]:
    lines = (DEPLOY / "environment").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@contextmanager
def running(words: list[str], extra: dict[str, str]) -> Iterator[str]:
    """The command as a process, on any free port; its address."""
    assert words.count(PORT) == 1
    words[words.index(PORT)] = "0"
    process = subprocess.Popen(
        words,
        env={"PATH": f"{BIN}:{os.environ['PATH']}", **extra},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        told = process.stdout.readline()
        assert told.startswith("Pitboss serves"), process.communicate()
        yield re.sub(r"//0\.0\.0\.0:", "//127.0.0.1:", told.split()[-1].rstrip("/"))
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0, errors
        assert "Traceback" not in errors


def health(url: str) -> httpx.Response:
    for _ in range(100):
        try:
            return httpx.get(f"{url}/api/health", headers={"X-Forwarded-For": "192.0.2.7"})
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(url)


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    text = (DEPLOY / "pitboss.service").read_text()
    # Here is neither that user nor that folder.
    text = text.replace("User=pitboss", "User=root").replace("/opt/pitboss/bin", str(BIN))
    text = text.replace("/etc/pitboss", str(tmp_path)).replace(" postgresql.service", "")
    (tmp_path / "environment").write_text((DEPLOY / "environment").read_text())
    (tmp_path / "pitboss.service").write_text(text)
    done = subprocess.run(
        [program, "verify", str(tmp_path / "pitboss.service")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
    )
    complaints = [line for line in done.stderr.splitlines() if "pitboss.service" in line]
    assert (done.returncode, complaints) == (0, [])


def test_the_line_of_the_unit_serves_and_ends_when_it_is_told(
    tmp_path: Path, cluster: Cluster
) -> None:
    service = unit()["Service"]
    name = cluster.database()
    given = environment()
    assert set(given) == {"DATABASE", "NAME", "PGPASSWORD"}
    given["DATABASE"] = f"postgresql://postgres@/{name}?host={cluster.folder}"
    line = Template(service["ExecStart"]).substitute(given)
    line = line.replace("/opt/pitboss/bin", str(BIN)).replace("/var/lib/pitboss", str(tmp_path))
    key, _, value = service["Environment"].partition("=")
    given[key] = value.replace("/var/cache/pitboss", str(tmp_path / "cache"))
    for _ in range(2):  # as systemd starts it again
        with running(shlex.split(line), given) as url:
            answer = health(url)
            assert answer.status_code == 200
            assert answer.json()["tables"] > 0
            # The proxy is believed: cookies and browsers are told to keep to TLS.
            assert "strict-transport-security" in answer.headers
    assert service["StateDirectoryMode"] == "0700"
    assert service["User"] != "root"


def compose() -> dict[str, Any]:
    yaml: Any = import_module("yaml")
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


SERVICE_KEYS = {
    "build",
    "cap_add",
    "cap_drop",
    "command",
    "depends_on",
    "environment",
    "healthcheck",
    "image",
    "mem_limit",
    "networks",
    "pids_limit",
    "ports",
    "read_only",
    "restart",
    "secrets",
    "security_opt",
    "stop_grace_period",
    "tmpfs",
    "volumes",
}


def test_the_compose_file_names_only_what_it_has() -> None:
    file = compose()
    services = file["services"]
    assert set(file) == {"services", "secrets", "networks", "volumes"}
    assert services["one"] == services["two"]
    for service in services.values():
        assert set(service) <= SERVICE_KEYS
        assert set(service.get("secrets", ())) <= set(file["secrets"])
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service.get("networks", ())) <= {*file["networks"], "default"}
        for volume in service.get("volumes", ()):
            assert volume.partition(":")[0] in file["volumes"]
    for condition in services["one"]["depends_on"]:
        assert "healthcheck" in services[condition]
    address = services["proxy"]["networks"]["front"]["ipv4_address"]
    assert f"--proxy {address}" in services["one"]["command"][-1]
    for upstream in re.findall(r"--to (\w+):(\d+)", services["proxy"]["command"]):
        assert upstream in {("one", PORT), ("two", PORT)}
    build = services["one"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    copied = re.findall(r"^COPY (.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    made = {"dist"}  # by `make wheel`
    for word in set(" ".join(copied).split()) - made:
        assert (ROOT / word).exists()


def test_the_servers_of_the_compose_file_may_do_little() -> None:
    server = compose()["services"]["one"]
    assert server["read_only"] is True
    assert server["cap_drop"] == ["ALL"]
    for service in compose()["services"].values():
        assert service["security_opt"] == ["no-new-privileges:true"]
        image = service["image"]
        assert image == "pitboss" or re.search(r":\d+\.\d+", image), f"{image} may change"


def test_the_unit_is_exposed_little(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    done = subprocess.run(
        [program, "security", "--offline=true", str(DEPLOY / "pitboss.service")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_PAGER": "cat"},
    )
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert float(found[1]) <= 2.0


def test_the_image_installs_one_wheel_and_what_is_locked() -> None:
    """Every package that the image installs has a hash, and all locks agree on it."""
    text = (DEPLOY / "Dockerfile").read_text()
    installs = re.findall(r"pip install (.+)", text)
    assert len(installs) == 3
    for line in installs:
        assert "--require-hashes" in line or "--no-index --no-deps" in line
    assert re.search(r"^ARG BASE=python:\d+\.\d+\.\d+-", text, re.MULTILINE)
    run, postgres, dev = (pins(name) for name in ("run", "postgres", "dev"))
    assert set(postgres) == {"psycopg", "psycopg-binary"}
    for package, versions in (run | postgres).items():
        assert dev[package] == versions, "what is tested is what is installed"


def pins(name: str) -> dict[str, set[str]]:
    """Packages of a lock with their versions, which may differ by Python."""
    found: dict[str, set[str]] = {}
    lock = (ROOT / "requirements" / f"{name}.lock").read_text()
    for package, version in re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.MULTILINE):
        found.setdefault(package, set()).add(version)
    return found


def test_both_servers_of_the_compose_file_start_together(tmp_path: Path, cluster: Cluster) -> None:
    shell, flag, script = compose()["services"]["one"]["command"]
    secret = tmp_path / "db"
    secret.write_text("any\n")
    name = cluster.database()
    script = script.replace("$$", "$").replace("/run/secrets/db", str(secret))
    script = script.replace("pitbossdb/pitboss", f"postgres@/{name}?host={cluster.folder}")
    script = script.replace("/keys", str(tmp_path / "keys")).replace(PORT, "0")

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [shell, flag, script],
            env={"PATH": f"{BIN}:{os.environ['PATH']}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    servers = [start(), start()]
    try:
        for server in servers:
            assert server.stdout is not None
            told = server.stdout.readline()
            assert told.startswith("Pitboss serves"), server.communicate()
            url = re.sub(r"//0\.0\.0\.0:", "//127.0.0.1:", told.split()[-1].rstrip("/"))
            assert health(url).status_code == 200
            kind, _, *words = compose()["services"]["one"]["healthcheck"]["test"]
            assert kind == "CMD"
            words[-1] = words[-1].replace(PORT, url.rpartition(":")[2])
            subprocess.run([sys.executable, *words], check=True)
    finally:
        for server in servers:
            server.send_signal(signal.SIGTERM)
        for server in servers:
            _, errors = server.communicate(timeout=30)
            assert server.returncode == 0, errors
    assert sorted(path.name for path in (tmp_path / "keys").glob("*.key")) == [
        "metrics.key",
        "sealing.key",
        "signing.key",
    ]
