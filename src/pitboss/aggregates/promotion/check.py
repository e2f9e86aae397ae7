"""What must hold of a promotion after every event, and the aggregate that the journal is told."""

from __future__ import annotations

from pitboss.aggregates.promotion import events as happened
from pitboss.aggregates.promotion.draw import opens, seed_of, winners
from pitboss.aggregates.promotion.events import PromotionEvent, decoder, evolve
from pitboss.aggregates.promotion.state import Promotion
from pitboss.aggregates.table import rules_of
from pitboss.journal.aggregate import Aggregate, Check, Wrong
from pitboss.journal.record import Record


class PromotionCheck(Check[Promotion, PromotionEvent]):
    """What must hold of one promotion."""

    def admits(self, record: Record) -> Wrong | None:
        """The edition must be on the shelf, mean what it meant, and know promotions."""
        rules = rules_of(record.edition)
        if rules is None:
            return "unknown-edition", f"there is no edition {record.edition} to replay it under"
        if rules.compiled.fingerprint != record.fingerprint:
            return "other-edition", f"it was written under another {record.edition} than ours"
        if rules.edition.promotions is None:
            return "other-edition", f"{record.edition} says nothing of promotions"
        return None

    def follows(self, before: Promotion, event: PromotionEvent) -> Wrong | None:
        """Time does not go back; the draw is the one committed to; nothing is given twice."""
        if before.now is not None and event.at < before.now:
            return "clock-backwards", "it is earlier than the event before it"
        if isinstance(event, happened.EntryRecorded) and event.entrant in before.entered:
            return "impossible", f"{event.entrant} has entered before"
        if isinstance(event, happened.EntriesClosed) and event.digest != before.digest:
            return "wrong-entries", "it closes other entries"
        if isinstance(event, happened.WinnersDrawn):
            return _drawn(before, event)
        if isinstance(event, happened.PrizePaid | happened.PrizeHandedOver):
            prize = before.prizes[event.prize - 1]
            if prize.handed or prize.withheld or prize.winner is None:
                return "impossible", f"prize {event.prize} cannot be given"
        if isinstance(event, happened.PrizePaid):
            prize = before.prizes[event.prize - 1]
            if sum(part.amount_cents for part in event.parts) != prize.value_cents:
                return "wrong-payments", f"prize {event.prize} is worth another amount"
        return None


def _drawn(before: Promotion, event: happened.WinnersDrawn) -> Wrong | None:
    if before.drawn is not None:
        return "impossible", "it was drawn before"
    if not opens(before.commitment, event.secret):
        return "wrong-secret", "the secret is not the one that was committed to"
    if (event.present is not None) is not before.presence:
        return "impossible", "presence counts otherwise in its terms"
    seed = seed_of(event.secret, before.digest, event.word)
    if winners(seed, before.entries, len(before.prizes), event.present) != [*event.winners]:
        return "wrong-winners", "the secret and the entries give other winners"
    return None


PROMOTION: Aggregate[Promotion, PromotionEvent] = Aggregate(
    prefix="promotion:",
    start=Promotion(),
    decode=decoder.decode,
    evolve=evolve,
    check=PromotionCheck,
    late=True,
)
