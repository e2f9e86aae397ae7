"""Opening a table under an edition: game, layout, sign, equipment, chips, dealing method."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from zoneinfo import ZoneInfo

from pitboss.editions.edition import Edition
from pitboss.editions.wager import Clauses
from pitboss.ledger import FLOAT, LAYOUT, OUTSIDE, Transfer
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import not_offered
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.state import House, SignState, Table

CONSENT = "consent:"
# What was agreed or notified before counts no more when a table is opened anew.
LAPSE = (CONSENT, "told:")


class OpenTable(Command, frozen=True, kw_only=True):
    """Open the table for play: what is played, on what, under which sign.

    `shown` names the other signs on the table; `discard_rack` says how many decks it holds.
    Without a `place` the table stands where the edition's tables usually stand.
    """

    game: str | None = None
    layout: str
    seats: int | None = None
    decks: int | None = None
    method: str = "A"
    source: str = "card shoe"
    place: str | None = None
    scanning: bool = False
    virtual: bool = False
    low_limit: bool = False
    cashless: bool = False
    discard_rack: int = 8
    float_tray: bool = True
    drop_box: bool = True
    wrd: bool = False
    closed_boxes: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    sign: SignState | None = None
    shown: tuple[str, ...] = ()
    float_cents: int = 0


class TableOpened(Event, frozen=True, kw_only=True):
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


class SignDisplayed(Event, frozen=True, kw_only=True):
    """A sign stands on the table: what it is about, for whom, which limits it shows."""

    what: str
    person: str | None = None
    where: str | None = None
    minimum_cents: int | None = None
    maximum_cents: int | None = None
    old_minimum_cents: int | None = None


def to_count(held: int, counted: int) -> tuple[Transfer, ...]:
    """What brings the float from the books to the count."""
    if counted >= held:
        return (Transfer(OUTSIDE, FLOAT, counted - held),)
    return (Transfer(FLOAT, OUTSIDE, held - counted),)


@decides(
    OpenTable,
    opens=True,
    rules=(
        *("played-at-a-table", "layout-marked", "private-area", "salon", "private-table"),
        *("card-shoe", "drop-box", "cashless", "float-tray", "discard-rack", "low-limit-device"),
        *("limits-sign", "box-closed", "results-display", "dealing-methods"),
    ),
)
def open_table(work: Work, command: OpenTable) -> None:
    """A table is opened only as its edition lets it be (rules 2, 3.1, 6.1, 6.9, 8.1)."""
    edition, table = work.edition, work.table
    if table.house is not None and not table.closed:
        refuse("already-open", "The table is open already.")
    in_force(edition, command.at)
    house, clauses = _furnish(work, command)
    sign = command.sign
    if sign is None:
        work.forbid("limits-sign", "sign-missing", "The limits stand on a sign at the table.")
        sign = SignState()
    if sign.confined:
        sentence = "An optional wager is confined by its own command, after notice."
        refuse("confined-apart", sentence, work.cite(*_confining(work)))
    clauses += check_sign(work, house, sign, command.shown)
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


def _confining(work: Work) -> list[str]:
    """The approvals by which optional wagers are kept for main bettors."""
    wagers = work.edition.wagers.values()
    return [wager.optional.confine for wager in wagers if wager.optional is not None]


def in_force(edition: Edition, at: dt.datetime) -> None:
    """The edition must hold on that day, by the casino's own clock."""
    identity = edition.identity
    if not identity.in_force(at.astimezone(ZoneInfo(identity.time_zone)).date()):
        sentence = f"The edition holds from {identity.approved}."
        refuse("not-in-force", sentence, identity.clauses)


