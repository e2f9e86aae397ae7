"""What comes next in a coup: one thing, read by everyone who deals."""

from __future__ import annotations

from pitboss.games.baccarat.play.coup import due
from pitboss.games.baccarat.play.own import BANKER, FIRST, HANDS, PLAYER, delivery_of
from pitboss.games.baccarat.play.receivers import conduct, receiver
from pitboss.table.betting.window import NO_MORE
from pitboss.table.machine import Query
from pitboss.table.play import Card, Do, Move, Pay, Say, Stage, Step, stage
from pitboss.table.procedures.coup_burn import burn_due
from pitboss.table.state import Round, Table


def next_step(query: Query) -> Step:
    """Four cards, what lies face down, the counts, third cards, the result, the settlement."""
    coup = query.table.coup
    if coup is None and to_call(query):
        return Do("call-bets", fields={"call": NO_MORE})
    if coup is None and burn_due(query):
        return Do("burn-before-coup")
    if coup is None:
        return Card(PLAYER, up=face_up(query), clauses=query.cite("four-cards"))
    if coup.complete:
        return Pay()
    dealt = len(coup.slots)
    if dealt < FIRST:
        return Card((PLAYER, BANKER)[dealt % 2], face_up(query), query.cite("four-cards"))
    shown = _show(query, coup)
    if shown is not None:
        return shown
    if not delivery_of(coup).counts_announced:
        return Say("counts", query.cite("announce-counts"))
    turn = due(query, coup)
    if turn is not None:
        return Card(turn.hand, face_up(query), turn.clauses)
    return Say("result", query.cite("announce-result"))


def to_call(query: Query) -> bool:
    """Whether betting is closed by a call, which comes before the first card."""
    table = query.table
    by_call = query.edition.close.at == "call"
    return by_call and table.next_no_bet is None and not table.betting.closed


def without_wagers(query: Query) -> bool:
    """Whether the coming coup is dealt without wagers: by order, or since none lay at the call."""
    table = query.table
    return table.next_no_bet is not None or (table.betting.closed and not table.wagers)


def stages(table: Table, move: Move | None) -> list[Stage]:
    """How far the coup is; `move` tells the hand to which a card comes next."""
    coup = table.coup
    dealt = 0 if coup is None else len(coup.slots)
    word, place, hand = (None,) * 3 if move is None else (move.word, move.place, move.hand)
    due = {place: hand} if word == "deal-card" else {}
    third = hand if place == 2 else None
    if place != 2 and coup is not None and dealt > FIRST:
        third = BANKER if len(coup.hand(BANKER)) > 2 else PLAYER
    counted = coup is not None and delivery_of(coup).counts_announced
    result = coup is not None and coup.complete
    return [
        stage("closed", done=table.betting.closed),
        stage("first", done=dealt >= 2, hand=due.get(0)),
        stage("second", done=dealt >= FIRST, hand=due.get(1)),
        stage("counts", done=counted),
        stage("third", done=result or (counted and word == "announce"), hand=third),
        stage("result", done=result),
        stage("settle", done=False),
    ]


def face_up(query: Query) -> bool:
    """Whether cards are dealt face up now: as the coup began, or as its method has it."""
    coup = query.table.coup
    manner = None if coup is None else delivery_of(coup).face_up
    if manner is not None:
        return manner
    method = query.house.method if coup is None else coup.method
    if coup is None and without_wagers(query):
        method = query.value("no-bet-method", str, method)
    chosen = query.table.conduct.get("facing")
    passes = conduct(query.edition.methods[method]).passes
    return not passes and getattr(chosen, "face", "up") != "down"


def _show(query: Query, coup: Round) -> Do | None:
    """The next act for what lies face down: passed out, exposed, collected or turned."""
    delivery = delivery_of(coup)
    for hand in HANDS:
        slots = coup.hand(hand)
        down = [place for place, slot in enumerate(slots) if not slot.exposed]
        if delivery.out == hand and not down:
            return Do("collect-hand", fields={"hand": hand})
        if not down or delivery.out not in (None, hand):
            continue
        place = down[0]
        lies = {"hand": hand, "place": place}
        if delivery.out == hand:
            holder = delivery.nominees.get(f"{hand}:{place}") or delivery.holders[hand]
            collects = Do("collect-hand", fields={"hand": hand})
            return Do("expose-card", holder, lies, slots[place].number, collects)
        to = receiver(query.edition, query.table, coup, hand)
        if to is not None and hand not in delivery.collected:
            return Do("pass-cards", fields={"hand": hand, "to": to})
        return Do("turn-card", fields=lies, place=slots[place].number)
    return None
