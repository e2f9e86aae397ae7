"""Which passwords are refused: short ones, and those that others would try first.

Nothing is asked of the kinds of characters. A password is weak where little is left of it
without what is known: common passwords, the name of its owner, the words of the place. Three
or more common words in a row are a passphrase, and are not refused for being words.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pitboss.refusal import Refusal

LEAST = 12
MOST = 128
FEWEST_LETTERS = 6
LEFT_OVER = 4
FEWEST_WORDS = 3
SHARE_OF_STEPS = 0.75
CONTEXT = ("pitboss", "casino", "baccarat", "blackjack")
LEET = str.maketrans("013457@$!", "oieastasi")
ROWS = (
    "01234567890",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
)


@cache
def common() -> tuple[str, ...]:
    """The list, the longest first."""
    text = Path(__file__).with_name("common_passwords.txt").read_text(encoding="utf-8")
    words = (line.strip() for line in text.splitlines() if not line.startswith("#"))
    return tuple(sorted((word for word in words if word), key=lambda word: (-len(word), word)))


@cache
def _steps() -> frozenset[str]:
    """Two keys or letters that follow one another, forwards or back."""
    pairs = {row[n : n + 2] for row in ROWS for n in range(len(row) - 1)}
    return frozenset(pairs | {pair[::-1] for pair in pairs})


def unfit(password: str, context: Iterable[str] = ()) -> Refusal | None:
    """Why a password is not taken; nothing where it is. `context`: words of its owner."""
    if not LEAST <= len(password) <= MOST:
        return Refusal.of("password-length", least=LEAST, most=MOST)
    text = password.casefold()
    own = {word for one in context for word in _parts(one)}
    if any(word in text for word in own) or len(set(text)) < FEWEST_LETTERS or _walk(text):
        return Refusal.of("password-weak.unfit")
    bare = text.strip("".join(sorted({one for one in text if not one.isalpha()})))
    if _guessable(text) or _guessable(bare.translate(LEET)):
        return Refusal.of("password-common")
    return None


def _parts(name: str) -> set[str]:
    """A name, and its parts where it has any worth telling."""
    plain = name.casefold()
    for mark in ".@_-":
        plain = plain.replace(mark, " ")
    return {name.casefold(), *(part for part in plain.split() if len(part) >= LEFT_OVER)}


def _walk(text: str) -> bool:
    pairs = [text[n : n + 2] for n in range(len(text) - 1)]
    return sum(pair in _steps() for pair in pairs) >= SHARE_OF_STEPS * len(pairs)


def _guessable(text: str) -> bool:
    """Whether it is on the list, or next to nothing is left without two of its words."""
    if any(text.startswith(word) and not text.replace(word, "") for word in common()):
        return True
    left, found = text, set()
    for word in CONTEXT:
        if word in left:
            left = left.replace(word, " ")
            found.add("")  # a word of the place is no word of one's own
    for word in common():
        if word in left:
            left = left.replace(word, " ")
            found.add(word)
    letters = sum(one.isalpha() for one in left)
    return bool(found) and len(found - {""}) < FEWEST_WORDS and letters < LEFT_OVER
