"""Making cards ready: introduced, checked, shuffled or riffled, with the cutting card in place."""

from __future__ import annotations

from typing import Literal

from pitboss.baccarat.shoe import check_cutting_card
from pitboss.cards import CARDS_IN_DECK
from pitboss.editions.wager import Clauses
from pitboss.refusal import refuse, sure
from pitboss.settle.setting import check_decks
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.authority import authorise
from pitboss.table.state import Shoe, Stack, Table

Kind = Literal["new", "casino pre-shuffled", "Angel pre-shuffled", "used"]
How = Literal["hand", "multishuffler", "shuffling device"]
Check = Literal["by hand", "deck-checking device"]
Moment = Literal["multishuffler", "cut"]

DEVICE = "shuffling device"
LAST_COUP = "last coup"
DIRECTED = "shuffle directed"
# Burned with the first card at most, where its value says how many more.
MOST_BY_VALUE = 11


class IntroduceCards(Command, frozen=True, kw_only=True):
    """Bring cards to the table; `used` are those of the shoe that is over."""

    backs: str
    kind: Kind = "new"
    seal: str | None = None


class CheckCards(Command, frozen=True, kw_only=True):
    """Check the cards before they are used: how, and whether they are those of whole decks."""

    how: Check = "by hand"
    correct: bool = True


class Shuffle(Command, frozen=True, kw_only=True):
    """Shuffle the cards so that they are randomly intermixed."""

    how: How = "hand"
    approval: int | None = None


class RiffleCards(Command, frozen=True, kw_only=True):
    """Riffle pre-shuffled cards because a player asks, before the multishuffler or the cut."""

    asked_by: str
    before: Moment = "cut"
    approval: int | None = None


class PlaceCuttingCard(Command, frozen=True, kw_only=True):
    """Insert the cutting card with so many cards behind it."""

    behind: int


class CardsIntroduced(Event, frozen=True, kw_only=True):
    """Cards came to the table."""

    decks: int
    backs: str
    kind: Kind
    seal: str | None = None


class CardsChecked(Event, frozen=True, kw_only=True):
    """The cards were checked before use; those that are not correct are taken away."""

    how: Check
    correct: bool


class CardsShuffled(Event, frozen=True, kw_only=True):
    """The cards were shuffled."""

    how: How


class CardsRiffled(Event, frozen=True, kw_only=True):
    """Pre-shuffled cards were riffled on a player's request."""

    asked_by: str
    before: Moment


class CuttingCardPlaced(Event, frozen=True, kw_only=True):
    """The cutting card is in the stack."""

    behind: int


@decides(
    IntroduceCards,
    rules=("secured", "handled-replaced", "other-backs", "shuffle-after-last"),
    approvals=("replace-cards", "unfit-cards", "reshuffle"),
)
def introduce(work: Work, command: IntroduceCards) -> None:
    """Cards come only when no shoe is in play (3.1, 3.5, 3.8, 3.9)."""
    table, old = work.table, work.table.shoe
    if old is not None and old.over is None:
        refuse("shoe-in-play", "A shoe is in play.")
    if table.stack is not None:
        refuse("cards-on-table", "Cards are being made ready already.")
    sure(check_decks(work.edition, work.house.decks))
    clauses = work.edition.decks.clauses
    if command.kind == "used":
        clauses += _again(work, old, command.backs)
    else:
        clauses += _replacing(work, old, command.backs)
        clauses += _secured(work, command)
    work.emit(
        CardsIntroduced,
        decks=work.house.decks,
        backs=command.backs,
        kind=command.kind,
        seal=command.seal if command.kind != "used" else None,
        clauses=tuple(dict.fromkeys(clauses)),
    )


