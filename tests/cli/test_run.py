"""`pitboss run`: scenarios for people and as JSON lines, and the list of commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.book import rulebook
from pitboss.editions.load import shelf
from pitboss.table import ENTRIES
from tests.cli.conftest import Ask, Run

FIRST = rulebook("star-baccarat").edition.folder / "scenarios" / "first-coup.scenario"

FLY = """
title = "x"
rulebook = "star-baccarat"
opened = false
[[step]]
who = "Ann"
do = "fly"
"""

STAFFED = """
title = "x"
rulebook = "star-baccarat"
people = [{name = "Sue", role = "staff", rank = "Gaming Supervisor"}]
"""
STEP = STAFFED + '[[step]]\nwho = "Sue"\n'


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_scenario_reads_well_for_a_pit_manager(run: Run) -> None:
    done = run("run", str(FIRST))
    assert done.exit_code == 0, done.stderr
    said = done.stdout
    for part in (
        "The Star Sydney, Baccarat, edition 2024-05-16",
        "Ann      Wager 1: $25.00 on banker, box 1",
        "Player first card 9♥",
        "refused place-wager: Betting on this coup is closed. betting-closed (5.3, 5.4)",
        "19 to 20 of 25.00 is 23.75, paid 24.00",
        "No duty is open.",
        "1,024.00",
        "Everything came as expected.",
    ):
        assert part in said


def test_json_lines_and_nothing_else(run: Run) -> None:
    done = run("run", str(FIRST), "--json")
    assert done.exit_code == 0
    told = lines(done.stdout)
    assert told[0]["event"] == "signed-on"
    assert told[0]["step"] is None
    refused = [one for one in told if "refused" in one]
    assert [(one["step"], one["refused"], one["code"]) for one in refused] == [
        (3, "place-wager", "betting-closed")
    ]
    settled = next(one for one in told if one.get("event") == "coup-settled")
    assert settled["lines"][0]["line"]["paid_cents"] == 2400
    assert told[-1]["balances_cents"]["player:Ann"] == 102_400
    assert sum(told[-1]["balances_cents"].values()) == 0


def test_an_expectation_that_fails_names_the_step(run: Run, tmp_path: Path) -> None:
    text = FIRST.read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.scenario"
    wrong.write_text(text.replace("outcome=banker", "outcome=player"), "utf-8")
    counted = tmp_path / "wrong.toml"
    assert run("run", str(wrong), "--as", str(counted)).exit_code == 0
    for file, where in ((wrong, "line 8"), (counted, "step 2")):
        done = run("run", str(file))
        assert done.exit_code == 1
        assert f"{where} (deal-coup by Dee)" in done.stderr
        assert done.stderr.count("\n") == 1
        done = run("run", str(file), "--json")
        assert done.exit_code == 1
        assert any(where in one.get("failed", "") for one in lines(done.stdout))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = ", "wrong.toml"),
        ('title = "x"\nrulebook = "nowhere"', "no rulebook 'nowhere'"),
        ('title = "x"\nrulebook = "star-baccarat"\ncolour = 1', "colour"),
        ('title = "x"\nrulebook = "star-baccarat"\ndate = "someday"', "someday"),
        ('title = "x"\nrulebook = "star-baccarat"', "staff"),
        (FLY, "'fly'"),
        (STAFFED + 'cards = "Zz"', "'Zz' is not a card"),
        (STAFFED + f'cards = "{"Ah " * 9}"', "no more Ah"),
        (STAFFED + "[sign]\nwagers = {player = 3}", "'wagers.player' is a table"),
        (STEP + 'do = "deal-up"\ncards = "many"', "needs a number as 'cards'"),
        (STEP + 'do = "play-down"', "needs a number as 'left'"),
        (STEP + 'do = "fill"\namount = "ten"', "step 1 (fill by Sue): amount: 'ten' is not"),
        (STEP + 'do = "fill"\namount = 1.005', "step 1 (fill by Sue): amount: '1.005' is not"),
        (STEP + 'do = "fill"\namount = -5', "step 1 (fill by Sue): amount: '-5' is not"),
        (STEP + 'do = "fill"\namount = nan', "step 1 (fill by Sue): amount: 'nan' is not"),
        (STEP + f'do = "fill"\namount = 1{"0" * 17}', "wrong.toml: step 1 (fill by Sue): amount:"),
        (STEP + 'do = "fill"\namount = [5]', "step 1 (fill by Sue): amount: '[5]' is not"),
        (STEP + 'do = "fil"', "nobody can do 'fil'. Did you mean 'fill'?"),
        (STEP + 'do = "fill"\nrefused = {}', "step 1: 'refused' names a code, a clause or both"),
        (STAFFED + "[sign]\nminimm = 5", "sign: there is no 'minimm'. Did you mean 'minimum'?"),
        (STAFFED + '[sign]\nchp = "5"', "it fixes chip. Did you mean 'chip'?"),
        (STAFFED + '[sign]\nminimum = "low"', "sign: minimum: 'low' is not an amount"),
        ('title = "x"\nrulebook = 5', "'rulebook' must be text, not a whole number"),
        ("opened = false\n" + STEP + 'do = "new-shoe"', "a table that is open"),
    ],
)
def test_a_bad_file_is_one_sentence_and_exit_2(
    run: Run, tmp_path: Path, text: str, said: str
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text, "utf-8")
    done = run("run", str(wrong))
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


HEAD = "title x\nrulebook star-baccarat\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: it names no rulebook"),
        ("rulebook star-baccarat", "line 1: it has no title"),
        ("title x\nrulebook nowhere", "no rulebook 'nowhere'"),
        ("title x\nrulebook star-baccarat colour=1", "line 2: a rulebook has no 'colour'"),
        ("  title x", "line 1: it is indented and goes on"),
        (HEAD + "title y", "line 3: 'title' is said a second time"),
        (HEAD + "table decks=many", "line 3: 'decks' must be a whole number, not text"),
        (HEAD + "table A", "line 3: 'A' has no name"),
        (HEAD + "people Sue, Zed", "line 3: 'Zed' is nobody usual"),
        (HEAD + "people Sue seat=first", "line 3: 'seat' must be a whole number"),
        (HEAD + 'people Zed "Gaming', "line 3: a quotation mark has no partner"),
        (HEAD + "cards Zz", "'Zz' is not a card"),
        (HEAD + "sign minimm=5", "sign: there is no 'minimm'. Did you mean 'minimum'?"),
        (HEAD + "sign values={chip=", "line 3: the line ends too early"),
        (HEAD + "sign values={chip}", "line 3: write [a, b] for a list"),
        (HEAD + "sign =", "line 3: '=' stands where a word should"),
        (HEAD + 'sign chip="\\q"', 'line 3: "\\q" cannot be read'),
        (HEAD + "Ann place-wager tie 25", "line 3: a step is a person, a colon"),
        (HEAD + "Ann: fly", "line 3: nobody can do 'fly'"),
        (HEAD + "Sue: fil 5", "line 3: nobody can do 'fil'. Did you mean 'fill'?"),
        (HEAD + "Sue: settle now", "line 3: 'settle' takes nothing: it is too much"),
        (HEAD + "Sue: fill 5\n    6 7", "line 3: 'fill' takes amount, slip: it is too much"),
        (HEAD + "Sue: fill amount=5 amount=6", "line 3: 'amount' is given twice"),
        (HEAD + "Sue: fill 5 who=Dee", "line 3: 'fill' has no 'who'"),
        (HEAD + "Sue: fill 5 ->", "line 3: after '->' stands an event"),
        (HEAD + "Sue: fill 5 -> refused", "line 3: a refusal has a code, a clause or both"),
        (HEAD + "# why\n\nSue: fill ten", "line 5 (fill by Sue): amount: 'ten' is not"),
        (HEAD + "someday Sue: settle", "line 3: 'someday' is no time"),
        (HEAD + "Dee: deal-up many", "line 3: 'deal-up' needs a number as 'cards'"),
        (
            HEAD + "rulebook star-premium-baccarat\nDee: settle -> refused x 1/2/3",
            "line 4: '1/2/3' is 3 things for 2 rulebooks",
        ),
    ],
)
def test_a_bad_file_of_lines_is_one_sentence_that_names_file_and_line(
    run: Run, tmp_path: Path, text: str, said: str
) -> None:
    wrong = tmp_path / "wrong.scenario"
    wrong.write_text(text, "utf-8")
    done = run("run", str(wrong))
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    if "'nowhere'" not in said:
        assert str(wrong) in done.stderr
    assert done.stderr.count("\n") == 1


SHARED = """\
title A wager after the first card is refused
rulebook star-baccarat 5.4, star-premium-baccarat 5.3

