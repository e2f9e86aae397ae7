"""What must hold after every step: money, cards, replay, refusals that change nothing."""

from __future__ import annotations

import re

import msgspec

from pitboss.ledger import LAYOUT, tokens_of, unbalanced
from pitboss.refusal import Refusal
from pitboss.table import Event, Table, evolve, read_event
from pitboss.table.cards.shoe import conserved

_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_encode = msgspec.json.Encoder().encode


class ViolationError(AssertionError):
    """Something that must always hold does not."""


def check_money(table: Table) -> None:
    """All accounts sum to zero, and only the outside may be below nothing."""
    wrong = unbalanced(table.balances)
    if wrong is not None:
        raise ViolationError(wrong)


def check_layout(table: Table) -> None:
    """The layout holds the stakes that lie on it, and nothing else."""
    lying = sum(one.stake_cents for one in table.wagers.values() if not one.taken)
    held = table.balances.get(LAYOUT, 0)
    if held != lying:
        raise ViolationError(f"the layout holds {held} cents and {lying} are staked on it")


def check_tokens(table: Table) -> None:
    """Every token is of a voucher: in its person's hand, or on their wager."""
    for name, person in table.people.items():
        staked = sum(one.tokens_cents for one in table.wagers.values() if one.person == name)
        known = sum(lot.left_cents for lot in person.lots)
        held = table.balances.get(tokens_of(name), 0)
        if known != held + staked or any(lot.left_cents < 0 for lot in person.lots):
            raise ViolationError(
                f"the vouchers of {name} account for {known} cents of tokens, "
                f"{held} are in hand and {staked} on the layout"
            )


def check_cards(table: Table) -> None:
    """Every card of the shoe in play is in exactly one place, and no card is seen too often."""
    shoe, coup = table.shoe, table.coup
    if shoe is None:
        return
    on_table = len(coup.slots) if coup is not None else 0
    if not conserved(shoe, on_table) or shoe.left < 0:
        raise ViolationError(
            f"cards are not conserved: {shoe.left} in the shoe, {on_table} on the table, "
            f"{len(shoe.aside)} aside, {shoe.discards} discarded, {shoe.burned} burned, "
            f"{shoe.removed} removed, {shoe.missing} missing of {shoe.total}"
        )


def check_cutting_card(table: Table) -> None:
    """No card has come from behind a cutting card that is still ahead."""
    shoe = table.shoe
    if shoe is None or shoe.over is not None or shoe.behind is None:
        return
    if shoe.cutting_card == "ahead" and shoe.left < shoe.behind:
        raise ViolationError(
            f"{shoe.left} cards are left and {shoe.behind} lay behind a cutting card not shown"
        )


def check_refusal(refusal: Refusal) -> None:
    """A refusal has a code and one sentence for people."""
    if not _CODE.fullmatch(refusal.code):
        raise ViolationError(f"'{refusal.code}' is no code")
    sentence = refusal.sentence
    if not sentence.endswith((".", "?", "!")):
        raise ViolationError(f"'{sentence}' is no sentence")


def check_accepted(before: Table, events: tuple[Event, ...], after: Table) -> None:
    """The events alone lead from the state before to the state after; nothing is lost."""
    replayed = before
    for event in events:
        replayed = evolve(replayed, event)
    if replayed != after:
        raise ViolationError("replaying the events of a step gives another state")
    if after.balances is not before.balances:
        check_money(after)
        check_layout(after)
        check_tokens(after)
    if after.shoe is not before.shoe or after.coup is not before.coup:
        check_cards(after)
        check_cutting_card(after)


def replay(lines: list[bytes]) -> Table:
    """The state that events written as JSON lead to, from an empty table."""
    table = Table()
    for line in lines:
        table = evolve(table, read_event(line))
    return table


def check_journal(events: list[Event], table: Table) -> None:
    """Written as JSON, read back and replayed from nothing, the events give the live state."""
    if replay([_encode(event) for event in events]) != table:
        raise ViolationError("replaying the whole journal through JSON gives another state")
