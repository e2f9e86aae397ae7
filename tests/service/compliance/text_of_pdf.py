"""The text of a PDF, read as a viewer reads it: glyphs by the fonts' own maps to letters."""

from __future__ import annotations

import re
import zlib

_OBJECT = re.compile(rb"(\d+) 0 obj(.*?)endobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_SHOWN = re.compile(rb"/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\(((?:\\.|[^\\)])*)\)")


def pdf_text(data: bytes) -> str:
    """All letters that are shown, in the order of the pages, without spaces between them."""
    objects = {int(number): body for number, body in _OBJECT.findall(data)}
    for body in list(objects.values()):
        if b"/ObjStm" in body:
            objects |= _packed(body)
    fonts = _fonts(objects)
    found = []
    for _, body in sorted(objects.items()):
        if b"/Type" in body.partition(b"stream")[0] or b"stream" not in body:
            continue
        text = _inflated(body)
        if b" Tf" in text:
            found.append(_shown(text, fonts))
    return "".join(found)


def _packed(body: bytes) -> dict[int, bytes]:
    """The objects that lie together in one stream."""
    text = _inflated(body)
    first = int(re.search(rb"/First (\d+)", body)[1])  # type: ignore[index]
    numbers = list(map(int, text[:first].split()))
    starts = [*numbers[1::2], len(text) - first]
    return {
        number: text[first + starts[place] : first + starts[place + 1]]
        for place, number in enumerate(numbers[::2])
    }


def _inflated(body: bytes) -> bytes:
    raw = _STREAM.search(body)
    assert raw is not None
    return zlib.decompress(raw[1]) if b"/FlateDecode" in body else raw[1]


def _fonts(objects: dict[int, bytes]) -> dict[bytes, dict[bytes, str]]:
    """By the name that pages use: what each code of a font means."""
    maps: dict[int, dict[bytes, str]] = {}
    for number, body in objects.items():
        if b"/ToUnicode" in body:
            target = int(re.search(rb"/ToUnicode (\d+) 0 R", body)[1])  # type: ignore[index]
            maps[number] = _letters(_inflated(objects[target]))
    names: dict[bytes, dict[bytes, str]] = {}
    for body in objects.values():
        for name, number in re.findall(rb"/(\w+) (\d+) 0 R", body):
            if int(number) in maps:
                names[name] = maps[int(number)]
    return names


def _letters(cmap: bytes) -> dict[bytes, str]:
    found = {}
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", cmap, re.DOTALL):
        for code, letters in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            found[bytes.fromhex(code.decode())] = bytes.fromhex(letters.decode()).decode("utf-16be")
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", cmap, re.DOTALL):
        for low, high, first in re.findall(rb"<(\w+)>\s*<(\w+)>\s*<(\w+)>", block):
            for step in range(int(high, 16) - int(low, 16) + 1):
                code = (int(low, 16) + step).to_bytes(len(low) // 2, "big")
                found[code] = chr(int(first, 16) + step)
    return found


def _shown(text: bytes, fonts: dict[bytes, dict[bytes, str]]) -> str:
    letters: dict[bytes, str] = {}
    found = []
    for font, hexed, plain in _SHOWN.findall(text):
        if font:
            letters = fonts.get(font, {})
            continue
        codes = bytes.fromhex(hexed.decode()) if hexed else _unescaped(plain)
        size = len(next(iter(letters), b"  "))
        parts = (codes[place : place + size] for place in range(0, len(codes), size))
        found += [letters.get(part, "") for part in parts]
    return "".join(found)


def _unescaped(plain: bytes) -> bytes:
    def one(match: re.Match[bytes]) -> bytes:
        said = match[1]
        if said.isdigit():
            return bytes([int(said, 8)])
        return {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}.get(said, said)

    return re.sub(rb"\\([0-7]{3}|.)", one, plain, flags=re.DOTALL)
