"""Making cards ready: introduced, checked, shuffled, cut, with the cutting card in place."""

from __future__ import annotations

from typing import Literal

from pitboss.baccarat.shoe import check_cut, check_cutting_card
from pitboss.cards import CARDS_IN_DECK
from pitboss.refusal import refuse, sure
from pitboss.settle.setting import check_decks
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.state import Stack, Table

Kind = Literal["new", "casino pre-shuffled", "Angel pre-shuffled", "used"]
How = Literal["hand", "multishuffler", "shuffling device"]


class IntroduceCards(Command, frozen=True, kw_only=True):
    """Bring cards to the table."""

    backs: str
    kind: Kind = "new"


class Shuffle(Command, frozen=True, kw_only=True):
    """Shuffle the cards so that they are randomly intermixed."""

    how: How = "hand"


class CutCards(Command, frozen=True, kw_only=True):
    """Cut the stack: place the cutting card at a depth, counted in cards from the front."""

    depth: int


class PlaceCuttingCard(Command, frozen=True, kw_only=True):
    """Insert the cutting card with so many cards behind it."""

    behind: int


class CardsIntroduced(Event, frozen=True, kw_only=True):
    """Cards came to the table."""

    decks: int
    backs: str
    kind: Kind


class CardsShuffled(Event, frozen=True, kw_only=True):
    """The cards were shuffled."""

    how: How


class CardsCut(Event, frozen=True, kw_only=True):
    """The stack was cut."""

    depth: int


class CuttingCardPlaced(Event, frozen=True, kw_only=True):
    """The cutting card is in the stack."""

    behind: int


@decides(IntroduceCards, rules=("pre-shuffled",))
def introduce(work: Work, command: IntroduceCards) -> None:
    """New cards come only when no shoe is in play (3.1, 3.5)."""
    if work.table.shoe is not None and work.table.shoe.over is None:
        refuse("shoe-in-play", "A shoe is in play.")
    if work.table.stack is not None:
        refuse("cards-on-table", "Cards are being made ready already.")
    sure(check_decks(work.edition, work.house.decks))
    work.emit(
        CardsIntroduced,
        decks=work.house.decks,
        backs=command.backs,
        kind=command.kind,
        clauses=work.edition.decks.clauses,
    )


@decides(Shuffle, rules=("shuffle-before-play",))
def shuffle(work: Work, command: Shuffle) -> None:
    """Before play and after the last coup, unless pre-shuffled cards are introduced (4.1)."""
    stack(work)
    work.emit(CardsShuffled, how=command.how, clauses=work.cite("shuffle-before-play"))


@decides(CutCards, who=("staff", "player"), rules=("no-cut-in-device",))
def cut(work: Work, command: CutCards) -> None:
    """At least as deep as the edition says, by whoever the cards were offered to (4.3, 4.5)."""
    ready = stack(work)
    if ready.shuffled is None and not pre_shuffled(ready):
        refuse("not-shuffled", "The cards are not shuffled.", work.cite("shuffle-before-play"))
    rule = work.edition.shoe.cut
    sure(check_cut(rule, command.depth, ready.decks * CARDS_IN_DECK))
    work.emit(CardsCut, depth=command.depth, clauses=rule.clauses)


@decides(PlaceCuttingCard)
def place(work: Work, command: PlaceCuttingCard) -> None:
    """As far from the back as the edition says (4.6)."""
    ready = stack(work)
    if ready.cut_by is None:
        refuse("not-cut", "The cards are not cut.", work.edition.shoe.cut.clauses)
    rule = work.edition.shoe.cutting_card[0]
    sure(check_cutting_card(rule, command.behind, ready.decks * CARDS_IN_DECK))
    work.emit(CuttingCardPlaced, behind=command.behind, clauses=rule.clauses)


def stack(work: Work) -> Stack:
    """The cards being made ready."""
    if work.table.stack is None:
        refuse("no-cards", "No cards are being made ready.")
    return work.table.stack


def pre_shuffled(ready: Stack) -> bool:
    """Whether the cards came shuffled."""
    return ready.kind.endswith("pre-shuffled")


@applies(CardsIntroduced)
def introduced(table: Table, event: CardsIntroduced) -> Table:
    """The cards lie on the table."""
    return replace(
        table,
        stack=Stack(decks=event.decks, backs=event.backs, kind=event.kind),
        shoe=None,
    )


def change_stack(table: Table, **fields: object) -> Table:
    """The table with its stack changed."""
    assert table.stack is not None
    return replace(table, stack=replace(table.stack, **fields))


@applies(CardsShuffled)
def shuffled(table: Table, event: CardsShuffled) -> Table:
    """Intermixed; an earlier cut counts no more."""
    return change_stack(table, shuffled=event.how, cut_by=None, cut_depth=None, behind=None)


@applies(CardsCut)
def was_cut(table: Table, event: CardsCut) -> Table:
    """Cut."""
    return change_stack(table, cut_by=event.by, cut_depth=event.depth)


@applies(CuttingCardPlaced)
def placed(table: Table, event: CuttingCardPlaced) -> Table:
    """The cutting card is in."""
    return change_stack(table, behind=event.behind)
