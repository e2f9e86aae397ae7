"""The typed model of an edition: every value a table needs, each with its clauses.

A value knows its own rule: a notice can say whether it has stood long enough, a ladder
whether a rank suffices. Nothing here holds a figure; figures are in the editions.
"""

from __future__ import annotations

import datetime as dt
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from pitboss.editions.wagers import Cited, Clauses


class Identity(Cited, frozen=True, kw_only=True):
    """Which approved rulebook this is."""

    rulebook: str
    edition: str
    play: str
    title: str
    house: str
    regulator: str
    reference: str
    time_zone: str
    approved: dt.date | None = None

    def in_force(self, day: dt.date) -> bool:
        """Whether a table may be opened under this edition on that day."""
        return self.approved is None or day >= self.approved

    def there(self, moment: dt.datetime) -> dt.datetime:
        """A moment by the clocks of the casino."""
        return moment.astimezone(ZoneInfo(self.time_zone))


class Decks(Cited, frozen=True, kw_only=True):
    """How many decks the game may be played with; the first listed `default` is the usual."""

    permitted: tuple[int, ...]
    default: int


class Game(Cited, frozen=True, kw_only=True):
    """A game (variant, version) of the rulebook, and what its sign or notice must show."""

    title: str
    notice: Literal["none", "payout-odds", "tie-percentage", "version"] = "none"


class TableauRow(Cited, frozen=True, kw_only=True):
    """Banker's row: one letter D or S for each third card of Player, 0 to 9."""

    banker: int
    cells: str


class NoCardColumn(Cited, frozen=True, kw_only=True):
    """Banker's decision when Player stood: one letter for each Banker count, 0 to 9."""

    cells: str


class Naturals(Cited, frozen=True, kw_only=True):
    """Two-card counts that end all drawing."""

    counts: tuple[int, ...]


class PlayerTable(Cited, frozen=True, kw_only=True):
    """Two-card counts on which Player draws and stands, and the rows they are printed in."""

    draws: tuple[int, ...]
    stands: tuple[int, ...]
    draws_clauses: Clauses = ()
    stands_clauses: Clauses = ()


class Most(Cited, frozen=True, kw_only=True):
    """The most of something."""

    most: int


