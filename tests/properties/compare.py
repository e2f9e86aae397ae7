"""What the product makes of a coup, a series or a round, beside the second engine."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.book import rulebook
from pitboss.refusal import Refusal
from tests.properties.deals import decimal, dollars
from tests.second import baccarat, blackjack, optional, spans
from tests.second.cards import Answer, possible


def baccarat_sign(name: str, game: str, sign: baccarat.Sign) -> dict[str, str]:
    """The sign as the product reads it."""
    text = {"chip": dollars(sign.chip)}
    if game == "tie" and name == "star-premium-baccarat":
        text["tie-percent"] = decimal(sign.tie_percent_player)
    if game == "tie" and name == "crown-melbourne-baccarat":
        text["tie-percent-player"] = decimal(sign.tie_percent_player)
        text["tie-percent-banker"] = decimal(sign.tie_percent_banker)
    if game == "traditional" and sign.differential is not None:
        text["differential"] = dollars(sign.differential)
    if name == "crown-perth-baccarat":
        text["tie-bonus"] = "yes" if sign.tie_bonus else "no"
    return text


def product_coup(
    name: str,
    game: str,
    coup: baccarat.Coup,
    bets: Mapping[str, int],
    sign: baccarat.Sign,
    decks: int,
) -> dict[str, Answer] | None:
    """The product's answers by wager; None where it refuses."""
    found = rulebook(name).settle(
        player=" ".join(coup.player),
        banker=" ".join(coup.banker),
        bets={wager: dollars(stake) for wager, stake in bets.items()},
        game=game,
        decks=decks,
        sign=baccarat_sign(name, game, sign),
    )
    if isinstance(found, Refusal):
        return None
    return {
        line.wager: (str(line.outcome), line.paid_cents, line.returned_cents)
        for line in found.wagers
    }


def compare_coup(
    name: str,
    game: str,
    coup: baccarat.Coup,
    bets: Mapping[str, int],
    sign: baccarat.Sign,
    decks: int,
) -> None:
    """Every wager of the coup comes to the same; those not offered are refused."""
    expected: dict[str, Answer] = {}
    for wager, stake in bets.items():
        answer = baccarat.settle(name, game, wager, stake, coup, sign, decks)
        if answer is None:
            assert product_coup(name, game, coup, {wager: stake}, sign, decks) is None
        else:
            expected[wager] = answer
    if expected:
        offered = {wager: bets[wager] for wager in expected}
        assert product_coup(name, game, coup, offered, sign, decks) == expected


def compare_series(
    results: str, bets: list[spans.Bet], others: list[tuple[str, int]], chip: int, game: str
) -> None:
    """Every bet on the results comes to the same, after the same coup."""
    found = rulebook("crown-melbourne-baccarat").settle(
        results=results,
        bets=[bet_text(bet) for bet in bets],
        tail_open=[f"{side}@{coup}" for side, coup in others],
        game=game,
        sign={"chip": dollars(chip)},
    )
    assert not isinstance(found, Refusal), found
    expected = spans.settle(results, bets, chip, others)
    for bet, line, want in zip(bets, found.wagers, expected, strict=True):
        assert line.wager == bet.wager
        assert (line.outcome, line.paid_cents, line.returned_cents) == want.answer
        if want.answer[0] in ("win", "lose"):
            assert (line.settled_after, line.indicator) == (want.after, want.indicator)


def bet_text(bet: spans.Bet) -> str:
    nominated = f":{bet.nominated}" if bet.nominated else ""
    return f"{bet.wager}{nominated}={dollars(bet.stake)}@{bet.before}"


def compare_round(
    played: blackjack.Round,
    bets: Mapping[str, int],
    sign: optional.Sign,
    decks: int,
    insurance_ten: bool,
    most_hands: int,
) -> None:
    """The product refuses what is not allowed, and settles the rest alike."""
    expected: list[tuple[str, int | None, int, Answer]] = []
    cards = sum((hand.cards for hand in played.hands), played.dealer)
    allowed = possible(cards, decks)
    if not blackjack.legal(played, sign.chip, insurance_ten, most_hands):
        allowed = False
    if allowed:
        expected = blackjack.settle(played, sign.chip)
        for wager, stake in bets.items():
            answer = optional.settle(wager, stake, played, sign, decks)
            if answer is None:
                allowed = False
            else:
                expected.append((wager, None, stake, answer))
    found = rulebook("star-blackjack").settle(
        hand=[hand_text(hand) for hand in played.hands],
        dealer=" ".join(played.dealer),
        bets={w: dollars(c) for w, c in {"main": played.main, **bets}.items()},
        insurance=dollars(played.insurance) if played.insurance else None,
        even_money=played.even_money,
        decks=decks,
        sign={
            "chip": dollars(sign.chip),
            "lucky-lucky": str(sign.lucky_lucky),
            "jackpot": dollars(sign.jackpot),
            "jackpot-reset": str(sign.jackpot_reset // 100),
            "insurance-ten": "yes" if insurance_ten else "no",
            "third-hand": "yes" if most_hands == 3 else "no",
        },
    )
    if not allowed:
        assert isinstance(found, Refusal)
        return
    assert not isinstance(found, Refusal), found
    lines = [
        (
            line.wager,
            line.hand,
            line.stake_cents,
            (str(line.outcome), line.paid_cents, line.returned_cents),
        )
        for line in found.wagers
    ]
    assert sorted(lines, key=str) == sorted(expected, key=str)


def hand_text(hand: blackjack.Hand) -> str:
    double = f" +{dollars(hand.double)}" if hand.double else ""
    return " ".join(hand.cards) + double
