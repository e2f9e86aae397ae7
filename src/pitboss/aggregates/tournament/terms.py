"""The conditions of a tournament as data, and what an edition still misses in them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec

from pitboss.aggregates.shapes import Amount, Moment, Name
from pitboss.editions.edition import Edition
from pitboss.editions.procedures import Item
from pitboss.editions.wagers import Clauses
from pitboss.errors import BadDataError
from pitboss.money import parse_amount
from pitboss.refusal import Refusal
from pitboss.words import not_fitting

Count = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Few = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Text = Annotated[str, msgspec.Meta(max_length=4_000)]
HUNDRED = 10_000
"""All of a pool, in hundredths of a per cent."""


class _Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the conditions."""


class Stage(_Terms, frozen=True, kw_only=True):
    """A round: its tables, its length by coups or by the clock, who goes on from each table."""

    tables: Count
    advance: Count
    coups: Count | None = None
    minutes: Count | None = None


class Prize(_Terms, frozen=True, kw_only=True):
    """What a place wins: a part of the pool in hundredths of a per cent, money, or a thing."""

    place: Count
    share: Annotated[int, msgspec.Meta(ge=0, le=HUNDRED)] = 0
    amount_cents: Amount = 0
    thing: Name | None = None


class Step(_Terms, frozen=True, kw_only=True):
    """Limits that begin after so many coups of a session, told of beforehand."""

    after: Count
    minimum_cents: Annotated[int, msgspec.Meta(ge=1)]
    maximum_cents: Annotated[int, msgspec.Meta(ge=1)]


