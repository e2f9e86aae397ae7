"""Opening a table under an edition: game, layout, sign, chips, dealing method; and closing it."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.ledger import FLOAT, LAYOUT, OUTSIDE, Transfer
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import not_offered
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.state import House, SignState, Table


class OpenTable(Command, frozen=True, kw_only=True):
    """Open the table for play: what is played, on what, under which sign."""

    game: str | None = None
    layout: str
    seats: int | None = None
    decks: int | None = None
    method: str = "A"
    source: str = "card shoe"
    place: str = "pit"
    scanning: bool = False
    virtual: bool = False
    low_limit: bool = False
    cashless: bool = False
    drop_box: bool = True
    wrd: bool = False
    tokens_back: bool = True
    closed_boxes: tuple[int, ...] = ()
    chips: tuple[int, ...] = ()
    sign: SignState = SignState()
    shown: tuple[str, ...] = ()
    float_cents: int = 0


class TableOpened(Event, frozen=True, kw_only=True):
    """The table is open."""

    house: House
    sign: SignState
    closed_boxes: tuple[int, ...] = ()
    float_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """The opening count of the float."""
        return (Transfer(OUTSIDE, FLOAT, self.float_cents),)


@decides(
    OpenTable,
    opens=True,
    rules=(
        *("played-at-a-table", "layout-marked", "private-area", "salon", "private-table"),
        *("card-shoe", "drop-box", "cashless", "float-tray", "discard-rack", "low-limit-device"),
        *("payout-odds-sign", "tie-percentage-sign", "limits-sign", "optional-amounts"),
        *("dealing-methods", "box-closed"),
    ),
)
def open_table(work: Work, command: OpenTable) -> None:
    """A table is opened only as its edition lets it be (rules 2, 3.1, 6, 8.1)."""
    edition, table = work.edition, work.table
    if table.house is not None and not table.closed:
        refuse("already-open", "The table is open already.")
    if not edition.identity.in_force(command.at.date()):
        refuse("not-in-force", f"The edition holds from {edition.identity.approved}.")
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
    clauses = [*work.cite("played-at-a-table", "layout-marked"), *layout.clauses]
    clauses += _place(work, command, seats)
    clauses += _equipment(work, command)
    if command.method not in edition.methods:
        listed = ", ".join(edition.methods)
        sentence = f"There is no dealing method '{command.method}'; there are {listed}."
        refuse("unknown-method", sentence, work.cite("dealing-methods"))
    clauses += work.cite("dealing-methods")
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
        place=command.place,
        wrd=command.wrd,
        tokens_back=command.tokens_back,
        chips=command.chips,
    )
    clauses += check_sign(work, house, command.sign, command.shown)
    work.emit(
        TableOpened,
        house=house,
        sign=command.sign,
        closed_boxes=tuple(sorted(command.closed_boxes)),
        float_cents=command.float_cents,
        clauses=tuple(dict.fromkeys(clauses)),
    )


def _place(work: Work, command: OpenTable, seats: int) -> tuple[str, ...]:
    """Where the table stands: some games are played in private gaming areas only."""
    area = work.rule("private-area")
    if area is None:
        return ()
    kinds = {"salon": "salon", "private table": "private-table"}
    if command.place not in kinds:
        refuse(
            "private-area-only",
            f"{work.edition.identity.title} is played in a Private Gaming Area only: "
            "in a salon or at a private table.",
            area.clauses,
        )
    rule = kinds[command.place]
    most = work.value(rule, int, seats)
    in_use = seats - len(set(command.closed_boxes))
    if in_use > most:
        refuse(
            "too-many-seats",
            f"A {command.place} seats up to {most}; {in_use} boxes are open.",
            work.cite(rule),
        )
    return (
        *area.clauses,
        *work.cite(rule),
        *(work.cite("box-closed") if command.closed_boxes else ()),
    )


def _equipment(work: Work, command: OpenTable) -> tuple[str, ...]:
    """Shoe or device, drop box where cash is taken, and what low limit gaming asks."""
    source = work.edition.shoe.source
    if command.source not in source.permitted:
        listed = " or a ".join(source.permitted)
        refuse("source-not-permitted", f"Cards are dealt from a {listed}.", source.clauses)
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
    if sign.maximum_cents is not None and sign.maximum_cents < sign.minimum_cents:
        refuse("bad-limits", "The maximum is below the minimum.", work.cite("limits-sign"))
    for name in sign.offered:
        sure(not_offered(work.edition, setting, name))
        wager = work.edition.wagers[name]
        if name not in sign.wagers:
            refuse(
                "amount-not-signed",
                f"The amount of {wager.title} must stand on the sign.",
                wager.clauses,
            )
    return tuple(clauses)


@applies(TableOpened)
def opened(table: Table, event: TableOpened) -> Table:
    """Open for play, with a fresh layout."""
    balances: Mapping[str, int] = {FLOAT: 0, OUTSIDE: 0, LAYOUT: 0, **table.balances}
    return replace(
        table,
        house=event.house,
        sign=event.sign,
        closed=False,
        closed_boxes=event.closed_boxes,
        balances=balances,
    )
