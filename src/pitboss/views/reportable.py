"""What can be reported at a table: every situation, whether it can arise now, what to say."""

from __future__ import annotations

import datetime as dt
from itertools import islice, product
from typing import Any

import msgspec

from pitboss.editions.procedures import Situation
from pitboss.editions.words import as_sentence, asked, said
from pitboss.refusal import Refusal
from pitboss.table import Rules, Table
from pitboss.table.rulings.preview import attempt, unseen
from pitboss.table.usual.trial import some_card
from pitboss.views.copies import copy_of

MOST_TRIED = 64


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that whoever reports it says, and the values it may have; both in words, too."""

    fact: str
    says: str
    values: tuple[str, ...]
    values_say: tuple[str, ...]


class RulingField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of the command; `suggest` is what it would usually be."""

    name: str
    required: bool
    says: str
    suggest: str | None = None


class RulingSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that a situation may lead to, and when."""

    ruling: str
    says: str
    rank: str
    when: dict[str, Any]
    clauses: tuple[str, ...]


class Reportable(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can go wrong: whether it can be reported now, and what is to be said."""

    situation: str
    title: str
    clauses: tuple[str, ...]
    now: bool
    why_not: str | None
    takes_card: bool
    told: list[Told]
    fields: list[RulingField]
    rulings: list[RulingSeen]


def reportable(rules: Rules, table: Table, now: dt.datetime) -> list[Reportable]:
    """Every situation of the edition: whether it can be reported now, and with which fields."""
    return [
        _reportable(rules, table, key, one, now) for key, one in rules.edition.situations.items()
    ]


def _reportable(
    rules: Rules, table: Table, key: str, situation: Situation, now: dt.datetime
) -> Reportable:
    why = _why_not_now(rules, table, key, situation, now)
    takes = situation.takes != "nothing"
    virtual = table.house is not None and table.house.virtual
    card = "The card, where it was seen; left out where it lies face down."
    if virtual:
        card += " At a virtual shoe any card says that it was seen: the shoe says which."
    fields = [RulingField(name="card", required=False, says=card)]
    if "notified" in situation.seen:
        says = "The coup in which it happened, where it is not this or the last one."
        fields.append(RulingField(name="coup", required=False, says=says))
    return Reportable(
        situation=key,
        title=situation.title,
        clauses=situation.clauses,
        now=why is None,
        why_not=why,
        takes_card=takes,
        told=[
            Told(
                fact=fact,
                says=asked(fact),
                values=values,
                values_say=tuple(
                    as_sentence(said(rules.edition, fact, one)).rstrip(".") for one in values
                ),
            )
            for fact, values in situation.told.items()
        ],
        fields=fields,
        rulings=[
            copy_of(RulingSeen, one, ruling=one.name, when=dict(one.when))
            for one in situation.rulings
        ],
    )


def _why_not_now(
    rules: Rules, table: Table, key: str, situation: Situation, now: dt.datetime
) -> str | None:
    """Why the core would not take the report now, whatever is told; nothing where it would."""
    if table.trouble is not None:
        return "Something waits for a ruling already."
    sentence = None
    some = some_card(table)
    cards: tuple[str | None, ...] = (None,) if some is None else (None, some)
    told = product(*situation.told.values())
    for values, card in islice(product(told, cards), MOST_TRIED):
        given: dict[str, Any] = {
            "situation": key,
            "told": dict(zip(situation.told, values, strict=True)),
        }
        if card is not None:
            given["card"] = card
        tried = attempt(rules, unseen(table), "report-irregularity", given, now)
        if not isinstance(tried, Refusal):
            return None
        sentence = sentence or tried.sentence
    return sentence
