"""The least that each player has held since a coup was settled.

Who was paid too little for a coup held that much less ever since. If they have since been down
to fewer chips than that, they used chips that were not missing, and the record refutes it.

For each account there are pairs of a coup and an amount: since that coup, and every coup after
the pair before, no less was held. Both rise from pair to pair, so that few are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.ledger import Balances, Transfer, chips_of

Pairs = tuple[tuple[int, int], ...]
Lows = Mapping[str, Pairs]
EARLIER = "earlier:"
"""Before the account of someone who has left since: the pairs of stays that are over."""


def since(lows: Lows, coup: int, people: Iterable[str], balances: Balances) -> Lows:
    """From this coup on: what its players hold now."""
    after = dict(lows)
    for person in people:
        account = chips_of(person)
        held = balances.get(account, 0)
        lower = tuple(pair for pair in after.get(account, ()) if pair[1] < held)
        after[account] = (*lower, (coup, held))
    return after


def lowered(lows: Lows, balances: Balances, transfers: Iterable[Transfer]) -> Lows:
    """What is held now may be the least so far."""
    for one in transfers:
        pairs = lows.get(one.source)
        if pairs and pairs[-1][1] > balances[one.source]:
            held = balances[one.source]
            lower = tuple(pair for pair in pairs if pair[1] < held)
            lows = {**lows, one.source: (*lower, (pairs[-1][0], held))}
    return lows


def gone(lows: Lows, person: str) -> Lows:
    """Someone leaves with what they hold: their stay is over, and nothing lowers it any more."""
    account = chips_of(person)
    if account not in lows:
        return lows
    after = {key: pairs for key, pairs in lows.items() if key != account}
    after[EARLIER + account] = (*lows.get(EARLIER + account, ()), *lows[account])
    return after


def least(lows: Lows, person: str, coup: int) -> tuple[int, bool] | None:
    """The least held since a coup, and whether the person has left since; none if unknown."""
    account = chips_of(person)
    for key, left in ((EARLIER + account, True), (account, False)):
        for number, held in lows.get(key, ()):
            if number >= coup:
                return held, left
    return None


def shifted(lows: Lows, person: str, coup: int, cents: int) -> Lows:
    """So much more or less was really held from a coup on than the books had said."""
    found = least(lows, person, coup)
    if found is None:
        return lows
    key = (EARLIER if found[1] else "") + chips_of(person)
    before = [(at, min(held, found[0] + cents)) for at, held in lows[key] if at < coup]
    after = [(at, held + cents) for at, held in lows[key] if at >= coup]
    rising: list[tuple[int, int]] = []
    for pair in (*before, *after):
        while rising and rising[-1][1] >= pair[1]:
            rising.pop()
        rising.append(pair)
    return {**lows, key: tuple(rising)}
