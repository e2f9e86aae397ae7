"""Making cards ready: introduced, checked, shuffled or riffled, with the cutting card in place."""

from __future__ import annotations

from typing import Literal

from pitboss.cards import CARDS_IN_DECK
from pitboss.editions.tables import USED, CardSet, cited_by
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse, sure
from pitboss.settle.setting import check_decks
from pitboss.shoe import check_cutting_card
from pitboss.table.admission import at_table
from pitboss.table.authority.approvals import authorise
from pitboss.table.cards.parts import Shoe, Stack
from pitboss.table.machine import Command, Query, TableEvent, Work, decides, replace
from pitboss.table.state import Table

Check = Literal["by hand", "deck-checking device"]
Moment = Literal["multishuffler", "cut"]

HAND = "hand"
MULTISHUFFLER = "multishuffler"
HAND_SHUFFLE = "hand-shuffle"
"""The approval that a shuffle by hand for a card shoe takes, where the edition has it."""
LAST_COUP = "last coup"
DIRECTED = "shuffle directed"
# Burned with the first card at most, where its value says how many more.
MOST_BY_VALUE = 11


class IntroduceCards(Command, frozen=True, kw_only=True):
    """Bring cards to the table, of a kind that the edition has, the first if none is said.

    Of the kind `used` are those of the shoe that is over.
    """

    backs: str
    kind: str | None = None
    seal: str | None = None


class CheckCards(Command, frozen=True, kw_only=True):
    """Check the cards before they are used: how, and whether they are those of whole decks."""

    how: Check = "by hand"
    correct: bool = True


class Shuffle(Command, frozen=True, kw_only=True):
    """Shuffle the cards so that they are randomly intermixed: by hand or in a machine."""

    how: str = HAND
    approval: int | None = None


class RiffleCards(Command, frozen=True, kw_only=True):
    """Riffle pre-shuffled cards because a player asks, before the multishuffler or the cut."""

    asked_by: str
    before: Moment = "cut"
    approval: int | None = None


class PlaceCuttingCard(Command, frozen=True, kw_only=True):
    """Insert the cutting card with so many cards behind it."""

    behind: int


class CardsIntroduced(TableEvent, frozen=True, kw_only=True):
    """Cards came to the table."""

    decks: int
    backs: str
    kind: str
    seal: str | None = None

    def changes(self, table: Table) -> Table:
        """The cards lie on the table; a seal is broken."""
        sealed = table.secured.get(self.seal or "")
        return replace(
            table,
            stack=Stack(
                decks=self.decks,
                backs=self.backs,
                kind=self.kind,
                checked=None if sealed is None else sealed.checked,
            ),
            secured={seal: kept for seal, kept in table.secured.items() if seal != self.seal},
        )


class CardsChecked(TableEvent, frozen=True, kw_only=True):
    """The cards were checked before use; those that are not correct are taken away."""

    how: Check
    correct: bool

    def changes(self, table: Table) -> Table:
        """Checked; cards that are not correct leave the table."""
        return change_stack(table, checked=self.how) if self.correct else without_stack(table)


class CardsShuffled(TableEvent, frozen=True, kw_only=True):
    """The cards were shuffled."""

    how: str

    def changes(self, table: Table) -> Table:
        """Intermixed; an earlier cut, offer or riffle counts no more."""
        return change_stack(
            table,
            shuffled=self.how,
            riffled=None,
            offered=(),
            refused=(),
            nominee=None,
            cut_by=None,
            cut_depth=None,
            behind=None,
        )


class CardsRiffled(TableEvent, frozen=True, kw_only=True):
    """Pre-shuffled cards were riffled on a player's request."""

    asked_by: str
    before: Moment

    def changes(self, table: Table) -> Table:
        """Riffled; what it was done before comes next."""
        return change_stack(table, riffled=self.before)


class CuttingCardPlaced(TableEvent, frozen=True, kw_only=True):
    """The cutting card is in the stack."""

    behind: int

    def changes(self, table: Table) -> Table:
        """The cutting card is in."""
        return change_stack(table, behind=self.behind)


