"""Every sentence that the house answers with is in the catalogue, so that it is Chinese too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss import errors
from pitboss.api.problems import CODES
from pitboss.errors import PitbossError
from pitboss.views.problem import PREFIX, Problem, _ended, keyed
from pitboss.words.catalogue import Said, spoken, words_of

SOURCE = Path(pitboss.__file__).parent
ROOMS = ("api", "jobs")
ASKS_RANK = ("highest", "above_lowest", "may_exclude")
SAMPLE = "Gaming Manager"
HAN = re.compile(r"[\u4e00-\u9fff]")


def text_of(node: ast.expr) -> str | None:
    """A sentence written in code, with a sample in its places."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = []
        for one in node.values:
            if isinstance(one, ast.Constant):
                parts.append(str(one.value))
            else:
                article = "with_article" in ast.unparse(one)
                parts.append(f"a {SAMPLE}" if article else SAMPLE)
        return "".join(parts)
    return None


def written() -> Iterator[tuple[str, str, str]]:
    """Every code and sentence that a route may end with, and the module."""
    for room in ROOMS:
        for path in sorted((SOURCE / room).rglob("*.py")):
            module = path.relative_to(SOURCE).as_posix()
            tree = ast.parse(path.read_text(encoding="utf-8"))
            named = [
                (one.lineno, target.id, text)
                for one in ast.walk(tree)
                if isinstance(one, ast.Assign)
                for target in one.targets
                if isinstance(target, ast.Name) and (text := text_of(one.value)) is not None
            ]
            for call in ast.walk(tree):
                if isinstance(call, ast.Call):
                    # A name means what it was given last before the call.
                    before = sorted(one for one in named if one[0] <= call.lineno)
                    known = {name: text for _, name, text in before}
                    yield from _of(call, known, module)


def _of(call: ast.Call, named: dict[str, str], module: str) -> Iterator[tuple[str, str, str]]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    given: tuple[ast.expr, ast.expr] | None = None
    if name == "ProblemError" and len(call.args) >= 3:
        given = (call.args[1], call.args[2])
    elif name == "Problem":
        words = {one.arg: one.value for one in call.keywords}
        given = (words["code"], words["sentence"]) if "sentence" in words else None
    elif name in ASKS_RANK and len(call.args) == 2:
        given = (ast.Constant("rank-too-low"), call.args[1])
    if given is None or not isinstance(given[0], ast.Constant):
        return
    text = named.get(given[1].id) if isinstance(given[1], ast.Name) else text_of(given[1])
    if text is not None:
        yield str(given[0].value), text, module


def test_there_are_sentences_to_look_at() -> None:
    found = list(written())
    assert len(found) > 70
    assert ("no-such-clause", "The rulebook has no clause of that number.") in {
        one[:2] for one in found
    }


@pytest.mark.parametrize(
    ("code", "sentence"), sorted({(code, sentence) for code, sentence, _ in written()})
)
def test_every_sentence_has_chinese(code: str, sentence: str) -> None:
    found = keyed(Problem(code=code, sentence=_ended(sentence)))
    assert isinstance(found.key, str), f"no sentence of the catalogue under {PREFIX}{code}"
    params = found.params if isinstance(found.params, dict) else {}
    said = Said(found.key, params)
    assert spoken("refusals", said) == _ended(sentence)
    assert HAN.search(spoken("refusals", said, "zh"))


@pytest.mark.parametrize(("code", "sentence"), [*CODES.values()])
def test_what_a_status_says_by_itself_has_chinese(code: str, sentence: str) -> None:
    assert keyed(Problem(code=code, sentence=_ended(sentence))).key == f"{PREFIX}{code}"


def every_error(kind: type[PitbossError]) -> Iterator[type[PitbossError]]:
    yield kind
    for one in kind.__subclasses__():
        yield from every_error(one)


def test_errors_that_say_something_of_their_own_have_chinese() -> None:
    assert errors.PitbossError is PitbossError
    for kind in every_error(PitbossError):
        status = getattr(kind, "status", 500)
        if kind.sentence and status != 500 and isinstance(kind.sentence, str):
            found = keyed(Problem(code=kind.code, sentence=_ended(kind.sentence)))
            assert isinstance(found.key, str), kind


def test_a_sentence_is_found_by_code_and_words_only() -> None:
    other = Problem(code="no-such-day", sentence="There is no such simulation.")
    assert keyed(other) == other
    told = keyed(Problem(code="no-such-coup", sentence="No coup 7 is finished at this table."))
    assert told.params == {"number": "7"}
    english, chinese = (words_of("refusals", language) for language in ("en", "zh"))
    own = {key for key in english if key.startswith(PREFIX)}
    assert own <= chinese.keys()


def test_no_sentence_stands_that_nobody_says() -> None:
    said = [(code, _ended(sentence)) for code, sentence, _ in written()]
    said += [(code, _ended(sentence)) for code, sentence in CODES.values()]
    said += [(one.code, _ended(one.sentence)) for one in every_error(PitbossError) if one.sentence]
    found = {keyed(Problem(code=code, sentence=sentence)).key for code, sentence in said}
    # The last are told as a pair of a code and a sentence.
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    english = words_of("refusals", "en")
    own = {key for key in english if key.startswith(PREFIX)}
    paired = {
        key
        for key in own
        if f'("{key.removeprefix(PREFIX)}",' in text or f', "{english[key]}")' in text
    }
    assert own - found - paired == set()