def _furnish(work: Work, command: OpenTable) -> tuple[House, list[str]]:
    """The house as the command describes it, where the edition lets it be so."""
    edition = work.edition
    if command.layout not in edition.layouts:
        listed = ", ".join(edition.layouts)
        sentence = f"There is no layout '{command.layout}'; there are {listed}."
        refuse("unknown-layout", sentence, work.cite("layout-marked"))
    layout = edition.layouts[command.layout]
    seats = layout.seats[0] if command.seats is None else command.seats
    if seats not in layout.seats:
        listed = ", ".join(map(str, sorted(layout.seats)))
        refuse(
            "seats-not-on-layout", f"Layout {command.layout} has {listed} seats.", layout.clauses
        )
    if command.method not in edition.methods:
        listed = ", ".join(edition.methods)
        sentence = f"There is no dealing method '{command.method}'; there are {listed}."
        refuse("unknown-method", sentence, work.cite("dealing-methods"))
    places = work.value("private-area", tuple, ())
    house = House(
        edition=edition.name,
        fingerprint=work.rules.compiled.fingerprint,
        game=edition.default_game if command.game is None else command.game,
        layout=command.layout,
        seats=seats,
        decks=edition.decks.default if command.decks is None else command.decks,
        method=command.method,
        source=command.source,
        scanning=command.scanning,
        virtual=command.virtual,
        low_limit=command.low_limit,
        cashless=command.cashless,
        drop_box=command.drop_box,
        place=command.place if command.place is not None else next(iter(places), "pit"),
        wrd=command.wrd,
        chips=command.chips,
    )
    clauses = [*work.cite("played-at-a-table", "layout-marked"), *layout.clauses]
    clauses += _place(work, house, command.closed_boxes)
    clauses += _equipment(work, command)
    clauses += work.cite("dealing-methods")
    return house, clauses


def most_seats(work: Work, house: House) -> int | None:
    """The most players who may be seated where the table stands, where the edition says."""
    if house.place not in work.value("private-area", tuple, ()):
        return None
    rule = work.rule(house.place.replace(" ", "-"))
    return rule.value if rule is not None and isinstance(rule.value, int) else None


def _place(work: Work, house: House, closed: tuple[int, ...]) -> Clauses:
    """Some games are played in private gaming areas only, at so many seats (X41)."""
    if any(not 1 <= box <= house.seats for box in closed):
        refuse("no-such-seat", f"The boxes here are 1 to {house.seats}.")
    if closed and work.rule("box-closed") is None:
        refuse("not-provided", "This rulebook has no boxes out of play.")
    area = work.rule("private-area")
    if area is None:
        return ()
    if house.place not in work.value("private-area", tuple, ()):
        refuse(
            "private-area-only",
            f"{work.edition.identity.title} is played in a Private Gaming Area only: "
            "in a salon or at a private table.",
            area.clauses,
        )
    rule = house.place.replace(" ", "-")
    seats_open(work, house, house.seats - len(set(closed)))
    return (*area.clauses, *work.cite(rule), *(work.cite("box-closed") if closed else ()))


def seats_open(work: Work, house: House, number: int) -> None:
    """No more boxes may be open than may be seated at such a table (2.1 in Premium)."""
    most = most_seats(work, house)
    if most is not None and number > most:
        refuse(
            "too-many-seats",
            f"A {house.place} seats up to {most}; {number} boxes would be open. "
            "The others carry a marker that they are closed.",
            work.cite(house.place.replace(" ", "-")),
        )


