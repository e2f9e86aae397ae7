"""Acts on coups that are settled: wrong payments from notice to end, frauds found later."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.chaos.flow import dealer, manager
from pitboss.chaos.world import Act, World
from pitboss.table.matters.payment_cases import KIND
from pitboss.table.settlement.kept import kept_coup
from pitboss.table.settlement.line import KeptLine

LATELY = 12


def settled_lines(world: World) -> list[tuple[int, KeptLine]]:
    """The lines of late coups that have a result, with their coups."""
    found = []
    for result in world.table.results[-LATELY:]:
        kept = kept_coup(world.table, result.coup)
        if kept is not None and result.outcome != "void":
            found += [(result.coup, line) for line in kept.lines]
    return found


def mispaid(world: World) -> Iterator[Act]:
    """A wrong payment is noticed, confirmed or not, changed, enquired into, put right, closed."""
    chance, lines = world.chance, settled_lines(world)
    if not lines:
        return
    coup, line = chance.choice(lines)
    noticed = dealer(world)
    paid = max(0, line.due_cents + chance.choice((-5_000, -2_500, -50, 0, 50, 5_000, 150_000)))
    fields = {"coup": coup, "line": line.number, "about": "miscounted", "paid_cents": paid}
    if chance.random() < 0.7:
        fields["person"] = line.person
    yield "open-payment-error", noticed, fields
    cases = [one.number for one in world.table.matters.values() if one.kind == KIND]
    if not cases:
        return
    case = {"matter": cases[-1]}
    rank = world.edition.approvals["close-payment"].rank
    others = [name for name in world.staff(rank) if name != noticed] or [manager(world)]
    if chance.random() < 0.5:
        yield "confirm-payment-error", world.one_of(others), case
    if chance.random() < 0.3:
        yield "open-payment-error", noticed, {**fields, "paid_cents": paid + 100}
    finding = chance.choice(("unintentional", "suspected"))
    enquired = {**case, "finding": finding, "enquiries": "footage seen"}
    yield "enquire-payment", world.one_of(others), enquired
    if "person" not in fields:
        identified = {**case, "attempt": "identify", "how": "footage", "person": line.person}
        yield "attempt-payment", noticed, identified
    if chance.random() < 0.3:
        yield "tell-regulator", world.one_of(others), {**case, "how": "e-mail"}
    means = chance.choice(("table", "table", "cage"))
    yield "rectify-payment", world.one_of(others), {**case, "means": means}
    yield "close-payment", world.one_of(others), case


def fraud_found(world: World) -> Iterator[Act]:
    """A fraud in an earlier coup is found, some of it by a player of that coup."""
    chance, lines = world.chance, settled_lines(world)
    if not lines:
        return
    coup, line = chance.choice(lines)
    fields = {"ground": "fraud", "reason": "footage seen", "coup": coup, "fraud_by": (line.person,)}
    if chance.random() < 0.5:
        fields["forfeit"] = (line.person,)
    yield "invalidate", manager(world), fields
