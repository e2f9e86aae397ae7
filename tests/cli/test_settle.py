"""`pitboss settle`, as the interface promises it."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Ask, Run

COUP = ("--player", "9h 8d", "--banker", "2c 3c 4s")


def test_json_has_the_promised_keys(ask: Ask) -> None:
    document = ask("settle", "star-baccarat", *COUP, "--bet", "banker=100", "--bet", "tie=5")
    assert document["rulebook"] == "star-baccarat"
    assert document["game"] == "baccarat"
    assert document["edition"] == "2024-05-16"
    assert document["result"]["outcome"] == "banker"
    banker, tie = document["wagers"]
    why = banker.pop("why")
    assert banker == {
        "wager": "banker",
        "stake_cents": 10000,
        "outcome": "win",
        "row": "Banker wins",
        "paid_cents": 9500,
        "returned_cents": 10000,
        "clauses": ["5.1.2.1", "11.1.3"],
    }
    assert "19 to 20 of 100.00 is 95.00" in why
    assert (tie["outcome"], tie["paid_cents"], tie["returned_cents"]) == ("lose", 0, 0)


def test_people_see_cards_draws_result_wagers_and_clauses(run: Run) -> None:
    words = ("--bet", "banker=25", "--bet", "tie=5", "--sign", "chip=0.50")
    shown = run("settle", "star-baccarat", *COUP, *words).stdout
    for text in (
        "The Star Sydney, Baccarat, edition 2024-05-16, 8 decks",
        "9♥ 8♦",
        "stands (9.3, table-1)",
        "drew on 5, Player stood (9.5)",
        "Banker wins 9 to 7",
        "pays 24.00",
        "23.75",
        "0.50 chips",
        "(5.1.2.1, 11.1.3, 5.8)",
        "(5.1.3, 11.1.1)",
    ):
        assert text in shown, text


SHORT = {
    "-g": "--game",
    "-s": "--sign",
    "-p": "--player",
    "-b": "--banker",
    "-r": "--results",
    "-t": "--tail-open",
}


def spelled(words: str) -> list[str]:
    """One test's words: short options spelled out, commas for the blanks within a word."""
    return [SHORT.get(word, word.replace(",", " ")) for word in words.split()]


PAID = [
    # the figures that the project promises first
    ("star-baccarat -g even-money -s chip=1 -p 5h,Kd,Kc -b Kh,6c --bet banker=25", 1300),
    ("crown-melbourne-baccarat -s differential=1000 -p Kh,6d -b Kc,7c --bet banker=1500", 141250),
    ("crown-perth-baccarat -g two-to-one -p 3h,2d,3c -b Kc,7d --bet player=10", 2000),
    ("star-blackjack -s lucky-lucky=2 --hand Ah,9d --dealer 9c,8h --bet lucky-lucky=10", 1000),
    ("crown-melbourne-baccarat -r PPPPB -t player@1 --bet player-dragon-tail-late=10@2", 3000),
]  # fmt: skip


@pytest.mark.parametrize(("words", "paid"), PAID)
def test_promised_figures(ask: Ask, words: str, paid: int) -> None:
    line = ask("settle", *spelled(words))["wagers"][0]
    assert (line["outcome"], line["paid_cents"]) == ("win", paid)


def test_a_tie_at_two_to_one_loses(ask: Ask) -> None:
    words = ("--game", "two-to-one", "--player", "Kh 7d", "--banker", "Kc 7c")
    lines = ask("settle", "crown-perth-baccarat", *words, "--bet", "player=10")["wagers"]
    assert lines[0]["outcome"] == "lose"


def test_dealer_blackjack_after_a_double_takes_the_original_only(ask: Ask) -> None:
    words = ("--hand", "6h 5d Kc +100", "--dealer", "Td As", "--bet", "main=100")
    main, double = ask("settle", "star-blackjack", *words)["wagers"]
    assert (main["wager"], main["outcome"], main["returned_cents"]) == ("main", "lose", 0)
    assert (double["wager"], double["outcome"]) == ("double", "stand-off")
    assert double["returned_cents"] == 10000
    assert main["hand"] == double["hand"] == 1


def test_spanning_lines_say_when_they_settled(ask: Ask) -> None:
    words = ("--results", "P P d P P B", "--bet", "player-dragon-tail-early=10")
    line = ask("settle", "crown-melbourne-baccarat", *words)["wagers"][0]
    assert (line["settled_after"], line["indicator"], line["paid_cents"]) == (6, 4, 7000)


