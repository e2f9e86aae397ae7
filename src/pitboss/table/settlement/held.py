"""Stakes of invalid wagers that would have lost: held, until a supervisor decides on them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Literal

import msgspec

from pitboss.editions.conduct import PLAYER_CARD
from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, HELD, OUTSIDE, TOKENS, Transfer, chips_of, tokens_of
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.settle.model import Line
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.machine import Command, Event, Query, Work, decides, replace
from pitboss.table.matters.matter import (
    about,
    change_matter,
    given,
    next_number,
    open_matter,
    person_of,
    the_matter,
)
from pitboss.table.people.player_card import INELIGIBLE
from pitboss.table.people.tokens import Vouchers, changed, first
from pitboss.table.settlement.line import KeptLine
from pitboss.table.state import Matter, Placed, Table

KIND = "held stake"


class DecideHeldStake(Command, frozen=True, kw_only=True):
    """Decide what becomes of a stake that is held: it goes back, or the house keeps it."""

    matter: int
    decision: Literal["return", "keep"]
    reason: str


class StakeHeld(Event, frozen=True, kw_only=True):
    """The stake of an invalid wager that would have lost lies apart."""

    matter: int
    person: str
    wager: str
    coup: int
    amount_cents: int
    tokens_cents: int = 0
    vouchers: Mapping[str, int] = msgspec.field(default_factory=dict)

    def changes(self, table: Table) -> Table:
        """Open until it is decided."""
        facts = {"wager": self.wager, "coup": str(self.coup), "tokens": str(self.tokens_cents)}
        facts |= {f"voucher {name}": str(cents) for name, cents in self.vouchers.items()}
        return open_matter(table, self.matter, KIND, "open", self.person, facts, self.amount_cents)


class HeldStakeDecided(Event, frozen=True, kw_only=True):
    """A supervisor decided on a stake that was held."""

    matter: int
    person: str
    decision: Literal["return", "keep"]
    reason: str
    amount_cents: int
    tokens_cents: int = 0
    vouchers: Mapping[str, int] = msgspec.field(default_factory=dict)
    left: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        """To the player, who may have left, or to the float."""
        chips = self.amount_cents - self.tokens_cents
        if self.decision == "keep":
            return (Transfer(HELD, FLOAT, chips), Transfer(HELD, TOKENS, self.tokens_cents))
        theirs, tokens = chips_of(self.person), tokens_of(self.person)
        back = [Transfer(HELD, theirs, chips), Transfer(HELD, tokens, self.tokens_cents)]
        if self.left:
            back += [Transfer(theirs, OUTSIDE, chips), Transfer(tokens, OUTSIDE, self.tokens_cents)]
        return tuple(back)

    def changes(self, table: Table) -> Table:
        """Decided; tokens that go back are those of their vouchers."""
        if self.decision == "return" and not self.left:
            table = changed(table, self.person, self.vouchers, 1)
        facts = {"decision": self.decision, "reason": self.reason}
        return change_matter(table, self.matter, facts, stage="decided")


def without_result(query: Query, placed: Placed, line: Line) -> tuple[Line, bool]:
    """What an invalid wager comes to: never winnings; whether its stake is held."""
    if placed.defect != INELIGIBLE:
        return line, False
    clauses = join(line.clauses, query.cite("ineligible-in-round"))
    if not line.returned_cents and not line.paid_cents:
        why = f"{line.why}; the wager is invalid and its stake is held"
        return replace(line, clauses=clauses, why=why), True
    why = f"{line.why}; the wager is invalid: its stake goes back without winnings"
    outcome = "void" if line.outcome == "win" else line.outcome
    back = {"paid_cents": 0, "returned_cents": line.stake_cents, "commission_millionths": None}
    return replace(line, outcome=outcome, clauses=clauses, why=why, **back), False


def hold(work: Work, coup: int, placed: Placed | KeptLine, cents: int, tokens: int) -> None:
    """The stake lies apart, as a matter to be decided."""
    work.emit(
        StakeHeld,
        placed,
        matter=next_number(work),
        coup=coup,
        amount_cents=cents,
        tokens_cents=tokens,
        vouchers=first(placed.vouchers, tokens),
        clauses=work.cite("ineligible-in-round", "decide-held-stake"),
    )


def held_apart(
    work: Work,
    coup: int,
    lines: Sequence[KeptLine],
    clauses: Clauses,
    still: Container[int] = (),
    kept_back: Container[int] = (),
) -> dict[int, KeptLine]:
    """The lines of a coup that is undone or settled anew, by number, as the house holds them now.

    A stake that waits for its decision goes back, unless it is `still` to be held or is
    `kept_back` by the house; one that was decided to go back is no longer in it.
    """
    matters = [
        one
        for one in work.table.matters.values()
        if one.kind == KIND and one.facts["coup"] == str(coup)
    ]
    found = {}
    for line in lines:
        matter = next((one for one in matters if line.held and _is_of(one, line)), None)
        if matter is not None:
            matters.remove(matter)
            if matter.stage == "open" and line.number in still:
                continue
            decision = matter.facts.get("decision")
            if matter.stage == "open":
                decision = "keep" if line.number in kept_back else "return"
                why = "its coup stands otherwise"
                _decide(work, matter, decision, why, clauses)
            if decision == "return":
                continue
        found[line.number] = replace(line, held=False)
    return found


def _is_of(matter: Matter, line: KeptLine) -> bool:
    """Whether a matter is about the stake of a line; of two alike either will do."""
    stake = (line.person, line.wager, line.stake_cents)
    return (matter.person, matter.facts["wager"], matter.amount_cents) == stake


@decides(
    DecideHeldStake,
    procedure=PLAYER_CARD,
    opens=True,
    troubled=True,
    rules=("ineligible-in-round",),
    needs=(Ranked("decide-held-stake"),),
    fits={"matter": about(KIND)},
)
def decide_held_stake(work: Work, command: DecideHeldStake) -> None:
    """By the rank that the edition names, with the reason on record."""
    clauses = authorise(work, "decide-held-stake")
    matter = the_matter(work, command.matter, KIND)
    if matter.stage != "open":
        refuse("held-stake-decided", clauses, number=matter.number)
    given(command.reason, "why it is decided so")
    _decide(work, matter, command.decision, command.reason, clauses)


def _decide(work: Work, matter: Matter, decision: str, reason: str, clauses: Clauses) -> None:
    person = person_of(matter)
    work.emit(
        HeldStakeDecided,
        matter=matter.number,
        decision=decision,
        reason=reason,
        person=person,
        amount_cents=matter.amount_cents,
        tokens_cents=int(matter.facts["tokens"]),
        vouchers=_vouchers(matter.facts),
        left=not work.table.people[person].present,
        clauses=clauses,
    )


def _vouchers(facts: Mapping[str, str]) -> Vouchers:
    begins = "voucher "
    return {
        key.removeprefix(begins): int(cents)
        for key, cents in facts.items()
        if key.startswith(begins)
    }
