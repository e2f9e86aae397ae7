"""A shuffling device that no longer works: cards moved, replaced, or the coup ended or finished.

Damaged cards are replaced card for card from a new deck. They count as removed, their
replacements as added, and the total grows by as many: so every card is still somewhere and
the device holds the same kinds of cards as before.

A device that failed is off the table at once; until another is there, cards come from a card
shoe where the edition lets them, and otherwise no shoe can be loaded.
"""

from __future__ import annotations

from pitboss.cards import CARDS_IN_DECK, Card, name, parse
from pitboss.editions.procedures import Ruling
from pitboss.editions.values import Approval
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse, sure
from pitboss.shoe import check_cut
from pitboss.table.authority.approvals import authorise, require_rank
from pitboss.table.betting.options import CoupResumed, offer_option
from pitboss.table.cards.cut import offered_first
from pitboss.table.cards.deal import change_coup
from pitboss.table.cards.shoe import change_shoe, in_play, see
from pitboss.table.machine import Command, Query, TableEvent, Work, decides, replace
from pitboss.table.matters.matter import given
from pitboss.table.own import as_default
from pitboss.table.rulings.effects import LastCoupOrdered, coup_of, end_shoe, void
from pitboss.table.rulings.record import seen
from pitboss.table.rulings.rule import GiveRuling, awaited, effect, over, the_ruling
from pitboss.table.settlement.settle import CoupVoided
from pitboss.table.state import Table, Trouble
from pitboss.table.tournament.coups import coup_void

CARD_SHOE, DEVICE = "card shoe", "shuffling device"
"""What cards came from in journals that are older than sources as data: they do not say it."""
MARK = "device"


class ShuffleRemainder(Command, frozen=True, kw_only=True):
    """Shuffle the cards that were taken out of a device that failed, or of the discard rack."""


class CutRemainder(Command, frozen=True, kw_only=True):
    """Cut them, so many cards from the front; a player cuts by approval."""

    depth: int
    approval: int | None = None


class ContinueFromShoe(Command, frozen=True, kw_only=True):
    """Go on with the coup from these cards, once they are shuffled and cut."""


class ReplaceDevice(Command, frozen=True, kw_only=True):
    """Put a working device on the table in place of the one that failed."""

    device: str


class CardsTransferred(TableEvent, frozen=True, kw_only=True):
    """Cards went from the device that failed to another."""

    source: str
    target: str
    cards: int

    def changes(self, table: Table) -> Table:
        """The same cards in another device."""
        return table


class DamagedCardsRemoved(TableEvent, frozen=True, kw_only=True):
    """Damaged cards were taken out of play."""

    cards: tuple[Card, ...]

    def changes(self, table: Table) -> Table:
        """Out of play."""
        shoe = table.shoe
        assert shoe is not None
        count = len(self.cards)
        return change_shoe(table, left=shoe.left - count, removed=shoe.removed + count)


class ReplacementsAdded(TableEvent, frozen=True, kw_only=True):
    """The same cards of a new deck came for the damaged ones."""

    cards: tuple[Card, ...]

    def changes(self, table: Table) -> Table:
        """In play; the total says how many cards there are in all, damaged ones included."""
        shoe = table.shoe
        assert shoe is not None
        count = len(self.cards)
        return change_shoe(
            table, left=shoe.left + count, total=shoe.total + count, added=shoe.added + count
        )


class DeviceTakenOff(TableEvent, frozen=True, kw_only=True):
    """The device that failed deals no more; cards come from `source`, if from anything."""

    why: str
    source: str = CARD_SHOE

    def changes(self, table: Table) -> Table:
        """Cards come from another source, if at all."""
        assert table.house is not None
        house = replace(table.house, source=self.source)
        return replace(table, house=house, marks={**table.marks, MARK: "off"})


class RemainderTakenOut(TableEvent, frozen=True, kw_only=True):
    """The cards in the device were taken out, to be shuffled and cut."""

    cards: int

    def changes(self, table: Table) -> Table:
        """To be shuffled."""
        return change_coup(table, remainder="taken out")


class DiscardsTakenOut(TableEvent, frozen=True, kw_only=True):
    """All cards of the discard rack, burned ones too, were taken out to be dealt again."""

    cards: int

    def changes(self, table: Table) -> Table:
        """To be shuffled; any of them may come again, so that only those on the table are known."""
        shoe, coup = table.shoe, table.coup
        assert shoe is not None
        assert coup is not None
        seen = (0,) * len(shoe.seen)
        for slot in (*coup.slots, *shoe.aside):
            seen = seen if slot.card is None else see(seen, slot.card)
        table = change_shoe(table, left=shoe.left + self.cards, discards=0, burned=0, seen=seen)
        return change_coup(table, remainder="taken out")


