"""What is wrong with a command line, in our words rather than the library's."""

from __future__ import annotations

import re
from typing import Any

_TYPES = {"int": "a whole number", "integer": "a whole number", "float": "a number"}
_NOT_VALID = re.compile(r"(?P<value>.+) is not a valid (?P<type>\w+)\.?")
_NOT_IN = re.compile(r"(?P<value>.+) is not in the range (?P<range>.+?)\.?")
_NOT_ONE = re.compile(r"(?P<value>.+) is not one of (?P<known>.+?)\.?")
_EXTRA = re.compile(r"Got unexpected extra argument(?:s|\(s\))? \((?P<extra>.+)\)")
_NO_COMMAND = re.compile(r"No such command (?P<word>'.+?')\.(?P<more>.*)", re.DOTALL)
_NEEDS = re.compile(r"Option (?P<option>'.+?') requires .+")


def spoken(error: Exception) -> str | None:
    """The sentence for an error of the command line; None for anything else."""
    said = getattr(error, "format_message", None)
    if said is None:
        return None
    kind, message = type(error).__name__, str(getattr(error, "message", ""))
    if kind == "NoSuchOption":
        return _no_option(error)
    if kind == "MissingParameter":
        return f"{_name(error)} is missing; --help shows what is asked for."
    if kind == "BadParameter":
        return _bad_value(_name(error), message)
    if found := _NO_COMMAND.fullmatch(message):
        return f"There is no command {found['word']}.{found['more']}"
    if found := _EXTRA.fullmatch(message):
        return f"'{found['extra']}' is too much here; --help shows what is asked for."
    if found := _NEEDS.fullmatch(message):
        return f"{found['option'].strip(chr(39))} needs a value after it."
    return "The command cannot be read; --help shows what is asked for."


def _no_option(error: Any) -> str:
    near = list(getattr(error, "possibilities", None) or ())
    more = f" Did you mean {near[0]}?" if near else " --help shows those there are."
    return f"There is no option {error.option_name}.{more}"


def _name(error: Any) -> str:
    """The option or argument, as it is written."""
    param = getattr(error, "param", None)
    hint = getattr(error, "param_hint", None)
    if param is None:
        return str(hint or "A value").strip("'")
    if getattr(param, "param_type_name", "") == "argument":
        return str(param.human_readable_name).upper()
    return str(next((one for one in param.opts if one.startswith("--")), param.opts[0]))


def _range(text: str) -> str:
    """`x>=1` and `1<=x<=9` in words."""
    bounds = re.fullmatch(r"(?:(\S+?)<=?)?x(?:([<>])=?(\S+))?", text)
    if bounds is None:
        return "it is out of range"
    if bounds[1]:
        return f"it is {bounds[1]} to {bounds[3]}" if bounds[3] else f"it is at least {bounds[1]}"
    return f"it is at {'least' if bounds[2] == '>' else 'most'} {bounds[3]}"


def _bad_value(name: str, message: str) -> str:
    if found := _NOT_VALID.fullmatch(message):
        return f"{name} is {_TYPES.get(found['type'], found['type'])}, not {found['value']}."
    if found := _NOT_IN.fullmatch(message):
        return f"{name} cannot be {found['value']}: {_range(found['range'])}."
    if found := _NOT_ONE.fullmatch(message):
        return f"{name} cannot be {found['value']}; it is one of {found['known']}."
    return f"{name} cannot be read."
