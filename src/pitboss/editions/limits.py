"""What becomes of stakes outside a limit, by the edition's rule for it."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.editions.model import LimitRule
from pitboss.money import pro_rata


def effective(
    rule: LimitRule, stakes: Sequence[int], limit: int, unit: int, *, warned: bool = False
) -> tuple[int, ...]:
    """The stakes (cents, in order of placing) that are paid or collected; the rest is returned.

    `limit` is the minimum for a rule on low stakes, else the most that is allowed.
    """
    match rule.then:
        case "stands":
            return tuple(stakes)
        case "to-maximum":
            return tuple(min(stake, limit) for stake in stakes)
        case "pro-rata" | "may-reduce":
            return pro_rata(stakes, limit, unit)
        case "settles-once" | "may-return":
            return tuple(0 if warned and stake < limit else stake for stake in stakes)
        case "in-order":
            kept, left = [], limit
            for stake in stakes:
                kept.append(min(stake, left))
                left -= kept[-1]
            return tuple(kept)