class RemainderShuffled(TableEvent, frozen=True, kw_only=True):
    """Those cards were shuffled by hand."""

    def changes(self, table: Table) -> Table:
        """To be cut."""
        return change_coup(table, remainder="shuffled")


class RemainderCut(TableEvent, frozen=True, kw_only=True):
    """Those cards were cut."""

    depth: int
    player: bool = False

    def changes(self, table: Table) -> Table:
        """Ready for the card shoe."""
        assert table.shoe is not None
        table = change_shoe(table, cut_by_player=table.shoe.cut_by_player or self.player)
        return change_coup(table, remainder="cut")


class ContinuedFromShoe(TableEvent, frozen=True, kw_only=True):
    """The rest of the coup is dealt from a card shoe."""

    cards: int

    def changes(self, table: Table) -> Table:
        """The coup goes on."""
        return change_coup(table, remainder=None)


class DeviceReplaced(TableEvent, frozen=True, kw_only=True):
    """Cards come from a device again, of the kind `source`."""

    device: str
    source: str = DEVICE

    def changes(self, table: Table) -> Table:
        """A device is in use again."""
        assert table.house is not None
        marks = {key: mark for key, mark in table.marks.items() if key != MARK}
        return replace(table, house=replace(table.house, source=self.source), marks=marks)


@seen("device")
def device_in_use(work: Work) -> str:
    """Whether a shuffling device is in use; a virtual shoe has none to fail."""
    return "in use" if work.device and not work.house.virtual else "none"


@seen("more")
def more_cards(work: Work) -> str:
    """Whether the coup still needs a card from the device."""
    coup = work.table.coup
    return "no" if coup is None or work.play.due(work, coup) == "none" else "yes"