def _again(work: Work, old: Shoe | None, backs: str) -> Clauses:
    """The cards of the shoe that is over may be shuffled again, unless they must go (3.9)."""
    if old is None or old.backs != backs:
        refuse("no-such-cards", f"No used cards with {backs} backs are at the table.")
    if old.order == "unfit":
        refuse("cards-unfit", "These cards were found unfit.", work.cite("unfit-cards"))
    if old.order is not None:
        refuse("cards-removed", "These cards were taken away.", work.cite("replace-cards"))
    if touched(work, old):
        refuse(
            "cards-handled",
            "Others than the staff had these cards in hand: all of them are replaced.",
            work.cite("handled-replaced"),
        )
    if old.missing or old.foreign or old.total - old.added != work.house.decks * CARDS_IN_DECK:
        refuse("not-whole-decks", "These are not whole decks.", work.edition.decks.clauses)
    return shuffle_clauses(work)


def _replacing(work: Work, old: Shoe | None, backs: str) -> Clauses:
    """Other cards for those of the last shoe: by order, or since players had them (3.8, 3.9)."""
    if old is None or work.table.commencing:
        return ()
    must = touched(work, old)
    if old.over == DIRECTED and not must:
        refuse("shuffle-directed", "These cards are to be shuffled.", work.cite("reshuffle"))
    clauses = work.cite("handled-replaced") if must else ()
    if old.over != LAST_COUP:
        return clauses
    if old.order is None and not must and "replace-cards" in work.edition.approvals:
        refuse(
            "replacement-not-ordered",
            "After the last coup cards are replaced at the discretion of a "
            f"{work.edition.approvals['replace-cards'].rank}.",
            work.cite("replace-cards"),
        )
    if backs == old.backs and old.order != "any backs":
        work.forbid("other-backs", "same-backs", f"The cards in use have {backs} backs too.")
    return (*clauses, *work.cite("other-backs"))


def _secured(work: Work, command: IntroduceCards) -> Clauses:
    """Pre-shuffled cards come from a set that was kept secured under its seal (3.5)."""
    if command.seal is None and not command.kind.endswith("pre-shuffled"):
        return ()
    if work.rule("secured") is None:
        return ()
    sealed = work.table.secured.get(command.seal or "")
    if sealed is None or (sealed.kind, sealed.backs) != (command.kind, command.backs):
        refuse(
            "not-secured",
            f"No {command.kind} cards with {command.backs} backs were secured under the seal "
            f"'{command.seal or ''}'.",
            work.cite("secured"),
        )
    return work.cite("secured")


def touched(work: Work, shoe: Shoe) -> bool:
    """Whether others than the staff had the cards, so that they must be replaced (3.9, X20)."""
    counts = words(work, "handled-replaced")
    return (shoe.handled and "handled" in counts) or (shoe.cut_by_player and "cut" in counts)


def words(work: Work, rule: str) -> tuple[str, ...]:
    """The words that a rule lists; none where the edition does not have it."""
    found = work.rule(rule)
    return found.value if found is not None and isinstance(found.value, tuple) else ()


@decides(CheckCards, rules=("check-before-use",))
def check(work: Work, command: CheckCards) -> None:
    """By a dealer, a supervisor or a device, before the cards are used (3.4)."""
    if work.table.stack is None and work.table.shoe is not None and work.table.shoe.over is None:
        refuse("cards-in-use", "The cards are in use.", work.cite("check-before-use"))
    stack(work)
    if command.how not in words(work, "check-before-use"):
        listed = " or ".join(words(work, "check-before-use")) or "nobody"
        refuse("not-provided", f"Cards are checked by {listed}.", work.cite("check-before-use"))
    clauses = work.cite("check-before-use")
    work.emit(CardsChecked, how=command.how, correct=command.correct, clauses=clauses)


