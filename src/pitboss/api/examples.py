"""Examples of calls, in curl and Python, for the description of the interface; a test runs them."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

SERVER = "http://localhost:8000"
"""Where the examples ask; whoever shows them puts the house in its place."""


class Example(msgspec.Struct, frozen=True, kw_only=True):
    """A call with its parameters, and what of its answer is printed: a path of keys."""

    path: str
    method: str = "GET"
    at: dict[str, str] = {}
    query: dict[str, str] = {}
    body: dict[str, str] = {}
    prints: tuple[str | int, ...] = ()

    @property
    def address(self) -> str:
        """The whole address, with its parameters put in."""
        path = self.path
        for name, value in self.at.items():
            path = path.replace(f"{{{name}}}", quote(value, safe=""))
        return f"{SERVER}{path}" + (f"?{urlencode(self.query)}" if self.query else "")

    @property
    def curl(self) -> str:
        """The call on a command line."""
        if self.method == "GET":
            return f"curl --silent --show-error --fail '{self.address}'"
        return (
            f"curl --silent --show-error --fail --request {self.method} '{self.address}' \\\n"
            f"  --header 'Content-Type: application/json' \\\n"
            f"  --data '{json.dumps(self.body)}'"
        )

    @property
    def python(self) -> str:
        """The call in Python, with nothing but its standard library."""
        keys = "".join(f"[{key!r}]" for key in self.prints)
        asked = f'"{self.address}"'
        lines = ["import json", "from urllib.request import Request, urlopen", ""]
        if self.method == "GET":
            lines.append(f"request = Request({asked})")
        else:
            lines += [
                f"body = json.dumps({json.dumps(self.body)}).encode()",
                'headers = {"Content-Type": "application/json"}',
                f'request = Request({asked}, body, headers, method="{self.method}")',
            ]
        lines += ["with urlopen(request) as answer:", f"    print(json.load(answer){keys})"]
        return "\n".join(lines)

    @property
    def samples(self) -> list[dict[str, Any]]:
        """Both, as descriptions of interfaces have them."""
        return [
            {"lang": "curl", "source": self.curl},
            {"lang": "Python", "source": self.python},
        ]


FILE = files("pitboss.api").joinpath("examples.toml")
EXAMPLES = msgspec.toml.decode(FILE.read_bytes(), type=dict[str, tuple[Example, ...]])["example"]


def samples_of(path: str, method: str) -> list[dict[str, Any]] | None:
    """The examples of a call, where there are any."""
    for one in EXAMPLES:
        if (one.path, one.method) == (path, method.upper()):
            return one.samples
    return None
