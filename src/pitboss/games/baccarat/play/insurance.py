"""A wager in the middle of a coup: offered by the cards that are open, until the next is drawn."""

from __future__ import annotations

from pitboss.games.baccarat.facts.points import count
from pitboss.games.baccarat.play.coup import cards_of, due
from pitboss.games.baccarat.play.own import (
    BANKER,
    FIRST,
    PLAYER,
    change_delivery,
    delivery_of,
)
from pitboss.refusal import refusable, refuse
from pitboss.settle.lines import join, not_offered
from pitboss.table.betting.place import WagerPlaced
from pitboss.table.betting.stakes import holds, in_chips, span_of
from pitboss.table.machine import Query, TableEvent, Work
from pitboss.table.play import Ask, Choice, Staked
from pitboss.table.settlement.counted import effective_stakes
from pitboss.table.state import Round, Table

TAKE, DECLINE = "insure", "no-insurance"


class OfferAnswered(TableEvent, frozen=True, kw_only=True):
    """A bettor took the wager that was offered in the coup, or did not."""

    person: str
    answer: str

    def changes(self, table: Table) -> Table:
        """Asked no more in this coup."""
        assert table.coup is not None
        answered = (*delivery_of(table.coup).insured, self.person)
        return change_delivery(table, insured=answered)


def offered_now(query: Query) -> str | None:
    """The wager that is offered in the coup as its cards lie; nothing where none is."""
    coup = query.table.coup
    if coup is None or coup.no_bet or coup.complete or not delivery_of(coup).counts_announced:
        return None
    turn = due(query, coup) if len(coup.slots) == FIRST else None
    if turn is None or turn.hand != PLAYER:
        return None
    two = count(cards_of(coup.hand(BANKER)))
    setting = query.rules.setting(query.house, query.table.sign)
    for name, wager in query.edition.wagers.items():
        if wager.offer is None or name not in query.table.sign.offered:
            continue
        if wager.offer.when.get("banker_two") == two:
            return name if not_offered(query.edition, setting, name) is None else None
    return None


def most_for(query: Query, person: str, name: str) -> int:
    """The most that a bettor may stake: their larger main wager as it counts, and the sign's."""
    wager, counts = query.edition.wagers[name], effective_stakes(query)
    sums: dict[str, int] = {}
    for placed in query.table.wagers.values():
        if placed.person == person and wager.cap is not None and placed.wager in wager.cap.by:
            stake = counts.get(placed.number, (placed.stake_cents, ()))[0]
            sums[placed.wager] = sums.get(placed.wager, 0) + stake
    most = max(sums.values(), default=0)
    signed = query.table.sign.wagers.get(name)
    if signed is not None and signed.maximum_cents is not None:
        most = min(most, signed.maximum_cents)
    return most


def asked(query: Query, coup: Round, name: str) -> tuple[str, ...]:
    """Those who may take it and have not answered yet."""
    done = delivery_of(coup).insured
    people = dict.fromkeys(placed.person for placed in query.table.staked.values())
    taking = query.table.participants()
    return tuple(
        one
        for one in people
        if one in taking and one not in done and most_for(query, one, name) > 0
    )


def ask(query: Query) -> Ask | None:
    """The question whether anyone takes it, while somebody has not answered."""
    name, coup = offered_now(query), query.table.coup
    if name is None or coup is None:
        return None
    people = asked(query, coup, name)
    if not people:
        return None
    clauses = query.edition.wagers[name].clauses
    return Ask(people, silence(), clauses=clauses, among=(TAKE, DECLINE))


def choices(query: Query, person: str) -> tuple[Choice, ...]:
    """Take it, up to one's main wager, or not."""
    coup, wagers = query.table.coup, query.edition.wagers
    name = next((one for one, wager in wagers.items() if wager.offer is not None), None)
    if coup is None or coup.no_bet or name is None or name not in query.table.sign.offered:
        return ()
    if len(coup.slots) < FIRST:
        return ()
    wager = wagers[name]
    clauses = join(wager.clauses, () if wager.offer is None else wager.offer.clauses)
    most, signed = most_for(query, person, name), query.table.sign.wagers.get(name)
    least = max(query.chips.smallest, 0 if signed is None else signed.minimum_cents)
    shut = closed(query, coup, person, name)

    def take(work: Work, who: str, staked: Staked) -> None:
        cents = staked.cents
        in_chips(work, cents)
        holds(work, who, cents, tokens=False)
        cap = () if wager.cap is None else wager.cap.clauses
        work.emit(
            WagerPlaced,
            number=work.table.placed + 1,
            wager=name,
            amount_cents=cents,
            box=work.table.people[who].seat,
            clauses=join(clauses, cap),
        )
        work.emit(OfferAnswered, person=who, answer=TAKE, clauses=wager.clauses)

    return (
        Choice(TAKE, take, min(least, most), most, clauses=clauses, closed=shut),
        Choice(DECLINE, silence().follow, clauses=clauses, closed=shut),
    )


@refusable
def closed(query: Query, coup: Round, person: str, name: str) -> None:
    """Not after the card, not without a main wager, not twice."""
    wager = query.edition.wagers[name]
    clauses = wager.clauses if wager.offer is None else join(wager.clauses, wager.offer.clauses)
    if offered_now(query) != name:
        refuse("insurance-not-now", clauses, title=wager.title)
    if person in delivery_of(coup).insured:
        refuse("insured-already.once", clauses, person=person)
    if most_for(query, person, name) <= 0:
        cited = clauses if wager.cap is None else wager.cap.clauses
        refuse("insurance-needs-main", cited, title=wager.title)
    least = span_of(query, person, name).minimum_cents if name in query.table.sign.wagers else 0
    if most_for(query, person, name) < least:
        refuse("insurance-needs-main", clauses, title=wager.title)


def silence() -> Choice:
    """Who says nothing does not take it."""

    def follow(work: Work, person: str, _staked: Staked) -> None:
        name = offered_now(work)
        clauses = () if name is None else work.edition.wagers[name].clauses
        work.emit(OfferAnswered, person=person, answer=DECLINE, clauses=clauses)

    return Choice(DECLINE, follow)
