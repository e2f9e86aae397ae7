"""Questions that a case may ask an edition, each answered in the rulebooks' words.

An `[[ask]]` of a case file names one of these under `about`; what else it holds are the
arguments. Each answer is a word or figure that a domain person can check against the text.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from typing import Any
from zoneinfo import ZoneInfo

from pitboss.book import every_game
from pitboss.cards import CARDS_IN_DECK, parse
from pitboss.editions.edition import Edition
from pitboss.editions.limits import effective
from pitboss.editions.values import Burn
from pitboss.editions.wagers import Among
from pitboss.money import dollars
from pitboss.refusal import Refusal, sure
from pitboss.settle.setting import check_decks
from pitboss.settle.sign import read_sign, show
from pitboss.shoe import cards_burned, check_cut, check_cutting_card, coups_left


def in_force(edition: Edition, day: dt.date) -> str:
    """Whether a table may be opened under the edition on a day: `yes` or `no`."""
    return _yes(edition.identity.in_force(day))


def clock(edition: Edition, local: dt.datetime) -> str:
    """What UTC shows when the casino's clocks show `local`."""
    there = local.replace(tzinfo=ZoneInfo(edition.identity.time_zone))
    return there.astimezone(dt.UTC).strftime("%Y-%m-%d %H:%M")


def decks(edition: Edition, decks: int) -> str:
    """Whether the game may be played with so many decks: `permitted` or `refused`."""
    return _permitted(check_decks(edition, decks))


def usual_decks(edition: Edition) -> str:
    """The decks used when nobody says otherwise."""
    return str(edition.decks.default)


def game_notice(edition: Edition, game: str) -> str:
    """What a notice at the table must show for the game."""
    return edition.games[game].notice


def source(edition: Edition, source: str) -> str:
    """Whether cards may be dealt from this: `permitted` or `refused`."""
    return "permitted" if source in edition.shoe.source.permitted else "refused"


def cut(edition: Edition, depth: int, decks: int) -> str:
    """Whether a cut so deep is allowed: `permitted` or `refused`."""
    return _permitted(check_cut(edition.shoe.cut, depth, decks * CARDS_IN_DECK))


def cut_about(edition: Edition) -> str:
    """Whether the cut's distance is exact or approximate."""
    return "about" if edition.shoe.cut.about else "exact"


def cutting_card(edition: Edition, way: str, behind: int, decks: int) -> str:
    """Whether the cutting card may leave so many cards behind it, placed this way."""
    rule = next(rule for rule in edition.shoe.cutting_card if rule.name == way)
    return _permitted(check_cutting_card(rule, behind, decks * CARDS_IN_DECK))


def burn(edition: Edition, way: str, first: str) -> str:
    """How many cards are burned this way when `first` is the first card."""
    return str(cards_burned(_burn(edition, way), sure(parse(first))[0]))


def burn_shown(edition: Edition, way: str) -> str:
    """Whether the burned card's face is shown: `never`, `on-request` or `always`."""
    return _burn(edition, way).shown


def burn_asked(edition: Edition, way: str) -> str:
    """Whether this way needs a player to ask: `yes` or `no`."""
    return _yes(_burn(edition, way).asked_by_player)


def burn_by(edition: Edition, way: str) -> str:
    """The lowest rank that may approve this way; `nobody's approval` where none is needed."""
    return _lowest(edition, _burn(edition, way).approval)


def cutting_card_seen(edition: Edition, first: bool) -> str:
    """Coups still dealt after the cutting card shows, first in a coup or later."""
    return str(coups_left(edition.shoe.end, first=first))


def dummies(edition: Edition) -> str:
    """Coups without wagers allowed after the last coup: `none`, `one` or `any`."""
    return edition.shoe.end.dummies


def dummies_by(edition: Edition) -> str:
    """The lowest rank that may direct them."""
    return _lowest(edition, edition.shoe.end.dummies_by)


def betting(edition: Edition, after: str) -> str:
    """Whether betting is `open` or `closed` after an event."""
    return "open" if edition.close.open_after(after) else "closed"


def limit(
    edition: Edition,
    which: str,
    stakes: list[int],
    limit: int,
    unit: int = 1,
    warned: bool = False,
) -> str:
    """The stakes (dollars) that are paid or collected when a limit is exceeded."""
    rule = getattr(edition.limits, which)
    cents = [stake * 100 for stake in stakes]
    kept = effective(rule, cents, limit * 100, unit * 100, warned=warned)
    return " ".join(dollars(stake).removesuffix(".00") for stake in kept)


def limit_choice(edition: Edition, which: str) -> str:
    """Whether staff choose (`choice`) or the rule itself acts (`always`)."""
    return "choice" if getattr(edition.limits, which).by_choice else "always"


def notice(
    edition: Edition,
    which: str,
    change: str,
    shown: str = "",
    consent: bool = False,
    empty: bool = False,
) -> str:
    """Whether a change may be made at a time of day: `allowed` or `refused`."""
    since = dt.datetime.fromisoformat(f"2026-01-01T{shown}") if shown else None
    at = dt.datetime.fromisoformat(f"2026-01-01T{change}")
    allowed = edition.notices[which].allows(since, at, consent=consent, empty=empty)
    return "allowed" if allowed else "refused"


