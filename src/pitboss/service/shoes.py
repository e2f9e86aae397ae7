"""Virtual shoes: shuffled by the operating system's generator, sealed, told card by card.

The order and the nonce of a shoe are sealed in the store in the same write as the event that
publishes the commitment. A command that needs a card of a virtual shoe is given it here; a
client never names one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.cards import Card, name, names
from pitboss.journal.store import Store
from pitboss.refusal import Refusal
from pitboss.service.random import nonce, shuffled
from pitboss.service.sealing import Seal
from pitboss.table.shoe import commit
from pitboss.table.state import Table

Given = tuple[dict[str, Any], dict[str, bytes | None]]


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe's secret."""

    nonce: bytes
    cards: bytes


class Shoes:
    """The shoes of one table."""

    def __init__(self, table: str, store: Store, seal: Seal) -> None:
        self._table = table
        self._store = store
        self._seal = seal
        self._orders: dict[int, Order] = {}

    def forget(self) -> None:
        """Forget what is in memory; the sealed store has it."""
        self._orders.clear()

    def fill(self, table: Table, given: dict[str, Any]) -> Given | Refusal:
        """A command with the cards, commitment or nonce that a virtual shoe gives it."""
        if table.house is None or not table.house.virtual:
            return given, {}
        do = given.get("do")
        if do == "load-shoe":
            return self._load(table, given)
        if do == "reveal-shoe":
            return self._reveal(table, given)
        wants_next = do == "deal-card" and given.pop("face", "up") == "up"
        if wants_next or (do == "burn-cards" and given.get("option") is not None):
            card = self._next(table)
            return ({**given, "card": name(card)} if card is not None else given), {}
        if do in ("turn-card", "expose-card"):
            card = self._lying(table, given)
            return ({**given, "card": name(card)} if card is not None else given), {}
        return given, {}

    def order(self, shoe: int) -> Order | None:
        """The secret of a shoe."""
        if shoe not in self._orders:
            sealed = self._store.secret(self._key(shoe))
            if sealed is None:
                return None
            body = self._seal.open(self._key(shoe), sealed)
            self._orders[shoe] = msgspec.msgpack.decode(body, type=Order)
        return self._orders[shoe]

    def _key(self, shoe: int) -> str:
        return f"shoe:{self._table}:{shoe}"

    def _load(self, table: Table, given: dict[str, Any]) -> Given:
        house = table.house
        assert house is not None
        secret = Order(nonce=nonce(), cards=bytes(shuffled(house.decks)))
        number = table.shoes + 1
        key = self._key(number)
        sealed = self._seal.close(key, msgspec.msgpack.encode(secret))
        self._orders[number] = secret
        commitment = commit(secret.nonce, tuple(secret.cards))
        return {**given, "commitment": commitment}, {key: sealed}

    def _reveal(self, table: Table, given: dict[str, Any]) -> Given | Refusal:
        secret = self.order(table.shoes)
        if secret is None or table.shoe is None or table.shoe.over is None:
            return Refusal(code="nothing-to-reveal", sentence="No virtual shoe is over.")
        opened = {"nonce": secret.nonce.hex(), "order": names(secret.cards)}
        return {**given, **opened}, {}

    def _next(self, table: Table) -> Card | None:
        secret, shoe = self.order(table.shoes), table.shoe
        if secret is None or shoe is None or len(shoe.drawn) >= len(secret.cards):
            return None
        return secret.cards[len(shoe.drawn)]

    def _lying(self, table: Table, given: dict[str, Any]) -> Card | None:
        secret, coup = self.order(table.shoes), table.coup
        if secret is None or coup is None or given.get("hand") not in ("player", "banker"):
            return None
        slots = coup.player if given["hand"] == "player" else coup.banker
        place = given.get("place", 0)
        if not isinstance(place, int) or not 0 <= place < len(slots):
            return None
        return secret.cards[slots[place].number]
