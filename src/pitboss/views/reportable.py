"""What can be reported at a table: every situation, whether it can arise now, what to say."""

from __future__ import annotations

import datetime as dt
from itertools import islice, product
from typing import Any

import msgspec

from pitboss.decision.space import TOPIC
from pitboss.editions.procedures import Situation
from pitboss.editions.words import as_sentence, asked, said
from pitboss.refusal import Refusal
from pitboss.table import Rules, Table
from pitboss.table.rulings.preview import attempt, unseen
from pitboss.table.usual.trial import some_card
from pitboss.views.copies import copy_of
from pitboss.words.catalogue import Said, spoken

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
    said: Said
    suggest: str | None = None


def field(name: str, *, required: bool, told: Said, suggest: str | None = None) -> RulingField:
    """A field whose words are under a key."""
    says = spoken(TOPIC, told)
    return RulingField(name=name, required=required, says=says, said=told, suggest=suggest)


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
    why_said: Said | None
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
    card = Said("ruling.field.card", {"virtual": virtual})
    fields = [field("card", required=False, told=card)]
    if "notified" in situation.seen:
        fields.append(field("coup", required=False, told=Said("ruling.field.coup")))
    return Reportable(
        situation=key,
        title=situation.title,
        clauses=situation.clauses,
        now=why is None,
        why_not=None if why is None else spoken(TOPIC, why),
        why_said=why,
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
) -> Said | None:
    """Why the core would not take the report now, whatever is told; nothing where it would."""
    if table.trouble is not None:
        return Said("ruling.waits-already")
    refused: Refusal | None = None
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
        refused = refused or tried
    return None if refused is None else refused.said
