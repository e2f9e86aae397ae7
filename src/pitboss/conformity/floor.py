"""Lint of a table's conduct: rulings that can be given, rules that are read, words that exist."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.editions.edition import Edition
from pitboss.editions.floor import Ruling, Situation
from pitboss.editions.load import EDITION_FILE, RULINGS_FILE, TABLE_FOLDER
from pitboss.editions.locate import KeyPath
from pitboss.table import COMMANDS
from pitboss.table.trouble import EFFECTS, SEEN

Problem = tuple[str, KeyPath, str]


def conduct(edition: Edition) -> Iterator[Problem]:
    """What cannot be in an edition's rules of procedure, duties and rulings."""
    for name, situation in edition.situations.items():
        path: KeyPath = ("situation", name)
        for fact in situation.seen:
            if fact not in SEEN:
                yield RULINGS_FILE, (*path, "seen"), f"the core does not know the fact '{fact}'"
        for number, ruling in enumerate(situation.rulings):
            for sentence in _ruling(edition, situation, ruling):
                yield RULINGS_FILE, (*path, "rulings", number), sentence
        for facts in situation.members():
            if not situation.permitted(facts):
                listed = ", ".join(f"{fact} = {value}" for fact, value in facts.items())
                yield RULINGS_FILE, path, f"nothing is permitted where {listed}"
                break
    yield from _unread(edition)


def _ruling(edition: Edition, situation: Situation, ruling: Ruling) -> Iterator[str]:
    if ruling.effect not in EFFECTS:
        yield f"there is no effect '{ruling.effect}'"
    if ruling.rank not in {*edition.ranks.ladder, *edition.ranks.met_by}:
        yield f"there is no rank '{ruling.rank}'"
    for duty in ruling.duties:
        if duty not in edition.duties:
            yield f"there is no duty '{duty}'"
    for fact, wanted in ruling.when.items():
        values = situation.facts.get(fact)
        if values is None:
            yield f"'{fact}' is no fact of the situation"
            return
        for value in (wanted,) if isinstance(wanted, str) else wanted:
            if value not in values:
                yield f"'{fact}' is never '{value}'"
    if not any(ruling.fits(facts) for facts in situation.members()):
        yield f"ruling '{ruling.name}' can never be given"


def _unread(edition: Edition) -> Iterator[Problem]:
    """Rules that no command reads would be words without effect."""
    read = {name for entry in COMMANDS.values() for name in entry.rules}
    for file, data in edition.raw.items():
        if file.startswith(TABLE_FOLDER):
            for name in data.get("rule", {}):
                if name not in read:
                    yield file, ("rule", name), f"no command reads the rule '{name}'"
    if not edition.rules:
        return
    asked = {name for entry in COMMANDS.values() for name in entry.may_need(edition)}
    for name in edition.approvals:
        if name not in asked:
            yield EDITION_FILE, ("approval", name), f"no command asks for the approval '{name}'"
