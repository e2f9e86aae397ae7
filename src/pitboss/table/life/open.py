"""Opening a table under an edition: game, layout, sign, equipment, chips, dealing method."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from operator import attrgetter
from zoneinfo import ZoneInfo

from pitboss.chips import chips_of_values, too_odd, usual
from pitboss.editions.edition import Edition
from pitboss.editions.tables import cited_by
from pitboss.editions.wagers import Clauses, Wager
from pitboss.ledger import FLOAT, LAYOUT, OUTSIDE, Transfer
from pitboss.money import sum_of
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import not_offered
from pitboss.shoe import check_source
from pitboss.table.authority.approvals import authorise
from pitboss.table.authority.duties import raise_duty
from pitboss.table.life.method import by_leave
from pitboss.table.machine import Command, PublicEvent, Query, Work, decides, replace
from pitboss.table.state import PIT, House, SignState, Table
from pitboss.words import near, with_article

CONSENT = "consent:"
CHIP = "chip"
# What was agreed or notified before counts no more when a table is opened anew.
LAPSE = (CONSENT, "told:")


class OpenTable(Command, frozen=True, kw_only=True):
    """Open the table for play: what is played, on what, under which sign.

    `shown` names the other signs on the table; `discard_rack` says how many decks it holds.
    `tournament`: the table is played in one, with chips that are not `redeemable` for cash chips.
    A `method`, `source` or `place` that is not said is the first that the edition names.
    """

    game: str | None = None
    layout: str
    seats: int | None = None
    decks: int | None = None
    method: str | None = None
    source: str | None = None
    place: str | None = None
    scanning: bool = False
    virtual: bool = False
    low_limit: bool = False
    tournament: bool = False
    redeemable: bool = True
    cashless: bool = False
    discard_rack: int = 8
    float_tray: bool = True
    drop_box: bool = True
    wrd: bool = False
    ask_roads: bool = False
    closed_boxes: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    sign: SignState | None = None
    shown: tuple[str, ...] = ()
    float_cents: int = 0


class TableOpened(PublicEvent, frozen=True, kw_only=True):
    """The table is open. `held_cents` is what the float held by the books before the count."""

    house: House
    sign: SignState
    closed_boxes: tuple[int, ...] = ()
    most_seats: int | None = None
    float_cents: int = 0
    held_cents: int = 0
    variance_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """The opening count of the float brings the books to what is there."""
        return to_count(self.held_cents, self.float_cents)

    def changes(self, table: Table) -> Table:
        """Open for play, with a fresh layout and no signs of what will change."""
        balances: Mapping[str, int] = {FLOAT: 0, OUTSIDE: 0, LAYOUT: 0, **table.balances}
        return replace(
            table,
            house=self.house,
            sign=self.sign,
            next_sign=None,
            closed=False,
            coups_before=table.coups,
            closed_boxes=self.closed_boxes,
            players_limit=None,
            one_per_box=False,
            notices={},
            marks={key: mark for key, mark in table.marks.items() if not key.startswith(LAPSE)},
            balances=balances,
        )


class SignDisplayed(PublicEvent, frozen=True, kw_only=True):
    """A sign stands on the table: what it is about, for whom, which limits it shows."""

    what: str
    person: str | None = None
    where: str | None = None
    minimum_cents: int | None = None
    maximum_cents: int | None = None
    by_player_minimum_cents: int | None = None
    by_player_maximum_cents: int | None = None
    old_minimum_cents: int | None = None

    def changes(self, table: Table) -> Table:
        """Recorded; what it says is in force by the event that set it."""
        return table


def to_count(held: int, counted: int) -> tuple[Transfer, ...]:
    """What brings the float from the books to the count."""
    if counted >= held:
        return (Transfer(OUTSIDE, FLOAT, counted - held),)
    return (Transfer(FLOAT, OUTSIDE, held - counted),)


def _not_open(query: Query) -> None:
    if query.table.house is not None and not query.table.closed:
        refuse("already-open")


@decides(
    OpenTable,
    opens=True,
    rules=(
        *(
            "played-at-a-table",
            "layout-marked",
            "card-shoe",
            "drop-box",
            "cashless",
            "float-tray",
            "discard-rack",
            "low-limit-device",
        ),
        *("limits-sign", "box-closed", "results-display", "dealing-methods"),
        "inscriptions",
    ),
    approvals=("sign-*",),
    needs=(_not_open,),
    words={
        "method": attrgetter("methods"),
        "source": attrgetter("shoe.source.permitted"),
        "place": attrgetter("places"),
    },
)
def open_table(work: Work, command: OpenTable) -> None:
    """A table is opened only as its edition lets it be."""
    edition, table = work.edition, work.table
    _not_open(work)
    in_force(edition, command.at)
    house, clauses = _furnish(work, command)
    sign = command.sign
    if sign is None:
        work.forbid("limits-sign", "sign-missing.open-table")
        sign = SignState()
    if sign.confined:
        refuse("confined-apart", work.cite(*_confining(work)))
    house = replace(house, chips=_chips(work, house, sign))
    clauses += check_sign(work, house, sign, command.shown)
    clauses += _by_leave(work, sign, command.shown)
    held = table.balances.get(FLOAT, 0)
    work.emit(
        TableOpened,
        house=house,
        sign=sign,
        closed_boxes=tuple(sorted(set(command.closed_boxes))),
        most_seats=most_seats(work, house),
        float_cents=command.float_cents,
        held_cents=held,
        variance_cents=0 if table.house is None else command.float_cents - held,
        clauses=tuple(dict.fromkeys(clauses)),
    )
    game = edition.games[house.game]
    if game.notice != "none":
        work.emit(SignDisplayed, what=game.notice, clauses=game.clauses)
    raise_duty(work, "display-signs")


def _by_leave(work: Work, sign: SignState, shown: tuple[str, ...]) -> Clauses:
    """What stands on the sign by someone's leave; the sign tells it to all before play."""
    clauses: Clauses = ()
    for name, key in work.edition.sign.items():
        if key.leave is not None and sign.values.get(name, key.default) != key.default:
            clauses += (*authorise(work, key.leave), *key.leave_clauses)
            if key.notice is not None and key.notice not in shown:
                refuse(
                    "sign-missing.check-sign",
                    key.leave_clauses,
                    title=key.title,
                    notice=key.notice,
                )
    return clauses


