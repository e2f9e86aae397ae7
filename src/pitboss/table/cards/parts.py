"""Cards as parts of a state: under seal, being made ready, in the shoe, on the table."""

from __future__ import annotations

from typing import Literal

from pitboss.cards import Card
from pitboss.editions.wagers import Clauses
from pitboss.table.own import Part


class Slot(Part, frozen=True, kw_only=True):
    """A card on the table; without `card` it lies face down and nobody has reported it."""

    card: Card | None = None
    exposed: bool = False
    number: int = 0


class Sealed(Part, frozen=True, kw_only=True):
    """A set of cards kept secured until it is required; `checked` says how, if it was."""

    kind: str
    backs: str
    checked: str | None = None


class Stack(Part, frozen=True, kw_only=True):
    """Cards that are being made ready; `cut_by_player`: by someone who is not of the staff."""

    decks: int
    backs: str
    kind: str
    checked: str | None = None
    shuffled: str | None = None
    riffled: Literal["multishuffler", "cut"] | None = None
    handled: bool = False
    cut_by_player: bool = False
    offered: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    nominee: str | None = None
    cut_by: str | None = None
    cut_depth: int | None = None
    behind: int | None = None
    commitment: str | None = None
    inspection: Literal["asked", "done"] | None = None
    required: bool = False


class FaceUp(Part, frozen=True, kw_only=True):
    """A card found face up in the shoe: at which place of the order, and by which clauses."""

    place: int
    card: Card
    clauses: Clauses = ()


class Shoe(Part, frozen=True, kw_only=True):
    """Cards in play: every one of them is in exactly one of these places.

    `order` says that the cards were taken away, and what may come for them. `added` cards
    came for damaged ones, which are among those removed; the total counts both. `past` says
    beyond what cards were dealt though play should have stopped: the cutting card's place
    while nobody showed it, or the last coup. `shown_to` is who decided for the hand on which the
    cutting card came, where that was a player's.
    """

    number: int
    total: int
    left: int
    backs: str
    behind: int | None = None
    commitment: str | None = None
    revealed: bool = False
    cut: bool = True
    burned: int = 0
    burn_done: str | None = None
    discards: int = 0
    removed: int = 0
    missing: int = 0
    foreign: int = 0
    added: int = 0
    aside: tuple[Slot, ...] = ()
    seen: tuple[int, ...] = (0,) * 52
    drawn: tuple[Card | None, ...] = ()
    coups: int = 0
    cutting_card: Literal["ahead", "first", "later"] = "ahead"
    coups_left: int | None = None
    past: Literal["cutting card", "last coup"] | None = None
    shown_to: str | None = None
    handled: bool = False
    cut_by_player: bool = False
    order: Literal["other backs", "any backs", "unfit"] | None = None
    face_up: FaceUp | None = None
    over: str | None = None