Ann: place-wager player 100
Dee: deal-up 1
# It is too late.
Ann: place-wager tie 25 -> refused betting-closed 5.4/5.3
-/Sue: open-box 2 -> refused box-open
balances Ann=900
"""


def test_a_file_for_several_rulebooks_is_played_for_each_or_for_the_one_asked(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "late.scenario"
    file.write_text(SHARED, "utf-8")
    done = run("run", str(file))
    assert done.exit_code == 0, done.stderr
    assert done.stdout.count("Everything came as expected.") == 2
    told = lines(run("run", str(file), "--json").stdout)
    books = [one["rulebook"] for one in told if "rulebook" in one and "event" not in one]
    assert books == ["star-baccarat", "star-premium-baccarat"]
    one = run("run", str(file), "--rulebook", "star-premium-baccarat")
    assert one.stdout.count("Everything came as expected.") == 1
    other = run("run", str(file), "--rulebook", "star-blackjack")
    assert other.exit_code == 2
    assert "is for star-baccarat, star-premium-baccarat, not for star-blackjack" in other.stderr
    file.write_text(SHARED.replace("5.4/5.3", "5.4/9.9"), "utf-8")
    wrong = run("run", str(file))
    assert wrong.exit_code == 1
    assert "(star-premium-baccarat): line 7 (place-wager by Ann)" in wrong.stderr


def test_a_scenario_is_written_in_the_other_form_with_its_comments(
    run: Run, tmp_path: Path
) -> None:
    file, toml, again = (tmp_path / name for name in ("a.scenario", "b.toml", "c.scenario"))
    file.write_text(SHARED, "utf-8")
    unclear = run("run", str(file), "--as", str(toml))
    assert unclear.exit_code == 2
    assert "say by --rulebook whose" in unclear.stderr
    assert run("run", str(file), "--rulebook", "star-baccarat", "--as", str(toml)).exit_code == 0
    text = toml.read_text("utf-8")
    step = text.index('wager = "tie"')
    toml.write_text(f"# First.\n{text[:step]}# Too late.\n{text[step:]}# Last.\n", "utf-8")
    done = run("run", str(toml), "--as", str(again))
    assert done.stdout == f"Saved: pitboss run {again}\n"
    assert again.read_text("utf-8") == (
        "title A wager after the first card is refused\nrulebook star-baccarat 5.4\n# First.\n\n"
        "Ann: place-wager player 100\nDee: deal-up 1\n# Too late.\n"
        "Ann: place-wager tie 25 -> refused betting-closed 5.4\n# Last.\nbalances Ann=900\n"
    )
    assert run("run", str(again)).exit_code == 0
    assert run("run", str(again), "--as", str(tmp_path / "no" / "d.toml")).exit_code == 2


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ('{code = "not-enough-chips"}', 0),
        ('{clause = "5.2"}', 0),
        ('{code = "not-enough-chips", clause = "5.2"}', 0),
        ('{code = "betting-closed"}', 1),
        ('{clause = "5.4"}', 1),
    ],
)
def test_a_refusal_is_expected_by_its_code_or_by_a_clause(
    run: Run, tmp_path: Path, wanted: str, status: int
) -> None:
    text = STAFFED.replace("}]", '}, {name = "Ann", seat = 1}]')
    text += '[sign]\nminimum = 5\n[[step]]\nwho = "Ann"\ndo = "place-wager"\nwager = "tie"\n'
    file = tmp_path / "it.toml"
    file.write_text(f"{text}amount = 5\nrefused = {wanted}\n", "utf-8")
    assert run("run", str(file)).exit_code == status


def test_no_file_and_no_question_is_refused(run: Run) -> None:
    assert run("run").exit_code == 2
    assert run("run", "/nowhere/at-all.toml").exit_code == 2
    assert run("run", "--commands", "--matrix").exit_code == 2
    assert run("run", "--commands", "nowhere").exit_code == 2


@pytest.mark.parametrize("name", [None, *shelf()])
def test_every_command_is_listed(run: Run, ask: Ask, name: str | None) -> None:
    words = ["run", "--commands", *([name] if name else [])]
    found = ask(*words)["commands"]
    assert sorted(one["word"] for one in found) == sorted(ENTRIES)
    assert all(one["does"] and one["who"] for one in found)
    shown = run(*words).stdout
    assert all(one["word"] in shown for one in found)


def test_a_command_shows_fields_ranks_and_clauses(ask: Ask, run: Run) -> None:
    found = {one["word"]: one for one in ask("run", "--commands", "star-baccarat")["commands"]}
    place = found["place-wager"]
    fields = {field["name"]: field for field in place["fields"]}
    assert fields["amount"]["takes"] == "dollars"
    assert fields["amount"]["required"]
    assert fields["tokens"] == {
        "name": "tokens",
        "takes": "yes or no",
        "required": False,
        "default": "no",
    }
    both = next(one for one in place["approvals"] if one["key"] == "both-hands")
    assert (both["rank"], both["asked"]) == ("Casino Supervisor", True)
    assert set(both["clauses"]) <= set(place["clauses"])
    assert (
        "approved beforehand by Casino Supervisor"
        in run("run", "--commands", "star-baccarat").stdout
    )


def test_the_matrix_names_every_act_and_rank(ask: Ask, run: Run) -> None:
    told = ask("run", "--commands", "star-premium-baccarat", "--matrix")
    edition = rulebook("star-premium-baccarat").edition
    approvals = [row for row in told["rows"] if row["kind"] == "approval"]
    assert [row["key"] for row in approvals] == list(edition.approvals)
    assert told["ranks"] == list(edition.ranks.ladder)
    shown = run("run", "--commands", "star-premium-baccarat", "--matrix").stdout
    assert "needs approval" in shown
    assert "Gaming Manager" in shown


def test_the_reference_page_lists_the_commands_there_are(run: Run) -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "table-commands.md"
    made = run("run", "--commands", "--markdown").stdout
    assert page.read_text(encoding="utf-8") == made, "make it anew: run --commands --markdown"
