"""The skeleton of a new edition: every field that is needed, with the values of one there is.

What a house adds to the plain game (optional wagers, further games, methods and layouts) is
left out. Nothing is cited yet: each part cites a clause of its own name, and each of those
waits in `clauses.csv` for its number and its words.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from pitboss.book import Rulebook, section_of
from pitboss.conformity.cases import GIVEN
from pitboss.conformity.draft.toml_text import header, table
from pitboss.conformity.lint import TO_BE_WRITTEN
from pitboss.editions import procedures as floor
from pitboss.editions import values as model
from pitboss.editions import wagers as wager
from pitboss.editions.conduct import Conduct
from pitboss.editions.edition import Clause, Edition
from pitboss.editions.load import (
    CLAUSES_FILE,
    EDITION_FILE,
    RULINGS_FILE,
    TABLE_FOLDER,
    WAGERS_FILE,
    load_folder,
)
from pitboss.editions.locate import KeyPath
from pitboss.editions.rules import COMBINATION, NEEDED, needed
from pitboss.editions.tables import CardSet, Place
from pitboss.errors import BadDataError
from pitboss.money import dollars
from pitboss.refusal import Refusal

RULES = (
    *("layout-marked", "discard-rack", "float-tray", "drop-box", "played-at-a-table"),
    *("shuffle-before-play", "shuffle-after-last", "cut-first-player", "cut-dealers-left"),
    *("cut-clockwise", "no-handling", "permissible-wagers", "keep-to-limits", "four-cards"),
    *("dealing-methods", "dealer-deals", "dealer-announces", "dealer-third-card"),
    *("announce-counts", "announce-result", "player-draws", "player-stands", "banker-draws"),
    *("banker-stands", "combination-player-tie", "combination-banker-tie", "calls"),
)
"""Rules of an ordinary table beside those that it needs: what it has, how cards are dealt."""
APPROVALS = (
    *("both-hands", "change-limits", "replace-cards", "cut-cards", "void-coup", "invalidate"),
    *("decide-dispute",),
)
"""Approvals of an ordinary table; where one is left out the act is free, or nobody's."""
STAKE = "25"
BOXES = "boxes"

_PARTS: Mapping[str, type] = {
    "identity": model.Identity,
    "decks": model.Decks,
    "game": model.Game,
    "tableau": model.Tableau,
    "rounds": model.Rounds,
    "conduct": Conduct,
    "sign": model.SignKey,
    "shoe": model.Shoe,
    "close": model.Close,
    "limits": model.Limits,
    "notice": model.Notice,
    "ranks": model.Ranks,
    "approval": model.Approval,
    "method": model.Method,
    "card_set": CardSet,
    "place": Place,
    "layout": model.Layout,
    "wager": wager.Wager,
    "rule": floor.Rule,
    "duty": floor.DutyRule,
    "situation": floor.Situation,
}
_NAMED = (
    *("game", "sign", "notice", "approval", "method", "card_set", "place", "layout"),
    *("wager", "rule", "duty"),
)


def write_skeleton(like: Rulebook, rulebook: str, edition: str, shelf: Path) -> Path:
    """Write a new edition's folder on a shelf; a folder that is there already is left alone."""
    folder = shelf / rulebook / edition
    if folder.exists():
        raise BadDataError(f"{folder} is there already")
    files = _files(like, rulebook, edition)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    book = Rulebook(load_folder(folder, section=section_of))
    for name, text in _proofs(book).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def _files(like: Rulebook, rulebook: str, edition: str) -> dict[str, str]:
    """The text of every file that the loader reads."""
    whole = _edition(like, rulebook, edition)
    parts: dict[str, dict[str, Any]] = {EDITION_FILE: whole, WAGERS_FILE: {"wager": _wagers(like)}}
    if like.edition.rules:
        situations = _situations(like.edition)
        parts[f"{TABLE_FOLDER}/rules.toml"] = {
            "rule": _rules(like),
            "duty": _duties(like.edition, situations),
        }
        parts[RULINGS_FILE] = {"situation": situations}
    clauses: dict[str, str] = {}
    texts = {name: _text(name, data, clauses) for name, data in parts.items()}
    return {**texts, CLAUSES_FILE: _inventory(clauses)}


