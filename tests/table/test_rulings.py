"""Every situation with every combination of facts gives exactly the rulings of the rulebook.

The tables below were written from the text of the rules (12 in Baccarat, 14 in Premium) with
their readings, not from the editions' data. Where the text names who decides, so does the
table; where it names nobody and leaves no choice, the dealer applies the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import pitboss
from pitboss.conformity.procedures import conduct
from pitboss.editions.edition import Edition
from pitboss.editions.load import load_folder
from pitboss.editions.procedures import Facts
from pitboss.table.rulings.record import SEEN
from pitboss.table.rulings.rule import EFFECTS

STAR, PREMIUM = "star-baccarat", "star-premium-baccarat"
DEALER, SUPERVISOR = "Dealer", "Casino Supervisor"

Rulings = set[tuple[str, str, str]]
Table = dict[str, tuple[dict[str, tuple[str, ...]], list[tuple[Facts, Rulings]]]]

# A ruling is written (name, rank, what it does).
STANDS = ("results-stand", DEALER, "none")
OUT = ("out-with-the-shoe", DEALER, "none")
ONE_MORE = ("no-bet-after-last", SUPERVISOR, "no-bet-after-last")
NO_BET = ("no-bet-coup", DEALER, "first-of-no-bet")
SHUFFLE = ("complete-then-shuffle", DEALER, "complete-then-shuffle")
PLAY_ON = ("play-on", DEALER, "none")
SHOWN = ("player", "banker", "tie")

COMMON: Table = {
    # 12.1: while the coup lasts it is reconstructed or void; after settlement, before the next
    # coup, corrected or void; later the results stand.
    "misdeal": (
        {
            "error": ("order in doubt", "dealt incorrectly"),
            "notified": ("in the coup", "before the next coup", "late"),
        },
        [
            (
                {"notified": "in the coup"},
                {
                    ("reconstruct", SUPERVISOR, "reconstruct"),
                    ("void", SUPERVISOR, "void-coup"),
                },
            ),
            (
                {"notified": "before the next coup"},
                {
                    ("correct", SUPERVISOR, "correct-settled-coup"),
                    ("void", SUPERVISOR, "void-settled-coup"),
                },
            ),
            ({"notified": "late"}, {STANDS}),
        ],
    ),
    # 12.2: Banker's third if Banker must draw; else first of the next coup (X24).
    "unneeded-player-card": (
        {"due": ("banker", "none"), "face": ("face down", "exposed"), "last": ("no", "yes")},
        [
            ({"due": "banker"}, {("bankers-third", DEALER, "bankers-third")}),
            (
                {"due": "none", "last": "no", "face": "face down"},
                {("first-of-next", DEALER, "none")},
            ),
            ({"due": "none", "last": "no", "face": "exposed"}, {NO_BET}),
            ({"due": "none", "last": "yes"}, {OUT, ONE_MORE}),
        ],
    ),
    # 12.3: always a no bet coup; after the last coup only if authorised (X24).
    "unneeded-banker-card": (
        {"due": ("none",), "last": ("no", "yes")},
        [({"last": "no"}, {NO_BET}), ({"last": "yes"}, {OUT, ONE_MORE})],
    ),
    "first-card-exposed": (
        {"how": ("exposed", "found face up"), "face": ("exposed",), "last": ("no", "yes")},
        [({"last": "no"}, {NO_BET}), ({"last": "yes"}, {OUT, ONE_MORE})],
    ),
    # 12.5: played as if it lay face down.
    "card-face-up": (
        {"to_come": ("yes",), "face": ("exposed",)},
        [({}, {("play-it", DEALER, "play-card")})],
    ),
    # 12.6: void.
    "insufficient-cards": (
        {"enough": ("no",)},
        [({}, {("void", DEALER, "void-for-want-of-cards")})],
    ),
    # 12.8: play goes on.
    "burn-forgotten": ({"burn": ("forgotten",)}, [({}, {PLAY_ON})]),
    # 12.11: void, cards removed and checked.
    "missing-or-foreign": (
        {"what": ("missing", "foreign"), "coup": ("in progress", "none")},
        [({}, {("void-and-check", SUPERVISOR, "void-and-check")})],
    ),
    # 12.13: the supervisor confirms, or declares void.
    "scanning-shoe": (
        {
            "shown": SHOWN,
            "scanning": ("yes",),
            "standing": ("yes",),
            "agrees": ("no",),
            "found": ("in the coup", "after settlement"),
        },
        [
            (
                {},
                {
                    ("confirm", SUPERVISOR, "confirm-outcome"),
                    ("void", SUPERVISOR, "void-unconfirmed"),
                },
            )
        ],
    ),
    # 12.14: disregarded.
    "wrong-display": (
        {"shown": SHOWN, "display": ("yes",), "agrees": ("no",)},
        [({}, {("disregard", DEALER, "none")})],
    ),
}

OTHER_GAME: list[tuple[Facts, Rulings]] = [({}, {("results-stand", DEALER, "paid-by-other-game")})]

BACCARAT: Table = {
    **COMMON,
    # 12.5.1: a Casino Supervisor may, with a shuffling device.
    "device-cards-suspected": (
        {"source": ("shuffling device",)},
        [
            (
                {},
                {
                    ("remove-and-check", SUPERVISOR, "remove-and-check"),
                    ("play-on", SUPERVISOR, "none"),
                },
            )
        ],
    ),
    # 12.7, 12.9: complete the coup, then shuffle and cut; a device's cards are never cut.
    "cards-not-cut": ({"source": ("card shoe",)}, [({}, {SHUFFLE})]),
    "not-shuffled": ({"source": ("card shoe",)}, [({}, {SHUFFLE})]),
    # 12.10: results stand.
    "settled-by-other-game": (
        {
            "settled_as": ("baccarat", "even-money"),
            "game": ("baccarat", "even-money"),
            "wrong_game": ("yes",),
        },
        OTHER_GAME,
    ),
    # 12.15: the result stands; only Methods B and C pass cards out.
    "wrong-receiver": ({"method": ("B", "C")}, [({}, {("result-stands", DEALER, "none")})]),
    # 12.16: a burned card is a burned card.
    "burned-in-error": ({}, [({}, {("stays-burned", DEALER, "stays-burned")})]),
}

# 14.12: completed as it is, completed after an option, or played as a no bet coup (P9).
MISDELIVERED: list[tuple[Facts, Rulings]] = [
    (
        {"to_come": "yes"},
        {
            ("complete", SUPERVISOR, "complete-as-placed"),
            ("complete-after-option", SUPERVISOR, "offer-retract"),
            ("no-bet-coup", SUPERVISOR, "play-no-bet"),
        },
    ),
    (
        {"to_come": "no"},
        {
            ("complete", SUPERVISOR, "complete-as-placed"),
            ("no-bet-coup", SUPERVISOR, "play-no-bet"),
        },
    ),
]

PREMIUM_BACCARAT: Table = {
    **COMMON,
    # 1.1 "exposed", 14.3: a card that a player or patron handled is exposed, too.
    "first-card-exposed": (
        {
            "how": ("exposed", "found face up", "handled"),
            "face": ("exposed",),
            "last": ("no", "yes"),
        },
        [({"last": "no"}, {NO_BET}), ({"last": "yes"}, {OUT, ONE_MORE})],
    ),
    # 14.5: betting may still be open; it closes on the card that all have seen.
    "card-face-up": (
        {"to_come": ("yes",), "face": ("exposed",)},
        [({}, {("play-it", DEALER, "play-card")})],
    ),
    "cards-not-cut": ({}, [({}, {SHUFFLE})]),
    "not-shuffled": ({}, [({}, {SHUFFLE})]),
    # 14.10: the Tie variant is not named (P4).
    "settled-by-other-game": (
        {
            "settled_as": ("premium", "even-money"),
            "game": ("premium", "even-money"),
            "wrong_game": ("yes",),
        },
        OTHER_GAME,
    ),
    "cards-in-other-area": (
        {
            "cards": (
                "Player's in the Banker area",
                "Banker's in the Player area",
                "both exchanged",
            ),
            "to_come": ("yes", "no"),
        },
        MISDELIVERED,
    ),
    "cards-to-other-hand": (
        {
            "what": (
                "Player's to the other receiver",
                "Banker's to the other receiver",
                "both exchanged",
                "revealed by the dealer",
            ),
            "method": ("B",),
            "to_come": ("yes", "no"),
        },
        MISDELIVERED,
    ),
}

TABLES = {STAR: BACCARAT, PREMIUM: PREMIUM_BACCARAT}
# The malfunctions of a shuffling device have a test of their own.
ELSEWHERE = {STAR: "13", PREMIUM: "none"}


def edition(name: str) -> Edition:
    """The edition of a rulebook."""
    book = pitboss.rulebook(name)
    assert isinstance(book, pitboss.Rulebook)
    return book.edition


def wanted(rows: list[tuple[Facts, Rulings]], facts: Facts) -> Rulings:
    """What the rulebook permits where these facts hold: exactly one row must fit."""
    fitting = [
        rulings
        for when, rulings in rows
        if all(facts[fact] == value for fact, value in when.items())
    ]
    assert len(fitting) == 1, facts
    return fitting[0]


@pytest.mark.parametrize("name", [STAR, PREMIUM])
def test_the_situations_are_those_of_the_rulebook(name: str) -> None:
    """No situation more, none less."""
    own = {
        key
        for key, situation in edition(name).situations.items()
        if not situation.clauses[0].startswith(f"{ELSEWHERE[name]}.")
    }
    assert own == set(TABLES[name])


@pytest.mark.parametrize(
    ("name", "key"), [(name, key) for name, table in TABLES.items() for key in table]
)
def test_every_combination_of_facts_permits_what_the_rulebook_permits(name: str, key: str) -> None:
    """Facts, values, rulings, ranks and effects are exactly those of the text."""
    facts, rows = TABLES[name][key]
    situation = edition(name).situations[key]
    assert {fact: set(values) for fact, values in situation.facts.items()} == {
        fact: set(values) for fact, values in facts.items()
    }
    for values in product(*facts.values()):
        member = dict(zip(facts, values, strict=True))
        permitted = situation.permitted(member)
        assert {(one.name, one.rank, one.effect) for one in permitted} == wanted(rows, member)
        assert len({one.name for one in permitted}) == len(permitted)


@pytest.mark.parametrize("name", [STAR, PREMIUM])
def test_every_fact_and_effect_is_known_to_the_core(name: str) -> None:
    """No ruling is a word without effect."""
    for situation in edition(name).situations.values():
        assert set(situation.seen) <= set(SEEN)
        assert {one.effect for one in situation.rulings} <= set(EFFECTS)


@pytest.mark.parametrize(
    ("name", "approval", "effects"),
    [
        (STAR, "void-coup", {"void-coup", "void-settled-coup"}),
        (STAR, "check-device-cards", {"remove-and-check"}),
        (STAR, "confirm-outcome", {"confirm-outcome", "void-unconfirmed"}),
        (PREMIUM, "void-coup", {"void-coup", "void-settled-coup"}),
        (PREMIUM, "confirm-outcome", {"confirm-outcome", "void-unconfirmed"}),
        (PREMIUM, "misdelivery", {"complete-as-placed", "offer-retract", "play-no-bet"}),
    ],
)
def test_rulings_and_approvals_name_the_same_rank(
    name: str, approval: str, effects: set[str]
) -> None:
    """Who may approve an act by the list of approvals may give the ruling, and nobody lower."""
    book = edition(name)
    ranks = {
        one.rank
        for situation in book.situations.values()
        for one in situation.rulings
        if one.effect in effects
    }
    assert ranks == {book.approvals[approval].rank}


# What the record has against a report: of a committed order nothing can be wrong; a recorded
# cut, and a cutting card that has not come, speak against it, as people wrote them down.
REFUTED = {"order": ("committed",)}
OF_A_COMMITTED_ORDER = {
    *("misdeal", "missing-or-foreign", "scanning-shoe", "cards-not-cut", "not-shuffled"),
    "cards-in-other-area",
}
SPOKEN_AGAINST = {
    "cards-not-cut": {"cut": ("recorded",)},
    "not-shuffled": {"cutting_card": ("ahead",)},
}
OF_A_SETTLED_COUP = {"correct-settled-coup", "void-settled-coup"}


@pytest.mark.parametrize("name", [STAR, PREMIUM])
def test_what_the_record_has_against_a_report(name: str) -> None:
    for key, situation in edition(name).situations.items():
        refuted = REFUTED if key in OF_A_COMMITTED_ORDER else {}
        if key == "not-shuffled":
            refuted = {**refuted, "cutting_card": ("no shoe",)}
        assert situation.refuted == refuted, key
        assert situation.against == SPOKEN_AGAINST.get(key, {}), key
        for ruling in situation.rulings:
            late = ruling.when.get("found") == "after settlement"
            settled = late or ruling.effect in OF_A_SETTLED_COUP
            assert ruling.another == settled, (key, ruling.name)


@pytest.mark.parametrize("name", [STAR, PREMIUM])
def test_the_lint_asks_what_the_record_says_of_each_situation(name: str) -> None:
    """Without a fact that refutes it, one that speaks against it or a word why none can tell."""
    folder = edition(name).folder

    def silent(raw: dict[str, Any]) -> None:
        situation = raw["rulings.toml"]["situation"]["misdeal"]
        del situation["refuted"], situation["unseen"]

    def nobody(raw: dict[str, Any]) -> None:
        del raw["edition.toml"]["approval"]["rule-against-record"]
        del raw["table/irregularities.toml"]["duty"]["record-contradicted"]

    def unknown(raw: dict[str, Any]) -> None:
        raw["rulings.toml"]["situation"]["not-shuffled"]["against"] = {"weather": ["fine"]}

    def said(change: Callable[[dict[str, Any]], None]) -> str:
        return " ".join(sentence for _, _, sentence in conduct(load_folder(folder, change)))

    assert list(conduct(edition(name))) == []
    assert "say which fact of the record refutes it" in said(silent)
    assert "nobody may rule against the record" in said(nobody)
    assert "nobody is told that the record is contradicted" in said(nobody)
    assert "does not know the fact 'weather'" in said(unknown)


def test_the_lint_knows_the_ways_that_a_rule_chooses_between() -> None:
    """A table's play ends early on both grounds or on either: no third word means anything."""
    folder = edition(STAR).folder

    def neither(raw: dict[str, Any]) -> None:
        raw["table/tournament.toml"]["rule"]["tournament-early"]["value"] = "sometimes"

    found = list(conduct(load_folder(folder, neither)))
    assert [(file, path) for file, path, _ in found] == [
        ("table/tournament.toml", ("rule", "tournament-early", "value"))
    ]
    assert "'both' or 'either', not 'sometimes'" in found[0][2]
