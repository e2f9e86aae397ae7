"""Virtual shoes: shuffled by the operating system's generator, sealed, told card by card.

The order and the nonce of a shoe are sealed in the store in the same write as the event that
publishes the commitment. A command that needs a card of a virtual shoe is given it here; a
client never names one. A command about a tournament's slip is made whole by `slips`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from pitboss.cards import Card, name, names
from pitboss.editions.edition import Edition
from pitboss.errors import SealBrokenError
from pitboss.journal.store import Store
from pitboss.refusal import Refusal
from pitboss.service.monitor import Monitor
from pitboss.service.people.seal import Seal
from pitboss.service.people.slips import HAND_IN, OPENING, Slips
from pitboss.service.rng import Words, nonce, shuffled, system_word
from pitboss.table.cards.shoe import commit
from pitboss.table.rulings.rule import is_aside
from pitboss.table.state import Table

ORDERS_KEPT = 2
DRAWS = 3
SECRET_FIELDS = ("card", "commitment", "nonce", "order")
OWN_FIELDS = ("give-ruling", "record-player-card", "begin-tournament-session")
"""Commands whose fields of these names are no secret of a shoe's."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe's secret."""

    nonce: bytes
    cards: bytes


class Given(NamedTuple):
    """A command made whole: its fields, what is to be sealed, and orders that were thrown away."""

    fields: dict[str, Any]
    secrets: dict[str, bytes | None]
    alarms: tuple[str, ...] = ()


class Shoes:
    """The shoes of one table."""

    def __init__(
        self,
        table: str,
        store: Store,
        seal: Seal,
        monitor: Monitor | None = None,
        words: Words = system_word,
    ) -> None:
        self._table = table
        self._store = store
        self._seal = seal
        self._monitor = monitor or Monitor()
        self._words = words
        self._orders: dict[int, Order] = {}
        self.slips = Slips(table, store, seal)

    def forget(self) -> None:
        """Forget what is in memory; the sealed store has it."""
        self._orders.clear()
        self.slips.forget()

    def fill(self, edition: Edition, table: Table, given: dict[str, Any]) -> Given | Refusal:
        """A command with the cards, commitment or nonce that a virtual shoe gives it."""
        do = given.get("do")
        if do in (HAND_IN, *OPENING):
            whole = self.slips.fill(table, given)
            return whole if isinstance(whole, Refusal) else Given(*whole)
        house = table.house
        face = given.pop("face", "up")
        if house is None or not house.virtual:
            return Given(given, {})
        seen = given.get("card") is not None
        if do not in OWN_FIELDS:
            given = {key: value for key, value in given.items() if key not in SECRET_FIELDS}
        if do == "load-shoe":
            return self._load(table, given)
        if do == "reveal-shoe":
            return self._reveal(table, given)
        card: Card | None = None
        if do == "deal-card" and face == "up":
            card = self._first(table)
        elif do == "burn-cards" and _shown(edition, given):
            card = self._next(table)
        elif do == "report-irregularity" and seen:
            card = self._reported(edition, table, given)
        elif do in ("turn-card", "expose-card"):
            card = self._lying(table, given)
        return Given(given if card is None else {**given, "card": name(card)}, {})

    def recall(self, table: Table) -> None:
        """Take the shoe in play into mind; an error where its sealed order is not there."""
        shoe, house = table.shoe, table.house
        if shoe is None or house is None or not house.virtual:
            return
        secret, key = self.order(table.shoes), self._key(table.shoes)
        if secret is not None:
            self._monitor.keep(tuple(secret.cards), key)
        elif shoe.over is None:
            raise SealBrokenError(f"the sealed order of shoe {table.shoes} is not there")

    def order(self, shoe: int) -> Order | None:
        """The secret of a shoe."""
        if shoe not in self._orders:
            sealed = self._store.secret(self._key(shoe))
            if sealed is None:
                return None
            body = self._seal.open(self._key(shoe), sealed)
            self._remember(shoe, msgspec.msgpack.decode(body, type=Order))
        return self._orders[shoe]

    def face(self, table: Table, place: int) -> str | None:
        """The card at a place of the shoe in play, for the dealer of a virtual table only."""
        secret = self.order(table.shoes)
        if secret is None or not 0 <= place < len(secret.cards):
            return None
        return name(secret.cards[place])

    def _remember(self, shoe: int, secret: Order) -> None:
        self._orders[shoe] = secret
        while len(self._orders) > ORDERS_KEPT:
            del self._orders[min(self._orders)]

    def _key(self, shoe: int) -> str:
        return f"shoe:{self._table}:{shoe}"

    def _load(self, table: Table, given: dict[str, Any]) -> Given | Refusal:
        house = table.house
        assert house is not None
        number = table.shoes + 1
        key = self._key(number)
        alarms = []
        for _ in range(DRAWS):
            secret = Order(nonce=nonce(), cards=bytes(shuffled(house.decks, self._words)))
            alarm = self._monitor.check(tuple(secret.cards), house.decks, key)
            if alarm is None:
                break
            alarms.append(alarm)
        else:
            return Refusal.of("sequence-alarm")
        self._monitor.keep(tuple(secret.cards), key)
        sealed = self._seal.close(key, msgspec.msgpack.encode(secret))
        self._remember(number, secret)
        commitment = commit(secret.nonce, tuple(secret.cards))
        return Given({**given, "commitment": commitment}, {key: sealed}, tuple(alarms))

    def _reveal(self, table: Table, given: dict[str, Any]) -> Given | Refusal:
        secret = self.order(table.shoes)
        if secret is None or table.shoe is None or table.shoe.over is None:
            return Refusal.of("nothing-to-reveal.reveal")
        opened = {"nonce": secret.nonce.hex(), "order": names(secret.cards)}
        return Given({**given, **opened}, {})

    def _next(self, table: Table) -> Card | None:
        secret, shoe = self.order(table.shoes), table.shoe
        if secret is None or shoe is None or len(shoe.drawn) >= len(secret.cards):
            return None
        return secret.cards[len(shoe.drawn)]

    def _first(self, table: Table) -> Card | None:
        """The next card; first of all one that was set aside unseen for this coup."""
        shoe, secret = table.shoe, self.order(table.shoes)
        begun = table.coup is not None and table.coup.slots
        if shoe is None or secret is None or not shoe.aside or begun:
            return self._next(table)
        return secret.cards[shoe.aside[0].number]

    def _reported(self, edition: Edition, table: Table, given: dict[str, Any]) -> Card | None:
        """The card that a report is about: the next one, or the one that lies aside."""
        situation = edition.situations.get(str(given.get("situation")))
        shoe, secret = table.shoe, self.order(table.shoes)
        if situation is None or shoe is None or secret is None or not is_aside(table, situation):
            return self._next(table)
        return secret.cards[shoe.aside[0].number]

    def _lying(self, table: Table, given: dict[str, Any]) -> Card | None:
        secret, coup = self.order(table.shoes), table.coup
        if secret is None or coup is None:
            return None
        slots = coup.hand(str(given.get("hand")))
        place = given.get("place", 0)
        if not isinstance(place, int) or not 0 <= place < len(slots):
            return None
        return secret.cards[slots[place].number]


def _shown(edition: Edition, given: dict[str, Any]) -> bool:
    """Whether a burn shows its first card; one that is burned unseen is told to nobody."""
    wanted = given.get("option")
    for option in edition.shoe.burn:
        if wanted in (None, option.name):
            on_request = option.shown == "on-request" and given.get("asked_by") is not None
            return option.shown == "always" or on_request
    return False
