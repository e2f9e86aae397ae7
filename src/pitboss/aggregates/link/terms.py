"""What an edition says of a pool that tables feed together: read once, and handed to the link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from pitboss.editions.edition import Edition
from pitboss.editions.values import Ranks
from pitboss.editions.wagers import Clauses, Pool
from pitboss.money import JackpotShare, parse_pay
from pitboss.settle.sign import cents_of


@dataclass(frozen=True, eq=False)
class Terms:
    """The wagers of an edition that pay shares of a pool, and what the pool is bound to."""

    edition: Edition
    pools: Mapping[str, Pool]
    shares: Mapping[str, Mapping[str, Fraction]]
    """By wager and row: the share of what the meter shows."""

    @property
    def ranks(self) -> Ranks:
        """The ranks of the house."""
        return self.edition.ranks

    def stakes(self, wager: str) -> tuple[frozenset[int], Clauses]:
        """The stakes that a wager takes, in cents, and the clauses that say so."""
        only = self.edition.wagers[wager].stakes
        if only is None:
            return frozenset(), ()
        return frozenset(map(cents_of, only.only)), only.clauses

    def resets(self, wager: str) -> tuple[frozenset[int], Clauses]:
        """The least that the meter may be kept at, in cents, and the clauses that say so."""
        key = self.edition.sign[self.pools[wager].reset]
        return frozenset(map(cents_of, key.choices)), key.clauses

    def chip_clauses(self) -> Clauses:
        """Why a share is rounded up to what chips pay."""
        key = self.edition.sign.get("chip")
        return () if key is None else key.clauses

    def without(self, wager: str) -> tuple[str, Clauses]:
        """The rank that lets play go on without the pool, and the clauses that say so."""
        approval = self.edition.approvals[self.pools[wager].without]
        return approval.rank, approval.clauses


def terms_of(edition: Edition) -> Terms | None:
    """The terms of an edition; nothing where none of its wagers pays shares of a pool."""
    return _terms(_Same(edition))


class _Same:
    """An edition that stands for itself in a cache."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def __hash__(self) -> int:
        return id(self.edition)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.edition is self.edition


@cache
def _terms(same: _Same) -> Terms | None:
    edition = same.edition
    pools = {name: wager.pool for name, wager in edition.wagers.items() if wager.pool is not None}
    if not pools:
        return None
    shares: dict[str, dict[str, Fraction]] = {name: {} for name in pools}
    for name in pools:
        for row in edition.wagers[name].rows:
            pay = parse_pay(row.pays) if isinstance(row.pays, str) else None
            if isinstance(pay, JackpotShare):
                shares[name][row.label] = pay.share
    return Terms(edition, pools, shares)