@decides(
    Shuffle,
    rules=(
        *("shuffle-before-play", "shuffle-after-last", "multishuffler-decks"),
        *("no-cut-in-device", "riffle-casino-moments", "riffle-angel-moments"),
    ),
    approvals=(
        *("shuffle-before-device", "shuffle-before-shoe", "reshuffle"),
        *("riffle-casino-cards", "riffle-angel-cards"),
    ),
)
def shuffle(work: Work, command: Shuffle) -> None:
    """By hand, in a multishuffler for some decks, or in the device that deals (4.1, 4.11)."""
    ready = stack(work)
    device = work.house.source == DEVICE
    if command.how == DEVICE and not device:
        source = work.edition.shoe.source
        refuse("no-device", "This table has no shuffling device.", source.clauses)
    clauses = shuffle_clauses(work)
    if command.how == "multishuffler":
        decks = words(work, "multishuffler-decks")
        if str(ready.decks) not in decks:
            listed = ", ".join(decks)
            sentence = f"A multishuffler takes {listed} decks, not {ready.decks}."
            refuse("multishuffler-decks", sentence, work.cite("multishuffler-decks"))
        clauses += work.cite("multishuffler-decks")
    elif command.how == DEVICE:
        clauses += work.cite("no-cut-in-device")
    if ready.riffled is not None and ready.riffled != command.how:
        sentence = f"The cards were riffled for the {ready.riffled}, which comes next."
        refuse("riffle-moment", sentence, work.cite(f"riffle-{_maker(ready)}-moments"))
    if pre_shuffled(ready) and command.how == "hand":
        clauses += _by_hand(work, command, ready, device=device)
    work.emit(CardsShuffled, how=command.how, clauses=tuple(dict.fromkeys(clauses)))


def _by_hand(work: Work, command: Shuffle, ready: Stack, *, device: bool) -> Clauses:
    """Casino pre-shuffled cards are shuffled by hand at a supervisor's discretion only (4.12)."""
    if ready.kind != "casino pre-shuffled":
        sentence = f"{ready.kind} cards are riffled at most."
        refuse("riffle-only", sentence, work.cite(f"riffle-{_maker(ready)}-cards"))
    key = "shuffle-before-device" if device else "shuffle-before-shoe"
    return authorise(work, key, command.approval)


def shuffle_clauses(work: Work) -> Clauses:
    """Why the cards are shuffled now: play begins, the last coup is over, or by order (4.1)."""
    old = work.table.shoe
    if old is None or work.table.commencing:
        return work.cite("shuffle-before-play")
    if old.over == DIRECTED:
        return work.cite("reshuffle")
    return work.cite("shuffle-after-last")


@decides(
    RiffleCards,
    rules=("riffle-casino-moments", "riffle-angel-moments", "no-cut-in-device"),
    approvals=("riffle-casino-cards", "riffle-angel-cards"),
)
def riffle(work: Work, command: RiffleCards) -> None:
    """A player asks, a supervisor approves, at a moment that the kind of cards allows (4.2)."""
    ready = stack(work)
    if not pre_shuffled(ready):
        refuse("not-pre-shuffled", f"These cards are {ready.kind}: shuffle them.")
    work.person(command.asked_by, "player")
    maker = _maker(ready)
    if command.before not in words(work, f"riffle-{maker}-moments"):
        refuse(
            "riffle-moment",
            f"{ready.kind} cards are not riffled before the {command.before}.",
            work.cite(f"riffle-{maker}-moments"),
        )
    if command.before == "cut" and work.house.source == DEVICE:
        work.forbid("no-cut-in-device", "device-not-cut", "Cards in a device are not cut.")
    late = ready.cut_by is not None
    if late or (command.before == "multishuffler" and ready.shuffled is not None):
        refuse("too-late", "That moment is over.", work.cite(f"riffle-{maker}-moments"))
    clauses = authorise(work, f"riffle-{maker}-cards", command.approval)
    work.emit(CardsRiffled, asked_by=command.asked_by, before=command.before, clauses=clauses)


def _maker(ready: Stack) -> str:
    """Whose pre-shuffled cards these are, as approvals name them."""
    return ready.kind.removesuffix(" pre-shuffled").lower()


