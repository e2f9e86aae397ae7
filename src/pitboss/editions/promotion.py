"""What an edition says of prizes by draw or chance: their terms, payment, notices and disputes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.editions.wagers import Cited, Clauses


class Operator(Cited, frozen=True, kw_only=True):
    """Who decides for the operator."""

    rank: str


class Details(Cited, frozen=True, kw_only=True):
    """What terms must say besides of a prize of some kind."""

    needs: Mapping[str, Cited]


class Banned(Cited, frozen=True, kw_only=True):
    """What no prize may be, or no prize of more than so many `litres`; `items` are prescribed."""

    litres: int | None = None
    items: tuple[str, ...] = ()


class Scrutineer(Cited, frozen=True, kw_only=True):
    """Who oversees a draw with a prize of more than so many dollars; `required` or not."""

    over: int
    required: bool


class Alternative(Cited, frozen=True, kw_only=True):
    """Money instead of another prize; of these kinds `never`."""

    never: tuple[str, ...]


class Payment(Cited, frozen=True, kw_only=True):
    """How a prize of money is paid; the rule may be about prizes `over` so many dollars only."""

    methods: tuple[str, ...]
    over: int = 0


class Access(Cited, frozen=True, kw_only=True):
    """Where people find the terms."""

    channels: tuple[str, ...]


class Winner(Cited, frozen=True, kw_only=True):
    """Until when, and how, a winner is told who need not be present."""

    days: int
    channels: Mapping[str, Cited]


class Denied(Cited, frozen=True, kw_only=True):
    """What a refused person is told; of claims `over` so many dollars the details are kept."""

    over: int
    register_clauses: Clauses


class Integrity(Cited, frozen=True, kw_only=True):
    """What follows when a draw is compromised: who is told, within so many hours or at once."""

    to: str
    hours: int


class Lodgement(Cited, frozen=True, kw_only=True):
    """To whom the terms go, so many hours before the start; and again when they change."""

    to: str
    hours: int
    amended_clauses: Clauses


class Promotions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that an edition says of promotions."""

    operator: Operator
    terms: Cited
    items: Mapping[str, Cited]
    details: Mapping[str, Details]
    ban: Cited
    banned: Mapping[str, Banned]
    scrutineer: Scrutineer
    alternative: Alternative
    payment: Payment
    access: Access
    winner: Winner
    denied: Denied
    disputes: Cited
    integrity: Integrity
    lodgement: Lodgement | None = None
