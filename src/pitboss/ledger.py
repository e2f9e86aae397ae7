"""Money at one table: accounts, transfers and the sum that is always zero.

Amounts are integer cents. Chips a person holds at the table are in `player:ID`, promotional
tokens in `tokens:ID`, wagers that are not settled yet on `layout`, stakes that wait for a
decision in `held`. What is carried on and off
the table is a transfer with `outside`, so that nothing appears or vanishes. What terminals win
and lose comes from and goes to `terminals`, apart from the float; what left them as tickets, and
came in as such, is in `tickets`. Chips of a tournament come from `tournament` and go back there;
the float of the table lies in `aside` meanwhile. `outside`, `terminals`, `tickets` and
`tournament` may stand below nothing: they are what others owe.
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
STATIONS = "terminals"
TICKETS = "tickets"
TOURNAMENT = "tournament"
ASIDE = "aside"
OWED = frozenset({OUTSIDE, STATIONS, TICKETS, TOURNAMENT})
"""The accounts that may stand below nothing."""

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
        if cents < 0 and account not in OWED:
            return f"{account} holds {cents} cents"
    return None
