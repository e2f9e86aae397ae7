"""Refusals by key: each that the code gives is in the catalogue, with a value for every place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

import pitboss
from pitboss.refusal import TOPIC, Refusal, refusable, refuse
from pitboss.views.problem import PREFIX
from pitboss.words.catalogue import LANGUAGES, PLACE, words_of

HOME = Path(pitboss.__file__).parent
CALLS = {"refuse": 0, "of": 0, "forbid": 1, "_outside": 1}
"""What refuses, and which of its arguments is the key."""


class Given(NamedTuple):
    """A refusal as the code gives it: its key, with `*` for what is not fixed, and its places."""

    where: str
    key: str
    places: set[str] | None


def _key(node: ast.expr) -> list[str]:
    """The keys that an argument may be."""
    match node:
        case ast.Constant(str(text)):
            return [text]
        case ast.JoinedStr(parts):
            return [
                "".join(
                    str(getattr(one, "value", "")) if isinstance(one, ast.Constant) else "*"
                    for one in parts
                )
            ]
        case ast.IfExp():
            return [*_key(node.body), *_key(node.orelse)]
    return []


def _given(path: Path) -> Iterator[Given]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
            continue
        inside = list(_inside(function))
        named: dict[str, list[str]] = {}
        for node in inside:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                named.setdefault(node.targets[0].id, []).extend(_key(node.value))
        for node in inside:
            if isinstance(node, ast.Call):
                yield from _call(path, node, named)


def _inside(function: ast.AST) -> Iterator[ast.AST]:
    """What stands in a function, without the functions in it."""
    for node in ast.iter_child_nodes(function):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _inside(node)


def _call(path: Path, node: ast.Call, named: dict[str, list[str]]) -> Iterator[Given]:
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    if name not in CALLS or len(node.args) <= CALLS[name]:
        return
    argument = node.args[CALLS[name]]
    keys = named.get(argument.id, []) if isinstance(argument, ast.Name) else _key(argument)
    places = {one.arg for one in node.keywords if one.arg is not None}
    fixed = all(one.arg is not None for one in node.keywords)
    for key in keys:
        yield Given(f"{path.name}:{node.lineno}", key, places if fixed else None)


GIVEN = [one for path in sorted(HOME.rglob("*.py")) for one in _given(path)]
WORDS = words_of(TOPIC, "en")


def _matching(key: str) -> list[str]:
    pattern = re.compile(re.escape(key).replace(r"\*", "[a-z-]+"))
    return [one for one in WORDS if pattern.fullmatch(one)]


def test_every_refusal_is_in_the_catalogue_with_all_that_its_sentence_says() -> None:
    assert len(GIVEN) > 500
    for where, key, places in GIVEN:
        if "." not in key and "*" not in key and "-" not in key and key not in WORDS:
            continue  # a method of that name that refuses nothing
        found = _matching(key)
        assert found, f"{where}: {key}"
        # Of a key that is put together, at least one sentence must fit; another may be like it.
        fits = [places is None or set(PLACE.findall(WORDS[one])) <= places for one in found]
        assert any(fits) if "*" in key else all(fits), f"{where}: {key}"


def test_no_sentence_is_of_a_refusal_that_nobody_gives() -> None:
    used = {one for given in GIVEN for one in _matching(given.key)}
    text = "\n".join(path.read_text(encoding="utf-8") for path in HOME.rglob("*.py"))
    handed = {key for key in set(WORDS) - used if f'"{key}"' in text}
    given = {key for key in WORDS if not _is_value(key) and not key.startswith(PREFIX)}
    assert given - used - handed == set()


def _is_value(key: str) -> bool:
    """Whether these are the words of a value, and no sentence."""
    return not WORDS[key].endswith((".", "?", "}", "?]"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_sentences_with_the_same_places(language: str) -> None:
    words = words_of(TOPIC, language)
    assert set(WORDS) <= set(words)
    for key, text in WORDS.items():
        assert set(PLACE.findall(text)) == set(PLACE.findall(words[key])), key


def test_a_refusal_is_said_by_its_key() -> None:
    refused = Refusal.of("below-minimum", ("6.1",), least="$25.00")
    assert refused.code == "below-minimum"
    assert refused.sentence == "The minimum is $25.00."
    assert refused.params == {"least": "$25.00"}
    assert msgspec.to_builtins(refused)["key"] == "below-minimum"


def test_a_code_may_have_several_sentences() -> None:
    refused = Refusal.of("no-shoe.last-coup")
    assert (refused.code, refused.key) == ("no-shoe", "no-shoe.last-coup")


def test_what_is_not_known_is_not_said() -> None:
    given = {"rulebook": "star", "books": "star-baccarat"}
    assert Refusal.of("unknown-rulebook", **given, nearest="").sentence == (
        "There is no rulebook 'star'; there are star-baccarat."
    )
    assert Refusal.of("unknown-rulebook", **given, nearest="star-baccarat").sentence.endswith(
        "there are star-baccarat. Did you mean 'star-baccarat'?"
    )


def test_an_article_is_put_before_a_rank() -> None:
    refused = Refusal.of("first-instance", rank="Assistant Gaming Manager")
    assert "to an Assistant Gaming Manager" in refused.sentence


def test_a_check_that_fails_ends_what_it_guards() -> None:
    @refusable
    def check() -> None:
        refuse("seat-taken", ("3.1",), seat=4)

    assert check() == Refusal.of("seat-taken", ("3.1",), seat=4)


def test_brackets_without_a_place_are_brackets() -> None:
    assert Refusal.of("cluster-not-installed").sentence.endswith("install pitboss[cluster].")