def _confining(work: Work) -> list[str]:
    """The approvals by which optional wagers are kept for main bettors."""
    wagers = work.edition.wagers.values()
    return [one.optional.confine for one in wagers if one.optional and one.optional.confine]


def _chips(work: Work, house: House, sign: SignState) -> tuple[int, ...]:
    """The chips of the table; where only the sign's smallest is named, that and usual ones."""
    smallest = work.rules.setting(replace(house, chips=()), sign).sign.chip_cents
    if not house.chips:
        return usual(smallest)
    rule = work.edition.sign[CHIP]
    if too_odd(house.chips):
        refuse("bad-chips", rule.clauses)
    if CHIP in sign.values and smallest != min(house.chips):
        refuse(
            "chip-contradicts",
            rule.clauses,
            smallest=sum_of(smallest),
            chips=sum_of(min(house.chips)),
        )
    return chips_of_values(house.chips).values


def in_force(edition: Edition, at: dt.datetime) -> None:
    """The edition must hold on that day, by the casino's own clock."""
    identity = edition.identity
    if not identity.in_force(at.astimezone(ZoneInfo(identity.time_zone)).date()):
        refuse("not-in-force", identity.clauses, approved=identity.approved)


def _furnish(work: Work, command: OpenTable) -> tuple[House, list[str]]:
    """The house as the command describes it, where the edition lets it be so."""
    edition = work.edition
    layout = edition.layout(command.layout)
    if layout is None or not layout.base:
        alone = (name for name, one in edition.layouts.items() if one.base or layout is None)
        listed = ", ".join(alone)
        refuse("unknown-layout", work.cite("layout-marked"), layout=command.layout, listed=listed)
    if layout.tournament_only and (command.redeemable or not command.tournament):
        refuse("tournament-only", layout.clauses, layout=command.layout)
    seats = layout.seats[0] if command.seats is None else command.seats
    if seats not in layout.seats:
        listed = ", ".join(map(str, sorted(layout.seats)))
        refuse("seats-not-on-layout", layout.clauses, layout=command.layout, listed=listed)
    method = next(iter(edition.methods)) if command.method is None else command.method
    if method not in edition.methods:
        listed = ", ".join(edition.methods)
        cited = work.cite("dealing-methods")
        refuse("unknown-method.furnish", cited, method=method, listed=listed)
    if by_leave(work, method):
        taker = edition.methods[method]
        refuse("method-by-leave", taker.clauses, rank=taker.approval, title=taker.title)
    seats_rule = edition.conduct.seats
    house = House(
        edition=edition.name,
        fingerprint=work.rules.compiled.fingerprint,
        game=edition.default_game if command.game is None else command.game,
        layout=command.layout,
        seats=seats,
        decks=edition.decks.default if command.decks is None else command.decks,
        method=method,
        source=edition.shoe.source.permitted[0] if command.source is None else command.source,
        scanning=command.scanning,
        virtual=command.virtual,
        low_limit=command.low_limit,
        cashless=command.cashless,
        drop_box=command.drop_box,
        place=next(iter(edition.places), PIT) if command.place is None else command.place,
        wrd=command.wrd,
        ask_roads=command.ask_roads,
        chips=command.chips,
        play=work.play.name,
        from_right=seats_rule is not None and seats_rule.first == "dealers-right",
    )
    clauses = [*work.cite("played-at-a-table", "layout-marked"), *layout.clauses]
    clauses += work.cite("inscriptions")
    clauses += _place(work, house, command.closed_boxes)
    clauses += _equipment(work, house, command)
    clauses += work.cite("dealing-methods")
    return house, clauses


