"""Choices of people: what the game lets someone decide now, within its bounds."""

from __future__ import annotations

from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.machine import Command, Work, decides


class Choose(Command, frozen=True, kw_only=True):
    """Choose one of the things that the game leaves to this person now."""

    choice: str
    amount_cents: int = 0


@decides(Choose, who=("player",))
def choose(work: Work, command: Choose) -> None:
    """Only what is open to them, within its bounds; the game says what follows."""
    open_now = {one.word: one for one in work.play.choices(work, command.by)}
    chosen = open_now.get(command.choice)
    if chosen is None:
        among = ", ".join(open_now) or "nothing"
        refuse("no-such-choice", person=command.by, among=among)
    least, most = chosen.least_cents, chosen.most_cents
    if not least <= command.amount_cents <= most:
        refuse(
            "out-of-bounds",
            chosen.clauses,
            word=chosen.word,
            least=sum_of(least),
            most=sum_of(most),
        )
    chosen.follow(work, command.amount_cents)
