"""Undisclosed wagers that the house keeps sealed until they are announced.

A player hands in what is written on the slip with a nonce; the journal has only what commits to
it. Wager and amount lie sealed in the store, in the same write, and are put into the command of
whoever examines or announces the slip.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from pitboss.hexadecimal import Hex
from pitboss.journal.store import Store
from pitboss.refusal import Refusal
from pitboss.service.people.seal import Seal
from pitboss.table.state import Table
from pitboss.table.tournament.play import play_of
from pitboss.table.tournament.slips import slip_commitment

HAND_IN = "hand-in-slip"
OPENING = ("examine-slip", "announce-slip")
MOST_CENTS = 2**53


class SlipContent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slip as its player filled it in; a wager or an amount that is not written is empty."""

    nonce: Hex
    wager: Annotated[str, msgspec.Meta(max_length=60)] = ""
    amount_cents: Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)] = 0

    @property
    def commitment(self) -> str:
        """What commits to it."""
        return slip_commitment(self.nonce, self.wager, self.amount_cents)


class Slips:
    """The slips of one table."""

    def __init__(self, table: str, store: Store, seal: Seal) -> None:
        self._table = table
        self._store = store
        self._seal = seal
        self._fresh: dict[str, SlipContent] = {}

    def forget(self) -> None:
        """Forget what is in memory; the sealed store has it."""
        self._fresh.clear()

    def fill(
        self, table: Table, given: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, bytes | None]] | Refusal:
        """A command about a slip, made whole; and what is to be sealed with it."""
        if given["do"] == HAND_IN and "commitment" not in given:
            return self._handed_in(given)
        if given["do"] in OPENING and given.get("nonce") is None:
            content = self.of(table, str(given.get("person")))
            if content is not None:
                return {**given, **msgspec.structs.asdict(content)}, {}
        return given, {}

    def of(self, table: Table, person: str) -> SlipContent | None:
        """What a player wrote on the slip that is handed in now; nothing where none is kept."""
        play = play_of(table)
        slip = None if play is None else play.slips.get(person)
        if slip is None:
            return None
        key = self._key(slip.commitment)
        if key in self._fresh:
            return self._fresh[key]
        sealed = self._store.secret(key)
        if sealed is None:
            return None
        return msgspec.msgpack.decode(self._seal.open(key, sealed), type=SlipContent)

    def _handed_in(
        self, given: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, bytes | None]] | Refusal:
        said = {name: given[name] for name in SlipContent.__struct_fields__ if name in given}
        try:
            content = msgspec.convert(said, SlipContent)
        except msgspec.ValidationError as error:
            return Refusal.of("bad-command.decide", what=str(error))
        key = self._key(content.commitment)
        self._fresh = {key: content, **dict(list(self._fresh.items())[: MOST_FRESH - 1])}
        rest = {name: one for name, one in given.items() if name not in said}
        sealed = self._seal.close(key, msgspec.msgpack.encode(content))
        return {**rest, "commitment": content.commitment}, {key: sealed}

    def _key(self, commitment: str) -> str:
        return f"slip:{self._table}:{commitment}"


MOST_FRESH = 64
"""So many slips are kept in memory until their write is done."""