def test_a_wager_that_still_runs_is_open(ask: Ask) -> None:
    words = ("--results", "P B", "--bet", "combination-run-4:PBBP=10")
    line = ask("settle", "crown-melbourne-baccarat", *words)["wagers"][0]
    assert (line["outcome"], line["paid_cents"], line["returned_cents"]) == ("open", 0, 0)
    assert line["nominated"] == "PBBP"


def test_a_tie_on_eight_cites_the_odds_that_were_paid(ask: Ask) -> None:
    words = ("--player", "Kh 8d", "--banker", "Kc 8h", "--bet", "tie=5")
    plain = ask("settle", "crown-perth-baccarat", *words)["wagers"][0]
    bonus = ask("settle", "crown-perth-baccarat", *words, "--sign", "tie-bonus=yes")["wagers"][0]
    assert (plain["paid_cents"], plain["clauses"]) == (4000, ["3.22(a)", "3.23(a)"])
    assert (bonus["paid_cents"], bonus["clauses"]) == (8000, ["3.22(a)", "3.23(b)"])


def test_a_particular_percentage_prevails_in_any_order(ask: Ask) -> None:
    words = ("--game", "tie", "--player", "Kh 7d", "--banker", "Kc 7c", "--bet", "player=100")
    one, two = ("--sign", "tie-percent=5"), ("--sign", "tie-percent-player=10")
    for order in ((*one, *two), (*two, *one)):
        line = ask("settle", "crown-melbourne-baccarat", *words, *order)["wagers"][0]
        assert line["paid_cents"] == 1000


def test_a_jackpot_below_its_minimum_is_reset_and_says_so(ask: Ask) -> None:
    words = ("--hand", "7d 7d", "--dealer", "7d Kd", "--bet", "blazing-sevens=5")
    line = ask("settle", "star-blackjack", *words, "--sign", "jackpot=5000")["wagers"][0]
    assert line["paid_cents"] == 1000000
    assert "14.28" in line["clauses"]
    assert "below the minimum" in line["why"]


def test_why_names_totals_and_what_broke_a_wager(ask: Ask) -> None:
    words = ("--hand", "Th 9d", "--dealer", "Td 7s", "--bet", "main=10")
    assert "19" in ask("settle", "star-blackjack", *words)["wagers"][0]["why"]
    tail = ("--results", "P P P P B", "--tail-open", "player@1")
    late = ("--bet", "player-dragon-tail-late=10@2")
    why = ask("settle", "crown-melbourne-baccarat", *tail, *late)["wagers"][0]["why"]
    assert "Banker with the indicator at 4, less 1; 3 results count" in why


def test_commission_is_whole_millionths(ask: Ask) -> None:
    words = ("--player", "Kh 6d", "--banker", "Kc 7c", "--bet", "banker=0.01")
    line = ask("settle", "crown-melbourne-baccarat", *words)["wagers"][0]
    assert line["commission_millionths"] == 500


