"""A command to a promotion being decided, with what all of them ask."""

from __future__ import annotations

import datetime as dt

from pitboss.aggregates.promotion.commands import PromotionCommand
from pitboss.aggregates.promotion.events import NoticeDue, PromotionEvent
from pitboss.aggregates.promotion.state import Prize, Promotion, Stage
from pitboss.aggregates.promotion.terms import Terms
from pitboss.aggregates.work import STAFF
from pitboss.aggregates.work import Work as AnyWork
from pitboss.editions.promotion import Promotions
from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse

CLOCK = "clock"


class Work(AnyWork[Promotion, PromotionEvent]):
    """One command to a promotion being decided."""

    terms: Terms

    @property
    def rules(self) -> Promotions:
        """What the edition says of promotions."""
        return self.terms.rules

    def there(self, moment: dt.datetime) -> str:
        """A moment by the clocks of the casino, as sentences have it."""
        return f"{self.terms.edition.identity.there(moment):%Y-%m-%d %H:%M}"

    def stage(self, *stages: Stage) -> None:
        """Refuse what belongs to another stage."""
        if self.state.stage not in stages:
            refuse("wrong-stage", self.rules.terms.clauses, stage=self.state.stage)

    def going(self) -> None:
        """Refuse what must wait while the promotion is postponed."""
        if self.state.postponed is not None:
            clauses = self.rules.integrity.clauses
            refuse("promotion-postponed", clauses, reason=self.state.postponed)

    def prize(self, number: int) -> Prize:
        """A prize by its number."""
        if number > len(self.state.prizes):
            refuse("no-such-prize", number=number)
        return self.state.prizes[number - 1]

    def notice(self, what: str, to: str, within: dt.timedelta, clauses: Clauses) -> None:
        """Somebody must be told; hours are hours, over a change of the clocks, too."""
        number, due = len(self.state.notices) + 1, self.command.at + within
        self.emit(NoticeDue, notice=number, what=what, to=to, due=due, clauses=clauses)


def told_by(_: PromotionCommand) -> tuple[str, ...]:
    """Who records entries and closes them: staff, or the house's own clock."""
    return (STAFF, CLOCK)
