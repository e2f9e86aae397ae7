"""The table's sign: what it fixes, read and checked against the edition."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.chips import Chips, chips_of_values
from pitboss.editions.edition import Edition
from pitboss.editions.values import SignKey
from pitboss.money import dollars, parse_amount
from pitboss.refusal import Refusal
from pitboss.words import near

_PERCENT = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,4})?")


@dataclass
class Sign:
    """Amounts in cents, percentages as shares of one, and choices, by key.

    `raised` keeps what was given where the edition's own minimum took its place; `table` has
    the chips of a table that has its own.
    """

    amounts: dict[str, int] = field(default_factory=dict)
    shares: dict[str, Fraction] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    raised: dict[str, int] = field(default_factory=dict)
    table: Chips | None = None

    def put(self, key: str, value: int | Fraction | str) -> None:
        """Keep a value under its kind."""
        if isinstance(value, Fraction):
            self.shares[key] = value
        elif isinstance(value, int):
            self.amounts[key] = value
        else:
            self.choices[key] = value

    def has(self, key: str) -> bool:
        """Whether the sign fixes this."""
        return key in self.amounts or key in self.shares or key in self.choices

    @property
    def chip_cents(self) -> int:
        """The smallest chip at the table."""
        return self.chips.smallest

    @property
    def chips(self) -> Chips:
        """The chips in which wagers are paid: the table's own, or the one the sign names."""
        return self.table or chips_of_values((self.amounts["chip"],))


def read_sign(edition: Edition, game: str, given: Mapping[str, str]) -> Sign | Refusal:
    """The sign of a table of this game: what was given, then the edition's defaults."""
    sign = Sign()
    # A key that sets several is read first, so that a particular one prevails in any order.
    for key, text in sorted(given.items(), key=lambda item: not _sets(edition, item[0])):
        rule = edition.sign.get(key)
        if rule is None:
            return Refusal.of(
                "unknown-sign",
                key=key,
                rulebook=edition.identity.rulebook,
                sign=", ".join(edition.sign),
                nearest=near(key, edition.sign),
            )
        if rule.games and game not in rule.games:
            return Refusal.of(
                "sign-not-in-this-game",
                rule.clauses,
                key=key,
                game=game,
                games=", ".join(rule.games),
            )
        value = _read(key, rule, str(text))
        if isinstance(value, Refusal):
            return value
        for name in rule.sets or (key,):
            sign.put(name, value)
    for key, rule in edition.sign.items():
        if rule.sets or sign.has(key) or (rule.games and game not in rule.games):
            continue
        if rule.default is not None:
            sign.put(key, default_of(key, rule))
        elif rule.required:
            keys = " or ".join(k for k, r in edition.sign.items() if key in (k, *r.sets))
            return Refusal.of(
                "sign-missing.read-sign", rule.clauses, game=game, title=rule.title, keys=keys
            )
    for key, rule in edition.sign.items():
        if rule.at_least_key:
            least = sign.amounts[rule.at_least_key]
            if sign.amounts.get(key, least) < least:
                sign.raised[key] = sign.amounts[key]
            sign.amounts[key] = max(sign.amounts.get(key, 0), least)
    return sign


def _sets(edition: Edition, key: str) -> bool:
    return key in edition.sign and bool(edition.sign[key].sets)


def default_of(key: str, rule: SignKey) -> int | Fraction | str:
    """The value a sign has under this key when nothing is said; a bad one is a bad edition."""
    value = _read(key, rule, rule.default or "")
    if isinstance(value, Refusal):
        raise ValueError(f"the default of '{key}' cannot be: {value.sentence}")  # noqa: TRY004
    return value


def _read(key: str, rule: SignKey, text: str) -> int | Fraction | str | Refusal:
    value: int | Fraction | str | Refusal
    if rule.kind == "choice":
        value = text
    elif rule.kind == "percent":
        number = text.strip().removesuffix("%")
        if not _PERCENT.fullmatch(number):
            return Refusal.of("malformed-percentage", text=text, key=key)
        value = Fraction(number) / 100
    else:
        value = parse_amount(text)
        if isinstance(value, Refusal):
            return Refusal.of("malformed-amount.on-sign", key=key, text=text)
    allowed = [_plain(rule, choice) for choice in rule.choices]
    low = _plain(rule, rule.least) if rule.least else None
    high = _plain(rule, rule.most) if rule.most else None
    if (
        (allowed and value not in allowed)
        or (low is not None and value < low)  # type: ignore[operator]
        or (high is not None and value > high)  # type: ignore[operator]
    ):
        span = ", ".join(rule.choices) or f"{rule.least} to {rule.most}"
        key = "sign-out-of-range.choice" if allowed else "sign-out-of-range.span"
        return Refusal.of(key, rule.clauses, title=rule.title, span=span, text=text)
    return value


def _plain(rule: SignKey, text: str) -> int | Fraction | str:
    if rule.kind == "percent":
        return Fraction(text) / 100
    return cents_of(text) if rule.kind == "amount" else text


def cents_of(amount: str | int) -> int:
    """An amount that an edition prints, in cents; a bad one is a bad edition."""
    cents = parse_amount(str(amount))
    if isinstance(cents, Refusal):
        raise ValueError(cents.sentence)  # noqa: TRY004 - a bad edition, not a bad type
    return cents


def show(sign: Sign, key: str) -> str:
    """A signed value for people."""
    if key in sign.amounts:
        return dollars(sign.amounts[key])
    if key in sign.shares:
        return f"{float(sign.shares[key] * 100):g}%"
    return sign.choices.get(key, "")