REFUSED = [
    # what a rule forbids, with its clause
    ("star-baccarat --player 9h,8d --banker Kc,6c,4s --bet banker=5", "9.5"),
    ("star-baccarat --player 2h,2d --banker Kc,7c --bet banker=5", "table-1"),
    ("star-baccarat --player 2h,2d,2c,2s --banker Kc,7c", "9.6"),
    ("star-baccarat --player 9h,Kd,2c --banker Kc,7c", "9.2"),
    ("star-baccarat --decks 4 --player 9h,8d --banker Kc,7c --bet tiger=5", "3.1"),
    ("star-baccarat --decks 5 --player 9h,8d --banker Kc,7c", "3.1"),
    ("star-baccarat --decks 4 --player Kh,Kh,Kh --banker Kh,Kh,Kh", "3.1"),
    ("star-baccarat --layout A --player 9h,8d --banker Kc,7c --bet tiger=5", "10.25"),
    ("crown-perth-baccarat --player 9h,8d --banker Kc,7c --bet super-six=5", "1.1:super-6"),
    ("crown-melbourne-baccarat -g tie -s tie-percent=11 -p 9h,8d -b Kc,7c", "1.1:tie-baccarat"),
    ("star-premium-baccarat --game tie --player 9h,8d --banker Kc,7c", "13.3.1"),
    ("star-premium-baccarat -g tie -s tie-percent=0.5 -p 9h,8d -b Kc,7c", "13.3.1"),
    ("star-blackjack --hand 6h,5d --dealer Td,7s --bet main=100", "10.2"),
    ("star-blackjack --hand 8h,8d,5c,2c --dealer Td,7s --bet main=100", "10.3"),
    ("star-blackjack --hand 7h,5d,2c,+100 --dealer Td,7s --bet main=100", "11.1.1"),
    ("star-blackjack --hand 7h,5d --hand 8h,5d --dealer Td,7s --bet main=100", "12.1"),
    ("star-blackjack --hand Ah,5d,2c --hand Ad,5c --dealer Td,7s --bet main=100", "12.3.1"),
    ("star-blackjack --hand Th,8d --dealer Td,7s,2c --bet main=100", "13.2"),
    ("star-blackjack --hand Th,8d --dealer 6d,As --bet main=100", "13.2"),
    # what is simply not there, or not written as it should be
    ("star-poker --player 9h,8d --banker Kc,7c", "no rulebook 'star-poker'"),
    ("star-baccarat --edition 1999 --player 9h,8d --banker Kc,7c", "no edition '1999'"),
    ("star-baccarat --game bridge --player 9h,8d --banker Kc,7c", "no game 'bridge'"),
    ("star-baccarat --layout Z --player 9h,8d --banker Kc,7c", "no layout 'Z'"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --bet dragon=5", "no wager 'dragon'"),
    ("star-baccarat --player 9h,1d --banker Kc,7c", "'1d' is not a card"),
    ("star-baccarat --player 9h --banker Kc,7c", "two cards at least"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --bet banker=-5", "not an amount"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --bet banker", "not a bet"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --sign chip=0", "not an amount"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --sign colour=red", "'colour'"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --sign chip", "KEY=VALUE"),
    ("star-baccarat --hand 9h,8d --dealer Kc,7c", "Player's and Banker's"),
    ("star-blackjack --player 9h,8d --banker Kc,7c", "dealer"),
    ("star-baccarat", "Give player and banker"),
    ("crown-melbourne-baccarat --results PXP --bet player-run-2=5", "'X' is no result"),
    ("crown-melbourne-baccarat --results P --bet player-run-2=5@4", "no coup 4"),
    ("crown-melbourne-baccarat --results P --bet combination-run-3:PT=5", "nominated"),
    ("crown-melbourne-baccarat --player 9h,8d --banker Kc,7c --bet player-run-2=5", "spans coups"),
    ("star-blackjack --hand 9h,8d --dealer Kc,7c --bet main=5 --bet main=5", "one main wager"),
    ("star-blackjack --hand 9h,8d --bet main=5", "dealer's first card"),
    # what does not belong to the settlement asked for
    ("star-baccarat --player 9h,8d --banker Kc,7c --insurance 5", "no place for insurance"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --even-money", "no place for even money"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --dealer Ah", "no place for a dealer"),
    ("star-baccarat --player 9h,8d --banker Kc,7c -t player@1", "no place for an opened tail"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --bet banker=5@2", "one coup"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --bet banker:PB=5", "one coup"),
    ("star-blackjack --hand 9h,8d --dealer Kc,7c --bet any-pairs=5@7", "one round"),
    ("star-blackjack --hand Ah,Kd --dealer As,7c --even-money", "needs the main wager"),
    ("crown-melbourne-baccarat -g two-to-one -r PP -t player@1", "not offered in the game"),
    ("star-baccarat --player 9h,8d --banker Kc,7c -s chip=1 -s chip=5", "given twice"),
    ("star-baccarat --player 9h,8d --banker Kc,7c --bet banker=١٠٠", "not an amount"),
    ("crown-melbourne-baccarat --results PP --bet player-run-2=5@" + "9" * 5000, "not a bet"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), REFUSED)
def test_bad_input_exits_2_with_one_sentence(run: Run, words: str, said: str) -> None:
    given = spelled(words)
    for extra in ([], ["--json"]):
        result = run("settle", *given, *extra)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("pitboss: ")
        assert result.stderr.count("\n") == 1
        assert said in result.stderr
        assert "Traceback" not in result.stderr
