"""Games made ready for the tests of this folder."""

from __future__ import annotations

from functools import cache

from pitboss.book import rulebook
from pitboss.editions.load import shelf
from pitboss.games.baccarat.simulate.game import Game, game_of
from pitboss.refusal import Refusal
from pitboss.simulate.report import setting_of

BACCARATS = [name for name in shelf() if rulebook(name).edition.tableau is not None]
GAMES = [(name, game) for name in BACCARATS for game in rulebook(name).games]


@cache
def ready(name: str, game: str | None = None, decks: int | None = None) -> Game:
    compiled = rulebook(name).compiled
    sign = {}
    chosen = game or compiled.edition.default_game
    for key, rule in compiled.edition.sign.items():
        if rule.required and chosen in rule.games:
            sign[key] = "5"
    setting = setting_of(compiled, game, decks, sign)
    assert not isinstance(setting, Refusal), setting
    found = game_of(compiled, setting)
    assert not isinstance(found, Refusal), found
    return found
