"""One stake settled: is the wager offered, which row decides it, what is due."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NoReturn

from pitboss.cards import Card, name, too_many_copies
from pitboss.decision.compiled import Compiled
from pitboss.editions.edition import Edition
from pitboss.editions.tables import SUM
from pitboss.editions.wagers import Among, Clauses, Row, Wager
from pitboss.money import Due, Excess, JackpotShare, dollars, due, parse_pay, sum_of
from pitboss.refusal import refusable, refuse, sure
from pitboss.settle.model import Bet, Line, Settlement
from pitboss.settle.setting import Setting
from pitboss.settle.sign import Sign, cents_of
from pitboss.words import near


def check_bet(edition: Edition, setting: Setting, bet: Bet, bets: Sequence[Bet]) -> Wager:
    """The wager of a bet, sure to be offered in this setting and at this stake."""
    sure(not_offered(edition, setting, bet.wager))
    wager = edition.wagers[bet.wager]
    stake = sum_of(bet.stake_cents)
    stakes = [cents_of(text) for text in wager.stakes.only] if wager.stakes else []
    if wager.stakes and bet.stake_cents not in stakes:
        _confined(wager, f"for {stake}", wager.stakes, f"for {_listed(map(sum_of, stakes))}")
    if wager.cap:
        main = [other.stake_cents for other in bets if other.wager in wager.cap.by]
        if main and bet.stake_cents > max(main):
            own = sum_of(max(main))
            refuse("above-main-wager", wager.cap.clauses, title=wager.title, stake=stake, own=own)
    return wager


@refusable
def not_offered(edition: Edition, setting: Setting, name: str) -> None:
    """Refuse a wager that does not exist in this game, with these decks, layout or sign."""
    wager = edition.wagers.get(name)
    if wager is None:
        listed = ", ".join(edition.wagers)
        refuse(
            "unknown-wager.not-offered",
            rulebook=edition.identity.rulebook,
            name=name,
            listed=listed,
            nearest=near(name, edition.wagers),
        )
    game, decks, layout = setting.game, setting.decks, setting.layout
    if wager.games and game not in wager.games.only:
        _confined(wager, f"in the game {game}", wager.games, f"in {_listed(wager.games.only)}")
    if wager.decks and decks not in wager.decks.only:
        _confined(wager, f"with {decks} decks", wager.decks, f"with {_listed(wager.decks.only)}")
    if layout is not None and wager.layouts and not on_layout(wager.layouts, layout):
        _confined(wager, f"on layout {layout}", wager.layouts, f"on {_listed(wager.layouts.only)}")
    if wager.signed and setting.sign.choices.get(wager.signed.key) != wager.signed.value:
        key, value, clauses = wager.signed.key, wager.signed.value, wager.signed.clauses
        refuse("wager-not-signed", clauses, title=wager.title, key=key, value=value)


def on_layout(among: Among, layout: str) -> bool:
    """Whether a layout, or one that it is the sum of, is among those named."""
    return not set(layout.split(SUM)).isdisjoint(map(str, among.only))


def check_copies(edition: Edition, cards: Sequence[Card], decks: int) -> None:
    """No card may appear more often than the decks hold it."""
    card = too_many_copies(cards, decks)
    if card is not None:
        refuse("too-many-copies.check-copies", edition.decks.clauses, card=name(card), decks=decks)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def _confined(wager: Wager, what: str, among: Among, only: str) -> NoReturn:
    refuse("wager-not-offered.confined", among.clauses, title=wager.title, what=what, only=only)


def settle_stake(
    compiled: Compiled,
    setting: Setting,
    bet: Bet,
    member: Any,
    facts: str | None = None,
    *,
    owed: bool = False,
    **extra: Any,
) -> Line:
    """Settle one stake on the member of its space that came true.

    `facts` says in words what came true where more is known than the space holds; with `owed`
    commission is not deducted but owed.
    """
    wager = compiled.edition.wagers[bet.wager]
    table = compiled.table(bet.wager, setting.game)
    row = table.row(member)
    facts = facts or table.space.describe(member)
    if row is None:
        clauses = wager.offer.clauses if wager.offer else wager.clauses
        refuse("wager-not-offered-now", clauses, title=wager.title, facts=facts)
    return line_of(compiled.edition, setting.sign, bet, row, facts, owed=owed, **extra)


def line_of(
    edition: Edition,
    sign: Sign,
    bet: Bet,
    row: Row,
    facts: str,
    *,
    owed: bool = False,
    **extra: Any,
) -> Line:
    """The line of a stake decided by `row`: payment, return, clauses, reason."""
    wager = edition.wagers[bet.wager]
    clauses = row.clauses
    payment: Due | None = None
    known = not row.label or row.label.casefold() in facts.casefold()
    why = facts if known else f"{facts}: {row.label}"
    if row.pays is not None and row.outcome in ("win", "stand-off"):
        excess = excess_of(row, sign)
        pay = parse_pay(pay_text(row, sign, bet.stake_cents))
        if isinstance(row.pays, dict):
            chosen = sign.choices.get(row.pays["by"], "")
            clauses = join(clauses, row.bound_clauses.get(chosen, ()))
        payment = due(
            bet.stake_cents,
            pay,
            chips=sign.chips,
            signed=sign.shares,
            jackpot_cents=sign.amounts.get("jackpot", 0),
            excess=excess,
            owed=owed,
        )
        why += f"; {payment.arithmetic}"
        if row.excess and excess and bet.stake_cents > excess.over_cents:
            clauses = join(clauses, row.excess.clauses)
        if payment.paid_cents != payment.winnings - (0 if owed else payment.commission):
            clauses = join(clauses, edition.sign["chip"].clauses)
            if edition.sign["chip"].reading:
                why += f" (reading {edition.sign['chip'].reading})"
        if isinstance(pay, JackpotShare) and "jackpot" in sign.raised:
            shown = dollars(sign.raised["jackpot"])
            why += f"; a jackpot of {shown} is below the minimum and is reset to it"
            clauses = join(clauses, edition.sign["jackpot"].clauses)
    returned = bet.stake_cents if row.outcome in ("win", "stand-off", "void") else 0
    if wager.stake_kept and row.outcome == "win":
        returned = 0
        clauses = join(clauses, wager.stake_kept.clauses)
    return Line(
        wager=bet.wager,
        stake_cents=bet.stake_cents,
        outcome=row.outcome,
        row=row.label or row.outcome,
        paid_cents=payment.paid_cents if payment else 0,
        returned_cents=returned,
        clauses=clauses,
        why=why,
        commission_millionths=payment.commission_millionths
        if payment and payment.commission
        else None,
        **extra,
    )


def settlement(
    edition: Edition, setting: Setting, result: dict[str, Any], lines: Sequence[Line]
) -> Settlement:
    """A settlement under this edition in this setting."""
    return Settlement(
        rulebook=edition.identity.rulebook,
        game=setting.game,
        edition=edition.identity.edition,
        decks=setting.decks,
        layout=setting.layout,
        result=result,
        wagers=tuple(lines),
    )


def join(first: Clauses, second: Clauses) -> Clauses:
    """Both lists of clauses, each clause once."""
    return tuple(dict.fromkeys((*first, *second)))


def pay_text(row: Row, sign: Sign, stake_cents: int) -> str:
    """The row's pay as the edition prints it, for this sign and stake."""
    if isinstance(row.pays, str):
        return row.pays
    if row.pays is None:
        return ""
    key = row.pays["by"]
    if key == "stake":
        for amount, pay in row.pays.items():
            if amount != "by" and cents_of(amount) == stake_cents:
                return pay
        raise ValueError(f"no pay for a stake of {dollars(stake_cents)}")
    return row.pays[sign.choices[key]]


def excess_of(row: Row, sign: Sign) -> Excess | None:
    """What a row takes of an arranged excess, where the sign has one."""
    if row.excess is None or row.excess.over not in sign.amounts:
        return None
    rate = Fraction(row.excess.commission.removesuffix("%")) / 100
    return Excess(sign.amounts[row.excess.over], rate)
