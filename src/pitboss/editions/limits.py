"""What becomes of stakes outside a limit, by the edition's rule for it."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.chips import Chips
from pitboss.editions.values import LimitRule
from pitboss.money import pro_rata


def effective(
    rule: LimitRule,
    stakes: Sequence[int],
    limit: int,
    unit: int,
    *,
    chips: Chips | None = None,
    warned: bool = False,
) -> tuple[int, ...]:
    """The stakes (cents, in order of placing) that are paid or collected; the rest is returned.

    `limit` is the minimum for a rule on low stakes, else the most that is allowed. With `chips`
    the parts into which a stake falls are made of them.
    """
    match rule.then:
        case "stands":
            return tuple(stakes)
        case "to-maximum":
            return tuple(_within(stake, limit, chips) for stake in stakes)
        case "pro-rata" | "may-reduce":
            return pro_rata(stakes, limit, unit, chips)
        case "settles-once" | "may-return":
            return tuple(0 if warned and stake < limit else stake for stake in stakes)
        case "in-order":
            kept, left = [], limit
            for stake in stakes:
                kept.append(_within(stake, left, chips))
                left -= kept[-1]
            return tuple(kept)


def _within(stake: int, most: int, chips: Chips | None) -> int:
    """A stake up to a maximum; cut, it falls into parts that chips make."""
    return stake if stake <= most else most if chips is None else chips.part(stake, most)
