"""The writer of promotions: what people ask of them, their secrets, and entries that close."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pitboss.aggregates.promotion import (
    PROMOTION,
    Promotion,
    PromotionEvent,
    Terms,
    act,
    terms_of,
)
from pitboss.aggregates.promotion.commands import read_command
from pitboss.aggregates.promotion.draw import committed
from pitboss.aggregates.promotion.work import CLOCK
from pitboss.errors import UnknownPromotionError
from pitboss.refusal import Refusal
from pitboss.service.aggregates.repository import Decided, Repository, StateStream
from pitboss.service.intake import Actor
from pitboss.service.people.seal import Seal
from pitboss.table import Rules
from pitboss.words import not_fitting

CLOCK_ACTOR = Actor(CLOCK, CLOCK)


@dataclass
class PromotionStream(StateStream[Promotion, PromotionEvent]):
    """A promotion's stream, and what its edition says of promotions."""

    terms: Terms = field(kw_only=True)


class Promotions(Repository[PromotionStream, Promotion, PromotionEvent]):
    """Every promotion of this process.

    The secret of a draw is made of the house's own key and the promotion's name, so it is kept
    nowhere; only the writer adds it to a command.
    """

    aggregate = PROMOTION

    def __init__(self, *args: Any, seal: Seal) -> None:
        super().__init__(*args)
        self._seal = seal

    def _new(self, name: str, rules: Rules | None) -> PromotionStream:
        terms = None if rules is None else terms_of(rules.edition)
        if not PROMOTION.owns(name) or rules is None or terms is None:
            raise UnknownPromotionError(f"there is no promotion '{PROMOTION.name_of(name)}'")
        return PromotionStream(name, PROMOTION, rules=rules, state=PROMOTION.start, terms=terms)

    def _last(self, state: Promotion) -> dt.datetime | None:
        return state.now

    def _decide(
        self, stream: PromotionStream, data: Mapping[str, Any], actor: Actor
    ) -> Decided[Promotion, PromotionEvent] | Refusal:
        fields = {**data, "by": actor.person, "role": actor.role, "rank": actor.rank}
        if data.get("do") == "start-promotion":
            fields["commitment"] = committed(self._secret(stream.name))
        elif data.get("do") == "draw-winners":
            fields["secret"] = self._secret(stream.name)
        try:
            wanted = read_command({**fields, "at": self._moments.now(stream.state.now)})
        except msgspec.ValidationError as error:
            return Refusal.of("bad-command.decide", what=not_fitting(error))
        return act(stream.terms, stream.state, wanted)

    def _secret(self, name: str) -> str:
        return self._seal.derive(f"the draw of {name}".encode()).hex()

    def tick(self) -> int:
        """Close entries whose time is over; at how many promotions."""
        done = 0
        for name in self.names():
            promotion = self.stream(name).state
            over = promotion.stage == "running" and self._moments.now() >= promotion.closes
            if over:
                key = f"close/{promotion.closes.isoformat()}"
                done += self.give(name, {"do": "close-entries"}, CLOCK_ACTOR, key).refusal is None
        return done
