"""Acts in a row at terminals: periods, malfunctions, tickets, results that are corrected."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from pitboss.chaos.chains.chain import CLOCK, WHY, dealing, fitting, on
from pitboss.chaos.chains.settled import settled_lines
from pitboss.chaos.flow import dealer, manager, usual
from pitboss.chaos.situations import dealt_anew
from pitboss.chaos.world import Act, World
from pitboss.ledger import chips_of
from pitboss.table.settlement.line import KeptLine
from pitboss.table.state import Matter
from pitboss.table.terminals.malfunction import KIND as MALFUNCTION
from pitboss.table.terminals.parts import terminals_of
from pitboss.table.terminals.shortfall import KIND as SHORTFALL

LAST_ACTS = 12
FINDINGS = 2
TICKET = "chaos.{number}.AAAAAAAAAAAAAAAA"


def connected(world: World) -> list[str]:
    """The terminals of the table."""
    return list(terminals_of(world.table).terminals)


def terminals(world: World) -> Iterator[Act]:
    """Terminals are credited, and touched for as long as a period runs."""
    chance, some = world.chance, connected(world)
    if not some:
        return
    yield from _in_order(world)
    betting = world.table.betting
    over = betting.closes_at is not None and betting.closes_at <= world.now
    if betting.closed or over or world.table.next_no_bet is not None:
        return
    if chance.random() < 0.5:
        length = chance.choice((15_000, 20_000, 25_000))
        yield "set-period", manager(world), {"milliseconds": length}
    for one in some:
        if world.table.balances.get(chips_of(one), 0) < 20_000:
            credit = {"terminal": one, "amount_cents": 50_000}
            note = ("insert-note", one, {"amount_cents": chance.choice((500, 2_000, 10_000))})
            yield from fitting(world, [("credit-terminal", dealer(world), credit), note])
    yield "call-bets", dealer(world), {"call": "place your bets"}
    for one in some:
        yield from _touched(world, one)
    if chance.random() < 0.5:
        yield "extend-period", manager(world), {"seconds": 5}
    if chance.random() < 0.15:
        yield from _failed(world)
    ends = world.table.betting.closes_at
    if ends is not None:
        world.now = max(world.now, ends + dt.timedelta(seconds=chance.choice((0, 0, 0, -1))))
    yield "end-period", CLOCK, {}
    if chance.random() < 0.2:
        yield from _failed(world)
    yield "call-bets", dealer(world), {"call": "no more bets"}


def failed_after_expiry(world: World) -> Iterator[Act]:
    """Terminals are debited, and equipment fails before the round is settled."""
    yield from terminals(world)
    if world.table.wagers and connected(world):
        if world.chance.random() < 0.5:
            yield usual(world)
        yield from _failed(world)
    yield from _whole_round(world)


def _whole_round(world: World) -> Iterator[Act]:
    """The round is dealt, its result entered and settled."""
    for _ in dealing(world):
        yield usual(world)
    yield from entered(world)
    yield from on(world, LAST_ACTS)


def _in_order(world: World) -> Iterator[Act]:
    """What is out of order is repaired, what is frozen released, what is shut goes on."""
    known, by = terminals_of(world.table), manager(world)
    faults = {one.fault for one in known.terminals.values() if one.fault is not None}
    for number in sorted(faults):
        yield "repair-equipment", by, {"matter": number, "how": "restarted"}
    if known.frozen is not None:
        yield "release-accounts", by, {"how": "nothing was wrong"}
    if known.shut is not None:
        yield "resume-game", by, {"how": "repaired"}


def _touched(world: World, one: str) -> Iterator[Act]:
    names = world.offered() + world.main_wagers()
    wager, other = world.chance.choice(names), world.chance.choice(world.main_wagers())
    cents = world.chance.choice((2_500, 5_000, 10_000, 20_000))
    yield "touch-wager", one, {"wager": wager, "amount_cents": cents}
    yield "touch-wager", one, {"wager": other, "amount_cents": cents}
    roll = world.chance.random()
    if roll < 0.35:
        yield "move-touch", one, {"wager": wager, "to": other}
    elif roll < 0.7:
        yield "cancel-touch", one, {"wager": wager} if roll < 0.5 else {}


def _failed(world: World) -> Iterator[Act]:
    """Equipment fails; what was debited is confirmed from records, or void."""
    chance, one = world.chance, world.one_of(connected(world))
    what = chance.choice(("terminal", "system"))
    fields = {"what": what, "grounds": ("c",), "reason": "a dead screen"}
    about = {"terminal": one} if what == "terminal" else {}
    yield "declare-malfunction", manager(world), {**fields, **about}
    by = manager(world)
    for number in terminals_of(world.table).questioned:
        answers: list[Act] = [
            ("confirm-wager", by, {"number": number, "records": "the server's log"}),
            ("void-unconfirmed", by, {"number": number, "reason": "no record"}),
        ]
        yield from fitting(world, answers)


def _open(world: World) -> list[Matter]:
    matters = world.table.matters.values()
    return [one for one in matters if one.kind == MALFUNCTION and one.stage != "decided"]


def malfunctions(world: World) -> Iterator[Act]:
    """A malfunction is repaired, credit refused or demanded back, and what is due is paid."""
    if not connected(world):
        return
    if not _open(world):
        yield from _in_order(world)
        yield from _failed(world)
    if not _open(world):
        return
    case = _open(world)[-1]
    hit = [name for name in connected(world) if f"credit {name}" in case.facts]
    one = world.one_of(hit or connected(world))
    about = {"matter": case.number, "terminal": one, "amount_cents": 100}
    ground = world.chance.choice(("a", "a", "b"))
    decision = world.chance.choice(("pay", "adjust", "void"))
    matter = {"matter": case.number}
    by = manager(world)
    yield "repair-equipment", by, {**matter, "how": "restarted"}
    yield "credit-terminal", by, {"terminal": one, "amount_cents": 10_000}
    yield "refuse-credit", by, {**about, "ground": ground, "reason": WHY}
    yield "demand-return", by, {**about, "reason": WHY}
    yield "decide-malfunction", by, {**matter, "decision": decision, "reason": WHY}
    yield "pay-entitlement", by, about
    yield "make-claim", one, {"what": "my credit is wrong"}
    said = {"matter": max(world.table.matters, default=0), "considered": "the log was read"}
    yield "consider-claim", by, {**said, "action": "none was due"}


def tickets(world: World) -> Iterator[Act]:
    """A ticket is printed and numbered; one is read, and redeemed or returned; credit is paid."""
    chance, known = world.chance, terminals_of(world.table).terminals
    if not known:
        return
    one = chance.choice(list(known))
    yield from _in_order(world)
    yield "credit-terminal", dealer(world), {"terminal": one, "amount_cents": 10_000}
    yield "print-ticket", one, {"amount_cents": chance.choice((None, 500, 1_000))}
    for name, now in terminals_of(world.table).terminals.items():
        for printed in now.printed:
            if printed.number is None:
                said = {"terminal": name, "cause": printed.cause, "number": chance.randrange(99)}
                yield "note-ticket", CLOCK, said
    ticket = {"ticket": TICKET.format(number=chance.randrange(1, 99))}
    acts = [
        ("insert-ticket", one, ticket),
        ("pay-ticket", dealer(world), {**ticket, "terminal": one}),
    ]
    yield from fitting(world, acts)
    for name, now in terminals_of(world.table).terminals.items():
        for read in now.inserted:
            said = {"terminal": name, "cause": read.cause, "number": read.number}
            if chance.random() < 0.7:
                yield "redeem-ticket", CLOCK, {**said, "amount_cents": 1_000}
            else:
                yield "return-ticket", CLOCK, {**said, "reason": "used"}
    by = manager(world)
    yield from fitting(world, [("pay-out-terminal", by, {"terminal": one})])
    yield from fitting(world, [("release-terminal", by, {"terminal": one})])


def entered(world: World) -> Iterator[Act]:
    """The result of a round is entered, rightly mostly."""
    coup = world.table.coup
    if coup is not None and connected(world):
        result = world.rules.play.outcome(coup.known())
        if world.chance.random() < 0.1:
            result = "tie"
        yield "enter-result", dealer(world), {"result": result}


def _closed(world: World) -> Iterator[Act]:
    """What a correction could not take back is closed."""
    for case in list(world.table.matters.values()):
        if case.kind == SHORTFALL and case.stage == "open":
            how = world.chance.choice(("credit", "cash", "waived"))
            fields = {"matter": case.number, "how": how, "reason": WHY}
            yield from fitting(world, [("close-shortfall", manager(world), fields)])


def corrected(world: World) -> Iterator[Act]:
    """A settled round at terminals is computed again on other cards; what is short is closed."""
    yield from _closed(world)
    yield from terminals(world)
    yield from _whole_round(world)
    here, by = connected(world), manager(world)
    lines = [(coup, line) for coup, line in settled_lines(world) if line.person in here]
    if not lines:
        return

    def paid_out(line: KeptLine) -> Act:
        return "pay-out-terminal", by, {"terminal": line.person}

    won = [one for one in lines if one[1].paid_cents and world.after(paid_out(one[1]))]
    coup, line = world.chance.choice(won or lines)
    yield paid_out(line)
    yield "freeze-accounts", dealer(world), {"reason": "a card was misread"}
    for _ in range(FINDINGS):
        hands = dealt_anew(world, coup)
        if hands:
            yield "correct-result", by, {"coup": coup, "hands": hands, "reason": WHY}
    yield "release-accounts", by, {"how": "computed again"}
    yield from _closed(world)
