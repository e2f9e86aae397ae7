"""A round of blackjack settled for one bettor on one box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.cards import Card, names, parse
from pitboss.decision.compiled import Compiled
from pitboss.editions.values import EvenMoney, Rounds
from pitboss.games.blackjack.facts import spaces as facts
from pitboss.games.blackjack.facts.hand import LIMIT, is_blackjack, total
from pitboss.games.blackjack.facts.play import Hand, check_dealer, check_hands, dealer_kind
from pitboss.money import parse_amount, sum_of
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.lines import check_bet, check_copies, settle_stake, settlement
from pitboss.settle.model import Bet, Line, Settlement
from pitboss.settle.setting import Setting, choose

MAIN, DOUBLE, SPLIT = "main", "double", "split"
STAKES = {MAIN: "original", DOUBLE: "double", SPLIT: "split"}
INSURED = {"ace": "insurance", "ten": "insurance-ten"}


@refusable
def settle_round(
    compiled: Compiled,
    hands: Sequence[str],
    dealer: str,
    bets: Sequence[Bet],
    *,
    insurance_cents: int = 0,
    even_money: bool = False,
    game: str | None = None,
    decks: int | None = None,
    layout: str | None = None,
    sign: Mapping[str, str] | None = None,
) -> Settlement:
    """Settle one bettor's stakes on a box, or refuse them with the clause that forbids.

    The first hand carries the original wager; each later hand is a split with an equal
    wager. A hand may end in `+AMOUNT`, a double.
    """
    edition = compiled.edition
    if edition.rounds is None:
        refuse("no-rounds.settle", title=edition.identity.title)
    rules = edition.rounds
    setting = sure(choose(edition, game, decks, layout, sign))
    ace = None if rules.double_ace is None else rules.double_ace.value
    box = [sure(read_hand(text, split=len(hands) > 1, ace_in_double=ace)) for text in hands]
    up = sure(parse(dealer))
    check_copies(edition, [*up, *(card for hand in box for card in hand.cards)], setting.decks)
    third_hand = setting.sign.choices.get("third-hand") == "yes"
    sure(check_hands(rules, box, third_hand=third_hand))
    if not up:
        refuse("dealer-card-needed")
    stakes, side_bets = _stakes(box, bets)
    if insurance_cents:
        if rules.insurance is None:
            refuse("no-insurance.settle-round", title=edition.identity.title)
        kind = facts.dealer_up(up[0])
        if kind not in INSURED:
            refuse("no-insurance.up-card", rules.insurance.clauses)
        side_bets.append(Bet(wager=INSURED[kind], stake_cents=insurance_cents))
    insurance = [bet for bet in side_bets if bet.wager in INSURED.values()]
    _check_insurance(rules, setting, stakes, insurance)
    if even_money:
        if rules.even_money is None:
            refuse("no-even-money.settle-round", title=edition.identity.title)
        if not stakes:
            refuse("main-needed.settle-round", rules.even_money.clauses)
        _check_even_money(rules.even_money, box, up)
    needed = _needed(box, up, bool(insurance), even_money)
    sure(check_dealer(rules, up, needed=needed))
    lines = []
    for bet, number in stakes:
        check_bet(edition, setting, bet, bets)
        member = _stake_facts(rules, bet, box[number], up, even_money)
        words = _stake_words(member, box[number], up)
        lines.append(settle_stake(compiled, setting, bet, member, words, hand=number + 1))
    lines += [_side_line(compiled, setting, bet, box, up, even_money) for bet in side_bets]
    result = {
        "hands": [
            {"cards": names(hand.cards), "total": hand.total, "kind": hand.kind} for hand in box
        ],
        "dealer": {
            "cards": names(up),
            "total": total(up)[0],
            "kind": dealer_kind(rules, up),
        },
    }
    return settlement(edition, setting, result, lines)


@refusable
def read_hand(text: str, *, split: bool, ace_in_double: int | None) -> Hand:
    """Read `6h 5d Kc +100`: cards, then what was doubled."""
    cards, plus, amount = text.partition("+")
    doubled = sure(parse_amount(amount)) if plus else 0
    return Hand(sure(parse(cards)), doubled, split, ace_in_double)


def _stakes(box: Sequence[Hand], bets: Sequence[Bet]) -> tuple[list[tuple[Bet, int]], list[Bet]]:
    """The stakes on the hands, each with its hand's number, and the other bets."""
    main = [bet for bet in bets if bet.wager == MAIN]
    rest = [bet for bet in bets if bet.wager != MAIN]
    if any(bet.wager in (DOUBLE, SPLIT) for bet in rest):
        refuse("given-by-the-hands")
    if not main and (len(box) > 1 or any(hand.doubled_cents for hand in box)):
        refuse("main-needed.stakes")
    if len(main) > 1:
        refuse("one-main")
    stakes = []
    for number, hand in enumerate(box):
        if main:
            original = main[0].stake_cents
            wager = SPLIT if number else MAIN
            stakes.append((Bet(wager=wager, stake_cents=original), number))
            if hand.doubled_cents:
                stakes.append((Bet(wager=DOUBLE, stake_cents=hand.doubled_cents), number))
    return stakes, rest


