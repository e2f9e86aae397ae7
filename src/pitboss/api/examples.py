"""Examples of calls, in curl and Python, for the description of the interface; a test runs them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

SERVER = "http://127.0.0.1:8000"
"""Where the examples ask; whoever shows them puts the house in its place."""


@dataclass(frozen=True)
class Example:
    """A call with its parameters, and what of its answer is printed: a path of keys."""

    method: str
    path: str
    at: dict[str, str]
    query: dict[str, str]
    body: dict[str, str]
    prints: tuple[str | int, ...]

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


def _get(path: str, *prints: str | int, **query: str) -> Example:
    """A question about a rulebook, of which every house has this one."""
    known = {"rulebook": "star-baccarat", "clause": "5.4"}
    at = {name: value for name, value in known.items() if f"{{{name}}}" in path}
    return Example("GET", f"/api{path}", at, query, {}, prints)


BOOKS = {"first": "star-baccarat", "second": "crown-perth-baccarat"}
EXAMPLES = (
    _get("/rulebooks", "rulebooks", 0, "title"),
    _get("/rulebooks/{rulebook}/contents", "sections", 0, "section"),
    _get("/rulebooks/{rulebook}/answers", "answers", 0, "question"),
    _get("/rulebooks/{rulebook}/clauses/{clause}/proof", "clause", "summary"),
    _get("/rulebooks/{rulebook}/clauses/{clause}/neighbours", "code", 0, "module"),
    _get("/rulebooks/{rulebook}/clauses/{clause}/example", "title"),
    _get("/compare", "questions", 0, "question", **BOOKS),
    _get("/clauses", "clauses", 0, "rulebook", find="cutting card"),
    _get("/health"),
)


def samples_of(path: str, method: str) -> list[dict[str, Any]] | None:
    """The examples of a call, where there are any."""
    for one in EXAMPLES:
        if (one.path, one.method) == (path, method.upper()):
            return one.samples
    return None
