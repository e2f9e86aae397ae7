"""Which step is due: each stage of a round gives its step, or nothing when it is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.games.blackjack.engine.betting import Terms, wagers
from tests.games.blackjack.engine.hands import Hand, dealer_draws, ten_value
from tests.games.blackjack.engine.layout import INSURANCES, OPTIONAL, Layout, Stake
from tests.games.blackjack.engine.play import (
    complete,
    compulsory_card,
    refuse_double,
    refuse_draw,
    refuse_split,
    refuse_stand,
)

Bounds = tuple[int, int]
Choices = dict[str, Bounds]
Step = tuple[Any, ...]
"""`card` and a hand; `ask`, a hand and who may choose what; `say`; `pay`; `done`."""
NOTHING: Bounds = (0, 0)
ON_HANDS = ("main", "split", "double")


@dataclass
class Box:
    """A playing area with wagers: its hands in the order of play, its bettors by priority."""

    number: int
    bettors: list[str]
    hands: list[Hand]

    @property
    def controller(self) -> str:
        """5.7."""
        return self.bettors[0]


@dataclass
class Sharing:
    """11.3, 12.6: what the bettors who share a hand are still asked."""

    choice: str
    hand: str
    formed: str
    left: list[str]


@dataclass
class Round:
    """What has happened since the first card."""

    boxes: list[Box] = field(default_factory=list)
    dealer: Hand = field(default_factory=lambda: Hand("dealer"))
    dealt: int = 0
    insurance: str = "uncalled"
    answering: list[tuple[str, int]] = field(default_factory=list)
    even_money: set[tuple[str, int]] = field(default_factory=set)
    sharing: Sharing | None = None
    refusers: set[str] = field(default_factory=set)
    jackpots: list[tuple[str, int, int]] = field(default_factory=list)
    said: bool = False
    void: bool = False

    def box_of(self, name: str) -> Box:
        """The box of a hand."""
        return next(one for one in self.boxes if name in {hand.name for hand in one.hands})

    def hand(self, name: str) -> Hand:
        """A hand by its name."""
        if name == "dealer":
            return self.dealer
        return next(hand for hand in self.box_of(name).hands if hand.name == name)


@dataclass
class State:
    """All that a rule may look at."""

    terms: Terms
    layout: Layout
    round: Round

    def open_stakes(self, *kinds: str) -> list[Stake]:
        """The wagers of these kinds that are not settled."""
        return [one for one in self.layout.stakes if one.wager in kinds and not one.settled]

    def main(self, person: str, box: int) -> Stake | None:
        """A person's initial wager on a box while it is live."""
        mains = [one for one in self.open_stakes("main") if one.box == box]
        return next((one for one in mains if one.person == person), None)

    def original(self, person: str, box: int) -> int:
        """11.1, 12.1, 6.3: what counts of the original wager, settled or not."""
        mains = wagers(self.layout, "main", box)
        return next(one.counted for one in mains if one.person == person)


def next_step(state: State) -> Step:
    """The one thing that comes next."""
    if state.round.void:
        return ("done",)
    stages = (
        initial_deal,
        optional_wagers,
        insurance,
        interim,
        subsequent_deal,
        dealers_hand,
        final_settlement,
    )
    return next((step for stage in stages if (step := stage(state))), ("done",))


def wagered(state: State) -> list[int]:
    """7.1: the playing areas that contain a wager, from the left."""
    return sorted({one.box for one in state.layout.stakes if one.wager == "main"})


def initial_deal(state: State) -> Step | None:
    """7.1, 16.7: a card to each area and the dealer, then a second to each area."""
    areas = [str(box) for box in wagered(state)]
    if not areas:
        return ("done",)
    sequence = [*areas, "dealer", *areas]
    dealt = state.round.dealt
    return ("card", sequence[dealt]) if dealt < len(sequence) else None


def optional_wagers(state: State) -> Step | None:
    """14.13, 14.16, 14.19, 14.31, J47: settled first after the initial deal."""
    return ("pay", "optional") if state.open_stakes(*OPTIONAL) else None


def insurable(state: State) -> bool:
    """8.1, 8.2: an ace; a ten-value card only where the casino offers it."""
    up = state.round.dealer.cards[0]
    return up[0] == "A" or (state.terms.insurance_ten and ten_value(up))


def insurance(state: State) -> Step | None:
    """8.3: called, answered, closed."""
    stage = state.round.insurance
    if not insurable(state) or stage in {"closed", "forgotten"}:
        return None
    if stage == "uncalled":
        return ("say", "insurance")
    asked: dict[str, Choices] = {}
    for person, box in state.round.answering:
        offers = asked.setdefault(person, {})
        for choice, (least, most) in insurance_offers(state, person, box).items():
            low, high = offers.get(choice, (least, most))
            offers[choice] = (min(low, least), max(high, most))
    return ("ask", "insurance", asked) if asked else ("say", "insurance closed")


