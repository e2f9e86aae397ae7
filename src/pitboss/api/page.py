"""The plain page at the door: which tables there are, where the documentation is."""

from __future__ import annotations

from html import escape

from pitboss.api.floor import Floor

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Pitboss</title>
<h1>Pitboss</h1>
<h2>Tables</h2>
<ul>
{tables}
</ul>
<h2>Signing in</h2>
<p>The server printed a name and a password for each role when it started.
<code>POST /api/session</code> takes them as <code>{{"login": "...", "password": "..."}}</code>
and answers with a cookie and a token for the header <code>Authorization: Bearer ...</code>.</p>
<h2>Documentation</h2>
<ul>
<li><a href="/api/openapi.json">The interface as OpenAPI</a></li>
<li><a href="/api/rulebooks">The rulebooks</a>, <a href="/api/health">health</a></li>
</ul>
</html>
"""


def page(floor: Floor) -> str:
    """The page."""
    lines = []
    for name in floor.names():
        shown = floor.get(name)
        identity, safe = shown.rules.edition.identity, escape(name)
        state = "closed" if shown.table.closed else "open"
        lines.append(
            f"<li>{safe}: {escape(identity.title)}, {escape(identity.house)}, {state}; "
            f'<a href="/api/tables/{safe}/shoes">commitments of its shoes</a></li>'
        )
    return _PAGE.format(tables="\n".join(lines) or "<li>none</li>")
