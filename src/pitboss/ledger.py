"""Money at one table: accounts, transfers and the sum that is always zero.

Amounts are integer cents. Chips a person holds at the table are in `player:ID`, promotional
tokens in `tokens:ID`, wagers that are not settled yet on `layout`, stakes that wait for a
decision in `held`. What is carried on and off
the table is a transfer with `outside`, so that nothing appears or vanishes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

FLOAT = "float"
LAYOUT = "layout"
OUTSIDE = "outside"
DROP = "drop"
TOKENS = "tokens"
HELD = "held"

Balances = Mapping[str, int]


class Transfer(msgspec.Struct, frozen=True, array_like=True):
    """Cents that go from one account to another."""

    source: str
    target: str
    cents: int


def chips_of(person: str) -> str:
    """The account of the chips a person has at the table."""
    return f"player:{person}"


def tokens_of(person: str) -> str:
    """The account of the promotional tokens a person has at the table."""
    return f"tokens:{person}"


def post(balances: Balances, transfers: Iterable[Transfer]) -> Balances:
    """The balances after these transfers."""
    after = dict(balances)
    for transfer in transfers:
        after[transfer.source] = after.get(transfer.source, 0) - transfer.cents
        after[transfer.target] = after.get(transfer.target, 0) + transfer.cents
    return after


def unbalanced(balances: Balances) -> str | None:
    """What is wrong with these balances: a sum that is not zero, or an account below nothing."""
    total = sum(balances.values())
    if total:
        return f"the accounts sum to {total} cents"
    for account, cents in balances.items():
        if cents < 0 and account != OUTSIDE:
            return f"{account} holds {cents} cents"
    return None
