"""Disputes and complaints: decided in the first instance, reviewed on request, then final."""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.authority.approvals import Ranked, authorise, provided
from pitboss.table.authority.duties import raise_duty
from pitboss.table.machine import Command, PersonalEvent, Work, decides
from pitboss.table.matters.matter import (
    about,
    change_matter,
    given,
    next_number,
    open_matter,
    the_matter,
)
from pitboss.table.state import Matter, Table


class RaiseDispute(Command, frozen=True, kw_only=True):
    """Dispute or complain of something in the game; staff name the person who does."""

    about: str
    person: str | None = None
    coup: int | None = None


class DecideDispute(Command, frozen=True, kw_only=True):
    """Decide a dispute in the first instance."""

    matter: int
    decision: str


class RequestReview(Command, frozen=True, kw_only=True):
    """Ask that a decision be reviewed."""

    matter: int


class ReviewDispute(Command, frozen=True, kw_only=True):
    """Review a decision: it is upheld, or the decision given here takes its place."""

    matter: int
    decision: str
    upheld: bool


class SayNotSatisfied(Command, frozen=True, kw_only=True):
    """Say that one is not satisfied with a decision."""

    matter: int


class DisputeRaised(PersonalEvent, frozen=True, kw_only=True):
    """A dispute was referred for decision, to the rank named."""

    matter: int
    person: str
    about: str
    to: str
    coup: int | None = None

    def changes(self, table: Table) -> Table:
        """Referred."""
        facts = {"about": self.about, "to": self.to}
        if self.coup is not None:
            facts["coup"] = str(self.coup)
        return open_matter(table, self.matter, "dispute", "referred", self.person, facts)


class DisputeDecided(PersonalEvent, frozen=True, kw_only=True):
    """A dispute was decided in the first instance."""

    matter: int
    decision: str

    def changes(self, table: Table) -> Table:
        """Decided, unless a review is asked for."""
        facts = {"decision": self.decision, "decided by": self.by}
        return change_matter(table, self.matter, facts, stage="decided")


class ReviewRequested(PersonalEvent, frozen=True, kw_only=True):
    """A review was asked for."""

    matter: int
    to: str

    def changes(self, table: Table) -> Table:
        """To be reviewed."""
        return change_matter(table, self.matter, {"to": self.to}, stage="review asked")


class DisputeReviewed(PersonalEvent, frozen=True, kw_only=True):
    """A decision was reviewed by another person."""

    matter: int
    decision: str
    upheld: bool

    def changes(self, table: Table) -> Table:
        """Reviewed, and final."""
        facts = {
            "review": self.decision,
            "reviewed by": self.by,
            "upheld": "yes" if self.upheld else "no",
        }
        return change_matter(table, self.matter, facts, stage="reviewed")


class NotSatisfied(PersonalEvent, frozen=True, kw_only=True):
    """Someone is not satisfied with a decision of the operator."""

    matter: int
    person: str

    def changes(self, table: Table) -> Table:
        """Said; the duty to advise them is open."""
        return change_matter(table, self.matter, {"not satisfied": self.at.isoformat()})


@decides(
    RaiseDispute,
    who=("player", "staff"),
    troubled=True,
    barred=True,
    rules=("dispute-in-absence",),
    approvals=("decide-dispute",),
    worded=True,
)
def raise_dispute(work: Work, command: RaiseDispute) -> None:
    """Referred to the first instance at once."""
    rule = provided(work, "decide-dispute")
    actor = work.actor
    assert actor is not None
    person = command.by
    if actor.role == "staff":
        if command.person is None:
            refuse("person-missing.raise-dispute")
        person = command.person
        work.person(person, "player")
    elif command.person not in (None, command.by):
        refuse("not-theirs.raise-dispute")
    if command.coup is not None and not 1 <= command.coup <= work.table.coups:
        refuse("no-such-coup.raise-dispute", coup=command.coup)
    given(command.about, "what the dispute is about")
    number, to = next_number(work), first_instance(work)
    work.emit(DisputeRaised, command, matter=number, person=person, to=to, clauses=rule.clauses)


