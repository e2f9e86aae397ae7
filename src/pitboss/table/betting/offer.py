"""Which wagers there are at a table now."""

from __future__ import annotations

from pitboss.editions.wagers import Wager
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import not_offered
from pitboss.table.machine import Query


def no_bet(work: Query) -> None:
    """A no bet coup takes no wagers."""
    table = work.table
    if table.next_no_bet is not None if table.coup is None else table.coup.no_bet:
        work.forbid("no-bet-no-wagers", "no-bet-coup")


def on_offer(query: Query) -> list[str]:
    """The wagers that the table offers now, in the edition's order."""
    if query.table.house is None:
        return []
    edition, sign = query.edition, query.table.sign
    setting = query.rules.setting(query.house, sign)
    return [
        name
        for name, wager in edition.wagers.items()
        if not_offered(edition, setting, name) is None
        and (wager.optional is None or name in sign.offered)
    ]


def offered(work: Query, name: str) -> Wager:
    """A wager that exists here, and may be placed as the table stands."""
    wager = on_sign(work, name)
    closed = work.play.refused(work, name)
    if closed is not None:
        sure(closed)
    return wager


def on_sign(work: Query, name: str) -> Wager:
    """A wager that exists here: in this game, with these decks, on this layout and sign."""
    setting = work.rules.setting(work.house, work.table.sign)
    against = not_offered(work.edition, setting, name)
    if against is not None:
        clauses = against.clauses or work.cite("permissible-wagers")
        refuse(against.key, clauses, **against.params)
    wager = work.edition.wagers[name]
    if wager.optional is not None and name not in work.table.sign.offered:
        refuse("wager-not-offered.offered", wager.optional.clauses, title=wager.title)
    return wager