@effect("transfer-cards")
def transfer(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """To another device, damaged cards replaced there; the coup goes on."""
    given_devices = (command.detail.get("from", ""), command.detail.get("to", ""))
    source, target = (given(name, "from which device to which") for name in given_devices)
    if source == target:
        refuse("same-device", ruling.clauses, source=source)
    damaged = _damaged(work, command, ruling.clauses)
    if damaged:
        work.emit(DamagedCardsRemoved, cards=damaged, clauses=ruling.clauses)
    work.emit(
        CardsTransferred,
        source=source,
        target=target,
        cards=in_play(work).left,
        clauses=ruling.clauses,
    )
    if damaged:
        work.emit(ReplacementsAdded, cards=damaged, clauses=ruling.clauses)


@effect("terminate-coup")
def terminate(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Someone was disadvantaged: wagers back, results of earlier coups stand."""
    _replace_damaged(work, command, ruling.clauses)
    void(work, ruling.says, ruling.clauses)
    _take_off(work, ruling.clauses)


@effect("change-device")
def change_device(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Between coups the cards come out and are shuffled anew; nothing to refund."""
    _replace_damaged(work, command, ruling.clauses)
    _take_off(work, ruling.clauses)


@effect("change-device-after-coup")
def change_after(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """The coup needs no more cards: it is settled, then the device is changed."""
    coup_of(work)
    _replace_damaged(work, command, ruling.clauses)
    work.emit(LastCoupOrdered, coups_left=1, why=ruling.says, clauses=ruling.clauses)
    _deals_no_more(work, ruling.says, ruling.clauses)


@effect("finish-from-shoe", awaits="answers")
def finish(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Players may have each wager back; the others' coup is completed from a shoe."""
    coup_of(work)
    _replace_damaged(work, command, ruling.clauses)
    work.emit(RemainderTakenOut, cards=in_play(work).left, clauses=ruling.clauses)
    offer_option(work, "remove", ruling.clauses)


@effect("shuffle-discards", awaits="answers")
def shuffle_discards(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Too few cards: those of the discard rack are shuffled and the coup is completed."""
    shoe = in_play(work)
    cards = shoe.discards + shoe.burned
    work.emit(DiscardsTakenOut, cards=cards, clauses=ruling.clauses)


def _take_off(work: Work, clauses: Clauses) -> None:
    end_shoe(work, "device failed", clauses)
    _deals_no_more(work, "device failed", clauses)


def _deals_no_more(work: Work, why: str, clauses: Clauses) -> None:
    """Until another device is there cards are shuffled by hand, where the edition lets them be."""
    source = as_default(work.edition.shoe.source.by_hand, CARD_SHOE)
    work.emit(DeviceTakenOff, why=why, source=source, clauses=clauses)


def _replace_damaged(work: Work, command: GiveRuling, clauses: Clauses) -> None:
    damaged = _damaged(work, command, clauses)
    if damaged:
        work.emit(DamagedCardsRemoved, cards=damaged, clauses=clauses)
        work.emit(ReplacementsAdded, cards=damaged, clauses=clauses)


def _damaged(work: Work, command: GiveRuling, clauses: Clauses) -> tuple[Card, ...]:
    """The damaged cards by rank and suit: some where damage was reported, otherwise none."""
    cards = sure(parse(command.cards or ""))
    if bool(cards) != (the_ruling(work).facts.get("damaged") == "yes"):
        refuse("damaged-cards", clauses)
    shoe = in_play(work)
    copies = (shoe.total - shoe.added) // CARDS_IN_DECK
    for card in cards:
        if shoe.seen[card] + cards.count(card) > copies or len(cards) > shoe.left:
            refuse("no-such-card.damaged", clauses, card=name(card))
    return cards


def _remainder(work: Query) -> Trouble:
    """The ruling under which the rest of a coup is to come from a card shoe."""
    trouble = awaited(work, "answers")
    if coup_of(work).remainder is None:
        refuse("nothing-awaited.remainder", trouble.clauses)
    return trouble


@decides(ShuffleRemainder, troubled=True, needs=(_remainder,))
def shuffle_remainder(work: Work, command: ShuffleRemainder) -> None:
    """By hand, as whole decks only go into a machine."""
    trouble = _remainder(work)
    work.emit(RemainderShuffled, clauses=trouble.clauses)


@decides(
    CutRemainder,
    who=("staff", "player"),
    troubled=True,
    approvals=("cut-cards", "players-cut"),
    needs=(_remainder,),
)
def cut_remainder(work: Work, command: CutRemainder) -> None:
    """Cut as other cards are, though cards in a device never were.

    Where fewer cards are left than the distance to both ends needs, any cut does.
    """
    trouble = _remainder(work)
    if coup_of(work).remainder == "taken out":
        refuse("not-shuffled.uncut", trouble.clauses)
    player = work.person(command.by).role == "player"
    if player and offered_first(work):
        clauses = work.cite("cut-offered-first")
    elif player:
        clauses = authorise(work, "players-cut", command.approval, command.by)
    else:
        clauses = authorise(work, "cut-cards")
    rule, left = work.edition.shoe.cut, in_play(work).left
    if left >= 2 * rule.decks_from_end * CARDS_IN_DECK:
        sure(check_cut(rule, command.depth, left))
    elif not 0 < command.depth < left:
        refuse("cut-too-near-the-end.cut-remainder", rule.clauses, left=left)
    cited = tuple(dict.fromkeys((*trouble.clauses, *clauses, *rule.clauses)))
    work.emit(RemainderCut, depth=command.depth, player=player, clauses=cited)


@decides(ContinueFromShoe, troubled=True, needs=(_remainder,))
def continue_from_shoe(work: Work, command: ContinueFromShoe) -> None:
    """Whoever could give the ruling confirms; with no wager left nothing is completed."""
    trouble = _remainder(work)
    situation = work.edition.situations[trouble.situation]
    ruling = next(one for one in situation.rulings if one.name == trouble.ruling)
    act = "confirm what the players chose"
    require_rank(work, Approval(act=act, rank=ruling.rank, clauses=ruling.clauses))
    coup = coup_of(work)
    wagers = tuple(work.table.staked)
    again = ruling.effect == "shuffle-discards"
    enough = ("shuffled", "cut") if again and work.device else ("cut",)
    if wagers and coup.remainder not in enough:
        refuse("not-cut.continue-from-shoe", trouble.clauses)
    work.emit(CoupResumed, wagers=wagers, clauses=trouble.clauses)
    if again:
        work.emit(ContinuedFromShoe, cards=in_play(work).left, clauses=trouble.clauses)
    elif wagers:
        work.emit(ContinuedFromShoe, cards=in_play(work).left, clauses=trouble.clauses)
        work.emit(LastCoupOrdered, coups_left=1, why=ruling.says, clauses=trouble.clauses)
        _deals_no_more(work, ruling.says, trouble.clauses)
    else:
        why = "all wagers were returned"
        work.emit(CoupVoided, coup=coup.number, why=why, clauses=trouble.clauses)
        coup_void(work)
        _take_off(work, trouble.clauses)
    over(work)


def _failed(work: Query) -> Clauses:
    """The clauses of the device, where one failed."""
    clauses = work.edition.shoe.source.clauses
    clauses += work.cite("low-limit-device") if work.house.low_limit else ()
    if MARK not in work.table.marks:
        refuse("no-device-failed", clauses)
    return clauses


@decides(ReplaceDevice, rules=("low-limit-device",), needs=(_failed,))
def replace_device(work: Work, command: ReplaceDevice) -> None:
    """Another device, or the same repaired, once no shoe is in play."""
    clauses = _failed(work)
    shoe = work.table.shoe
    if shoe is not None and shoe.over is None:
        refuse("shoe-in-play.replace-device", clauses)
    device = given(command.device, "which device it is")
    source = as_default(work.edition.shoe.source.shuffling[0], DEVICE)
    work.emit(DeviceReplaced, device=device, source=source, clauses=clauses)
