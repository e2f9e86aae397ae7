"""What a table has beside its rules: kinds of card sets and places, and what is missing of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from pitboss.editions.reader import Gap
from pitboss.editions.values import Layout, Most
from pitboss.editions.wagers import Cited, Clauses
from pitboss.words import nearest

if TYPE_CHECKING:
    from pitboss.editions.edition import Edition

USED = "used"
"""Cards of the shoe that is over, in commands and events: no kind of card set of its own."""
_NEEDED = {
    "card_set": "no cards can come to a table",
    "method": "no cards can be dealt",
    "layout": "a table has nothing to play on",
}


class Riffle(Cited, frozen=True, kw_only=True):
    """Pre-shuffled cards are riffled `before` these, on a player's request, `by` an approval."""

    before: tuple[Literal["multishuffler", "cut"], ...]
    by: str


class CardSet(Cited, frozen=True, kw_only=True):
    """A kind of card set: whether it comes shuffled, and what may be done with it then.

    `checked`: it is checked before it is put under seal. `by_hand` names the approval by which
    pre-shuffled cards are shuffled by hand, for each source that lets them be.
    """

    pre_shuffled: bool = False
    checked: bool = False
    riffle: Riffle | None = None
    by_hand: dict[str, str] = msgspec.field(default_factory=dict)


class Place(Cited, frozen=True, kw_only=True):
    """Where a table may stand, or what kind of table it is; `seats`: how many may be seated.

    A table of an edition that names no place stands anywhere.
    """

    seats: Most | None = None


SUM = "+"
"""Between the names of layouts that lie together: a base first, then what it is added to."""


def laid(layouts: Mapping[str, Layout], name: str) -> Layout | None:
    """The layout of this name, or the sum of several; nothing where they do not go together.

    A sum begins with a base; the others add a part each, and no part lies there twice.
    """
    found = [layouts.get(one) for one in name.split(SUM)]
    known = [one for one in found if one is not None]
    if len(known) < len(found):
        return None
    first, *others = known
    parts = [one.part for one in known if one.part is not None]
    if others and (not first.base or any(one.base for one in others)):
        return None
    if len(set(parts)) < len(parts):
        return None
    return msgspec.structs.replace(
        first,
        clauses=tuple(dict.fromkeys(clause for one in known for clause in one.clauses)),
        spots={wager: most for one in known for wager, most in one.spots.items()},
    )


def fullest(layouts: Mapping[str, Layout], base: str) -> str:
    """A layout with the first that adds each part which it has not itself."""
    parts = {layouts[base].part}
    names = [base]
    for name, one in layouts.items():
        if not one.base and one.part not in parts:
            parts.add(one.part)
            names.append(name)
    return SUM.join(names)


def cited_by(parts: Mapping[str, Cited]) -> Clauses:
    """The clauses of all these parts, each once."""
    return tuple(dict.fromkeys(clause for part in parts.values() for clause in part.clauses))


def lacking(edition: Edition) -> Iterator[Gap]:
    """What is missing where an edition has a table, or names something that it has not."""
    parts = (edition.card_sets, edition.methods, edition.layouts)
    for (key, without), part in zip(_NEEDED.items(), parts, strict=True):
        if edition.rules and not part:
            yield (), f"'{key}' is missing: without one {without}"
    source = edition.shoe.source
    if edition.rules and not source.permitted:
        yield ("shoe", "source"), "'shoe.source.permitted' needs one source at least"
    for one in source.shuffling:
        if one not in source.permitted:
            yield ("shoe", "source"), f"'{one}' is no source that is permitted"
    for name, kind in edition.card_sets.items():
        path = ("card_set", name)
        if name == USED:
            yield path, f"'{USED}' is said of the cards of the last shoe: name this set otherwise"
        if not kind.pre_shuffled and (kind.riffle is not None or kind.by_hand):
            yield path, f"'{name}' needs pre_shuffled = true: other cards are always shuffled"
        for one in kind.by_hand:
            if one not in source.permitted:
                yield (*path, "by_hand"), f"'{one}' is no source that is permitted"
        for one in (*([kind.riffle.by] if kind.riffle else ()), *kind.by_hand.values()):
            if one not in edition.approvals:
                said = nearest(one, edition.approvals)
                yield path, f"there is no approval '{one}'.{said}"