def most_seats(work: Work, house: House) -> int | None:
    """The most players who may be seated where the table stands, where the edition says."""
    place = work.edition.places.get(house.place)
    return None if place is None or place.seats is None else place.seats.most


def _place(work: Work, house: House, closed: tuple[int, ...]) -> Clauses:
    """A table stands where the edition lets it, with as many seats as it has there at most."""
    if any(not 1 <= box <= house.seats for box in closed):
        refuse("no-such-seat.place", seats=house.seats)
    if closed and work.rule("box-closed") is None:
        refuse("not-provided.place")
    places = work.edition.places
    if not places:
        return ()
    if house.place not in places:
        title, listed = work.edition.identity.title, ", ".join(places)
        cited = cited_by(places)
        refuse("private-area-only", cited, title=title, place=house.place, listed=listed)
    seats_open(work, house, house.seats - len(set(closed)))
    place = places[house.place]
    cited = (*place.clauses, *(place.seats.clauses if place.seats is not None else ()))
    return (*cited, *(work.cite("box-closed") if closed else ()))


def seats_open(work: Work, house: House, number: int) -> None:
    """No more boxes may be open than may be seated at such a table."""
    place = work.edition.places.get(house.place)
    rule = None if place is None else place.seats
    if rule is not None and number > rule.most:
        said = with_article(house.place).capitalize()
        refuse("too-many-seats", rule.clauses, place=said, most=rule.most, number=number)


