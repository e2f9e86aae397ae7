"""The moments of payment (rules 9, 10.5, 13.3, 14, 15 and 16.8)."""

from __future__ import annotations

from fractions import Fraction

from tests.games.blackjack.engine import final, optional
from tests.games.blackjack.engine.layout import INSURANCES, OPTIONAL, Line, Stake
from tests.games.blackjack.engine.steps import ON_HANDS, State, interim_due


def in_order(state: State, stakes: list[Stake]) -> list[Stake]:
    """By box, by hand in the order of play, by priority."""
    boxes = {box.number: box for box in state.round.boxes}

    def key(stake: Stake) -> tuple[int, int, int]:
        box = boxes[stake.box]
        hand = [one.name for one in box.hands].index(stake.hand)
        who = box.bettors.index(stake.person) if stake.person in box.bettors else 3
        return stake.box, hand, who

    return sorted(stakes, key=key)


def pay_optional(state: State) -> list[Line]:
    """14.13, 14.16, 14.19, 14.31: at the completion of the initial deal."""
    stakes = in_order(state, state.open_stakes(*OPTIONAL))
    return [_pay_optional_one(state, one) for one in stakes]


def _pay_optional_one(state: State, stake: Stake) -> Line:
    two, up = state.round.hand(stake.hand).cards, state.round.dealer.cards[0]
    if stake.wager == "blazing-sevens":
        return pay_blazing(state, stake, optional.blazing_sevens(two, up))
    odds = {
        "perfect-pairs": optional.perfect_pairs(two),
        "any-pairs": optional.any_pairs(two),
        "star-pairs": optional.star_pairs(two),
        "lucky-lucky": optional.lucky_lucky([*two, up], state.terms.lucky_table),
    }[stake.wager]
    return state.layout.by_odds(stake, Fraction(odds) if odds else final.LOST)


def pay_blazing(state: State, stake: Stake, row: str) -> Line:
    """14.22, 14.23, 14.27, J36: fixed prizes from the float; the link pays shares."""
    if not row:
        return state.layout.lose(stake)
    if row in optional.SHARES:
        state.round.jackpots.append((stake.person, stake.box, optional.SHARES[row]))
        return state.layout.prize(stake, 0, "jackpot")
    return state.layout.prize(stake, optional.PRIZES[stake.cents][row], "win")


def pay_interim(state: State) -> list[Line]:
    """9.1.1, 9.1.2, J9: cards go when the last wager on the box is settled."""
    due = interim_due(state)
    kinds = {id(stake): kind for stake, kind in due}
    ordered = in_order(state, [stake for stake, _ in due])
    lines = [_pay_interim_one(state, one, kinds[id(one)]) for one in ordered]
    live = {stake.box for stake in state.open_stakes("main")}
    for box in state.round.boxes:
        box.hands[0].collected = box.number not in live
    return lines


def _pay_interim_one(state: State, stake: Stake, kind: str) -> Line:
    if kind == "void":
        return state.layout.stand_off(stake, "void")
    if kind == "even money":
        return state.layout.win(stake, final.EVEN, "even money")
    return state.layout.by_odds(stake, final.THREE_TO_TWO)


def collect_bust(state: State) -> list[Line]:
    """10.5: a hand over 21 loses at once."""
    hands = [hand for box in state.round.boxes for hand in box.hands]
    bust = next(hand for hand in hands if hand.total > 21 and not hand.collected)
    bust.collected = True
    stakes = [one for one in state.open_stakes(*ON_HANDS) if one.hand == bust.name]
    return [state.layout.by_odds(one, final.LOST) for one in in_order(state, stakes)]


def collect_insurance(state: State) -> list[Line]:
    """13.3, J12: lost on the dealer's second card."""
    stakes = in_order(state, state.open_stakes(*INSURANCES))
    return [state.layout.lose(one) for one in stakes]


def pay_end(state: State) -> list[Line]:
    """15.1, 15.2: everything that remains."""
    stakes = in_order(state, state.open_stakes(*ON_HANDS, *INSURANCES))
    return [state.layout.by_odds(one, _at_end(state, one)) for one in stakes]


def _at_end(state: State, stake: Stake) -> Fraction:
    """15.1.4, 15.1.5: insurance that still lies has won; the rest goes by the hands."""
    if stake.wager in INSURANCES:
        assert state.round.dealer.blackjack
        return final.INSURANCE[stake.wager]
    return final.outcome(stake.wager, state.round.hand(stake.hand), state.round.dealer)


def void_round(state: State) -> list[Line]:
    """16.8, J26: all that was lost or is unsettled goes back."""
    lines = [state.layout.void(one) for one in in_order(state, state.layout.stakes)]
    return [line for line in lines if line is not None]


MOMENTS = {
    "optional": pay_optional,
    "interim": pay_interim,
    "bust": collect_bust,
    "insurance": collect_insurance,
    "end": pay_end,
}
