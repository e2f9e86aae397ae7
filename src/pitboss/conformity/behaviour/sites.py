"""Where the core can refuse and where something happens: each place is a site with a name.

A site is found in the source and rewritten to a call of `switches`, which can leave it out.
Its name is made of the module, the function and what is refused or done there, so that it
stays the same when other lines change.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from pitboss.editions.conduct import OPTIONAL

Kind = Literal["guard", "event"]

PACKAGE = "pitboss"
HOME = Path(__file__).parents[2]
PLAYED = tuple(
    str(path.relative_to(HOME))
    for room in ("facts", "settle", "play")
    for path in sorted(HOME.glob(f"games/*/{room}"))
)
"""The rooms of games in which rounds are dealt and settled; odds and simulation refuse nobody."""
BESIDE: tuple[str, ...] = ("aggregates/promotion", "aggregates/tournament")
"""The aggregates beside the table that scenarios act on: their `work` is as the table's."""
GUARDED = ("table", "settle", *PLAYED, *BESIDE)
"""The packages whose guards are switched off."""
ACTING = ("table", *PLAYED, *BESIDE)
"""The packages whose events are switched off."""
COUNTED = (*GUARDED, "scenarios")
"""The packages whose loops are counted, so that one which never ends is ended."""
ASKS = {"work.forbid": "forbids", "work.of_rank": "asks for a rank", "work.by": "asks for a role"}
"""What a command in work may be refused by, and how a site tells of it."""
SWITCHES = "_switches"
HERE = "pitboss.conformity.behaviour"


@dataclass(frozen=True)
class Site:
    """A place of the core: what it does there, and where that stands."""

    name: str
    kind: Kind
    file: str
    line: int
    procedure: str | None = None
    """The procedure that it belongs to, of those that an edition may do without."""


@dataclass(frozen=True)
class Helper:
    """A function of the core, by what a call of it can do."""

    refuses: bool = False
    emits: bool = False
    gives: str = ""


Helpers = Mapping[tuple[str, str], Helper]
"""The functions of the core by module and name."""


def within(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module, named without `pitboss`, is of one of these packages."""
    place = module.replace(".", "/") + "/"
    return any(place.startswith(f"{package}/") for package in packages)


def modules(packages: tuple[str, ...] = COUNTED) -> Iterator[tuple[str, Path]]:
    """The modules of some packages, by name."""
    for package in packages:
        for path in sorted((HOME / package).rglob("*.py")):
            parts = path.relative_to(HOME.parent).with_suffix("").parts
            if path.name == "__init__.py":
                parts = parts[:-1]
            yield ".".join(parts), path


@cache
def parsed(path: Path) -> ast.Module:
    """A module's syntax; `rewrite` changes a copy of its own."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported(module: str, tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Where the names that a module takes from others come from, and its own functions."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                found[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = (module, node.name)
    return found


@cache
def survey() -> Helpers:
    """What each undecorated function of the core can do, itself or by what it calls."""
    found: dict[tuple[str, str], Helper] = {}
    calls: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for module, path in modules(GUARDED):
        tree = parsed(path)
        names = imported(module, tree)
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef) or node.decorator_list:
                continue
            words = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
            called = {ast.unparse(call.func) for call in words}
            found[module, node.name] = Helper(
                refuses=bool({"refuse", *ASKS} & called),
                emits="work.emit" in called,
                gives=ast.unparse(node.returns) if node.returns else "",
            )
            calls[module, node.name] = {names[one] for one in called if one in names}
    changed = True
    while changed:
        changed = False
        for key, own in found.items():
            others = [found[one] for one in calls[key] if one in found and one != key]
            grown = Helper(
                own.refuses or any(one.refuses for one in others),
                own.emits or any(one.emits for one in others),
                own.gives,
            )
            changed = changed or grown != own
            found[key] = grown
    return found


def sites() -> tuple[Site, ...]:
    """Every site of the core, in the order of its modules."""
    return tuple(site for module, path in modules() for site in rewrite(module, path)[1])


