"""What must hold after every step: money, cards, replay, refusals that change nothing."""

from __future__ import annotations

import re

import msgspec

from pitboss.ledger import unbalanced
from pitboss.refusal import Refusal
from pitboss.table import Event, Table, event_decoder, evolve
from pitboss.table.shoe import conserved

_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_encode = msgspec.json.Encoder().encode


class ViolationError(AssertionError):
    """Something that must always hold does not."""


def check_money(table: Table) -> None:
    """All accounts sum to zero, and only the outside may be below nothing."""
    wrong = unbalanced(table.balances)
    if wrong is not None:
        raise ViolationError(wrong)


def check_cards(table: Table) -> None:
    """Every card of the shoe in play is in exactly one place, and no card is seen too often."""
    shoe, coup = table.shoe, table.coup
    if shoe is None:
        return
    on_table = len(coup.player) + len(coup.banker) if coup is not None else 0
    if not conserved(shoe, on_table) or shoe.left < 0:
        raise ViolationError(
            f"cards are not conserved: {shoe.left} in the shoe, {on_table} on the table, "
            f"{len(shoe.aside)} aside, {shoe.discards} discarded, {shoe.burned} burned, "
            f"{shoe.removed} removed, {shoe.missing} missing of {shoe.total}"
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
    if after.shoe is not before.shoe or after.coup is not before.coup:
        check_cards(after)


def replay(lines: list[bytes]) -> Table:
    """The state that events written as JSON lead to, from an empty table."""
    table = Table()
    for line in lines:
        table = evolve(table, event_decoder.decode(line))
    return table


def check_journal(events: list[Event], table: Table) -> None:
    """Written as JSON, read back and replayed from nothing, the events give the live state."""
    if replay([_encode(event) for event in events]) != table:
        raise ViolationError("replaying the whole journal through JSON gives another state")
