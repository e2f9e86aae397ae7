"""OpenAPI, completed: paths and parameters from the routes, schemas from the types themselves.

The framework finds the routes and their parameters. Bodies, answers and problems are put in
here from the types that the routes name, with the discriminators of tagged unions, so that a
client can be generated from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from litestar import Litestar
from litestar.routes import HTTPRoute

from pitboss.api import problems
from pitboss.api.commands import BODIES, CommandBody
from pitboss.api.examples import samples_of
from pitboss.api.guard import ANYONE
from pitboss.book import GAMES, game_named
from pitboss.table import EVENTS
from pitboss.table.sight.roles import DisplayView, PlayerView, StaffView
from pitboss.views.problem import Problem

REF = "#/components/schemas/{name}"
VIEWS = {
    "display": DisplayView,
    "player": PlayerView,
    "staff": StaffView,
    "inspector": StaffView,
    "surveillance": StaffView,
}
ALWAYS = (400, 404, 409, 413, 415, 422, 429, 503)


def _ref(kind: type | str) -> dict[str, str]:
    return {"$ref": REF.format(name=kind if isinstance(kind, str) else kind.__name__)}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def components(types: Iterable[type[msgspec.Struct]]) -> dict[str, Any]:
    """The schemas of everything that is sent, events and commands included.

    What a game alone answers is described by the games' own types, under one name for all.
    """
    games = [game_named(play).documents() for play in GAMES]
    owned = [kind for game in games for kind in game.values()]
    every: list[Any] = [*types, *owned, Problem, *set(VIEWS.values())]
    _, found = msgspec.json.schema_components(every, ref_template=REF)
    (asked,), commands = msgspec.json.schema_components([CommandBody], ref_template=REF)
    _, events = msgspec.json.schema_components(list(EVENTS.values()), ref_template=REF)
    found = {**events, **found}
    for name in BODIES:
        word = _title(name)
        found[f"{word}Command"] = commands.pop(word)
    found = {**commands, **found}
    mapping = {word: REF.format(name=f"{_title(word)}Command") for word in BODIES}
    found["CommandBody"] = _union("do", mapping) | {"description": asked.get("description", "")}
    found["View"] = _union("role", {role: REF.format(name=k.__name__) for role, k in VIEWS.items()})
    kinds = {tag: REF.format(name=kind.__name__) for tag, kind in EVENTS.items()}
    found["Event"] = _union("event", kinds)
    for name in sorted({name for game in games for name in game}):
        refs = [_ref(game[name].__name__) for game in games if name in game]
        found.setdefault(name, {"anyOf": refs})
    for kind, roles in _roles().items():
        found[kind]["properties"]["role"] = {"enum": roles}
    return dict(sorted(found.items()))


def _roles() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for role, kind in VIEWS.items():
        found.setdefault(kind.__name__, []).append(role)
    return found


def _union(field: str, mapping: dict[str, str]) -> dict[str, Any]:
    return {
        "oneOf": [{"$ref": ref} for ref in dict.fromkeys(mapping.values())],
        "discriminator": {"propertyName": field, "mapping": mapping},
    }


def _title(word: str) -> str:
    return "".join(part.capitalize() for part in word.split("-"))


def _word(kind: type[msgspec.Struct]) -> str:
    tag = kind.__struct_config__.tag
    return str(tag)


def document(app: Litestar) -> bytes:
    """The whole description, made once."""
    made: bytes | None = getattr(app.state, "openapi", None)
    if made is None:
        made = app.state.openapi = msgspec.json.encode(complete(app), order="deterministic")
    return made


def complete(app: Litestar) -> dict[str, Any]:
    """The framework's description with our bodies, answers and problems in it."""
    schema: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(app.state.described().openapi_schema.to_schema())
    )
    handlers = {
        (route.path_format, method.lower()): handler
        for route, handler in _handlers(app)
        for method in getattr(handler, "http_methods", ())
    }
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            if isinstance(operation, dict) and (path, method) in handlers:
                _operation(operation, handlers[path, method])
                samples = samples_of(path, method)
                if samples is not None:
                    operation["x-codeSamples"] = samples
    schema["components"] = {
        "schemas": components(_sent(app)),
        "securitySchemes": {
            "cookie": {"type": "apiKey", "in": "cookie", "name": "pitboss_session"},
            "bearer": {"type": "http", "scheme": "bearer"},
        },
    }
    return schema


def _handlers(app: Litestar) -> Iterator[tuple[Any, Any]]:
    """Every route and handler; of a WebSocket too, which the framework does not describe."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            yield from ((route, handler) for handler in route.route_handlers)
        else:
            yield route, route.route_handler


def _sent(app: Litestar) -> set[type[msgspec.Struct]]:
    """The types of all that is sent, either way."""
    found: set[type[msgspec.Struct]] = set()
    for _, handler in _handlers(app):
        kinds = (_body(handler), _answer(handler), *handler.opt.get("sends", ()))
        found.update(kind for kind in kinds if isinstance(kind, type))
    return found


def _body(handler: Any) -> type[msgspec.Struct] | str | None:
    """What a route takes: it is named, or the type of its `data`."""
    data = handler.parsed_fn_signature.parameters.get("data")
    named: str | None = handler.opt.get("body")
    return named if data is None else data.annotation


def _answer(handler: Any) -> type[msgspec.Struct] | str | None:
    """What a route answers: it is named, or the type that it returns, as it is or in a response."""
    returned = handler.parsed_fn_signature.return_type
    kinds = [returned.annotation, *(one.annotation for one in returned.inner_types)]
    own = (one for one in kinds if isinstance(one, type) and issubclass(one, msgspec.Struct))
    named: type[msgspec.Struct] | str | None = handler.opt.get("answer")
    return named or next(own, None)


def _operation(operation: dict[str, Any], handler: Any) -> None:
    roles = handler.opt.get("roles", ())
    body, kind = _body(handler), _answer(handler)
    if body is not None:
        operation["requestBody"] = {"required": True, "content": _json(_ref(body))}
    done = str(handler.status_code)
    answered = operation["responses"].get(done, {})
    kept = {"description": "Done."}
    if kind is not None:
        kept["content"] = _json(_ref(kind))  # type: ignore[assignment]
    elif "content" in answered and done != "204":
        kept["content"] = {media: {"schema": {}} for media in answered["content"]}  # type: ignore[assignment]
    responses = {done: kept}
    statuses = [*ALWAYS, 403]  # 403: a cookie that another site sends
    if handler.opt.get("sign_in") or ANYONE not in roles:
        statuses.append(401)
    for status in sorted(set(statuses)):
        responses[str(status)] = {
            "description": problems.CODES[status][1],
            "content": _json(_ref("Problem")),  # type: ignore[dict-item]
        }
    operation["responses"] = responses
    operation["security"] = [] if ANYONE in roles else [{"cookie": []}, {"bearer": []}]
    said = f"For: {', '.join(roles)}." if ANYONE not in roles else "For anyone."
    operation["description"] = f"{operation.get('description', '')} {said}".strip()