def _none_here(work: Query) -> Shoe | None:
    """The shoe before, where no cards are in play or being made ready."""
    if work.table.shoe is not None and work.table.shoe.over is None:
        refuse("shoe-in-play.replace-device")
    if work.table.stack is not None:
        refuse("cards-on-table")
    return work.table.shoe


@decides(
    IntroduceCards,
    rules=("secured", "handled-replaced", "other-backs", "shuffle-after-last"),
    approvals=("replace-cards", "unfit-cards", "reshuffle"),
    needs=(_none_here,),
    words={"kind": lambda edition: (*edition.card_sets, USED)},
)
def introduce(work: Work, command: IntroduceCards) -> None:
    """Cards come only when no shoe is in play."""
    old = _none_here(work)
    sure(check_decks(work.edition, work.house.decks))
    clauses = work.edition.decks.clauses
    kind = command.kind
    if kind is None:
        kind = next(iter(work.edition.card_sets))
    if kind == USED:
        clauses += _again(work, old, command.backs)
    else:
        known = card_set(work, kind)
        clauses += _replacing(work, old, command.backs)
        clauses += _secured(work, command, kind, known)
    work.emit(
        CardsIntroduced,
        decks=work.house.decks,
        backs=command.backs,
        kind=kind,
        seal=command.seal if kind != USED else None,
        clauses=tuple(dict.fromkeys(clauses)),
    )


def _again(work: Work, old: Shoe | None, backs: str) -> Clauses:
    """The cards of the shoe that is over may be shuffled again, unless they must go."""
    if old is None or old.backs != backs:
        refuse("no-such-cards", backs=backs)
    if old.order == "unfit":
        refuse("cards-unfit", work.cite("unfit-cards"))
    if old.order is not None:
        refuse("cards-removed", work.cite("replace-cards"))
    if touched(work, old):
        refuse("cards-handled", work.cite("handled-replaced"))
    if old.missing or old.foreign or old.total - old.added != work.house.decks * CARDS_IN_DECK:
        refuse("not-whole-decks.again", work.edition.decks.clauses)
    return shuffle_clauses(work)


def _replacing(work: Work, old: Shoe | None, backs: str) -> Clauses:
    """Other cards for those of the last shoe: by order, or since players had them."""
    if old is None or work.table.commencing:
        return ()
    must = touched(work, old)
    if old.over == DIRECTED and not must:
        refuse("shuffle-directed", work.cite("reshuffle"))
    clauses = work.cite("handled-replaced") if must else ()
    if old.over != LAST_COUP:
        return clauses
    if old.order is None and not must and "replace-cards" in work.edition.approvals:
        refuse(
            "replacement-not-ordered",
            work.cite("replace-cards"),
            rank=work.edition.approvals["replace-cards"].rank,
        )
    if backs == old.backs and old.order != "any backs":
        work.forbid("other-backs", "same-backs", backs=backs)
    return (*clauses, *work.cite("other-backs"))


def card_set(work: Query, kind: str) -> CardSet:
    """What the edition says of a kind of card set; one that it has not is refused."""
    sets = work.edition.card_sets
    if kind not in sets:
        refuse("unknown-card-set", cited_by(sets), kind=kind, listed=", ".join(sets))
    return sets[kind]


def _secured(work: Work, command: IntroduceCards, kind: str, known: CardSet) -> Clauses:
    """Pre-shuffled cards come from a set that was kept secured under its seal."""
    if command.seal is None and not known.pre_shuffled:
        return ()
    if work.rule("secured") is None:
        return ()
    sealed = work.table.secured.get(command.seal or "")
    if sealed is None or (sealed.kind, sealed.backs) != (kind, command.backs):
        refuse(
            "not-secured",
            work.cite("secured"),
            kind=kind,
            backs=command.backs,
            seal=command.seal or "",
        )
    return work.cite("secured")


def touched(work: Work, shoe: Shoe) -> bool:
    """Whether others than the staff had the cards, so that they must be replaced."""
    counts = words(work, "handled-replaced")
    return (shoe.handled and "handled" in counts) or (shoe.cut_by_player and "cut" in counts)


def words(work: Query, rule: str) -> tuple[str, ...]:
    """The words that a rule lists; none where the edition does not have it."""
    found = work.rule(rule)
    return found.value if found is not None and isinstance(found.value, tuple) else ()


