"""Words for people: articles, the word that was probably meant, and what data does not fit.

Libraries tell what is wrong in sentences of their own; here these become ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "number": "a number",
    "str": "text",
    "bool": "yes or no",
    "array": "a list",
    "object": "a table of names and values",
    "null": "nothing",
    "datetime": "a time with its day and time zone",
    "date": "a day",
}
_PLACE = re.compile(r"(?P<what>.*?)(?: - at `(?:key in )?(?P<path>.*)`)?", re.DOTALL)
_GOT = re.compile(r"Expected `(.+?)`, got `(.+)`")
_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.+)`")
_CHOICE = re.compile(r"Invalid (?:enum )?value (.+)", re.DOTALL)
_BOUND = re.compile(r"Expected `(int|float|number)` (>=|<=|>|<) (\S+)")
_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_SIGNS = {">=": "at least", "<=": "at most", ">": "above", "<": "below"}


def with_article(noun: str) -> str:
    """`a Gaming Manager`, `an Assistant Gaming Manager`."""
    return f"an {noun}" if noun[:1].lower() in set("aeiou") else f"a {noun}"


def near(word: str, known: Iterable[str]) -> str:
    """What was probably meant; empty where nothing is near.

    >>> near("bankr", ["player", "banker", "tie"])
    'banker'
    """
    import difflib  # noqa: PLC0415 - only a mistake needs it

    by_lower = {one.lower(): one for one in known}
    found = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[found[0]] if found else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that offers what was probably meant, after a space; empty where nothing is near.

    >>> nearest("bankr", ["player", "banker", "tie"])
    " Did you mean 'banker'?"
    """
    found = near(word, known)
    return f" Did you mean '{found}'?" if found else ""


def not_fitting(
    error: Exception,
    said: Callable[[str], str] = str,
    choices: Callable[[str], Iterable[str]] = lambda _field: (),
) -> str:
    """What does not fit in data that was read, with its field, without a full stop.

    `said` is how whoever wrote the data calls a field; `choices` are the values that a field
    may have, or the fields there are under the name of nothing.
    """
    whole = _PLACE.fullmatch(str(error))
    what, path = (whole["what"], whole["path"]) if whole else (str(error), None)
    named = _field(path, said)
    where = f"'{named}'" if named else "it"
    if found := _FIELD.fullmatch(what):
        name = said(found[2])
        inside = f" in '{named}'" if named else ""
        if found[1] == "missing required":
            return f"'{name}' is missing{inside}"
        return f"there is no '{name}'{inside}{_asked(name, [] if named else choices(''))}"
    if found := _GOT.fullmatch(what):
        return f"{where} must be {_kinds(found[1])}, not {_kinds(found[2])}"
    if found := _CHOICE.fullmatch(what):
        value = found[1].strip("'\"")
        known = list(choices(named))
        listed = f"; it is one of {', '.join(known)}" if 0 < len(known) < 9 else ""
        return f"{where} cannot be '{value}'{listed}{_asked(value, known)}"
    if found := _BOUND.fullmatch(what):
        return f"{where} must be {_SIGNS[found[2]]} {found[3]}"
    if "datetime" in what:
        return f"{where} is no time: write YYYY-MM-DDTHH:MM:SS with its time zone"
    return f"{where} cannot be read" if named else "it is not in the form that is needed"


def not_toml(error: Exception) -> str:
    """Where a text stops being TOML, without a full stop."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    found = _LINE.search(str(error))
    return f"line {found[1]} is not TOML" if found else "it ends in the middle of something"


def _asked(word: str, known: Iterable[str]) -> str:
    """The nearest as the end of a sentence that has no full stop yet."""
    question = nearest(word, known)
    return f" ({question.strip().replace('Did', 'did')})" if question else ""


def _field(path: str | None, said: Callable[[str], str]) -> str:
    """`$.sign.minimum_cents` and `$.chips[0]` as their writer calls them; empty for the whole."""
    parts = re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", path or "")
    names = [said(name) if name else f"{int(number) + 1}" for name, number in parts]
    return ".".join(names)


def _kinds(text: str) -> str:
    names = [_KINDS.get(one.strip(), "something else") for one in text.split("|")]
    needed = [one for one in names if one != "nothing"] or names
    return " or ".join(dict.fromkeys(needed))