def notice_by(edition: Edition, which: str) -> str:
    """The lowest rank that may make the change."""
    return _lowest(edition, edition.notices[which].rank)


def ladder(edition: Edition) -> str:
    """The ranks, lowest first."""
    return " < ".join(edition.ranks.ladder)


def rank(edition: Edition, needed: str) -> str:
    """The lowest rank of the ladder that suffices where this one is asked for."""
    return _lowest(edition, needed)


def approval(edition: Edition, act: str) -> str:
    """The lowest rank that may approve the act."""
    return _lowest(edition, edition.approvals[act].rank)


def method(edition: Edition, method: str, what: str) -> str:
    """Who has the `shoe`, `player_hand` or `banker_hand` under a dealing method."""
    return str(getattr(edition.methods[method], what))


def method_by(edition: Edition, method: str) -> str:
    """The lowest rank that may approve the method."""
    return _lowest(edition, edition.methods[method].approval)


def control_ends(edition: Edition, method: str) -> str:
    """The events that end a player's control of the cards."""
    return _list(sorted(edition.methods[method].control_ends))


def seats(edition: Edition, layout: str) -> str:
    """The numbers of seats the layout may have."""
    return _list(sorted(edition.layouts[layout].seats))


def layout_is(edition: Edition, layout: str) -> str:
    """The layout's surface, labels, and whether it is for tournaments only."""
    rule = edition.layouts[layout]
    words = [rule.surface, "+".join(rule.labels)]
    return " ".join([*words, "tournament"] if rule.tournament_only else words)


def layouts_with(edition: Edition, wager: str) -> str:
    """The layouts that carry a wager."""
    return _list(_confined(edition.wagers[wager].layouts, edition.layouts))


def games_with(edition: Edition, wager: str) -> str:
    """The games in which a wager is offered."""
    return _list(_confined(edition.wagers[wager].games, edition.games))


def decks_with(edition: Edition, wager: str) -> str:
    """The numbers of decks with which a wager is offered."""
    return _list(_confined(edition.wagers[wager].decks, edition.decks.permitted))


def stakes_with(edition: Edition, wager: str) -> str:
    """The only stakes a wager takes, or `any`."""
    return _list(_confined(edition.wagers[wager].stakes, ["any"]))


def pool_by(edition: Edition, wager: str, act: str) -> str:
    """The lowest rank that `opens` a link of a wager's pool, or `decides` what no rule does."""
    pool = edition.wagers[wager].pool
    return _lowest(edition, getattr(pool, act).rank)


def dated(edition: Edition, rule: str, day: dt.date) -> str:
    """Whether a dated rule `holds` or is `not yet` in force on a day."""
    return "holds" if edition.dated[rule].holds(day) else "not yet"


def idle(edition: Edition, coups: int) -> str:
    """Whether a player who abstained so long `may lose` the seat or `keeps` it."""
    if edition.idle is None:
        return "keeps"
    return "may lose" if coups >= edition.idle.coups else "keeps"


def sign(edition: Edition, key: str, game: str, value: str = "") -> str:
    """How the sign reads a value under a key, or `refused` or `missing`."""
    answer = read_sign(edition, game, {key: value} if value else {})
    if isinstance(answer, Refusal):
        return "missing" if answer.code == "sign-missing" else "refused"
    return show(answer, key)


def _burn(edition: Edition, way: str) -> Burn:
    return next(rule for rule in edition.shoe.burn if rule.name == way)


def _lowest(edition: Edition, needed: str | None) -> str:
    if needed is None:
        return "nobody's approval"
    return next(rank for rank in edition.ranks.ladder if edition.ranks.meets(rank, needed))


def _confined(among: Among | None, everything: Iterable[str | int]) -> Iterable[str | int]:
    return everything if among is None else among.only


def _list(things: Iterable[str | int]) -> str:
    return " ".join(map(str, things)) or "nothing"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _permitted(refusal: Refusal | None) -> str:
    return "refused" if refusal else "permitted"


ASKS: dict[str, Callable[..., str]] = {
    question.__name__.replace("_", "-"): question
    for question in (
        *(in_force, clock, decks, usual_decks, game_notice, source),
        *(cut, cut_about, cutting_card, burn, burn_shown, burn_asked, burn_by),
        *(cutting_card_seen, dummies, dummies_by, betting, limit, limit_choice, notice),
        *(notice_by, ladder, rank, approval, method, method_by, control_ends, seats, layout_is),
        *(layouts_with, games_with, decks_with, stakes_with, pool_by, dated, idle, sign),
    )
} | {word: question for game in every_game() for word, question in game.asks.items()}


def ask(edition: Edition, about: str, arguments: dict[str, Any]) -> str:
    """Put one question; a value the edition lacks is the answer `nothing`."""
    try:
        return ASKS[about](edition, **arguments)
    except (KeyError, StopIteration, AttributeError):
        return "nothing"
