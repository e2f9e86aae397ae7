"""Arguments for any command: sensible by the name of the field, else anything of its type."""

from __future__ import annotations

import datetime as dt
from functools import cache
from typing import Any

import msgspec

from pitboss.cards import names
from pitboss.chaos import makers as make
from pitboss.chaos.anything import by_type
from pitboss.chaos.makers import Maker, any_of, some_of
from pitboss.chaos.sessions import STREAM
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
from pitboss.table.authority.duties import open_duties
from pitboss.table.entries import fields_of
from pitboss.table.machine import Entry


def _minimums(world: World) -> list[int]:
    """Minimums about the sign's own."""
    least = world.table.sign.minimum_cents
    return [max(0, least + more) for more in (-1_000, -500, 0, 500, 1_000, 2_500, 5_000)]


def _maximums(world: World) -> list[int]:
    """Maximums about the sign's own."""
    most = world.table.sign.maximum_cents or 100_000
    return [most + more for more in (-20_000, 0, 10_000, 50_000, 200_000)]


def _moments(world: World) -> list[dt.datetime]:
    """Times soon after now, as for a notice."""
    return [world.now + dt.timedelta(minutes=after) for after in (0, 10, 20, 21, 30, 60, -1)]


def _duties(world: World) -> list[int]:
    """Duties not yet done."""
    return [duty.number for duty in open_duties(world.table)]


def _noticed(world: World) -> list[int]:
    """The minimums that notices announce."""
    return [one.minimum_cents for one in world.table.notices.values() if one.minimum_cents]


a_game = any_of(lambda world: tuple(world.edition.games))
a_moment = any_of(_moments)
a_notice = any_of(lambda world: (*world.edition.notices, *world.table.notices, "nothing"))
a_reason = any_of(lambda _: ("a reason", "seen on camera", "asked for", ""))

MAKERS: dict[str, Maker] = {
    "tournament": any_of(lambda _: (STREAM, STREAM, STREAM, "tournament:another")),
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
    "fraud_by": some_of(World.players),
    "forfeit": some_of(World.players),
    "amount_cents": make.an_amount,
    "chips_cents": any_of(lambda _: (0, 100_000, 500_000, 2_000_000, -1)),
    "float_cents": any_of(lambda _: (100_000_000, 500_000_000, 5_000)),
    "minimum_cents": any_of(_minimums, _noticed, 0.5),
    "maximum_cents": any_of(_maximums),
    "wager": make.a_wager,
    "area": make.a_wager,
    "wagers": some_of(lambda world: list(world.table.wagers)),
    "number": make.a_number,
    "line": make.a_line,
    "paid_cents": make.an_amount,
    "matter": make.a_matter,
    "coup": any_of(lambda world: [max(0, world.table.coups - ago) for ago in (0, 0, 1, 1, 2, 7)]),
    "approval": make.an_approval,
    "duty": any_of(lambda _: range(4), _duties, 0.95),
    "key": any_of(lambda world: ("nothing", *world.edition.approvals), World.asked_keys, 0.8),
    "about": any_of(lambda world: world.words, lambda world: world.topics, 0.8),
    "card": make.a_card,
    "hand": make.a_hand,
    "place": make.a_place,
    "seat": make.a_seat,
    "box": make.a_seat,
    "boxes": make.boxes,
    "seats": any_of(lambda _: (None, None, 6, 7, 9, 4)),
    "decks": any_of(lambda world: (*world.edition.decks.permitted, 8, 8, 5)),
    "depth": make.a_depth,
    "behind": any_of(lambda _: (19, 20, 26, 26, 52, 80, 300)),
    "backs": make.backs,
    "rank": any_of(lambda world: (*world.edition.ranks.ladder, None, "Pit Clerk")),
    "commitment": make.a_commitment,
    "nonce": lambda _w, _e, _b: make.NONCE.hex(),
    "option": any_of(lambda world: (None, "none", *(one.name for one in world.edition.shoe.burn))),
    "notice": a_notice,
    "change_at": a_moment,
    "until": a_moment,
    "game": a_game,
    "layout": any_of(lambda world: tuple(world.edition.layouts)),
    "method": any_of(lambda world: tuple(world.edition.methods)),
    "sign": a_sign,
    "situation": a_situation,
    "told": told,
    "ruling": a_ruling,
    "reason": a_reason,
    "grounds": a_reason,
    "nominated": any_of(lambda _: ("", "PB", "BBP", "PBPB", "PPPBB", "BPBPBP", "PBX")),
    "why": a_reason,
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
    ("post-notice", "kind"): a_notice,
    ("withdraw-notice", "kind"): a_notice,
    ("hand-in-slip", "commitment"): lambda world, _e, _b: next(iter(world.slips), "0" * 64),
    ("begin-tournament-session", "boxes"): lambda world, entry, by: {
        make.a_person(world, entry, by): make.a_seat(world, entry, by)
    },
    ("post-notice", "value"): lambda world, entry, by: world.chance.choice(
        ("", a_game(world, entry, by), make.a_wager(world, entry, by))
    ),
}
NEVER_LEFT_OUT = ("approval", "commitment", "told", "change_at")


@cache
def plan(entry: Entry) -> tuple[tuple[str, Any, bool], ...]:
    """The fields of a command with their types, and whether each may be left out."""
    types_of = fields_of(entry.kind)
    return tuple(
        (field.name, types_of[field.name], not field.required)
        for field in msgspec.structs.fields(entry.kind)
        if field.name in types_of
    )


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