class Tableau(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whether Player and Banker draw a third card; `extra` cards at most after the first two."""

    natural: Naturals
    player: PlayerTable
    no_card: NoCardColumn
    banker: tuple[TableauRow, ...]
    extra: Most


class DealerRule(Cited, frozen=True, kw_only=True):
    """The totals at which the blackjack dealer stops, and the leave not to draw at all."""

    stands_hard: int
    stands_soft: int
    no_effect_clauses: Clauses = ()


class Below(Cited, frozen=True, kw_only=True):
    """A total below which something must or may be done."""

    below: int


class DoubleRule(Cited, frozen=True, kw_only=True):
    """The two-card totals on which a player may double."""

    totals: tuple[int, ...]


class AceInDouble(Cited, frozen=True, kw_only=True):
    """What an ace of the first two cards counts in a double, before and after its card.

    Without this rule an ace of a doubled hand counts one or eleven, as in any other hand.
    """

    value: Literal[1, 11]


class DoubleAfterSplit(Cited, frozen=True, kw_only=True):
    """Whether a hand of a split may be doubled."""

    permitted: bool


class InsuranceRule(Cited, frozen=True, kw_only=True):
    """The most that may be insured: one part in `part_of` of the initial wager."""

    part_of: int


class EvenMoney(Cited, frozen=True, kw_only=True):
    """The dealer's first card against which a blackjack may be paid even money at once."""

    up: Literal["ace"]


class Rounds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a round of blackjack; what an edition leaves out is not offered or asked."""

    dealer: DealerRule
    may_draw: Below
    double: DoubleRule
    double_cards: Most
    split_hands: Most
    split_ace_cards: Most
    must_draw: Below | None = None
    double_ace: AceInDouble | None = None
    double_after_split: DoubleAfterSplit | None = None
    third_hand: Most | None = None
    insurance: InsuranceRule | None = None
    even_money: EvenMoney | None = None


class SignKey(Cited, frozen=True, kw_only=True):
    """One thing the table's sign fixes.

    `leave` is the approval that anything but its default takes; `leave_clauses` say that people
    are told of it before play, by the sign that `notice` names where one is needed.
    """

    kind: Literal["amount", "percent", "choice"]
    title: str
    default: str | None = None
    choices: tuple[str, ...] = ()
    least: str | None = None
    most: str | None = None
    games: tuple[str, ...] = ()
    required: bool = False
    sets: tuple[str, ...] = ()
    at_least_key: str | None = None
    reading: str | None = None
    leave: str | None = None
    leave_clauses: Clauses = ()
    notice: str | None = None


class Source(Cited, frozen=True, kw_only=True):
    """What cards may be dealt from, the usual first; `shuffling` are those that shuffle them.

    `machine` shuffles whole decks before they go into a card shoe.
    """

    permitted: tuple[str, ...]
    shuffling: tuple[str, ...] = ()
    machine: str = "multishuffler"

    @property
    def by_hand(self) -> str:
        """What cards come from where no device shuffles them; nothing where all must."""
        return next((one for one in self.permitted if one not in self.shuffling), "")


class Cut(Cited, frozen=True, kw_only=True):
    """How far from either end of the stack the cut must fall."""

    decks_from_end: int
    about: bool = False


class CuttingCard(Cited, frozen=True, kw_only=True):
    """One way to place the cutting card: how many cards may lie behind it."""

    name: str
    least: int
    most: int | None = None
    most_share: int | None = None


class Burn(Cited, frozen=True, kw_only=True):
    """One way to burn before play; `by_value` burns as many more as the first card's value."""

    name: str
    by_value: bool = False
    shown: Literal["never", "on-request", "always"] = "never"
    asked_by_player: bool = False
    approval: str | None = None


class ShoeEnd(Cited, frozen=True, kw_only=True):
    """Coups still to be dealt once the cutting card shows.

    `when_first` counts the coup whose first card it preceded; `when_later` the coups after
    the one in progress; `dummies` the coups without wagers allowed at the very end.
    """

    when_first: int
    when_later: int
    dummies: Literal["none", "one", "any"] = "none"
    dummies_by: str | None = None


class Shoe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The life of a shoe."""

    source: Source
    cut: Cut
    cutting_card: tuple[CuttingCard, ...]
    burn: tuple[Burn, ...]
    end: ShoeEnd


class Close(Cited, frozen=True, kw_only=True):
    """The event that closes betting."""

    at: Literal["call", "expiry", "first-card-removed", "first-card-exposed"]

    def open_after(self, event: str) -> bool:
        """Whether a wager may still be placed once `event` has happened."""
        order = ("placed", "call", "expiry", "first-card-removed", "first-card-exposed")
        return order.index(event) < order.index(self.at)


class LimitRule(Cited, frozen=True, kw_only=True):
    """What happens to a wager outside the limits, found at that moment.

    Where staff may scale wagers they do so `until` the first card, or until betting closes.
    """

    then: Literal[
        "stands",
        "to-maximum",
        "pro-rata",
        "in-order",
        "settles-once",
        "may-return",
        "may-reduce",
    ]
    until: Literal["first-card", "close"] = "first-card"

    @property
    def warns(self) -> bool:
        """Whether the first such wager stands and its player is warned of the next."""
        return self.then in ("settles-once", "may-return")

    @property
    def by_choice(self) -> bool:
        """Whether staff choose to apply it, rather than the rule itself."""
        return self.then in ("may-return", "may-reduce")


class Opposed(Cited, frozen=True, kw_only=True):
    """The two areas that a differential compares, and of which nobody holds both without leave.

    It is the most that one area may exceed the other by, or that a `side` may hold.
    """

    areas: tuple[str, str]
    by: Literal["gap", "side"] = "gap"


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happens to wagers outside the sign's limits."""

    opposed: Opposed | None = None
    below_minimum: LimitRule
    above_maximum: LimitRule
    over_area: LimitRule | None = None
    over_player: LimitRule | None = None
    over_differential: LimitRule | None = None
    over_differential_late: LimitRule | None = None


class Notice(Cited, frozen=True, kw_only=True):
    """How long a sign must stand before a change, and what makes it unnecessary."""

    minutes: int
    or_consent: bool = False
    or_empty: bool = False
    rank: str | None = None

    def allows(
        self,
        shown: dt.datetime | None,
        change: dt.datetime,
        *,
        consent: bool = False,
        empty: bool = False,
    ) -> bool:
        """Whether a change is due at `change`: the sign has stood, or all agree, or none plays."""
        if (consent and self.or_consent) or (empty and self.or_empty):
            return True
        return shown is not None and change - shown >= dt.timedelta(minutes=self.minutes)


class Ranks(Cited, frozen=True, kw_only=True):
    """The ladder of ranks, lowest first, and ranks that are met by a rung of it."""

    ladder: tuple[str, ...]
    met_by: dict[str, str] = msgspec.field(default_factory=dict)

    def meets(self, rank: str, needed: str) -> bool:
        """Whether `rank` may act where the rule asks for `needed`."""
        rung = self.met_by.get(needed, needed)
        return self.ladder.index(rank) >= self.ladder.index(rung)

    def held(self, rank: str | None, needed: str) -> bool:
        """Whether someone of this rank, if any of the ladder, may act so."""
        return rank is not None and rank in self.ladder and self.meets(rank, needed)

    def higher(self, one: str, other: str) -> str:
        """That of two ranks which stands higher; the first where they are the same rung."""
        rungs = [self.ladder.index(self.met_by.get(rank, rank)) for rank in (one, other)]
        return one if rungs[0] >= rungs[1] else other


class Approval(Cited, frozen=True, kw_only=True):
    """An act that needs someone of this rank or above.

    `asked`: one person acts and another approves it beforehand; otherwise the act is the
    ranked person's own. `also` names those outside the ladder who may order it too.
    """

    act: str
    rank: str
    asked: bool = False
    also: tuple[str, ...] = ()


class Method(Cited, frozen=True, kw_only=True):
    """A dealing method: who holds the shoe, who receives each hand, what ends control."""

    title: str
    shoe: str = "dealer"
    player_hand: str
    banker_hand: str
    control_ends: tuple[str, ...] = ()
    approval: str | None = None


class Areas(Cited, frozen=True, kw_only=True):
    """The areas that a layout has for optional wagers: for so many at most of these."""

    most: int
    of: tuple[str, ...]


class Layout(Cited, frozen=True, kw_only=True):
    """A layout: its seats; `ours` where the text has no picture and the operator may change.

    Of each optional wager it has a spot for every box, but for those whose number `spots` gives;
    with `areas` it is marked for some of them only. `part` names the areas that it adds to those
    which every layout has; unless it is a `base`, it lies beside another layout only. `each` is
    the most wagers of a kind on one playing area.
    """

    seats: tuple[int, ...]
    base: bool = True
    part: str | None = None
    each: Most | None = None
    spots: dict[str, int] = msgspec.field(default_factory=dict)
    areas: Areas | None = None
    surface: Literal["cloth", "terminal"] = "cloth"
    labels: tuple[Literal["en", "zh"], ...] = ("en",)
    tournament_only: bool = False
    ours: bool = True


class Dated(Cited, frozen=True, kw_only=True):
    """A rule that holds from a day on."""

    since: dt.date

    def holds(self, day: dt.date) -> bool:
        """Whether the rule holds on that day, in the casino's own time zone."""
        return day >= self.since


class Idle(Cited, frozen=True, kw_only=True):
    """Coups a seated player may abstain before the seat may be asked for."""

    coups: int
