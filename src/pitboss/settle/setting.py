"""The setting of a settlement: game, decks, layout and sign, checked against the edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

from pitboss.chips import chips_of_values
from pitboss.editions.edition import Edition
from pitboss.refusal import Refusal, refusable, refuse, sure
from pitboss.settle.sign import Sign, read_sign
from pitboss.words import near


@dataclass(frozen=True)
class Setting:
    """What was fixed before the first card."""

    game: str
    decks: int
    layout: str | None
    sign: Sign


@refusable
def choose(
    edition: Edition,
    game: str | None,
    decks: int | None,
    layout: str | None,
    sign: Mapping[str, str] | None,
    *,
    study: bool = False,
) -> Setting:
    """The setting asked for, with the edition's usual values where nothing was asked.

    A `study` may use decks that the edition does not permit; everything else is as signed.
    """
    chosen = edition.default_game if game is None else game
    if chosen not in edition.games:
        _unknown(edition, "game", chosen, edition.games)
    if layout is not None and edition.layout(layout) is None:
        _unknown(edition, "layout", layout, edition.layouts)
    number = edition.decks.default if decks is None else decks
    if not study:
        sure(check_decks(edition, number))
    return Setting(chosen, number, layout, sure(read_sign(edition, chosen, sign or {})))


def check_decks(edition: Edition, decks: int) -> Refusal | None:
    """The number of decks must be one the edition permits."""
    if decks in edition.decks.permitted:
        return None
    permitted = ", ".join(map(str, edition.decks.permitted))
    return Refusal.of(
        "decks-not-permitted",
        edition.decks.clauses,
        title=edition.identity.title,
        permitted=permitted,
        decks=decks,
    )


def _unknown(edition: Edition, what: str, name: str, known: Mapping[str, object]) -> NoReturn:
    listed, nearest = ", ".join(known), near(name, known)
    book = edition.identity.rulebook
    refuse(f"unknown-{what}.choose", rulebook=book, name=name, listed=listed, nearest=nearest)


def in_chips(setting: Setting, values: tuple[int, ...]) -> Setting:
    """The setting of a table that has these chips: they decide what can be paid."""
    if not values:
        return setting
    return replace(setting, sign=replace(setting.sign, table=chips_of_values(values)))
