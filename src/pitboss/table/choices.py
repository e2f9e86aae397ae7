"""Choices of people: what the game lets someone decide now, within its bounds."""

from __future__ import annotations

from pitboss.money import sum_of
from pitboss.refusal import refuse, sure
from pitboss.table.machine import Command, Query, TableEvent, Work, decides
from pitboss.table.play import Ask, Choice, Staked


class Choose(Command, frozen=True, kw_only=True):
    """Choose one of the things that the game leaves to this person now, of one of their hands.

    `tokens` is the part of the amount that is staked in promotional tokens, `voucher` of which
    voucher they are, where several are held.
    """

    choice: str
    amount_cents: int = 0
    hand: str | None = None
    tokens_cents: int = 0
    voucher: str | None = None


class RecordSilence(Command, frozen=True, kw_only=True):
    """Record that a person who was asked gave no answer within a reasonable time."""

    person: str


class RecordChoice(Command, frozen=True, kw_only=True):
    """Record what a person at the table chose by word or sign, of one of their hands."""

    person: str
    choice: str
    amount_cents: int = 0
    hand: str | None = None
    tokens_cents: int = 0
    voucher: str | None = None


class ChoiceRecorded(TableEvent, frozen=True, kw_only=True):
    """What a person chose was entered for them; what follows is theirs."""

    person: str
    choice: str
    amount_cents: int = 0
    hand: str | None = None
    tokens_cents: int = 0
    voucher: str | None = None


class SilenceRecorded(TableEvent, frozen=True, kw_only=True):
    """Someone who was asked gave no answer; what that means follows."""

    person: str
    hand: str | None = None
    means: str


@decides(Choose, who=("player",))
def choose(work: Work, command: Choose) -> None:
    """Only what is open to them, within its bounds; the game says what follows."""
    chosen = _chosen(work, command)
    chosen.follow(work, command.by, _staked(chosen, command))


def _staked(chosen: Choice, command: Choose) -> Staked:
    """What is staked with a choice; refused out of its bounds."""
    least, most = chosen.least_cents, chosen.most_cents
    cents = command.amount_cents or (least if least == most else 0)  # the one amount that there is
    if not least <= cents <= most:
        refuse(
            "out-of-bounds",
            chosen.clauses,
            word=chosen.word,
            least=sum_of(least),
            most=sum_of(most),
        )
    if not 0 <= command.tokens_cents <= cents:
        refuse("tokens-above-stake", chosen.clauses, cents=sum_of(cents))
    return Staked(cents, command.tokens_cents, command.voucher)


def _choosing(query: Query) -> None:
    """Somebody may choose something now."""
    people = query.table.present("player") if query.table.coup is not None else ()
    known = (one for person in people for one in query.play.choices(query, person))
    if all(one.closed is not None for one in known):
        refuse("nobody-asked")


@decides(RecordChoice, needs=(_choosing,))
def record_choice(work: Work, command: RecordChoice) -> None:
    """It counts as if they had said it themselves: the same choices, the same bounds."""
    _choosing(work)
    person = work.table.people.get(command.person)
    if person is None or not person.present or person.role != "player":
        refuse("not-asked.silence", person=command.person)
    said = Choose(
        by=command.person,
        at=command.at,
        choice=command.choice,
        amount_cents=command.amount_cents,
        hand=command.hand,
        tokens_cents=command.tokens_cents,
        voucher=command.voucher,
    )
    theirs = Work(work.rules, work.table, said)
    chosen = _chosen(theirs, said)
    staked = _staked(chosen, said)
    work.emit(
        ChoiceRecorded,
        command,
        amount_cents=staked.cents,
        hand=chosen.hand,
        clauses=chosen.clauses,
    )
    theirs.table = work.table
    chosen.follow(theirs, command.person, staked)
    work.events += theirs.events
    work.table = theirs.table


def _chosen(work: Work, command: Choose) -> Choice:
    """The choice that is meant: one that is open, before one that is not."""
    known = work.play.choices(work, command.by)
    meant = [
        one for one in known if one.word == command.choice and command.hand in (None, one.hand)
    ]
    open_now = [one for one in meant if one.closed is None]
    if not meant:
        among = ", ".join(dict.fromkeys(one.word for one in known if one.closed is None))
        refuse("no-such-choice", person=command.by, among=among or "nothing")
    if not open_now:
        closed = meant[0].closed
        assert closed is not None  # what is not open says why
        sure(closed)
    if len(open_now) > 1:
        refuse(
            "which-hand", word=command.choice, hands=", ".join(str(one.hand) for one in open_now)
        )
    return open_now[0]


def asked(query: Query) -> Ask:
    """The question that waits for an answer."""
    step = query.play.next(query) if query.table.coup is not None else None
    if not isinstance(step, Ask) or step.silence is None:
        refuse("nobody-asked")
    return step


@decides(RecordSilence, needs=(asked,))
def record_silence(work: Work, command: RecordSilence) -> None:
    """What saying nothing means follows, as the game says."""
    question = asked(work)
    silence = question.silence
    assert silence is not None
    if command.person not in question.people:
        refuse("not-asked.silence", question.clauses, person=command.person)
    clauses = (*question.clauses, *silence.clauses)
    work.emit(SilenceRecorded, command, hand=question.hand, means=silence.word, clauses=clauses)
    silence.follow(work, command.person, Staked())
