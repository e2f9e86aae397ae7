"""The table: one round after another, one step at a time."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.blackjack.engine.betting import Terms, displaced, refuse_wager, wagers
from tests.games.blackjack.engine.hands import PACK, Hand
from tests.games.blackjack.engine.layout import Layout, Line, Stake
from tests.games.blackjack.engine.layout import count as count_wagers
from tests.games.blackjack.engine.layout import priority as by_priority
from tests.games.blackjack.engine.settlement import MOMENTS, void_round
from tests.games.blackjack.engine.steps import (
    Bounds,
    Box,
    Choices,
    Round,
    Sharing,
    State,
    Step,
    insurance_offers,
    next_step,
    refusals,
    wagered,
)

UNTIMELY = {
    "draw": "10.1: this is not asked now",
    "stand": "10.1: this is not asked now",
    "double": "11.1: this is not asked now",
    "no-double": "11.3: this is not asked now",
    "split": "12.1: this is not asked now",
    "stay": "12.6: this is not asked now",
    "insure": "8.4: insurance is not open",
    "even-money": "9.1.2: this is not asked now",
}
LIMITS = {"insure": "8.1", "double": "11.1", "split": "12.1"}


class Engine:
    """A Star Blackjack table. Money is in cents; what a rule forbids is returned as a string."""

    def __init__(
        self,
        boxes: int = 7,
        decks: int = 6,
        *,
        money: Mapping[str, int],
        house: int = 0,
        minimum: int | None = None,
        maximum: int | None = None,
        insurance_ten: bool = False,
        third_hand: bool = False,
        lucky_table: int = 1,
        defer_blackjack: bool = False,
        chip_cents: int = 100,
        jackpot_stake_cents: int | None = None,
    ) -> None:
        terms = Terms(
            boxes,
            decks,
            minimum,
            maximum,
            insurance_ten,
            third_hand,
            lucky_table,
            defer_blackjack,
            jackpot_stake_cents,
        )
        self._layout = Layout(money, house, chip_cents)
        self._state = State(terms, self._layout, Round())
        self.aside: list[str] = []
        """16.6: cards under the shoe, which begin the next round."""
        self.waiting: str | None = None
        """16.2: a card dealt in error, which is the next card."""
        self.burned: list[str] = []

    @property
    def money(self) -> dict[str, int]:
        """What each person has, wagers not counted."""
        return self._layout.money

    @property
    def house(self) -> int:
        """The float."""
        return self._layout.house

    @property
    def jackpots(self) -> list[tuple[str, int, int]]:
        """Of this round: who won, on which box, which per cent of the jackpot."""
        return self.round.jackpots

    @property
    def round(self) -> Round:
        """The round as it stands."""
        return self._state.round

    def next(self) -> Step:
        """The one thing that comes next."""
        self._layout.check()
        return next_step(self._state)

    def new_round(self) -> str | None:
        """Open betting for another round; control is ascertained anew (5.9, J50)."""
        if self.next() != ("done",):
            return "5.4: the round is not over"
        if self.waiting:
            self.burned.append(self.waiting)
        self._layout.stakes.clear()
        self._state.round = Round()
        self.waiting = None
        return None

    # Betting

    def bet(
        self,
        person: str,
        wager: str,
        box: int,
        cents: int,
        *,
        seated: bool = False,
        position: int = 0,
    ) -> str | None:
        """5.3, 5.4, 7.1: until the first card. A further wager of one kind adds to the first.

        Position 1 is nearest the dealer; 0 is the next place of the line.
        """
        if self.round.dealt or self.round.void:
            return "5.4: the first card has been removed"
        there = wagers(self._layout, wager, box)
        own = next((one for one in there if one.person == person), None)
        free = max((one.position for one in there), default=0) + 1
        place = own.position if own else position or free
        stake = Stake(person, wager, box, str(box), cents, cents, place, seated)
        if refusal := refuse_wager(self._state.terms, self._layout, stake):
            return refusal
        if own:
            own.seated = own.seated or seated
            self._layout.add(own, cents)
            return None
        if out := displaced(self._layout, stake):
            self._layout.withdraw(out)
        self._layout.place(stake)
        return None

    def _close_betting(self) -> None:
        """5.9, 6.3, 14.23: who controls, what counts, and Blazing 7's stakes into the float."""
        for number in wagered(self._state):
            mains = wagers(self._layout, "main", number)
            count_wagers(mains, self._state.terms.maximum)
            bettors = [one.person for one in by_priority(mains)]
            self.round.boxes.append(Box(number, bettors, [Hand(str(number))]))
        for stake in self._state.open_stakes("blazing-sevens"):
            self._layout.take(stake)

    # Cards

    def card(self, name: str) -> str | None:
        """7.1, 10.4, 13.1: a card to the hand that is due one."""
        step = self.next()
        if step[0] != "card":
            return "16.7: no wager" if not wagered(self._state) else "16.2: no card is due"
        if refusal := self._refuse_card(name):
            return refusal
        if not self.round.dealt:
            self._close_betting()
            self.aside = self.aside[1:]
        initial = 2 * len(self.round.boxes) + 1
        self.round.dealt += self.round.dealt < initial
        hand = self.round.hand(step[1])
        hand.cards.append(name)
        hand.drawing = False
        self.waiting = None
        return None

    def _refuse_card(self, name: str) -> str | None:
        """3.1, 16.2, 16.6: a card of the decks, and the one that must come first."""
        hands = [self.round.dealer, *(hand for box in self.round.boxes for hand in box.hands)]
        lying = [card for hand in hands if not hand.collected for card in hand.cards]
        if name not in PACK or lying.count(name) >= self._state.terms.decks:
            return "3.1: the decks have no such card left"
        if not self.round.dealt and self.aside and name != self.aside[0]:
            return "16.6: the card put aside is the first of the round"
        if self.waiting and name != self.waiting:
            return "16.2: the card dealt in error is the next card"
        return None

    def error(self, name: str, hand: str, *, exposed: bool = True) -> str | None:
        """16.2 to 16.6, J25: a card dealt to a hand that was due none."""
        if name not in PACK:
            return "3.1: the decks have no such card left"
        if hand == "dealer" and not exposed:
            self.aside.append(name)
        elif hand == "dealer" and self.round.dealt and self._dealer_complete():
            self.burned.append(name)
        elif self.waiting:
            return "16.2: another card dealt in error waits"
        else:
            self.waiting = name
        return None

    def _dealer_complete(self) -> bool:
        """13.2, 13.4: the dealer's hand receives no more."""
        return self.next()[:2] in {("say", "result"), ("pay", "end"), ("done",)}

    # Choices

    def offers(self) -> dict[tuple[str, int], Choices]:
        """What each bettor is asked about insurance, box by box."""
        return {
            (person, box): insurance_offers(self._state, person, box)
            for person, box in self.round.answering
        }

    def choose(
        self, person: str, choice: str, cents: int = 0, hand: str | None = None
    ) -> str | None:
        """8, 9.1.2, 10, 11, 12: what a person calls, with the amount of a further wager."""
        step = self.next()
        if choice not in UNTIMELY:
            return "10.1: there is no such choice"
        late = choice == "insure" and self.round.insurance == "forgotten"
        if late or step[:2] == ("ask", "insurance"):
            return self._answer_insurance(person, choice, cents, hand)
        if len(step) < 3 or hand not in {None, step[1]}:
            return UNTIMELY[choice]
        asked = step[2]
        if person not in asked:
            return "5.7: this person is not asked"
        if self.round.sharing is not None:
            return self._share(person, choice, cents, asked[person])
        return self._call(step[1], choice, cents, asked[person])

    def _refuse_amount(self, person: str, choice: str, cents: int, bounds: Bounds) -> str | None:
        """5.2, 8.1, 11.1, 12.1, 12.5.2: an amount between the bounds, of chips that are there."""
        least, most = bounds
        if not least <= cents <= most:
            return f"{LIMITS.get(choice, '5.4')}: from {least} to {most}"
        if not most:
            return None
        if choice == "split":
            return None if cents <= self.money[person] else "5.2: not so many chips"
        return self._layout.refuse_chips(person, cents)

    def _call(self, name: str, choice: str, cents: int, asked: Choices) -> str | None:
        """10.1: the controlling player's decision."""
        box, hand = self.round.box_of(name), self.round.hand(name)
        if choice not in asked:
            return refusals(self._state, box, hand).get(choice) or UNTIMELY[choice]
        if refusal := self._refuse_amount(box.controller, choice, cents, asked[choice]):
            return refusal
        if choice == "draw":
            hand.drawing = True
        elif choice == "stand":
            hand.stood = True
            if self.waiting:
                self.round.refusers.add(box.controller)
        elif choice == "double":
            hand.doubled = True
            self._further(box.controller, "double", name, cents)
            self._ask_sharing(box, "double", name, name)
        else:
            formed = self._form(box, hand)
            self._further(box.controller, "split", formed, cents)
            self._ask_sharing(box, "split", name, formed)
        return None

    def _form(self, box: Box, hand: Hand) -> str:
        """12.1, 12.2, 12.5: a second hand beside the one that is split, played after it."""
        name = f"{box.number}{'bc'[len(box.hands) - 1]}"
        hand.split = True
        box.hands.insert(box.hands.index(hand) + 1, Hand(name, [hand.cards.pop()], split=True))
        return name

    def _ask_sharing(self, box: Box, choice: str, name: str, formed: str) -> None:
        """11.3, 12.6, J20: everybody else whose wager lies on this hand and counts."""
        there = {one.person for one in self._state.open_stakes("main", "split") if one.hand == name}
        left = [
            person
            for person in box.bettors[1:]
            if person in there and self._state.original(person, box.number)
        ]
        self.round.sharing = Sharing(choice, name, formed, left) if left else None

    def _share(self, person: str, choice: str, cents: int, asked: Choices) -> str | None:
        """11.3, 12.6.1, 12.6.2: a sharing bettor's own decision."""
        sharing = self.round.sharing
        assert sharing is not None
        if choice not in asked:
            return UNTIMELY[choice]
        if refusal := self._refuse_amount(person, choice, cents, asked[choice]):
            return refusal
        if choice in {"double", "split"}:
            self._further(person, choice, sharing.formed, cents)
        self._answered(person)
        return None

    def _answered(self, person: str) -> None:
        sharing = self.round.sharing
        assert sharing is not None
        sharing.left.remove(person)
        if not sharing.left:
            self.round.sharing = None

    def _further(self, person: str, wager: str, hand: str, cents: int) -> None:
        """A wager in mid-round."""
        box = self.round.box_of(hand).number
        self._layout.place(Stake(person, wager, box, hand, cents, cents))

    def silence(self, person: str) -> str | None:
        """8.3, 16.10, J20, J27, J50: what follows when a person says nothing."""
        step = self.next()
        if len(step) < 3 or person not in step[2]:
            return "16.10: this person is not asked"
        if step[1] == "insurance":
            self.round.answering = [one for one in self.round.answering if one[0] != person]
        elif self.round.sharing is not None:
            self._answered(person)
        else:
            self.round.hand(step[1]).silent = True
        return None

    # Insurance

    def say(self) -> str | None:
        """8.3: the announcement that is due."""
        step = self.next()
        if step[0] != "say":
            return "8.3: nothing is to be announced"
        if step[1] == "result":
            self.round.said = True
        elif step[1] == "insurance":
            self.round.insurance = "called"
            everybody = [(who, box.number) for box in self.round.boxes for who in box.bettors]
            self.round.answering = everybody
            self._ask_on()
        else:
            self.round.insurance = "closed"
        return None

    def forget_insurance(self) -> str | None:
        """16.13: the dealer goes on without offering insurance."""
        if self.next() != ("say", "insurance"):
            return "16.13: insurance is not due"
        self.round.insurance = "forgotten"
        return None

    def _ask_on(self) -> None:
        """Who has nothing left to choose is no longer asked."""
        answering = self.round.answering
        self.round.answering = [one for one in answering if insurance_offers(self._state, *one)]

    def _answer_insurance(
        self, person: str, choice: str, cents: int, hand: str | None
    ) -> str | None:
        """8.1, 8.2, 9.1.2, 16.13, J48: insurance, or even money, for one box."""
        late = self.round.insurance == "forgotten"
        if late and len(self.round.dealer.cards) != 1:
            return "16.13: the dealer has a second card"
        everywhere = [(person, box.number) for box in self.round.boxes]
        asked = everywhere if late else self.round.answering
        offers = {
            box: insurance_offers(self._state, who, box)
            for who, box in asked
            if who == person and hand in {None, str(box)}
        }
        offers = {box: found for box, found in offers.items() if choice in found}
        if not offers:
            return "16.13: no live wager to insure" if late else UNTIMELY[choice]
        if len(offers) > 1:
            return "8.1: it is not said for which area"
        [(box, found)] = offers.items()
        if refusal := self._refuse_amount(person, choice, cents, found[choice]):
            return refusal
        if choice == "even-money":
            self.round.even_money.add((person, box))
        else:
            ace = self.round.dealer.cards[0][0] == "A"
            self._further(person, "insurance" if ace else "insurance-ten", str(box), cents)
        self._ask_on()
        return None

    # Settlement

    def pay(self) -> list[Line] | str:
        """Settle what is due at this moment."""
        step = self.next()
        if step[0] != "pay":
            return "15.2: nothing is to be settled now"
        lines = MOMENTS[step[1]](self._state)
        self._layout.check()
        return lines

    def void(self) -> list[Line] | str:
        """16.8, J26: the round is void; payments that were made stand."""
        if not self.round.dealt:
            return "16.8: no round of play has begun"
        if self.round.void:
            return "16.8: the round is void already"
        self.round.void = True
        lines = void_round(self._state)
        self._layout.check()
        return lines