def _edition(like: Rulebook, rulebook: str, edition: str) -> dict[str, Any]:
    raw = deepcopy(like.edition.raw[EDITION_FILE])
    game = like.edition.default_game
    wagers = json.dumps([_wagers(like), raw.get("rounds", {})])
    title = rulebook.replace("-", " ").title()
    approvals = {key: one for key, one in raw["approval"].items() if key in APPROVALS}
    layout, layouts = next(iter(raw["layout"].items()))
    shoe, conduct = raw["shoe"], raw.get("conduct", {})
    return {
        "identity": {
            "rulebook": rulebook,
            "edition": edition,
            "play": like.edition.identity.play,
            "title": title,
            "house": f"The house of {title}",
            "regulator": TO_BE_WRITTEN,
            "reference": TO_BE_WRITTEN,
            "time_zone": like.edition.identity.time_zone,
        },
        "decks": raw["decks"],
        "game": {game: raw["game"][game]},
        like.game.section: raw[like.game.section],
        "sign": {
            key: _plain(one, "games", "leave", "leave_clauses")
            for key, one in raw["sign"].items()
            if key == "chip" or key in wagers or key.replace("-", "_") in wagers
        },
        "shoe": {**shoe, **{key: shoe[key][:1] for key in ("cutting_card", "burn")}},
        "close": raw["close"],
        "limits": raw["limits"],
        "notice": raw["notice"],
        "ranks": raw["ranks"],
        "approval": approvals or dict([next(iter(raw["approval"].items()))]),
        "method": dict([next(iter(raw["method"].items()))]),
        # Kinds that come shuffled need approvals of their own: the first comes as it is made.
        **{
            key: dict([next(iter(raw[key].items()))]) for key in ("card_set", "place") if key in raw
        },
        "layout": {layout: _plain(layouts, "spots", "areas")},
        **({"conduct": {BOXES: conduct[BOXES]}} if BOXES in conduct else {}),
    }


def _wagers(like: Rulebook) -> dict[str, Any]:
    """The plain wagers of the first game, without what belongs to other games."""
    raw, game = like.edition.raw[WAGERS_FILE]["wager"], like.edition.default_game
    found = {}
    for name in like.game.mains:
        if name not in raw:
            continue
        one = _plain(deepcopy(raw[name]), "games", "decks", "layouts")
        rows = [row for row in one["rows"] if game in row.get("games", [game])]
        found[name] = {**one, "rows": [_plain(row, "games") for row in rows]}
    return found


def _rules(like: Rulebook) -> dict[str, Any]:
    raw = _raw(like.edition, "rule")
    edition = like.edition
    by_box = edition.conduct.boxes is not None
    together = any(name.startswith(COMBINATION) for name in raw)
    without = dict(needed(_wagers(like), together=together, boxes=by_box))
    return {name: raw[name] for name in (*without, *RULES) if name in raw}


def _situations(edition: Edition) -> dict[str, Any]:
    """The first situation that asks for nothing else."""
    raw = _raw(edition, "situation")
    return dict([next((name, one) for name, one in raw.items() if "against" not in one)])


def _duties(edition: Edition, situations: Mapping[str, Any]) -> dict[str, Any]:
    raw = _raw(edition, "duty")
    rulings = [ruling for one in situations.values() for ruling in one["rulings"]]
    return {name: raw[name] for ruling in rulings for name in ruling.get("duties", ())}


def _raw(edition: Edition, key: str) -> dict[str, Any]:
    """The named parts of the files of a table's conduct."""
    return {name: one for data in edition.raw.values() for name, one in data.get(key, {}).items()}


def _plain(data: Mapping[str, Any], *without: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in without}


# Text -------------------------------------------------------------------------------------


def _text(name: str, data: Mapping[str, Any], clauses: dict[str, str]) -> str:
    """A file: each part after what it is, with the one clause that it cites."""
    found = [f"# {name}: each part cites a clause of its own name until you give it yours.\n"]
    for key, part in data.items():
        about = (_PARTS[key].__doc__ or key).split("\n")[0].rstrip(".")
        if key == "situation":
            for one, situation in part.items():
                found.append(_situation(one, situation, about, clauses))
        elif key in _NAMED:
            for one, value in part.items():
                cited = _cited(value, (key, one), clauses)
                if key == "rule" and one in NEEDED:
                    about = f"Needed: without it {NEEDED[one]}"
                found.append(table(header(key, one), cited, about))
                about = ""
        else:
            found.append(table(key, _cited(part, (key,), clauses), about))
    return "\n".join(found)


