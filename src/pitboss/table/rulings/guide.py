"""What a ruling takes: who may give it, how the cards should lie, what must follow it."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import names
from pitboss.editions.procedures import Ruling, Situation
from pitboss.table import Query, Rules, Table
from pitboss.table.rulings.record import Ruler, ruler
from pitboss.table.rulings.rule import CARRIED_ON, offered
from pitboss.table.settlement.kept import kept_coup, result_of
from pitboss.table.state import Person, Trouble


def able(query: Query, rank: str, but_not: str | None = None) -> dict[str, Person]:
    """Those on duty who may do what takes this rank, all but one."""
    ranks, staff = query.edition.ranks, query.table.present("staff")
    return {who: one for who, one in staff.items() if ranks.held(one.rank, rank) and who != but_not}


def rulers(rules: Rules, table: Table) -> list[Ruler]:
    """Who may give each of the rulings permitted now, the lowest rank first."""
    ranks, trouble = rules.edition.ranks, table.trouble
    if trouble is None:
        return []
    found = [ruler(rules.edition, trouble, one) for one in offered(rules, table)]
    return sorted(found, key=lambda one: ranks.ladder.index(ranks.met_by.get(one.rank, one.rank)))


def as_dealt(rules: Rules, table: Table) -> dict[str, str | None]:
    """The cards of the coup dealt anew in the order they left the shoe, where they come out so."""
    nothing: dict[str, str | None] = dict.fromkeys(rules.play.hands)
    coup, number = table.coup, table.coups if table.trouble is None else table.trouble.coup
    kept = kept_coup(table, number)
    finished = result_of(table, number)
    if coup is not None and coup.number == number:
        slots = sorted(coup.slots, key=lambda slot: slot.number)
        cards = [slot.card for slot in slots if slot.exposed and slot.card is not None]
        if len(cards) < len(slots):
            return nothing
    elif finished is not None and kept is not None and len(kept.places) == len(finished.cards):
        order = sorted(zip(kept.places, finished.cards, strict=True))
        cards = [card for _, card in order]
    else:
        return nothing
    dealt = rules.play.dealt(rules.edition, cards, whole=False)
    return nothing if dealt is None else {hand: names(held) for hand, held in dealt.items()}


def elsewhere(rules: Rules, table: Table, situation: Situation) -> Iterator[Ruling]:
    """Rulings of other situations that people look for here: those that make a coup void."""
    effects = {one.effect for one in situation.permitted(_facts(table))}
    for other in rules.edition.situations.values():
        if other is not situation and table.phase in other.phase:
            for one in other.rulings:
                if one.effect == "void-coup" and one.effect not in effects:
                    yield one


def otherwise(table: Table, situation: Situation) -> Iterator[Ruling]:
    """Rulings of this situation that are given under other facts only."""
    facts = _facts(table)
    here = {one.name for one in situation.permitted(facts)}
    for one in situation.rulings:
        if not one.fits(facts) and one.name not in here:
            yield one


def _facts(table: Table) -> dict[str, str]:
    return {} if table.trouble is None else dict(table.trouble.facts)


def card_is_out(table: Table, trouble: Trouble, situation: Situation) -> bool:
    """Whether a card left the shoe for what was reported, so that it cannot be dismissed."""
    virtual = table.house is not None and table.house.virtual
    return situation.takes != "nothing" and (virtual or not trouble.aside)


def carried_on(table: Table) -> tuple[str, list[int]] | None:
    """The act by which play goes on after a ruling, and the wagers without an answer."""
    trouble = table.trouble
    if trouble is None or trouble.awaits not in CARRIED_ON:
        return None
    waiting: list[int] = []
    if trouble.awaits == "answers" and table.coup is not None:
        waiting = [one for one in table.wagers if one not in table.coup.answered]
    return CARRIED_ON[trouble.awaits], waiting
