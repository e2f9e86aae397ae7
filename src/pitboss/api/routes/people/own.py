"""Routes: what a player keeps for themself; nobody else reads it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, get, put
from litestar.params import JSONBody, Parameter

from pitboss.api.context import on_thread
from pitboss.api.guard import Request, context_of, session_of
from pitboss.api.lookup import Name
from pitboss.api.problems import refused
from pitboss.api.routes import router_of
from pitboss.refusal import Refusal
from pitboss.service.people.favourites import (
    Favourite,
    drop_favourite,
    favourites_of,
    keep_favourite,
)

PLAYER = {"roles": ("player",)}
SetName = Annotated[str, Parameter(max_length=40)]


class FavouriteList(msgspec.Struct, frozen=True, kw_only=True):
    """One's favourites, in the order in which they were kept."""

    favourites: tuple[Favourite, ...]


@get("/own/favourites", opt=PLAYER)
@on_thread
def favourites(request: Request) -> FavouriteList:
    """One's own named sets of wagers."""
    found = favourites_of(context_of(request).accounts, session_of(request).person)
    return FavouriteList(favourites=found)


@put("/own/favourites", opt=PLAYER)
@on_thread
def keep(request: Request, data: JSONBody[Favourite]) -> FavouriteList:
    """Keep a set of wagers under a name, in place of the one that had it."""
    kept = keep_favourite(context_of(request).accounts, session_of(request).person, data)
    if isinstance(kept, Refusal):
        raise refused(kept)
    return FavouriteList(favourites=kept)


@delete("/own/favourites/{rulebook:str}", status_code=200, opt=PLAYER)
@on_thread
def drop(request: Request, rulebook: Name, name: SetName) -> FavouriteList:
    """Keep a set no longer."""
    person = session_of(request).person
    left = drop_favourite(context_of(request).accounts, person, rulebook, name)
    return FavouriteList(favourites=left)


router = router_of(__name__, "people")
