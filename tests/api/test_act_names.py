"""Every act that staff may be offered, with what it asks, has a Chinese name on the console."""

from __future__ import annotations

import json
import re
from pathlib import Path

from pitboss.book import load_plays
from pitboss.table import ENTRIES
from pitboss.table.usual.matrix import describe
from pitboss.views.console import COMING

PAGES = Path(__file__).parents[2] / "web/src"
HAN = re.compile("[\u4e00-\u9fff]")


def test_acts_fields_and_values_are_named() -> None:
    load_plays()
    named = json.loads((PAGES / "words/acts.zh.json").read_text(encoding="utf-8"))
    common = json.loads((PAGES / "words/zh.json").read_text(encoding="utf-8"))
    acts = [describe(one) for one in ENTRIES.values() if "staff" in one.who or one.word in COMING]
    missing = [one.word for one in acts if not HAN.search(named["acts"].get(one.word, ""))]
    for act in acts:
        for field in act.fields:
            known = common.get(f"console.field.{field.name}") or named["fields"].get(field.name)
            if not HAN.search(known or ""):
                missing.append(f"{act.word}: {field.name}")
            values = field.takes.split(" | ") if " | " in field.takes else []
            if field.takes.startswith("list of "):
                values = []
            missing += [
                f"{act.word}: {field.name} = {value}"
                for value in values
                if len(value) > 1 and not HAN.search(named["values"].get(value, ""))
            ]
    assert missing == []
