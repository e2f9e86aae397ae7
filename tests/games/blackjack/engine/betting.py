"""Which wagers are accepted before the first card (rules 3.1.1, 5, 6.1 and 14)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.games.blackjack.engine.layout import OPTIONAL, Layout, Stake

MOST_BETTORS = 3


@dataclass(frozen=True)
class Terms:
    """What the table's sign and its settings say."""

    boxes: int
    decks: int
    minimum: int | None
    maximum: int | None
    insurance_ten: bool
    third_hand: bool
    lucky_table: int
    defer_blackjack: bool
    jackpot_stake_cents: int | None

    def __post_init__(self) -> None:
        assert 5 <= self.boxes <= 9, "2.2.1"
        assert self.decks in {6, 8}, "3.1"
        assert self.lucky_table in {1, 2, 3}, "14.17"
        assert self.jackpot_stake_cents in {None, 250, 500}, "J35"


def refuse_wager(terms: Terms, layout: Layout, stake: Stake) -> str | None:
    """Every reason against a wager, in the order of the rules."""
    if not 1 <= stake.box <= terms.boxes:
        return "2.2.1: there is no such playing area"
    return (
        _refuse_kind(terms, stake)
        or layout.refuse_chips(stake.person, stake.cents)
        or (_refuse_main if stake.wager == "main" else _refuse_optional)(terms, layout, stake)
    )


def wagers(layout: Layout, wager: str, box: int) -> list[Stake]:
    """The wagers of one kind on a box, as placed."""
    return [one for one in layout.stakes if (one.wager, one.box) == (wager, box)]


def _refuse_kind(terms: Terms, stake: Stake) -> str | None:
    """3.1.1, 14.2: what this table offers."""
    if stake.wager not in ("main", *OPTIONAL):
        return "14.2: there is no such wager"
    if stake.wager in {"star-pairs", "blazing-sevens"} and terms.decks != 6:
        return "3.1.1: this wager needs six decks"
    if stake.wager == "blazing-sevens" and terms.jackpot_stake_cents is None:
        return "14.2: this table has no jackpot"
    return None


def _refuse_main(terms: Terms, layout: Layout, stake: Stake) -> str | None:
    """5.5, 5.7.1, 5.10.2, 6.1: three bettors a box, one seat, one place each, the minimum.

    A wager above the maximum is not refused: 6.3 counts it to the maximum.
    """
    there = wagers(layout, "main", stake.box)
    own = sum(one.cents for one in there if one.person == stake.person)
    others = [one for one in there if one.person != stake.person]
    if terms.minimum is not None and own + stake.cents < terms.minimum:
        return "6.1: below the minimum"
    if len(others) >= MOST_BETTORS:
        return "5.5: three players wager on this area already"
    if stake.seated and any(one.seated for one in others):
        return "5.7.1: another player is seated at this area"
    if any(one.position == stake.position for one in others):
        return "5.10.2: another wager lies at this place of the line"
    return None


def _refuse_optional(terms: Terms, layout: Layout, stake: Stake) -> str | None:
    """5.6, 5.8, 14.5, 14.7 to 14.9, J23, J35."""
    mains = [one.person for one in wagers(layout, "main", stake.box)]
    there = wagers(layout, stake.wager, stake.box)
    if stake.wager == "blazing-sevens":
        if stake.person not in mains:
            return "5.8: only for a player with an initial wager on this area"
        if there:
            return "5.6: one wager is on this area already"
        if stake.cents != terms.jackpot_stake_cents:
            return "14.5: the stake is the one on the sign"
        return None
    if not mains:
        return "14.8: no initial wager lies on this area"
    full = len({one.person for one in there} - {stake.person}) >= MOST_BETTORS
    if full and (stake.person not in mains or displaced(layout, stake) is None):
        return "14.9: three such wagers are on this area already"
    return None


def displaced(layout: Layout, stake: Stake) -> Stake | None:
    """14.9: the wager that gives way to one who has an initial wager: the last without one."""
    there = wagers(layout, stake.wager, stake.box)
    if len(there) < MOST_BETTORS or stake.person in {one.person for one in there}:
        return None
    mains = {one.person for one in wagers(layout, "main", stake.box)}
    outsiders = [one for one in there if one.person not in mains]
    return outsiders[-1] if outsiders and stake.person in mains else None