def _equipment(work: Work, command: OpenTable) -> Clauses:
    """Shoe or device, rack, float tray, drop box where cash is taken, low limit gaming (2.3)."""
    source = work.edition.shoe.source
    if command.source not in source.permitted:
        listed = " or a ".join(source.permitted)
        refuse("source-not-permitted", f"Cards are dealt from a {listed}.", source.clauses)
    decks = work.value("discard-rack", int, 0)
    if command.discard_rack < decks:
        sentence = f"The discard rack must hold {decks} decks."
        refuse("discard-rack-missing", sentence, work.cite("discard-rack"))
    if not command.float_tray:
        work.forbid("float-tray", "float-tray-missing", "The table has a float tray.")
    if command.low_limit and work.rule("low-limit-device") is None:
        refuse("not-provided", "This rulebook has no low limit gaming.")
    if command.low_limit and command.source != "shuffling device":
        work.forbid(
            "low-limit-device",
            "device-only",
            "Where low limit gaming is offered all cards come from a shuffling device.",
        )
    if command.cashless and work.rule("cashless") is None:
        refuse("not-provided", "This rulebook has no cashless tables.")
    if not command.drop_box and not command.cashless:
        work.forbid("drop-box", "drop-box-missing", "Where cash is taken the table has a drop box.")
    if command.float_cents < 0 or any(chip <= 0 for chip in command.chips):
        refuse("bad-amount", "The float and its chips must be amounts above nothing.")
    cited = ["card-shoe", "discard-rack", "float-tray"]
    cited += ["cashless"] if command.cashless else ["drop-box"]
    cited += ["low-limit-device"] if command.low_limit else []
    cited += ["results-display"] if command.wrd else []
    return (*source.clauses, *work.cite(*cited))


def check_sign(
    work: Work, house: House, sign: SignState, shown: tuple[str, ...]
) -> tuple[str, ...]:
    """The sign must be one the edition allows, and show what the game needs (2.5, 6.1, 10)."""
    if house.game not in work.edition.games:
        listed = ", ".join(work.edition.games)
        refuse("unknown-game", f"There is no game '{house.game}'; there are {listed}.")
    clauses = [*work.cite("limits-sign")]
    setting = work.rules.setting(house, sign)
    game = work.edition.games[house.game]
    if game.notice != "none":
        if game.notice not in shown:
            refuse(
                "sign-missing",
                f"{game.title} is played under a sign that shows the {game.notice}.",
                game.clauses,
            )
        clauses += game.clauses
    check_limits(work, sign)
    for name in sign.offered:
        sure(not_offered(work.edition, setting, name))
        wager = work.edition.wagers[name]
        if name not in sign.wagers:
            refuse(
                "amount-not-signed",
                f"The amount of {wager.title} must stand on the sign.",
                wager.optional.amount_clauses if wager.optional else wager.clauses,
            )
    return tuple(clauses)


def check_limits(work: Work, sign: SignState) -> None:
    """Limits that can be kept: nothing below nothing, no maximum below its minimum (6.1)."""
    spans = [(sign.minimum_cents, sign.maximum_cents)]
    for name, span in sign.wagers.items():
        if name not in work.edition.wagers:
            refuse("unknown-wager", f"There is no wager '{name}'.")
        spans.append((span.minimum_cents, span.maximum_cents))
    others = [sign.unit_cents, sign.differential_cents or 0, *sign.area_maximum_cents.values()]
    if min(*(least for least, _ in spans), *others) < 0:
        refuse("bad-limits", "A limit is an amount above nothing.", work.cite("limits-sign"))
    if any(most is not None and most < least for least, most in spans):
        refuse("bad-limits", "The maximum is below the minimum.", work.cite("limits-sign"))


@applies(TableOpened)
def opened(table: Table, event: TableOpened) -> Table:
    """Open for play, with a fresh layout and no signs of what will change."""
    balances: Mapping[str, int] = {FLOAT: 0, OUTSIDE: 0, LAYOUT: 0, **table.balances}
    return replace(
        table,
        house=event.house,
        sign=event.sign,
        next_sign=None,
        closed=False,
        coups_before=table.coups,
        closed_boxes=event.closed_boxes,
        players_limit=None,
        one_per_box=False,
        notices={},
        marks={key: mark for key, mark in table.marks.items() if not key.startswith(LAPSE)},
        balances=balances,
    )


@applies(SignDisplayed)
def sign_displayed(table: Table, event: SignDisplayed) -> Table:
    """Recorded; what it says is in force by the event that set it."""
    return table
