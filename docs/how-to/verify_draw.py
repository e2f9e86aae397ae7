"""Run a published draw again: `python verify_draw.py draw.json`. It needs Python and nothing else.

`draw.json` is what `/api/promotions/NAME/draw` answers. Exit 0 where secret and entries give the
winners that were published; otherwise it says what does not fit, and exits with 1.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path


def main() -> None:
    """Read, draw, compare."""
    draw = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    digest = ""
    tickets = []
    for entry in draw["entries"]:
        line = f"{digest}\n{entry['entrant']}\n{entry.get('tickets', 1)}\n"
        digest = hashlib.sha256(line.encode()).hexdigest()
        tickets += [entry["entrant"]] * entry.get("tickets", 1)
    if digest != draw["digest"]:
        sys.exit("The entries are not those that were in the draw.")
    if draw["secret"] is None:
        sys.exit("The draw is not open yet.")
    secret = bytes.fromhex(draw["secret"])
    if hashlib.sha256(secret).hexdigest() != draw["commitment"]:
        sys.exit("The secret is not the one that was committed to.")
    seed = hashlib.sha256(secret + digest.encode() + b"\n" + draw["word"].encode()).digest()
    left = set(tickets) if draw["present"] is None else set(tickets) & set(draw["present"])
    winners = []
    place = 0
    while len(winners) < len(draw["prizes"]) and left:
        number = int.from_bytes(hmac.digest(seed, place.to_bytes(8, "big"), "sha256"), "big")
        place += 1
        if number >= 2**256 - 2**256 % len(tickets):
            continue  # it would favour some tickets
        winner = tickets[number % len(tickets)]
        if winner in left:
            left.remove(winner)
            winners.append(winner)
    winners += [None] * (len(draw["prizes"]) - len(winners))
    for prize, winner in zip(draw["prizes"], winners, strict=True):
        print(f"{prize}: {winner or 'nobody'}")
    if winners != draw["winners"]:
        sys.exit("Other winners were published.")


main()
