"""What a controlling player may call (rules 10 to 12): each function gives the refusal, or none."""

from __future__ import annotations

from tests.games.blackjack.engine.hands import Hand, least_points, value


def refuse_draw(hand: Hand) -> str | None:
    """10.3, 12.3.1: no card to 21, none to a split ace that has its one card."""
    if hand.split_aces:
        return "12.3.1: a split ace receives one card only"
    return "10.3: a hand of 21 receives no card" if hand.total >= 21 else None


def refuse_stand(hand: Hand) -> str | None:
    """10.2: no standing below 12."""
    return "10.2: a hand below 12 must receive a card" if hand.total < 12 else None


def refuse_double(hand: Hand) -> str | None:
    """11.1, 11.1.1, 11.1.2, J14: on two cards of 9, 10 or 11 with aces as one."""
    if len(hand.cards) != 2:
        return "11.1: doubling is for the first two cards"
    if hand.split_aces:
        return "12.3.1: a split ace receives one card only"
    if least_points(hand.cards) not in {9, 10, 11}:
        return "11.1.1: the first two cards must total 9, 10 or 11"
    return None


def refuse_split(hand: Hand, formed: int, third_hand: bool) -> str | None:
    """12.1, 12.4, 12.5, J17: two cards of one value; again only where a third hand is permitted."""
    if len(hand.cards) != 2:
        return "12.5.5: no split after a third card"
    if value(hand.cards[0]) != value(hand.cards[1]):
        return "12.1: the two cards differ in value"
    if hand.split and not third_hand:
        return "12.4: a split hand is not split again at this table"
    if formed >= 3:
        return "12.5.3: three hands are the most"
    return None


def complete(hand: Hand) -> bool:
    """10.3, 11.1.3, J15: nothing more is called or dealt; ace and ten, as 21, cannot be doubled."""
    return hand.stood or hand.blackjack or hand.total >= 21 or (hand.doubled and _has_double(hand))


def _has_double(hand: Hand) -> bool:
    """11.1.3: the one card of the double lies there."""
    return len(hand.cards) == 3


def compulsory_card(hand: Hand) -> bool:
    """11.1.3, 12.2, 12.3.1, 16.10, J27: a card is due without a question."""
    return (
        len(hand.cards) == 1
        or hand.drawing
        or (hand.doubled and not _has_double(hand))
        or (hand.silent and hand.total <= 11)
    )
