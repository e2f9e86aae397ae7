"""The texts of an edition, each by its place, and what each is called in another language.

The edition's own English is the text. A language is a folder of JSON files on the shelf,
`_words/<language>/`, from the text to its translation: a text that several editions have is
translated once, and one that is changed has no translation until somebody looks at it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache

from pitboss.editions.edition import Edition
from pitboss.editions.load import shared_rows, shelves
from pitboss.editions.words import asked, said

FOLDER = "_words"
LABELS = "labels.csv"


def texts(edition: Edition) -> dict[str, str]:
    """Every text of an edition that a page shows, by the place where it stands."""
    return dict(_texts(edition))


def words_in(edition: Edition, language: str) -> dict[str, str]:
    """What the texts of an edition are in a language, as far as they are translated."""
    known = translations(language)
    return {text: known[text] for text in texts(edition).values() if text in known}


@cache
def translations(language: str) -> Mapping[str, str]:
    """Every text that is translated, from every shelf; short names from the list of labels."""
    found: dict[str, str] = {}
    for row in shared_rows(LABELS):
        if row.get(language):
            found[row["short"]] = row[language]
    for where in shelves():
        for path in sorted(where.glob(f"{FOLDER}/{language}/*.json")):
            found |= json.loads(path.read_text(encoding="utf-8"))
    return found


def _texts(edition: Edition) -> Iterator[tuple[str, str]]:
    yield "title", edition.identity.title
    for number, clause in edition.clauses.items():
        yield f"clause.{number}", clause.summary
        yield f"section.{number}", clause.section
    yield from _tables(edition)
    yield from _wagers(edition)
    yield from _situations(edition)
    for name, rule in edition.rules.items():
        yield f"rule.{name}", rule.says
    for name, overlay in edition.overlays.items():
        yield f"overlay.{name}", overlay.says
        for key, rule in overlay.rule.items():
            yield f"overlay.{name}.{key}", rule.says
        for place, closed in enumerate(overlay.closed):
            yield f"overlay.{name}.closed.{place}", closed.says
    for name, item in edition.items.items():
        yield f"item.{name}", item.says
    for name, duty in edition.duties.items():
        yield f"duty.{name}", duty.what
        yield f"duty.{name}.to", duty.to
    for name, approval in edition.approvals.items():
        yield f"approval.{name}", approval.act
    for rank in (*edition.ranks.ladder, *edition.ranks.met_by):
        yield f"rank.{rank}", rank


def _tables(edition: Edition) -> Iterator[tuple[str, str]]:
    for name, game in edition.games.items():
        yield f"game.{name}", game.title
    for name, method in edition.methods.items():
        yield f"method.{name}", method.title
    for name, key in edition.sign.items():
        yield f"sign.{name}", key.title
    for burn in edition.shoe.burn:
        yield f"burn.{burn.name}", burn.name


def _wagers(edition: Edition) -> Iterator[tuple[str, str]]:
    shorts = {row["wager"]: row["short"] for row in shared_rows(LABELS)}
    for name, wager in edition.wagers.items():
        yield f"wager.{name}", wager.title
        if name in shorts:
            yield f"wager.{name}.short", shorts[name]
        for number, row in enumerate((*wager.rows, wager.otherwise)):
            yield f"wager.{name}.row.{number}", row.label or row.outcome


def _situations(edition: Edition) -> Iterator[tuple[str, str]]:
    for name, one in edition.situations.items():
        yield f"situation.{name}", one.title
        if one.unseen is not None:
            yield f"situation.{name}.unseen", one.unseen
        for number, ruling in enumerate(one.rulings):
            yield f"ruling.{name}.{number}.{ruling.name}", ruling.says
        for fact, values in (one.facts | one.refuted | one.against).items():
            if fact in one.told:
                yield f"fact.{fact}", asked(fact)
            for value in values:
                yield f"fact.{fact}.{value}", said(edition, fact, value)