def rewrite(module: str, path: Path) -> tuple[ast.Module, tuple[Site, ...]]:
    """A module with its sites made into switches, and those sites."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    writer = _Writer(module, path, imported(module, tree))
    changed = writer.visit(tree)
    first = next(
        number
        for number, node in enumerate([*tree.body, None])
        if not isinstance(node, ast.Expr)
        and not (isinstance(node, ast.ImportFrom) and node.module == "__future__")
    )
    taken = ast.ImportFrom(
        module=HERE, names=[ast.alias(name="switches", asname=SWITCHES)], level=0
    )
    changed.body.insert(first, taken)
    return ast.fix_missing_locations(changed), tuple(writer.sites)


class _Writer(ast.NodeTransformer):
    """Rewrites the sites of one module."""

    def __init__(self, module: str, path: Path, names: dict[str, tuple[str, str]]) -> None:
        self.module = module.removeprefix(f"{PACKAGE}.")
        self.path = path
        self.names = names
        self.guards = within(self.module, GUARDED)
        self.events = within(self.module, ACTING)
        self.inside: list[str] = []
        self.seen: Counter[str] = Counter()
        self.sites: list[Site] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.inside.append(node.name)
        # What decorates a function is no act of it.
        node.body = [found for one in node.body for found in self._each(one)]
        self.inside.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.inside.append(node.name)
        self.generic_visit(node)
        self.inside.pop()
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        counted = _call("tick", [])
        node.test = ast.copy_location(ast.BoolOp(op=ast.And(), values=[counted, node.test]), node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        value = node.value
        made = isinstance(value, ast.Call) and ast.unparse(value.func) == "Refusal.of"
        if not (made and self.guards and isinstance(value, ast.Call)):
            self.generic_visit(node)
            return node
        site = self._site("guard", f"refuses {_word(value.args[0])}", node)
        held = ast.NamedExpr(target=ast.Name("_refusal", ast.Store()), value=value)
        kept = ast.Return(ast.Name("_refusal", ast.Load()))
        return ast.copy_location(
            ast.If(test=_call("kept", [ast.Constant(site), held]), body=[kept], orelse=[]), node
        )

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = ast.unparse(node.func)
        if called == "refuse" and self.guards:
            site = self._site("guard", f"refuses {_word(node.args[0])}", node)
            return self._switched("refuse", site, None, node)
        if called in ASKS and self.guards:
            what = f"{ASKS[called]} {_first(node)}".strip()
            site = self._site("guard", what, node)
            return self._switched("guard", site, node.func, node)
        if called == "work.emit" and self.events:
            site = self._site("event", f"emits {ast.unparse(node.args[0])}", node)
            return self._switched("emit", site, ast.Name("work", ast.Load()), node)
        where = self.names.get(called, ("", ""))
        helper = survey().get(where)
        if helper is not None:
            word = f"{called} {_first(node)}".strip()
            acts = helper.gives in ("None", "NoReturn")
            if acts and helper.emits and self.events:
                site = self._site("event", f"does {word}", node, where[0])
                return self._switched("effect", site, node.func, node)
            if (acts or helper.gives == "Clauses") and helper.refuses and self.guards:
                site = self._site("guard", f"asks {word}", node, where[0])
                return self._switched("guard", site, node.func, node)
        self.generic_visit(node)
        return node

    def _each(self, statement: ast.stmt) -> list[ast.stmt]:
        found = self.visit(statement)
        return found if isinstance(found, list) else [found]

    def _site(self, kind: Kind, what: str, node: ast.AST, called: str = "") -> str:
        name = f"{self.module}:{'.'.join(self.inside) or 'module'} {what}"
        self.seen[name] += 1
        if self.seen[name] > 1:
            name = f"{name} #{self.seen[name]}"
        line = getattr(node, "lineno", 1)
        file = str(self.path.relative_to(HOME))
        self.sites.append(Site(name, kind, file, line, _procedure(self.module, called)))
        return name

    def _switched(self, how: str, site: str, first: ast.expr | None, node: ast.Call) -> ast.AST:
        arguments: list[ast.expr] = [ast.Constant(site)]
        arguments += [] if first is None else [first]
        arguments += [self.visit(one) for one in node.args]
        keywords = [ast.keyword(arg=k.arg, value=self.visit(k.value)) for k in node.keywords]
        return ast.copy_location(_call(how, arguments, keywords), node)


def _procedure(*modules: str) -> str | None:
    """The procedure whose module is among these, if an edition may do without it."""
    rooms = (module.rpartition(".") for module in modules)
    names = (name for room, _, name in rooms if room.endswith("table.procedures"))
    return next((name for name in names if name in OPTIONAL), None)


def _call(
    how: str, arguments: list[ast.expr], keywords: list[ast.keyword] | None = None
) -> ast.Call:
    function = ast.Attribute(ast.Name(SWITCHES, ast.Load()), how, ast.Load())
    return ast.Call(func=function, args=arguments, keywords=keywords or [])


def _word(key: ast.expr) -> str:
    """The code of a key, whichever sentence it has, or the expression that gives the key."""
    if isinstance(key, ast.Constant):
        return str(key.value).partition(".")[0]
    return ast.unparse(key).replace("\n", " ")


def _first(node: ast.Call) -> str:
    """The first word among the arguments of a call: what is asked for or done."""
    for one in node.args:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            return one.value
    return ""
