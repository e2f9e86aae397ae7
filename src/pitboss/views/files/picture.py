"""A coup drawn as one SVG picture, on the felt, with nothing in it from elsewhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

GROUND, FELT, INK, QUIET, LINE = "#0A110F", "#10382D", "#F3F0E7", "#B7C2BB", "#2A3731"
CARD, CARD_EDGE, RED, BLACK, BACK = "#FCFAF5", "#CFC8B8", "#BF2530", "#1A1C20", "#34568B"
FONT = "Inter, system-ui, 'Noto Sans', 'PingFang SC', 'Noto Sans CJK SC', sans-serif"
SUITS = {
    "h": (
        "M0 9.7C-2.6 6.1-9.9 2.2-9.9-3.8-9.9-7.3-7.5-9.4-4.8-9.4-2.6-9.4-.8-8.1 0-6 "
        ".8-8.1 2.6-9.4 4.8-9.4 7.5-9.4 9.9-7.3 9.9-3.8 9.9 2.2 2.6 6.1 0 9.7Z"
    ),
    "d": (
        "M0-10.4C2-6.7 4.6-3.3 7.8 0 4.6 3.3 2 6.7 0 10.4-2 6.7-4.6 3.3-7.8 0-4.6-3.3-2-6.7 0-10.4Z"
    ),
    "s": (
        "M0-10.2C2.5-6.5 9.6-2.7 9.6 2.8 9.6 5.9 7.4 7.7 5 7.7 3.3 7.7 1.8 6.9.9 5.5 "
        "1.2 7.8 2 9.4 3.6 10.2H-3.6C-2 9.4-1.2 7.8-.9 5.5-1.8 6.9-3.3 7.7-5 7.7"
        "-7.4 7.7-9.6 5.9-9.6 2.8-9.6-2.7-2.5-6.5 0-10.2Z"
    ),
    "c": (
        "M-1.3-1.2A4.6 4.6 0 1 1 1.3-1.2 4.6 4.6 0 1 1 .9 4.8C1.2 7.6 2 9.4 3.6 10.2"
        "H-3.6C-2 9.4-1.2 7.6-.9 4.8A4.6 4.6 0 1 1-1.3-1.2Z"
    ),
}
WIDTH, MARGIN = 760, 32
CARD_WIDE, CARD_HIGH, CARD_GAP, HAND_GAP = 60, 84, 8, 36
LEAST_HAND = 150
SMALL, WIDE_LETTER, LETTER = 14, 1.0, 0.54
"""The size of a reason, and how wide a letter of each kind is, in parts of its size."""


class DrawnHand(NamedTuple):
    """A hand: what it is called, its cards as they lie, and its count, if it has one."""

    title: str
    cards: Sequence[str | None]
    total: str


class DrawnLine(NamedTuple):
    """A wager: what came of it, what it brought, and why."""

    head: str
    net: str
    says: str


def picture(
    *,
    title: str,
    under: str,
    result: str,
    hands: Sequence[DrawnHand],
    lines: Sequence[DrawnLine],
    net: tuple[str, str] | None,
    language: str,
) -> str:
    """The picture; it is as high as what is to be said needs."""
    parts = [_text(MARGIN, 50, 24, title, weight=650), _text(MARGIN, 74, SMALL, under, QUIET)]
    laid, bottom = _hands(hands, 112)
    parts.append(_box(bottom, laid))
    y = bottom + 46.0
    parts.append(_text(MARGIN, y, 26, result, weight=650))
    y += 14
    for line in lines:
        y += 34
        parts.append(_text(MARGIN, y, 17, line.head, weight=600))
        parts.append(_text(WIDTH - MARGIN, y, 17, line.net, weight=600, anchor="end"))
        for piece in wrapped(line.says, (WIDTH - 2 * MARGIN) / SMALL):
            y += 20
            parts.append(_text(MARGIN, y, SMALL, piece, QUIET))
    if net is not None:
        y += 22
        parts.append(f'<path d="M{MARGIN} {_n(y)}H{WIDTH - MARGIN}" stroke="{LINE}"/>')
        y += 28
        parts.append(_text(MARGIN, y, 17, net[0], weight=600))
        parts.append(_text(WIDTH - MARGIN, y, 17, net[1], weight=650, anchor="end"))
    high = _n(y + MARGIN)
    said = "zh-Hans" if language == "zh" else language
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" '
        f'height="{high}" role="img" lang="{said}" font-family="{FONT}">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{WIDTH}" height="{high}" fill="{GROUND}"/>{"".join(parts)}</svg>\n'
    )


def _n(number: float) -> str:
    return f"{number:.1f}".rstrip("0").rstrip(".")


def _box(bottom: float, inside: str) -> str:
    """The felt under the hands."""
    wide = WIDTH - 2 * MARGIN + 24
    return (
        f'<rect x="{MARGIN - 12}" y="92" width="{wide}" height="{_n(bottom - 92)}" rx="10" '
        f'fill="{FELT}"/>{inside}'
    )


def _hands(hands: Iterable[DrawnHand], top: float) -> tuple[str, float]:
    """Hands beside each other, in as many rows as they need; and where the last row ends."""
    parts, x, y = [], float(MARGIN), top
    for hand in hands:
        wide = max(LEAST_HAND, len(hand.cards) * (CARD_WIDE + CARD_GAP) - CARD_GAP)
        if x > MARGIN and x + wide > WIDTH - MARGIN:
            x, y = float(MARGIN), y + CARD_HIGH + 52
        parts.append(_text(x, y + 16, 16, hand.title, weight=600))
        parts.append(_text(x + wide, y + 18, 24, hand.total, weight=650, anchor="end"))
        for place, card in enumerate(hand.cards):
            parts.append(_card(x + place * (CARD_WIDE + CARD_GAP), y + 30, card))
        x += wide + HAND_GAP
    return "".join(parts), y + 30 + CARD_HIGH + 20


def _card(x: float, y: float, card: str | None) -> str:
    """A card with its rank and its suit; one that nobody has seen is a back."""
    fill = BACK if card is None else CARD
    paper = (
        f'<rect width="{CARD_WIDE}" height="{CARD_HIGH}" rx="4" fill="{fill}" '
        f'stroke="{CARD_EDGE}"/>'
    )
    if card is not None:
        rank, suit = "10" if card[0] == "T" else card[0], card[1]
        ink = RED if suit in "hd" else BLACK
        paper += _text(8, 28, 26, rank, ink, weight=650)
        paper += f'<path transform="translate(37 56) scale(1.7)" d="{SUITS[suit]}" fill="{ink}"/>'
    return f'<g transform="translate({_n(x)} {_n(y)})">{paper}</g>'


def _text(
    x: float,
    y: float,
    size: int,
    text: str,
    fill: str = INK,
    *,
    weight: int = 400,
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}" font-weight="{weight}" '
        f'fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def wrapped(text: str, most: float) -> list[str]:
    """A text in lines of so many times its size; a line ends at a space or at a wide letter."""
    lines, line, long = [], "", 0.0
    for piece in _pieces(text):
        wide = sum(map(_wide, piece))
        if line and long + wide > most:
            lines.append(line.rstrip())
            line, long = "", 0.0
        line, long = line + piece, long + wide
    return [*lines, line.rstrip()] if line else lines


def _pieces(text: str) -> Iterable[str]:
    """Words with the space after them; a wide letter is a word of its own."""
    word = ""
    for letter in text:
        if _wide(letter) == WIDE_LETTER and word:
            yield word
            word = ""
        word += letter
        if letter == " ":
            yield word
            word = ""
    if word:
        yield word


def _wide(letter: str) -> float:
    return WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else LETTER
