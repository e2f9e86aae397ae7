"""Exact odds printed for people, and drawn as a chart."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from pitboss.book import Rulebook
from pitboss.cli.term.output import columns, console
from pitboss.cli.term.settlement import heading
from pitboss.money import dollars
from pitboss.settle.setting import Setting


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


def print_odds(book: Rulebook, setting: Setting, whole: dict[str, Any], *, one: bool) -> None:
    """A line a wager, what must be said aloud, and the rows where one wager was asked for."""
    out = console()
    out.print(heading(book, setting.game, setting.decks, None) + f", {whole['cards']} cards")
    heads = ("wager", "house edge", "std", "hits", "offered", "method")
    table = columns(*heads, figures=slice(1, 5))
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


def _print_rows(out: Console, document: dict[str, Any]) -> None:
    table = columns("row", "outcome", "pays", "probability", "exactly")
    for row in document["rows"]:
        exact = row.get("probability", "")
        chance = f"{row['float']:.6%}" if "float" in row else ""
        table.add_row(row["label"], row["outcome"], row["pays"], chance, exact)
    out.print(table)
    if "expectation" in document:
        out.print(f"expectation {document['expectation']}")