def first_instance(work: Work) -> str:
    """The rank to which a dispute is referred first."""
    rank = provided(work, "decide-dispute").rank
    if _absent(work, rank):
        return work.value("dispute-in-absence", str, rank)
    return rank


def _absent(work: Work, rank: str) -> bool:
    return not any(person.rank == rank for person in work.table.present("staff").values())


@decides(
    DecideDispute,
    troubled=True,
    rules=("dispute-in-absence", "decision-final"),
    needs=(Ranked("decide-dispute"),),
    fits={"matter": about("dispute")},
)
def decide_dispute(work: Work, command: DecideDispute) -> None:
    """By a Gaming Supervisor; by someone above only where the rules say so and none is there.

    Someone above deciding at once would take the place of the review.
    """
    clauses = authorise(work, "decide-dispute")
    matter = the_matter(work, command.matter, "dispute")
    if matter.stage != "referred":
        _final(work, clauses)
    actor = work.actor
    rank = provided(work, "decide-dispute").rank
    if actor is not None and actor.rank != rank:
        absence = work.rule("dispute-in-absence")
        if absence is None or not _absent(work, rank):
            refuse("first-instance", clauses, rank=rank)
        clauses = join(clauses, absence.clauses)
    given(command.decision, "what was decided")
    work.emit(DisputeDecided, command, clauses=clauses)


def _final(work: Work, clauses: Clauses) -> None:
    """A decision given is not given again."""
    work.forbid("decision-final", "decision-final")
    refuse("decided", clauses)


@decides(
    RequestReview,
    who=("player", "staff"),
    troubled=True,
    barred=True,
    opens=True,
    rules=("decision-final",),
    approvals=("review-dispute",),
    fits={"matter": about("dispute")},
)
def request_review(work: Work, command: RequestReview) -> None:
    """Once, by the person concerned, after the first decision."""
    rule = provided(work, "review-dispute")
    matter = _theirs(work, command.matter)
    if matter.stage == "referred":
        refuse("not-decided.request-review", rule.clauses)
    if matter.stage != "decided":
        _final(work, rule.clauses)
    work.emit(ReviewRequested, matter=matter.number, to=rule.rank, clauses=rule.clauses)


@decides(
    ReviewDispute,
    troubled=True,
    opens=True,
    rules=("decision-final",),
    needs=(Ranked("review-dispute"),),
    fits={"matter": about("dispute")},
)
def review_dispute(work: Work, command: ReviewDispute) -> None:
    """By another person than the first, of the higher rank, if asked for."""
    clauses = authorise(work, "review-dispute")
    matter = the_matter(work, command.matter, "dispute")
    if matter.stage == "reviewed":
        _final(work, clauses)
    if matter.stage != "review asked":
        refuse("review-not-asked", clauses)
    if matter.facts["decided by"] == command.by:
        refuse("another-person.review-dispute", clauses, person=command.by)
    given(command.decision, "what was decided")
    work.emit(DisputeReviewed, command, clauses=clauses)


@decides(
    SayNotSatisfied,
    who=("player", "staff"),
    troubled=True,
    barred=True,
    opens=True,
    rules=("decision-final",),
    fits={"matter": about("dispute")},
)
def say_not_satisfied(work: Work, command: SayNotSatisfied) -> None:
    """The person is advised that they may complain to an inspector."""
    clauses = work.cite("decision-final")
    matter = _theirs(work, command.matter)
    if matter.stage not in ("decided", "reviewed"):
        refuse("not-decided.say-not-satisfied", clauses)
    if "not satisfied" in matter.facts:
        refuse("already-said", clauses, person=matter.person)
    work.emit(NotSatisfied, matter=matter.number, person=matter.person, clauses=clauses)
    raise_duty(work, "advise-inspector", about=f"matter {matter.number}")
    raise_duty(work, "advise-complaint", about=f"matter {matter.number}")


def _theirs(work: Work, number: int) -> Matter:
    """A dispute that is the player's own, or any that staff speak of for its person."""
    matter = the_matter(work, number, "dispute")
    actor = work.actor
    if actor is not None and actor.role == "player" and matter.person != work.command.by:
        refuse("not-theirs.theirs", number=number, person=work.command.by)
    return matter