def insurance_offers(state: State, person: str, box: int) -> Choices:
    """8.1, 8.2, 9.1.2, J9, J10, J11: half the counted wager; even money for a blackjack."""
    main = state.main(person, box)
    if main is None or not main.counted or (person, box) in state.round.even_money:
        return {}
    chip = state.layout.chip
    most = main.counted // 2 // chip * chip
    offers: Choices = {}
    if not insured(state, person, box) and most:
        offers["insure"] = (chip, most)
    if state.round.insurance == "called" and may_take_even_money(state, box):
        offers["even-money"] = NOTHING
    return offers


def insured(state: State, person: str, box: int) -> bool:
    """Whether this bettor has an insurance wager for this box."""
    there = [one.person for one in state.open_stakes(*INSURANCES) if one.box == box]
    return person in there


def may_take_even_money(state: State, box: int) -> bool:
    """9.1.2, 9.1.3, J10: a blackjack against an ace, not against a ten."""
    return state.round.dealer.cards[0][0] == "A" and state.round.hand(str(box)).blackjack


def interim(state: State) -> Step | None:
    """9.1, J47: after insurance, before the subsequent deal."""
    return ("pay", "interim") if interim_due(state) else None


def interim_due(state: State) -> list[tuple[Stake, str]]:
    """9.1.1, 9.1.2, J7, J8, J9: blackjacks paid at once; even money, with its insurance void."""
    up = state.round.dealer.cards[0]
    at_once = up[0] != "A" and not ten_value(up) and not state.terms.defer_blackjack
    due: list[tuple[Stake, str]] = []
    for stake in state.open_stakes("main", *INSURANCES):
        requested = (stake.person, stake.box) in state.round.even_money
        if stake.wager in INSURANCES:
            due += [(stake, "void")] if requested else []
        elif requested:
            due.append((stake, "even money"))
        elif at_once and state.round.hand(stake.hand).blackjack:
            due.append((stake, "blackjack"))
    return due


def subsequent_deal(state: State) -> Step | None:
    """10.1, 12.2: from the left, each hand is completed before the next receives a card."""
    hands = [(box, hand) for box in state.round.boxes for hand in box.hands]
    return next((step for box, hand in hands if (step := hand_step(state, box, hand))), None)


def hand_step(state: State, box: Box, hand: Hand) -> Step | None:
    """10, 16.10: what is due on one hand. Where one thing only is possible nobody is asked."""
    if hand.collected:
        return None
    if hand.total > 21:
        return ("pay", "bust")
    if complete(hand):
        return None
    sharing = state.round.sharing
    if sharing is not None and sharing.hand == hand.name:
        asked = {person: sharing_choices(state, person, box) for person in sharing.left}
        return ("ask", hand.name, asked)
    if compulsory_card(hand):
        return ("card", hand.name)
    offers = choices(state, box, hand)
    if hand.silent or list(offers) == ["stand"]:
        return None
    if list(offers) == ["draw"]:
        return ("card", hand.name)
    return ("ask", hand.name, {box.controller: offers})


def refusals(state: State, box: Box, hand: Hand) -> dict[str, str | None]:
    """10 to 12, 16.3: by choice, why the controlling player may not call it."""
    found = {
        "draw": refuse_draw(hand),
        "stand": refuse_stand(hand),
        "double": refuse_double(hand),
        "split": refuse_split(hand, len(box.hands), state.terms.third_hand),
    }
    if box.controller in state.round.refusers:
        refused = "16.3: a player who refused a card receives no other"
        found |= {"double": refused, "split": refused}
        found["draw"] = found["draw"] if hand.total < 12 else refused
    return found


def choices(state: State, box: Box, hand: Hand) -> Choices:
    """10.1, 11.1, 12.1, J16: what may be called, and for how much."""
    original = state.original(box.controller, box.number)
    bounds = {"double": (state.layout.chip, original), "split": (original, original)}
    return {
        choice: bounds.get(choice, NOTHING)
        for choice, refusal in refusals(state, box, hand).items()
        if refusal is None
    }


def sharing_choices(state: State, person: str, box: Box) -> Choices:
    """11.3, 12.6, J16, J20: join the controlling player, or not."""
    original = state.original(person, box.number)
    assert state.round.sharing is not None
    if state.round.sharing.choice == "double":
        return {"double": (state.layout.chip, original), "no-double": NOTHING}
    return {"split": (original, original), "stay": NOTHING}


def dealers_hand(state: State) -> Step | None:
    """13.1 to 13.4, J12, J13: the dealer draws while it matters; insurance falls on the second."""
    dealer = state.round.dealer
    insured = state.open_stakes(*INSURANCES)
    live = [one for one in state.open_stakes(*ON_HANDS) if one.counted]
    drawn_out = [one for one in live if not state.round.hand(one.hand).blackjack]
    if len(dealer.cards) == 1:
        up = dealer.cards[0]
        question = live if up[0] == "A" or ten_value(up) else drawn_out
        return ("card", "dealer") if insured or question else None
    if insured and not dealer.blackjack:
        return ("pay", "insurance")
    return ("card", "dealer") if drawn_out and dealer_draws(dealer.cards) else None


def final_settlement(state: State) -> Step | None:
    """15: the result is said, then what remains is settled."""
    if not state.round.said:
        return ("say", "result")
    return ("pay", "end") if state.open_stakes(*ON_HANDS, *INSURANCES) else None
