"""Favourites: sets of wagers that a player has given a name, kept sealed for that player alone."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.refusal import Refusal
from pitboss.service.people.accounts import Accounts, Kept

MOST_SETS = 30
MOST_STAKES = 30
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class FavouriteStake(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager of a set, and its stake; `box` where boxes are shared."""

    wager: Word
    stake_cents: Annotated[int, msgspec.Meta(ge=1, le=2**53)]
    box: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None


class Favourite(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named set of wagers at the tables of one rulebook."""

    rulebook: Word
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"\S")]
    stakes: Annotated[
        tuple[FavouriteStake, ...], msgspec.Meta(min_length=1, max_length=MOST_STAKES)
    ]


class Favourites(Kept, frozen=True, kw_only=True):
    """Every set of one player."""

    sets: tuple[Favourite, ...] = ()

    def without(self, rulebook: str, name: str) -> tuple[Favourite, ...]:
        """All but one."""
        return tuple(one for one in self.sets if (one.rulebook, one.name) != (rulebook, name))


def favourites_of(accounts: Accounts, person: str) -> tuple[Favourite, ...]:
    """The sets of a player."""
    kept = accounts.read(_key(person), Favourites)
    return () if kept is None else kept.sets


def keep_favourite(
    accounts: Accounts, person: str, favourite: Favourite
) -> tuple[Favourite, ...] | Refusal:
    """Keep a set; one of the same name at the same rulebook is replaced."""
    named = msgspec.structs.replace(favourite, name=favourite.name.strip())
    before = Favourites(sets=favourites_of(accounts, person))
    if len(before.without(named.rulebook, named.name)) >= MOST_SETS:
        return Refusal.of("too-many-sets", most=MOST_SETS)

    def with_it(old: Favourites | None) -> Favourites:
        kept = old or Favourites()
        sets = (*kept.without(named.rulebook, named.name), named)
        return msgspec.structs.replace(kept, sets=sets)

    return accounts.revise(_key(person), Favourites, with_it).sets


def drop_favourite(
    accounts: Accounts, person: str, rulebook: str, name: str
) -> tuple[Favourite, ...]:
    """Keep a set no longer; where there is none of that name, nothing is changed."""
    sets = favourites_of(accounts, person)
    if Favourites(sets=sets).without(rulebook, name) == sets:
        return sets

    def without_it(old: Favourites | None) -> Favourites:
        kept = old or Favourites()
        return msgspec.structs.replace(kept, sets=kept.without(rulebook, name))

    return accounts.revise(_key(person), Favourites, without_it).sets


def _key(person: str) -> str:
    return f"favourites:{person}"