def _to_check(work: Query) -> Stack:
    """The cards being made ready, which are looked at before they are used."""
    if work.table.stack is None and work.table.shoe is not None and work.table.shoe.over is None:
        refuse("cards-in-use", work.cite("check-before-use"))
    return stack(work)


@decides(CheckCards, rules=("check-before-use",), needs=(_to_check,))
def check(work: Work, command: CheckCards) -> None:
    """By a dealer, a supervisor or a device, before the cards are used."""
    _to_check(work)
    if command.how not in words(work, "check-before-use"):
        listed = " or ".join(words(work, "check-before-use")) or "nobody"
        refuse("not-provided.check", work.cite("check-before-use"), listed=listed)
    clauses = work.cite("check-before-use")
    work.emit(CardsChecked, how=command.how, correct=command.correct, clauses=clauses)


def stack(work: Query) -> Stack:
    """The cards being made ready, none of them on the floor."""
    if work.table.stack is None:
        refuse("no-cards.stack")
    verified(work)
    return work.table.stack


@decides(
    Shuffle,
    rules=(
        *("shuffle-before-play", "shuffle-after-last", "multishuffler-decks"),
        *("no-cut-in-device", "device-by-hand", "hand-before-device"),
    ),
    approvals=("shuffle-before-*", "reshuffle", "riffle-*", "hand-shuffle"),
    needs=(stack,),
    words={
        "how": lambda edition: (
            HAND,
            edition.shoe.source.machine,
            *edition.shoe.source.shuffling,
        )
    },
)
def shuffle(work: Work, command: Shuffle) -> None:
    """By hand, in a multishuffler for some decks, or in the device that deals."""
    ready = stack(work)
    machine = work.edition.shoe.source.machine
    ways = [HAND] + [machine] * (work.rule("multishuffler-decks") is not None)
    ways += [work.house.source] * work.device
    if command.how not in ways:
        clauses = work.edition.shoe.source.clauses
        refuse("no-device", clauses, how=command.how, listed=", ".join(ways))
    clauses = shuffle_clauses(work)
    if command.how == machine:
        decks = words(work, "multishuffler-decks")
        if str(ready.decks) not in decks:
            listed = ", ".join(decks)
            refuse(
                "multishuffler-decks",
                work.cite("multishuffler-decks"),
                listed=listed,
                decks=ready.decks,
            )
        clauses += work.cite("multishuffler-decks")
    elif command.how != HAND:
        if ready.shuffled != HAND and not of_stack(work, ready).pre_shuffled:
            work.forbid("hand-before-device", "hand-first", how=command.how)
        clauses += work.cite("no-cut-in-device", "hand-before-device")
    elif work.device:
        clauses += work.cite("device-by-hand")
    elif HAND_SHUFFLE in work.edition.approvals and not ready.required:
        clauses += authorise(work, HAND_SHUFFLE, command.approval)
    known = of_stack(work, ready)
    if ready.riffled is not None and ready.riffled != command.how:
        cited = known.riffle.clauses if known.riffle is not None else ()
        refuse("riffle-moment.shuffle", cited, riffled=ready.riffled)
    by_leave = not work.device or work.rule("device-by-hand") is None
    if known.pre_shuffled and command.how == HAND and by_leave and not ready.required:
        clauses += _by_hand(work, command, ready.kind, known)
    work.emit(CardsShuffled, how=command.how, clauses=tuple(dict.fromkeys(clauses)))


def _by_hand(work: Work, command: Shuffle, kind: str, known: CardSet) -> Clauses:
    """Pre-shuffled cards are shuffled by hand where the edition lets them be, by approval."""
    if not known.by_hand:
        cited = work.cite(known.riffle.by) if known.riffle is not None else known.clauses
        refuse("riffle-only", cited, kind=kind)
    source = work.house.source
    if source not in known.by_hand:
        refuse("not-provided.by-hand", kind=kind, source=source)
    return authorise(work, known.by_hand[source], command.approval)


