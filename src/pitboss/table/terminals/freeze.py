"""A wrong entry: accounts freeze, the result is corrected by its cards, accounts are released."""

from __future__ import annotations

from pitboss.cards import parse
from pitboss.refusal import refuse, sure
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.machine import Command, PublicEvent, Query, Work
from pitboss.table.matters.matter import given
from pitboss.table.settlement.correct import on_record, settle_anew
from pitboss.table.state import Hands, Result, Table
from pitboss.table.terminals.parts import change, chosen, decides, terminals_of

RELEASE = "release-accounts"


class FreezeAccounts(Command, frozen=True, kw_only=True):
    """Freeze the accounts of all terminals of the table, since a result may be wrong."""

    reason: str


class CorrectResult(Command, frozen=True, kw_only=True):
    """Compute the results of a coup again, on the cards that it really had."""

    coup: int
    hands: dict[str, str]
    reason: str


class ReleaseAccounts(Command, frozen=True, kw_only=True):
    """Release the accounts that are frozen."""

    how: str = ""


class AccountsFrozen(PublicEvent, frozen=True, kw_only=True):
    """No account of a terminal can be used."""

    reason: str

    def changes(self, table: Table) -> Table:
        """Until they are released."""
        return change(table, frozen=self.reason)


class AccountsReleased(PublicEvent, frozen=True, kw_only=True):
    """The accounts may be used again."""

    how: str = ""

    def changes(self, table: Table) -> Table:
        """As before."""
        return change(table, frozen=None)


def _frozen(query: Query) -> None:
    if terminals_of(query.table).frozen is None:
        refuse("accounts-not-frozen", query.cite("freeze-accounts"))


def _not_frozen(query: Query) -> None:
    known = terminals_of(query.table)
    if not known.terminals:
        refuse("no-terminals", chosen(query).clauses)
    if known.frozen is not None:
        refuse("accounts-frozen", query.cite("freeze-accounts"))


@decides(FreezeAccounts, troubled=True, rules=("freeze-accounts",), needs=(_not_frozen,))
def freeze(work: Work, command: FreezeAccounts) -> None:
    """By anyone on duty at the table."""
    _not_frozen(work)
    given(command.reason, "a reason")
    work.emit(AccountsFrozen, command, clauses=work.cite("freeze-accounts"))


@decides(CorrectResult, troubled=True, rules=("freeze-accounts",), needs=(_frozen,), worded=True)
def correct(work: Work, command: CorrectResult) -> None:
    """By contrary entries: nobody is taken below nothing, what is missing becomes a case."""
    _frozen(work)
    given(command.reason, "a reason")
    clauses = work.cite("freeze-accounts")
    before, _ = on_record(work, command.coup, clauses)
    names = (*before.hands, *(hand for hand in command.hands if hand not in before.hands))
    hands: Hands = {hand: sure(parse(command.hands.get(hand, ""))) for hand in names}
    if {hand: len(cards) for hand, cards in hands.items()} != {
        hand: len(cards) for hand, cards in before.hands.items()
    }:
        refuse("other-number-of-cards", clauses)
    if hands == dict(before.hands):
        refuse("same-cards", clauses)
    _in_the_shoe(work, before, hands)
    settle_anew(work, command.coup, hands, clauses)


def _in_the_shoe(work: Work, before: Result, hands: Hands) -> None:
    """A card can be there as often as the decks have it, and no oftener."""
    shoe = work.table.shoe
    most = work.house.decks
    now = [card for hand in hands.values() for card in hand]
    seen = list(shoe.seen) if shoe is not None and before.shoe == work.table.shoes else None
    for card in set(now):
        count = now.count(card)
        if seen is not None:
            count += seen[card] - before.cards.count(card)
        if count > most:
            refuse("too-many-copies", work.cite("freeze-accounts"), most=most)


@decides(
    ReleaseAccounts,
    troubled=True,
    opens=True,
    rules=("freeze-accounts",),
    approvals=(RELEASE,),
    needs=(_frozen, Ranked(RELEASE)),
)
def release(work: Work, command: ReleaseAccounts) -> None:
    """By the rank that the edition names."""
    _frozen(work)
    work.emit(AccountsReleased, command, clauses=authorise(work, RELEASE))
