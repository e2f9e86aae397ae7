"""The texts of editions by their places: each is translated, and nothing is that nobody says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pitboss.editions.load import SHELF, load_folder, shelf, shelves
from pitboss.editions.texts import FOLDER, texts, translations, words_in

LANGUAGE = "zh"
READ = ("clause",)
WHOLE = tuple(shelf())
"""The rulebooks of which every text is translated but what their clauses say."""
PLACE = re.compile(r"\{[^}]*\}")
TERMS = {
    "Casino Supervisor": "赌场主管",
    "Surveillance": "监控",
    "Banker": "庄",
    "Tiger": "虎",
    "Tie": "和",
    "shoe": "靴",
    "coup": "局",
    "dispute": "争议",
    "nspector": "督察",
    "ournament": "赛",
}
"""Words of the trade, by which a text that stands beside another's translation is found."""


def every_edition() -> list[Path]:
    return [
        SHELF / book / edition
        for book, editions in shelf().items()
        for edition in editions
        if (SHELF / book / edition).exists()
    ]


@pytest.mark.parametrize("book", WHOLE)
def test_every_text_has_both_languages(book: str) -> None:
    for path in sorted((SHELF / book).iterdir()):
        edition = load_folder(path)
        known = words_in(edition, LANGUAGE)
        missing = {
            key: text
            for key, text in texts(edition).items()
            if text not in known and key.partition(".")[0] not in READ
        }
        assert missing == {}


def test_places_in_braces_agree() -> None:
    for text, translated in translations(LANGUAGE).items():
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(translated)), text
        assert translated.strip() == translated != "", text


def test_terms_are_translated_alike() -> None:
    for text, translated in translations(LANGUAGE).items():
        for term, word in TERMS.items():
            assert (re.search(rf"{term}\b", text) is None) or word in translated, text


def test_no_translation_is_of_a_text_that_no_edition_has() -> None:
    used = {text for path in every_edition() for text in texts(load_folder(path)).values()}
    for path in sorted((SHELF / FOLDER).rglob("*.json")):
        stale = set(json.loads(path.read_text(encoding="utf-8"))) - used
        assert stale == set(), path.name


def test_a_text_stands_in_one_file_only() -> None:
    seen: dict[str, str] = {}
    for path in sorted((SHELF / FOLDER / LANGUAGE).glob("*.json")):
        for text in json.loads(path.read_text(encoding="utf-8")):
            assert seen.setdefault(text, path.name) == path.name, text


def test_words_are_no_part_of_what_an_edition_fixes() -> None:
    assert FOLDER not in shelf()
    assert all(FOLDER not in path.parts for path in every_edition())


def test_another_shelf_brings_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / FOLDER / LANGUAGE
    folder.mkdir(parents=True)
    (folder / "own.json").write_text('{"a text of ours": "我们的文字"}', encoding="utf-8")
    monkeypatch.setenv("PITBOSS_SHELF", str(tmp_path))
    assert tmp_path in shelves()
    translations.cache_clear()
    try:
        assert translations(LANGUAGE)["a text of ours"] == "我们的文字"
        assert translations(LANGUAGE)["cut the cards"] == "切牌"
    finally:
        translations.cache_clear()