def _check_insurance(
    rules: Rounds,
    setting: Setting,
    stakes: Sequence[tuple[Bet, int]],
    insurance: Sequence[Bet],
) -> None:
    """One insurance wager, by a bettor with a main wager, up to its part of that wager (J11)."""
    if not insurance:
        return
    rule = rules.insurance
    if rule is None:
        refuse("no-insurance.check-insurance")
    clauses = rule.clauses
    if not stakes:
        refuse("main-needed.check-insurance", clauses)
    if len(insurance) > 1:
        refuse("one-insurance", clauses)
    main = stakes[0][0].stake_cents
    most = setting.sign.chips.part(main, main // rule.part_of)
    if insurance[0].stake_cents > most:
        refuse("insurance-too-high", clauses, most=sum_of(most))


def _check_even_money(rule: EvenMoney, box: Sequence[Hand], up: Sequence[Card]) -> None:
    if box[0].kind != "blackjack" or facts.dealer_up(up[0]) != rule.up:
        refuse("no-even-money.check-even-money", rule.clauses)


def _needed(box: Sequence[Hand], up: Sequence[Card], insured: bool, even_money: bool) -> int:
    """How much of the dealer's hand any stake still waits for (reading J13)."""
    if any(hand.kind == "points" for hand in box):
        return 2
    waits = box[0].kind == "blackjack" and facts.dealer_up(up[0]) != "other"
    return int((waits or insured) and not even_money)


def _stake_facts(
    rules: Rounds, bet: Bet, hand: Hand, up: Sequence[Card], even_money: bool
) -> facts.Stake:
    dealer = dealer_kind(rules, up)
    against = "none"
    if hand.kind == dealer == "points":
        margin = hand.total - total(up)[0]
        against = "higher" if margin > 0 else "lower" if margin < 0 else "equal"
    shown = facts.dealer_up(up[0])
    return facts.Stake(STAKES[bet.wager], hand.kind, dealer, shown, against, even_money)


def _stake_words(member: facts.Stake, hand: Hand, up: Sequence[Card]) -> str:
    """What decided a stake, with the totals."""
    if member.even_money:
        return "Even money on a blackjack against an ace"
    names_of = {"blackjack": "a blackjack", "bust": f"{hand.total}, over {LIMIT}"}
    held = names_of.get(member.hand, str(hand.total))
    dealers = total(up)[0]
    shown = {"blackjack": "a blackjack", "bust": f"{dealers}, over {LIMIT}"}
    if member.hand == "bust" or member.dealer == "not-needed":
        return f"The hand is {held}"
    return f"The hand is {held}; the dealer has {shown.get(member.dealer, str(dealers))}"


def _side_line(
    compiled: Compiled,
    setting: Setting,
    bet: Bet,
    box: Sequence[Hand],
    up: Sequence[Card],
    even_money: bool,
) -> Line:
    """An optional wager or insurance; a split pair's first cards are the initial two."""
    wager = check_bet(compiled.edition, setting, bet, ())
    if bet.nominated or bet.placed_before > 1:
        refuse("one-round", title=wager.title)
    initial = [hand.cards[0] for hand in box[:2]] if len(box) > 1 else list(box[0].cards[:2])
    shown = facts.dealer_up(up[0])
    members = {
        "pair": facts.pair(initial),
        "three": facts.three(initial, up[0]),
        "insured": facts.Insured(shown, is_blackjack(up), even_money),
    }
    return settle_stake(compiled, setting, bet, members[wager.space])
