"""Any command in any phase by anyone, also from malformed data: events or a refusal, no more."""

from __future__ import annotations

import datetime as dt
import types
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.book import rulebook
from pitboss.chaos.checks import check_accepted, check_refusal
from pitboss.chaos.dealer import Chaos
from pitboss.refusal import Refusal
from pitboss.table import COMMANDS, Command, Rules, Table, act, read_command
from pitboss.table.entries import fields_of
from pitboss.table.machine import Entry

BOOKS = ("star-baccarat", "star-premium-baccarat")
ENTRIES = tuple(COMMANDS.values())


@cache
def states(book: str) -> tuple[Rules, tuple[Table, ...]]:
    """Tables in every phase, as a run of the chaos dealer leaves them."""
    rules = rulebook(book).rules
    chaos = Chaos(rules, 11)
    found = [Table()]
    for _ in range(4_000):
        chaos.step()
        if chaos.steps % 19 == 0:
            found.append(chaos.world.table)
    return rules, tuple(found)


def words(table: Table, rules: Rules) -> st.SearchStrategy[str]:
    edition = rules.edition
    known = [
        *table.people,
        *edition.approvals,
        *edition.wagers,
        *edition.situations,
        *edition.games,
    ]
    known += ["player", "banker", "Ah", "Kd", "Surveillance", "all-agree", *edition.notices]
    return st.sampled_from(known) | st.text(max_size=6)


NUMBERS = st.integers(-2, 12) | st.sampled_from((25, 52, 416, 2_500, 100_000)) | st.integers()
START = dt.datetime(2026, 11, 16, tzinfo=dt.UTC)
MOMENTS = st.integers(0, 90_000_000).map(lambda seconds: START + dt.timedelta(seconds=seconds))


def of_type(kind: Any, text: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    """Values of a field's type; integers small, as numbers at a table are, or any."""
    plain = {str: text, int: NUMBERS, bool: st.booleans(), dt.datetime: MOMENTS}
    if kind in plain:
        return plain[kind]
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(inside)
    if origin in (Union, types.UnionType):
        return st.one_of([of_type(one, text) for one in inside])
    if origin is tuple:
        return st.lists(of_type(inside[0], text), max_size=3).map(tuple)
    if origin in (dict, Mapping):
        return st.dictionaries(of_type(inside[0], text), of_type(inside[1], text), max_size=2)
    if kind is type(None):
        return st.none()
    own = {field.name: of_type(field.type, text) for field in msgspec.structs.fields(kind)}
    return st.builds(kind, **own)


def given_to(rules: Rules, table: Table, command: Command) -> None:
    """The command is decided, and nothing happens that must not."""
    before = msgspec.json.encode(table)
    done = act(rules, table, command)
    assert msgspec.json.encode(table) == before
    if isinstance(done, Refusal):
        check_refusal(done)
    else:
        check_accepted(table, done[1], done[0])


def later(table: Table) -> dt.datetime:
    return (table.now or START) + dt.timedelta(seconds=1)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.word)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_command_in_any_phase(book: str, entry: Entry, data: st.DataObject) -> None:
    rules, tables = states(book)
    table = data.draw(st.sampled_from(tables))
    text = words(table, rules)
    who = data.draw(st.sampled_from([*table.people, "nobody"]))
    fields = {name: data.draw(of_type(kind, text)) for name, kind in fields_of(entry.kind).items()}
    given_to(rules, table, entry.kind(by=who, at=later(table), **fields))


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: (
        st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3)
    ),
    max_leaves=5,
)


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_malformed_data(book: str, data: st.DataObject) -> None:
    """What cannot be read is a validation error; what can is decided."""
    rules, tables = states(book)
    table = data.draw(st.sampled_from(tables))
    entry = data.draw(st.sampled_from(ENTRIES))
    text = words(table, rules)
    written: dict[str, Any] = {
        "do": entry.word,
        "by": data.draw(st.sampled_from([*table.people, "nobody"])),
        "at": later(table).isoformat(),
    }
    for name, kind in fields_of(entry.kind).items():
        if data.draw(st.integers(0, 3)):
            written[name] = msgspec.to_builtins(data.draw(of_type(kind, text)))
    for name in data.draw(st.lists(st.sampled_from([*written, "more"]), max_size=2)):
        written[name] = data.draw(junk)
    try:
        command = read_command(written)
    except msgspec.ValidationError:
        return
    given_to(rules, table, command)


def test_a_moment_without_a_time_zone_is_malformed() -> None:
    with pytest.raises(msgspec.ValidationError):
        read_command({"do": "settle", "by": "Dee", "at": "2026-11-16T20:00:00"})
