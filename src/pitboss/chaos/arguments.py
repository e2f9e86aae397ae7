"""Arguments for any command: sensible by the name of the field, else anything of its type."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from pitboss.cards import names
from pitboss.chaos import makers as make
from pitboss.chaos.anything import by_type
from pitboss.chaos.signs import a_sign
from pitboss.chaos.situations import (
    a_ruling,
    a_situation,
    damaged,
    devices,
    hands,
    told,
)
from pitboss.chaos.world import World
from pitboss.table.entries import fields_of
from pitboss.table.machine import Entry

Maker = Callable[[World, Entry, str], Any]

MAKERS: dict[str, Maker] = {
    "person": make.a_person,
    "whom": make.a_person,
    "player": make.a_person,
    "adviser": make.a_person,
    "behalf_of": make.a_person,
    "asked_by": make.a_person,
    "responsible": make.an_addressee,
    "to": make.an_addressee,
    "between": make.two_people,
    "agreed": make.several_people,
    "fraud_by": make.some_people,
    "forfeit": make.some_people,
    "amount_cents": make.an_amount,
    "chips_cents": lambda world, _e, _b: world.chance.choice((0, 100_000, 500_000, 2_000_000, -1)),
    "float_cents": lambda world, _e, _b: world.chance.choice((100_000_000, 500_000_000, 5_000)),
    "minimum_cents": make.a_minimum,
    "maximum_cents": make.a_maximum,
    "wager": make.a_wager,
    "area": make.a_wager,
    "wagers": make.some_wagers,
    "number": make.a_number,
    "line": make.a_line,
    "paid_cents": make.an_amount,
    "matter": make.a_matter,
    "coup": make.a_coup,
    "approval": make.an_approval,
    "duty": make.a_duty,
    "key": make.a_key,
    "about": make.a_topic,
    "card": make.a_card,
    "hand": make.a_hand,
    "place": make.a_place,
    "seat": make.a_seat,
    "box": make.a_seat,
    "boxes": make.boxes,
    "seats": make.a_seats,
    "decks": make.a_decks,
    "depth": make.a_depth,
    "behind": make.behind,
    "backs": make.backs,
    "rank": make.a_rank,
    "commitment": make.a_commitment,
    "nonce": lambda _w, _e, _b: make.NONCE.hex(),
    "option": make.burn_option,
    "notice": make.a_notice,
    "change_at": make.a_moment,
    "until": make.a_moment,
    "game": make.a_game,
    "layout": make.a_layout,
    "method": make.a_method,
    "sign": a_sign,
    "situation": a_situation,
    "told": told,
    "ruling": a_ruling,
    "reason": make.a_reason,
    "grounds": make.a_reason,
    "why": make.a_reason,
}
"""By field; `SPECIAL` has what one command alone needs."""

SPECIAL: dict[tuple[str, str], Maker] = {
    ("give-ruling", "hands"): hands,
    ("give-ruling", "cards"): damaged,
    ("give-ruling", "detail"): devices,
    ("exchange-voucher", "wagers"): make.conditions,
    ("place-wager", "voucher"): make.a_voucher,
    ("increase-wager", "voucher"): make.a_voucher,
    ("reveal-shoe", "order"): lambda world, _e, _b: names(world.order),
    ("post-notice", "kind"): make.a_notice,
    ("withdraw-notice", "kind"): make.a_notice,
    ("post-notice", "value"): lambda world, entry, by: world.chance.choice(
        ("", make.a_game(world, entry, by), make.a_wager(world, entry, by))
    ),
}
NEVER_LEFT_OUT = ("approval", "commitment", "told", "change_at")


@cache
def plan(entry: Entry) -> tuple[tuple[str, Any, bool], ...]:
    """The fields of a command with their types, and whether each may be left out."""
    types_of = fields_of(entry.kind)
    found = []
    for field in msgspec.structs.fields(entry.kind):
        if field.name in types_of:
            required = (
                field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
            )
            found.append((field.name, types_of[field.name], not required))
    return tuple(found)


def fill(world: World, entry: Entry, by: str) -> dict[str, Any]:
    """Arguments for a command: sensible mostly, left out sometimes, of the type always."""
    given: dict[str, Any] = {}
    chance = world.chance
    for name, kind, free in plan(entry):
        words = tuple(entry.words[name](world.edition)) if name in entry.words else ()
        maker = SPECIAL.get((entry.word, name)) or MAKERS.get(name)
        special = (entry.word, name) in SPECIAL or name in NEVER_LEFT_OUT
        if free and not special and chance.random() < 0.35:
            continue
        if words and chance.random() < 0.98:
            given[name] = chance.choice(words)
        elif maker is None and kind is str:
            given[name] = make.a_word(world, entry, name)
        elif maker is None or chance.random() < 0.02:
            given[name] = by_type(world, kind)
        else:
            value = maker(world, entry, by)
            given[name] = value if fits(value, kind) else by_type(world, kind)
    return given


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of the field's type: names are used for more than one thing."""
    try:
        msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError:
        return False
    return True


def rightful(world: World, entry: Entry, by: str, given: dict[str, Any]) -> str:
    """Whose part it is to give this command: where it names a wager or matter, its own person."""
    if "player" not in entry.who or world.chance.random() < 0.3:
        return by
    matter = world.table.matters.get(given.get("matter", -1))
    if matter is not None and matter.person is not None:
        return matter.person
    out = world.out() if "hand" in given else None
    if out is not None:
        return out[0]
    placed = world.table.wagers.get(given.get("number", -1))
    return placed.person if placed is not None else by


def learn(world: World, entry: Entry, given: dict[str, Any]) -> None:
    """Remember what was accepted: words that were good, kinds of matters it was for."""
    for name, value in given.items():
        if isinstance(value, str) and name not in MAKERS:
            good = world.good_words.setdefault((entry.word, name), [])
            if value not in good and len(good) < 12:
                good.append(value)
    matter = world.table.matters.get(given.get("matter", -1))
    if matter is not None:
        world.matter_kinds.setdefault(entry.word, set()).add((matter.kind, matter.stage))