class Conditions(_Terms, frozen=True, kw_only=True):
    """The conditions of a tournament; what is left out is not said.

    `texts` holds, by the name of an item, what stands in them in words. `disposal`: chips are
    turned into cash at the end of a session. `open_until`: when a withdrawal is free.
    """

    title: Name
    starts: Moment | None = None
    location: Text | None = None
    game: Name | None = None
    method: Name | None = None
    entry_fee_cents: Amount | None = None
    buy_in_cents: Amount | None = None
    re_buy_cents: Amount | None = None
    add_on_cents: Amount | None = None
    buy_back_cents: Amount | None = None
    buy_back_rounds: Few | None = None
    minimum_players: Count | None = None
    maximum_players: Count | None = None
    seats: Count | None = None
    allotment_cents: Annotated[int, msgspec.Meta(ge=1)] | None = None
    compulsory: bool | None = None
    minimum_cents: Annotated[int, msgspec.Meta(ge=1)] | None = None
    maximum_cents: Annotated[int, msgspec.Meta(ge=1)] | None = None
    limit_steps: tuple[Step, ...] = ()
    rounds: tuple[Stage, ...] | None = None
    order_of_wagering: bool | None = None
    deal_from_marker: bool = False
    pass_cards: Few | None = None
    undisclosed: Few | None = None
    open_until: Moment | None = None
    prizes: tuple[Prize, ...] | None = None
    added_cents: Amount = 0
    guarantee_cents: Amount | None = None
    guarantee_players: Count | None = None
    reserve: bool = False
    selects: bool = False
    charity: bool = False
    agreement: bool = False
    repechage: bool = False
    substitutes: bool = False
    disposal: bool = False
    texts: Mapping[Name, Text] = msgspec.field(default_factory=dict)


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is missing in the conditions, or cannot stand in them."""

    item: str
    says: str
    clauses: Clauses


FIELDS = frozenset(Conditions.__struct_fields__)
SEVERAL_ROUNDS, WAGER_EACH = "several_rounds", "compulsory"


def field_of(item: str) -> str | None:
    """The field of the conditions that an item is about; none where it is a text."""
    plain = item.replace("-", "_")
    return next((name for name in (plain, f"{plain}_cents") if name in FIELDS), None)


def asked(conditions: Conditions, item: Item) -> bool:
    """Whether an item must be there: always, or where the conditions provide for it."""
    if item.when is None:
        return True
    if item.when == SEVERAL_ROUNDS:
        return len(conditions.rounds or ()) > 1
    return bool(getattr(conditions, field_of(item.when) or "texts"))


def present(conditions: Conditions, name: str) -> bool:
    """Whether the conditions say something of an item."""
    field = field_of(name)
    if field is not None:
        return getattr(conditions, field) not in (None, "", ())
    return bool(conditions.texts.get(name, "").strip())


def missing(edition: Edition, conditions: Conditions) -> Iterator[Gap]:
    """The items of the edition that the conditions do not have."""
    for name, item in edition.items.items():
        if asked(conditions, item) and not present(conditions, name):
            yield Gap(item=name, says=item.says, clauses=item.clauses)


def wrong(edition: Edition, conditions: Conditions) -> Iterator[str]:
    """What cannot stand in any conditions: figures that do not fit, rules that they may not set."""
    one = conditions
    if one.game is not None and one.game not in edition.games:
        yield f"there is no game '{one.game}'"
    if one.method is not None and one.method not in edition.methods:
        yield f"there is no dealing method '{one.method}'"
    for low, high in (("minimum_players", "maximum_players"), ("minimum_cents", "maximum_cents")):
        least, most = getattr(one, low), getattr(one, high)
        if least is not None and most is not None and least > most:
            yield f"'{low.removesuffix('_cents')}' is above '{high.removesuffix('_cents')}'"
    if one.minimum_cents and one.maximum_cents and one.maximum_cents % one.minimum_cents:
        yield "the maximum wager is no multiple of the minimum"
    if one.minimum_cents and (one.allotment_cents or one.minimum_cents) < one.minimum_cents:
        yield "nobody could wager the minimum from the allotment"
    yield from _rounds(one)
    yield from _prizes(one)
    for step in one.limit_steps:
        if step.minimum_cents > step.maximum_cents or step.maximum_cents % step.minimum_cents:
            yield f"the limits after {step.after} coups do not fit together"
    known = {name for name in edition.items if field_of(name) is None}
    for name in one.texts:
        if name not in known:
            yield f"no clause asks for the text '{name}'"


def _rounds(one: Conditions) -> Iterator[str]:
    stages = one.rounds or ()
    if stages and stages[-1].tables != 1:
        yield "the last round is played at one table"
    for number, stage in enumerate(stages, 1):
        if (stage.coups is None) is (stage.minutes is None):
            yield f"round {number} is as long as its coups or its minutes say, one of them"
        if one.seats is not None and stage.advance > one.seats:
            yield f"from a table of round {number} more go on than sit there"
        if number < len(stages) and stage.tables * stage.advance < stages[number].tables:
            yield f"too few go on from round {number} for the tables of the next"


def _prizes(one: Conditions) -> Iterator[str]:
    prizes = one.prizes or ()
    places = [prize.place for prize in prizes]
    if sorted(places) != list(range(1, len(places) + 1)):
        yield "each place from the first on has one prize"
    pooled = bool(one.entry_fee_cents or one.guarantee_cents or one.added_cents)
    if prizes and pooled and sum(prize.share for prize in prizes) != HUNDRED:
        yield "the shares of the pool are not 100 per cent together"


# Files ------------------------------------------------------------------------------------


def read_conditions(data: Mapping[str, Any]) -> Conditions:
    """Conditions as a file has them, in dollars and per cent; else `BadDataError`."""
    try:
        return msgspec.convert(_in_cents(data), Conditions, strict=True)
    except msgspec.ValidationError as error:
        raise BadDataError(not_fitting(error)) from error


def _in_cents(data: Any, key: str = "") -> Any:
    if isinstance(data, dict):
        found: dict[str, Any] = {}
        for name, value in data.items():
            if name == "texts":
                found[name] = value
            elif f"{name}_cents" in MONEY:
                found[f"{name}_cents"] = _cents(name, value)
            elif name == "share":
                found[name] = _share(value)
            else:
                found[name] = _in_cents(value, name)
        return found
    if isinstance(data, list):
        return [_in_cents(one, key) for one in data]
    return data


MONEY = frozenset(
    name
    for kind in (Conditions, Prize, Step)
    for name in kind.__struct_fields__
    if name.endswith("_cents")
)


def _cents(name: str, value: Any) -> int:
    if str(value) in ("0", "0.00"):
        return 0
    cents = parse_amount(str(value))
    if isinstance(cents, Refusal):
        raise BadDataError(f"{name}: {cents.sentence}")
    return cents


def _share(value: Any) -> int:
    """A per cent figure, as 12.5, in hundredths of a per cent."""
    text = str(value).removesuffix("%")
    whole, _, part = text.partition(".")
    if not (whole.isdecimal() and (part or "0").isdecimal() and len(part) <= 2):
        raise BadDataError(f"share: '{value}' is no per cent figure, for example 60 or 12.5")
    return int(whole) * 100 + int((part + "00")[:2])


def as_file(conditions: Conditions) -> dict[str, Any]:
    """Conditions as plain data in dollars, as a file has them."""
    return {
        name: value for name, value in _in_dollars(conditions).items() if value not in (None, ())
    }


def _in_dollars(one: Any) -> Any:
    if isinstance(one, msgspec.Struct):
        return {
            name.removesuffix("_cents"): _dollars(name, getattr(one, name))
            for name in one.__struct_fields__
        }
    if isinstance(one, tuple):
        return [_in_dollars(each) for each in one]
    return one


def _dollars(name: str, value: Any) -> Any:
    if name.endswith("_cents") and isinstance(value, int):
        return f"{value // 100}.{value % 100:02}"
    if name == "share":
        return f"{value // 100}.{value % 100:02}"
    return value if isinstance(value, str | dt.datetime) else _in_dollars(value)


Kind = Literal["round", "repechage", "play-off"]