def shuffle_clauses(work: Query) -> Clauses:
    """Why the cards are shuffled now: play begins, the last coup is over, or by order."""
    old = work.table.shoe
    if old is None or work.table.commencing:
        return work.cite("shuffle-before-play")
    if old.over == DIRECTED:
        return work.cite("reshuffle")
    return work.cite("shuffle-after-last")


@decides(
    RiffleCards,
    rules=("no-cut-in-device",),
    approvals=("riffle-*",),
    needs=(stack,),
    fits={"asked_by": at_table},
)
def riffle(work: Work, command: RiffleCards) -> None:
    """A player asks, a supervisor approves, at a moment that the kind of cards allows."""
    ready = stack(work)
    known = of_stack(work, ready)
    if not known.pre_shuffled:
        refuse("not-pre-shuffled", kind=ready.kind)
    work.player(command.asked_by)
    rule = known.riffle
    if rule is None or command.before not in rule.before:
        cited = known.clauses if rule is None else rule.clauses
        refuse("riffle-moment.riffle", cited, kind=ready.kind, before=command.before)
    if command.before == "cut" and work.device:
        work.forbid("no-cut-in-device", "device-not-cut")
    late = ready.cut_by is not None
    if late or (command.before == MULTISHUFFLER and ready.shuffled is not None):
        refuse("too-late", rule.clauses)
    clauses = authorise(work, rule.by, command.approval)
    work.emit(CardsRiffled, asked_by=command.asked_by, before=command.before, clauses=clauses)


def of_stack(work: Query, ready: Stack) -> CardSet:
    """What the edition says of the cards being made ready; of used ones nothing."""
    return work.edition.card_sets.get(ready.kind) or CardSet(clauses=())


def _cut(work: Query) -> Stack:
    """The cards being made ready, which were cut."""
    ready = stack(work)
    if work.device:
        work.forbid("no-cut-in-device", "device-not-cut")
    if ready.cut_by is None:
        refuse("not-cut.place", work.edition.shoe.cut.clauses)
    return ready


@decides(PlaceCuttingCard, rules=("no-cut-in-device",), needs=(_cut,))
def place(work: Work, command: PlaceCuttingCard) -> None:
    """As far from the back as the edition says, and out of the burn's reach."""
    ready = _cut(work)
    ways, cards = work.edition.shoe.cutting_card, ready.decks * CARDS_IN_DECK
    fits = (one for one in ways if check_cutting_card(one, command.behind, cards) is None)
    rule = next(fits, ways[0])
    sure(check_cutting_card(rule, command.behind, cards))
    burn = work.edition.shoe.burn
    most = max((MOST_BY_VALUE if option.by_value else 1 for option in burn), default=0)
    if cards - command.behind <= most:
        clauses = tuple(clause for option in burn for clause in option.clauses)
        refuse("burn-could-reach", (*rule.clauses, *clauses), most=most)
    work.emit(CuttingCardPlaced, behind=command.behind, clauses=rule.clauses)


def verified(work: Query) -> None:
    """Nothing is done with the cards until dropped ones are collected, an ordered check done."""
    waits = work.table.unverified
    if waits is not None:
        code = "cards-dropped" if waits == "dropped" else "check-ordered"
        refuse(f"{code}.{waits}", work.cite(CHECKS[waits]), rank=checker(work, waits))


CHECKS = {"dropped": "collect-cards", "ordered": "verify-cards"}
"""By what is to be verified: the approval that it is about."""


def checker(work: Query, waits: Literal["dropped", "ordered"]) -> str:
    """The rank whose act is missing before anything is done with the cards; empty for any."""
    rule = work.edition.approvals.get(CHECKS[waits])
    return "" if rule is None else rule.rank


def change_stack(table: Table, **fields: object) -> Table:
    """The table with its stack changed."""
    assert table.stack is not None
    return replace(table, stack=replace(table.stack, **fields))


def without_stack(table: Table) -> Table:
    """The stack is taken away; were these the cards of the last shoe, they are gone too."""
    stack, shoe = table.stack, table.shoe
    assert stack is not None
    if stack.kind == USED and shoe is not None:
        shoe = replace(shoe, order="unfit")
    return replace(table, stack=None, shoe=shoe, unverified=None)
