"""`pitboss odds`: exact odds for people, as JSON and as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.book import Rulebook
from pitboss.cli.common import console, fail, open_book, print_json, read_sign_options, sure_of
from pitboss.money import dollars, parse_amount
from pitboss.odds.composition import Composition, composition
from pitboss.settle.lines import not_offered
from pitboss.settle.setting import Setting, choose


@dataclass(frozen=True)
class Asked:
    """What the command was asked."""

    rulebook: str
    edition: str | None
    game: str | None
    decks: int | None
    wager: Sequence[str]
    sign: Sequence[str]
    remove: str
    stake: str | None
    strategy: bool
    basic: bool
    plot: str | None
    study: bool
    json: bool


def run(asked: Asked) -> None:
    """Compute the odds asked for and print them."""
    book = open_book(asked.rulebook, asked.edition)
    edition = book.edition
    counts: Composition = sure_of(
        composition(edition, asked.decks, asked.remove, study=asked.study)
    )
    number = edition.decks.default if asked.decks is None else asked.decks
    # A study may use decks that the rules do not permit; everything else is as signed.
    permitted = number if number in edition.decks.permitted else None
    setting: Setting = sure_of(
        choose(edition, asked.game, permitted, None, read_sign_options(asked.sign))
    )
    setting = Setting(setting.game, number, None, setting.sign)
    stake = sure_of(parse_amount(asked.stake)) if asked.stake is not None else None
    if edition.rounds is not None and asked.strategy:
        from pitboss.cli.strategic import show_strategy  # noqa: PLC0415

        show_strategy(book, setting, counts, asked.plot, basic=asked.basic, as_json=asked.json)
        return
    if asked.strategy:
        fail(f"{edition.identity.title} leaves the players no decision: there is no strategy.")
    names = _names(book, setting, asked.wager)
    documents = sure_of(book.odds_documents(setting, counts, names, stake, asked=bool(asked.wager)))
    whole: dict[str, Any] = {
        "rulebook": edition.identity.rulebook,
        "edition": edition.identity.edition,
        "game": setting.game,
        "decks": number,
        "cards": sum(counts),
        "fingerprint": book.fingerprint,
    }
    if stake:
        whole |= {"stake_cents": stake, "chip_cents": setting.sign.chip_cents}
    whole["wagers"] = documents
    if asked.plot:
        from pitboss.charts import save_svg  # noqa: PLC0415

        problem = save_svg(edge_chart(whole), Path(asked.plot))
        if problem:
            fail(problem)
    if asked.json:
        print_json(whole)
    else:
        _print(book, setting, whole, one=len(asked.wager) == 1)


def _names(book: Rulebook, setting: Setting, wanted: Sequence[str]) -> list[str]:
    """The wagers asked for, each offered here; or all that are."""
    edition = book.edition
    for name in wanted:
        problem = not_offered(edition, setting, name)
        if problem:
            fail(problem)
    return list(wanted) or [
        name for name in edition.wagers if not_offered(edition, setting, name) is None
    ]


def edge_chart(whole: dict[str, Any]) -> dict[str, Any]:
    """House edge by wager as bars; those that favour the player stand out."""
    rows = [
        {
            "wager": document["wager"],
            "edge": document.get("at_stake", document)["edge"],
            "who": "favours the player"
            if document.get("at_stake", document)["favours_player"]
            else "favours the house",
        }
        for document in whole["wagers"]
        if document.get("edge") is not None
    ]
    title = f"{whole['rulebook']} {whole['game']}, {whole['decks']} decks: house edge"
    if "stake_cents" in whole:
        title += f" at {dollars(whole['stake_cents'])}"
    return {
        "title": title,
        "width": 560,
        "data": {"values": rows},
        "mark": {"type": "bar", "tooltip": True},
        "encoding": {
            "y": {"field": "wager", "type": "nominal", "sort": "x", "title": None},
            "x": {
                "field": "edge",
                "type": "quantitative",
                "axis": {"format": ".1%", "labelOverlap": True, "tickCount": 8},
                "title": "share of the stake that the house keeps",
            },
            "color": {"field": "who", "type": "nominal", "title": None},
        },
    }


def _print(book: Rulebook, setting: Setting, whole: dict[str, Any], *, one: bool) -> None:
    from rich.table import Table  # noqa: PLC0415

    from pitboss.cli.printing import heading  # noqa: PLC0415

    out = console()
    out.print(heading(book, setting.game, setting.decks, None) + f", {whole['cards']} cards")
    table = Table("wager", "house edge", "std", "hits", "offered", "method", box=None)
    for column in table.columns[1:5]:
        column.justify = "right"
    spanning = any("constant_probability" in document for document in whole["wagers"])
    if spanning:
        table.add_column("if every coup were from a fresh shoe", justify="right")
    if "stake_cents" in whole:
        stake, chip = dollars(whole["stake_cents"]), dollars(whole["chip_cents"])
        table.add_column(f"edge at {stake} in {chip} chips", justify="right")
    for document in whole["wagers"]:
        table.add_row(*_cells(document, spanning, staked="stake_cents" in whole))
    out.print(table)
    for note in dict.fromkeys(n for document in whole["wagers"] for n in notes(document)):
        out.print(f"[yellow]{note}[/]")
    if one:
        _print_rows(out, whole["wagers"][0])


def _cells(document: dict[str, Any], spanning: bool, *, staked: bool) -> list[str]:
    edge = document.get("edge")
    shown = "-" if edge is None else f"{edge:.4%}"
    if document["method"] == "simulated" and edge is not None:
        shown += f" ± {document['stderr']:.4%}"
    cells = [
        document["wager"],
        shown,
        f"{document['std']:.4f}" if "std" in document else "",
        f"{document['hits']:.4%}" if "hits" in document else "",
        f"{document['offered']:.4%}",
        document["method"],
    ]
    if spanning:
        figure = document.get("constant_probability")
        cells.append(f"{figure['edge']:.4%}" if figure else "")
    if staked:
        at_stake = document.get("at_stake")
        cells.append(f"{at_stake['edge']:.4%}" if at_stake else "")
    return cells


def notes(document: dict[str, Any]) -> list[str]:
    """What must be said aloud of a wager."""
    found = []
    name = document["wager"]
    if document.get("favours_player"):
        found.append(f"! {name} favours the player as written.")
    for item in document.get("by_situation", []):
        fact = next(iter(item))
        if item["favours_player"]:
            where = fact.replace("_", " ")
            found.append(
                f"! {name} favours the player at {where} {item[fact]}: {-item['edge']:.2%}"
            )
    if document.get("at_stake", {}).get("favours_player"):
        found.append(f"! {name} favours the player at this stake, once rounded up to chips.")
    if "remark" in document:
        found.append(f"{name}: {document['remark']}.")
    for item in document.get("jackpot", []):
        stake = dollars(item["stake_cents"])
        even = dollars(item["break_even_cents"])
        found.append(f"{name} at {stake} breaks even at a jackpot of {even}.")
    if "note" in document:
        found.append(f"Where no edge is given: {document['note']}.")
    return found


def _print_rows(out: Any, document: dict[str, Any]) -> None:
    from rich.table import Table  # noqa: PLC0415

    table = Table("row", "outcome", "pays", "probability", "exactly", box=None)
    for row in document["rows"]:
        exact = row.get("probability", "")
        chance = f"{row['float']:.6%}" if "float" in row else ""
        table.add_row(row["label"], row["outcome"], row["pays"], chance, exact)
    out.print(table)
    if "expectation" in document:
        out.print(f"expectation {document['expectation']}")
