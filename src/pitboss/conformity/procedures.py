"""Lint of a table's conduct: rulings that can be given, rules that are read, words that exist."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.aggregates.tournament.ends import BOTH, EARLY, EITHER
from pitboss.book import load_plays
from pitboss.editions.edition import Edition
from pitboss.editions.load import EDITION_FILE, RULINGS_FILE, TABLE_FOLDER, Problem
from pitboss.editions.locate import KeyPath
from pitboss.editions.procedures import Ruling, Situation
from pitboss.editions.words import ANY, fact_words
from pitboss.table import ENTRIES
from pitboss.table.life.notices import CHANGE, CLOSE, END_OLD, GAME, RAISE
from pitboss.table.rulings.record import AGAINST, CONTRADICTED, SEEN
from pitboss.table.rulings.rule import EFFECTS

load_plays()  # the commands of every game are listed

NOTICES = (RAISE, CHANGE, END_OLD, GAME, CLOSE)
RULE_WORDS = {EARLY: (BOTH, EITHER)}
"""What a rule may say whose value chooses one of a few ways."""


def conduct(edition: Edition) -> Iterator[Problem]:
    """What cannot be in an edition's rules of procedure, duties and rulings."""
    for name, situation in edition.situations.items():
        path: KeyPath = ("situation", name)
        for fact in situation.seen:
            if fact not in SEEN:
                yield RULINGS_FILE, (*path, "seen"), f"the core does not know the fact '{fact}'"
        for sentence in _recorded(edition, situation):
            yield RULINGS_FILE, path, sentence
        for number, ruling in enumerate(situation.rulings):
            for sentence in _ruling(edition, situation, ruling):
                yield RULINGS_FILE, (*path, "rulings", number), sentence
        for sentence in _permitted(situation):
            yield RULINGS_FILE, path, sentence
    yield from _duties(edition)
    yield from _rules(edition)
    if edition.rules:
        yield from unread(edition)


def _permitted(situation: Situation) -> Iterator[str]:
    """Some ruling for every combination of facts, and never two of one name."""
    for facts in situation.members():
        rulings = [ruling.name for ruling in situation.permitted(facts)]
        listed = ", ".join(f"{fact} = {value}" for fact, value in facts.items())
        if not rulings:
            yield f"nothing is permitted where {listed}"
            return
        if len(set(rulings)) < len(rulings):
            yield f"two rulings have one name where {listed}"
            return


def _recorded(edition: Edition, situation: Situation) -> Iterator[str]:
    """What of the record refutes a report, or speaks against it; or that nothing can tell."""
    for fact, values in (*situation.refuted.items(), *situation.against.items()):
        if fact not in SEEN:
            yield f"the core does not know the fact '{fact}'"
        if fact in situation.facts:
            yield f"'{fact}' is a fact of the situation already: leave out the values there"
        for value in values:
            if (fact, value) not in fact_words():
                yield f"'{fact}' is '{value}' has no words"
    if situation.against and AGAINST not in edition.approvals:
        yield f"nobody may rule against the record: there is no approval '{AGAINST}'"
    if situation.against and CONTRADICTED not in edition.duties:
        yield f"nobody is told that the record is contradicted: no duty '{CONTRADICTED}'"
    left_out = any(
        set(values) != known
        for fact, values in situation.seen.items()
        if (known := {value for name, value in fact_words() if name == fact} - {ANY})
    )
    if not (situation.refuted or situation.against or situation.unseen or left_out):
        yield "say which fact of the record refutes it, or in `unseen` why none can tell"


def _duties(edition: Edition) -> Iterator[Problem]:
    """A duty ends by a command there is, and is for ranks and roles there are."""
    words = set(ENTRIES)
    ranks = {*edition.ranks.ladder, *edition.ranks.met_by}
    for file, data in edition.raw.items():
        for name in data.get("duty", {}) if file.startswith(TABLE_FOLDER) else ():
            duty = edition.duties[name]
            if duty.ends is not None and duty.ends not in words:
                yield file, ("duty", name, "ends"), f"there is no command '{duty.ends}'"
            if duty.rank is not None and duty.rank not in ranks:
                yield file, ("duty", name, "rank"), f"there is no rank '{duty.rank}'"
            for role in duty.also:
                if role not in ("inspector", "surveillance"):
                    yield file, ("duty", name, "also"), f"a duty is not also for '{role}'"


def _rules(edition: Edition) -> Iterator[Problem]:
    """A rule whose value chooses a way names one that there is."""
    for file, data in edition.raw.items():
        for name in data.get("rule", {}) if file.startswith(TABLE_FOLDER) else ():
            words, value = RULE_WORDS.get(name), edition.rules[name].value
            if words is not None and value not in words:
                listed = " or ".join(f"'{word}'" for word in words)
                yield file, ("rule", name, "value"), f"'{name}' is {listed}, not '{value}'"


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


def unread(edition: Edition) -> Iterator[Problem]:
    """Approvals, notices, methods and limits that nothing at a table of this edition reads.

    Where no table is run yet that is all of them: what they are about is held at most.
    """
    tables = bool(edition.rules)
    asked = {name for entry in ENTRIES.values() for name in entry.may_need(edition)}
    for name in edition.approvals:
        if not tables or name not in asked:
            yield EDITION_FILE, ("approval", name), f"no command asks for the approval '{name}'"
    for name in edition.notices:
        if not tables or name not in NOTICES:
            yield EDITION_FILE, ("notice", name), f"no command posts the notice '{name}'"
    if not tables:
        for name in edition.methods:
            yield EDITION_FILE, ("method", name), f"no table is dealt by the method '{name}'"
        for name in edition.raw[EDITION_FILE].get("limits", {}):
            yield EDITION_FILE, ("limits", name), f"no table keeps the limit '{name}'"