def _equipment(work: Work, house: House, command: OpenTable) -> Clauses:
    """Shoe or device, rack, float tray, drop box where cash is taken, low limit gaming."""
    source = work.edition.shoe.source
    sure(check_source(source, house.source))
    decks = work.value("discard-rack", int, 0)
    if command.discard_rack < decks:
        refuse("discard-rack-missing", work.cite("discard-rack"), decks=decks)
    if not command.float_tray:
        work.forbid("float-tray", "float-tray-missing")
    if command.low_limit and work.rule("low-limit-device") is None:
        refuse("not-provided.equipment")
    if command.low_limit and house.source not in source.shuffling:
        work.forbid("low-limit-device", "device-only")
    if command.cashless and work.rule("cashless") is None:
        refuse("not-provided.cashless")
    if not command.drop_box and not command.cashless:
        work.forbid("drop-box", "drop-box-missing")
    if command.float_cents < 0 or any(chip <= 0 for chip in command.chips):
        refuse("bad-amount.equipment")
    cited = ["card-shoe", "discard-rack", "float-tray"]
    cited += ["cashless"] if command.cashless else ["drop-box"]
    cited += ["low-limit-device"] if command.low_limit else []
    cited += ["results-display"] if command.wrd else []
    return (*source.clauses, *work.cite(*cited))


def check_sign(
    work: Work, house: House, sign: SignState, shown: tuple[str, ...]
) -> tuple[str, ...]:
    """The sign must be one the edition allows, and show what the game needs."""
    clauses = [*work.cite("limits-sign")]
    setting = work.rules.setting(house, sign)
    game = work.edition.games[house.game]
    if game.notice != "none":
        if game.notice not in shown:
            refuse("sign-missing.check-sign", game.clauses, title=game.title, notice=game.notice)
        clauses += game.clauses
    check_limits(work, house, sign)
    for name in sign.offered:
        sure(not_offered(work.edition, setting, name))
        wager = work.edition.wagers[name]
        _source(wager, house)
        if name not in sign.wagers and (wager.optional is None or wager.optional.amount_clauses):
            refuse(
                "amount-not-signed",
                wager.optional.amount_clauses if wager.optional else wager.clauses,
                title=wager.title,
            )
    return (*clauses, *_areas(work, house, sign))


def _source(wager: Wager, house: House) -> None:
    """Some wagers are offered only where the cards come from such a source."""
    among = wager.sources
    if among is not None and house.source not in among.only:
        only = " or ".join(map(str, among.only))
        refuse("wager-not-offered.source", among.clauses, title=wager.title, only=only)


def _areas(work: Work, house: House, sign: SignState) -> Clauses:
    """The cloth has an area for each optional wager that is offered."""
    layout = work.edition.layout(house.layout)
    areas = None if layout is None else layout.areas
    if areas is None:
        return ()
    wanted = [name for name in sign.offered if name in areas.of]
    if len(wanted) > areas.most:
        listed = ", ".join(work.edition.wagers[name].title for name in wanted)
        refuse(
            "no-area-on-layout",
            areas.clauses,
            layout=house.layout,
            most=areas.most,
            listed=listed,
        )
    return areas.clauses if wanted else ()


def check_limits(work: Work, house: House, sign: SignState) -> None:
    """Limits that can be kept: none below nothing, no maximum below its minimum."""
    spans = [
        (sign.minimum_cents, sign.maximum_cents),
        (sign.by_player_minimum_cents, sign.by_player_maximum_cents),
    ]
    for name in (*sign.wagers, *sign.area_maximum_cents, *sign.positions):
        if name not in work.edition.wagers:
            refuse("unknown-wager.complete", value=name, nearest=near(name, work.edition.wagers))
    spans += [(span.minimum_cents, span.maximum_cents) for span in sign.wagers.values()]
    others = [sign.unit_cents, sign.differential_cents or 0, *sign.area_maximum_cents.values()]
    if min(*(least for least, _ in spans), *others) < 0:
        refuse("bad-limits.check-limits", work.cite("limits-sign"))
    if any(most is not None and most < least for least, most in spans):
        refuse("bad-limits.allow-above-maximum", work.cite("limits-sign"))
    if not work.rules.setting(house, sign).sign.chips.pays(sign.unit_cents):
        refuse("bad-limits.unit", work.cite("multiples"), unit_cents=sum_of(sign.unit_cents))