@decides(PlaceCuttingCard, rules=("no-cut-in-device",))
def place(work: Work, command: PlaceCuttingCard) -> None:
    """As far from the back as the edition says, and out of the burn's reach (4.6, X16)."""
    ready = stack(work)
    if work.house.source == DEVICE:
        work.forbid("no-cut-in-device", "device-not-cut", "Cards in a device are not cut.")
    if ready.cut_by is None:
        refuse("not-cut", "The cards are not cut.", work.edition.shoe.cut.clauses)
    rule = work.edition.shoe.cutting_card[0]
    cards = ready.decks * CARDS_IN_DECK
    sure(check_cutting_card(rule, command.behind, cards))
    burn = work.edition.shoe.burn
    most = max((MOST_BY_VALUE if option.by_value else 1 for option in burn), default=0)
    if cards - command.behind <= most:
        clauses = tuple(clause for option in burn for clause in option.clauses)
        sentence = f"A burn of up to {most} cards could reach the cutting card."
        refuse("burn-could-reach", sentence, (*rule.clauses, *clauses))
    work.emit(CuttingCardPlaced, behind=command.behind, clauses=rule.clauses)


def stack(work: Work) -> Stack:
    """The cards being made ready, none of them on the floor."""
    if work.table.stack is None:
        refuse("no-cards", "No cards are being made ready.")
    verified(work)
    return work.table.stack


def verified(work: Work) -> None:
    """Nothing is done with the cards until dropped ones are collected, an ordered check done."""
    if work.table.unverified == "dropped":
        sentence = "Dropped cards are to be verified first."
        refuse("cards-dropped", sentence, work.cite("collect-cards"))
    if work.table.unverified == "ordered":
        refuse("check-ordered", "The cards are to be verified first.", work.cite("verify-cards"))


def pre_shuffled(ready: Stack) -> bool:
    """Whether the cards came shuffled."""
    return ready.kind.endswith("pre-shuffled")


@applies(CardsIntroduced)
def introduced(table: Table, event: CardsIntroduced) -> Table:
    """The cards lie on the table; a seal is broken."""
    sealed = table.secured.get(event.seal or "")
    return replace(
        table,
        stack=Stack(
            decks=event.decks,
            backs=event.backs,
            kind=event.kind,
            checked=None if sealed is None else sealed.checked,
        ),
        secured={seal: kept for seal, kept in table.secured.items() if seal != event.seal},
    )


def change_stack(table: Table, **fields: object) -> Table:
    """The table with its stack changed."""
    assert table.stack is not None
    return replace(table, stack=replace(table.stack, **fields))


@applies(CardsChecked)
def was_checked(table: Table, event: CardsChecked) -> Table:
    """Checked; cards that are not correct leave the table."""
    return change_stack(table, checked=event.how) if event.correct else without_stack(table)


def without_stack(table: Table) -> Table:
    """The stack is taken away; were these the cards of the last shoe, they are gone too."""
    stack, shoe = table.stack, table.shoe
    assert stack is not None
    if stack.kind == "used" and shoe is not None:
        shoe = replace(shoe, order="unfit")
    return replace(table, stack=None, shoe=shoe, unverified=None)


@applies(CardsShuffled)
def shuffled(table: Table, event: CardsShuffled) -> Table:
    """Intermixed; an earlier cut, offer or riffle counts no more."""
    return change_stack(
        table,
        shuffled=event.how,
        riffled=None,
        offered=(),
        refused=(),
        nominee=None,
        cut_by=None,
        cut_depth=None,
        behind=None,
    )


@applies(CardsRiffled)
def riffled(table: Table, event: CardsRiffled) -> Table:
    """Riffled; what it was done before comes next."""
    return change_stack(table, riffled=event.before)


@applies(CuttingCardPlaced)
def placed(table: Table, event: CuttingCardPlaced) -> Table:
    """The cutting card is in."""
    return change_stack(table, behind=event.behind)