def _situation(name: str, situation: Mapping[str, Any], about: str, clauses: dict[str, str]) -> str:
    """A situation with its rulings as tables of their own."""
    cited = _cited(situation, ("situation", name), clauses)
    text = table(header("situation", name), _plain(cited, "rulings"), about)
    for ruling in cited["rulings"]:
        text += f"\n{table(header('situation', name, 'rulings'), ruling)}".replace(
            f"[{header('situation', name, 'rulings')}]",
            f"[[{header('situation', name, 'rulings')}]]",
        )
    return text


def _cited(data: Any, path: KeyPath, clauses: dict[str, str]) -> Any:
    """The data with the clause of this part wherever it cites any."""
    if isinstance(data, list):
        return [_cited(one, path, clauses) for one in data]
    if not isinstance(data, Mapping):
        return data
    number = "-".join(str(step) for step in path)
    found: dict[str, Any] = {}
    for key, value in data.items():
        if key == "clauses" or (key.endswith("_clauses") and not isinstance(value, Mapping)):
            found[key] = [number]
        elif key == "bound_clauses":
            found[key] = {one: [number] for one in value}
        else:
            inner = path if isinstance(value, list) or len(path) > 1 else (*path, key)
            found[key] = _cited(value, inner if key not in ("when", "pays") else path, clauses)
    if "clauses" not in found and _needs_clauses(path):
        found["clauses"] = [number]
    if "clauses" in found or any(key.endswith("_clauses") for key in found):
        clauses.setdefault(number, _summary(data))
    return found


def _needs_clauses(path: KeyPath) -> bool:
    """Whether this part must cite something: a skeleton's own identity has nothing yet."""
    return path == ("identity",)


def _summary(data: Mapping[str, Any]) -> str:
    """What the clause is about, as far as the data says."""
    about = data.get("says") or data.get("act") or data.get("title") or ""
    return f"{TO_BE_WRITTEN}{': ' if about else ''}{about}."


def _inventory(clauses: Mapping[str, str]) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(Clause.__struct_fields__)
    for number, summary in clauses.items():
        rows.writerow([number, number.partition("-")[0], "engine", summary, "", "", "", ""])
    return out.getvalue()


# A first case and scenario ----------------------------------------------------------------


def _proofs(book: Rulebook) -> dict[str, str]:
    """A case with what the new edition settles; a scenario where it has a table."""
    example, main = book.game.example, next(iter(book.wagers))
    settled = book.settle(**example, bets={main: STAKE})
    if isinstance(settled, Refusal):
        raise BadDataError(f"{book.edition.name}: {settled.sentence}")
    line = settled.wagers[0]
    kind = next(kind for kind, keys in GIVEN.items() if next(iter(example)) in keys)
    given = "".join(
        f"{key} = {json.dumps(value if isinstance(value, str) else list(value))}\n"
        for key, value in example.items()
    )
    paid = f', paid = "{dollars(line.paid_cents)}"' if line.paid_cents else ""
    expected = f'outcome = "{line.outcome}"{paid}'
    case = (
        "# What this edition settles now: make sure that your rulebook says the same.\n"
        f"[[{kind}]]\n{given}lines = [\n"
        f'  {{bet = "{main}={STAKE}", {expected}, clauses = {_list(line.clauses)}}},\n]\n'
    )
    files = {"cases/first.toml": case}
    if book.edition.rules:
        files["scenarios/first.toml"] = _scenario(book, main)
    return files


def _scenario(book: Rulebook, main: str) -> str:
    edition, ladder = book.edition, book.edition.ranks.ladder
    people = "".join(
        f'[[people]]\nname = "{name}"\nrole = "staff"\nrank = "{rank}"\n\n'
        for name, rank in (("Dee", ladder[0]), ("Max", ladder[-1]))
    )
    return (
        f'title    = "One wager is placed and settled"\nrulebook = "{edition.identity.rulebook}"\n'
        f'edition  = "{edition.identity.edition}"\n'
        f'layout   = "{next(iter(edition.layouts))}"\n'
        f'method   = "{next(iter(edition.methods))}"\n\n'
        f"[sign]\nminimum = {STAKE}\nmaximum = 10000\n\n{people}"
        f'[[people]]\nname  = "Ann"\nseat  = 1\nchips = 1000\n\n'
        f'[[step]]\nwho    = "Ann"\ndo     = "place-wager"\nwager  = "{main}"\namount = {STAKE}\n'
        f'expect = ["wager-placed wager={main}"]\n\n[[step]]\nwho = "Dee"\ndo  = "play-coup"\n'
    )


def _list(words: Iterable[str]) -> str:
    return json.dumps(list(words))
