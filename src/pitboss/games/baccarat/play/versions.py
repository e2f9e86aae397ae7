"""Events of earlier versions: what only baccarat's journals have."""

from __future__ import annotations

from typing import Any

from pitboss.games.baccarat.play.own import HANDS, NAME
from pitboss.table.versions import renews

WITH_HANDS = ("coup-settled", "coup-corrected", "coup-reconstructed")


@renews(1)
def hands_by_name(event: dict[str, Any]) -> dict[str, Any]:
    """Hands were fields of their own; the game was not told, as there was one."""
    if event["event"] == "table-opened":
        return {**event, "house": {**event["house"], "play": NAME}}
    if event["event"] not in WITH_HANDS:
        return event
    rest = {key: value for key, value in event.items() if key not in HANDS}
    return {**rest, "hands": {hand: event[hand] for hand in HANDS if hand in event}}
