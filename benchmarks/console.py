"""A reading of a dealer's console beside an attempt of every act with every value."""

from __future__ import annotations

from itertools import islice, product

from benchmarks.measure import Measure, best_seconds, measure
from benchmarks.table import play_coups, stakes, steady
from pitboss.table.machine import Standing
from pitboss.table.usual.offers import MOST_TRIED, choices_of, required
from pitboss.table.usual.trial import Trials, stand_ins
from pitboss.views.console import acts_now, next_of_house

COUPS = 5
MOST_DECISIONS = 40


def _read(trials: Trials, who: str) -> None:
    next_of_house(trials, who)
    acts_now(trials, who, trials.table.people[who].rank)


def _try_everything(trials: Trials, who: str) -> None:
    """Every command of staff is put to the core until it is accepted; nothing is ruled out."""
    standing = Standing(trials.rules, trials.table, who)
    for word, entry in trials.rules.words.items():
        if "staff" not in entry.who:
            continue
        needed, given = required(entry.kind), stand_ins(trials.rules, trials.table, word)
        values = [choices_of(standing, entry, name) for name in needed]
        for chosen in islice(product(*values), MOST_TRIED):
            fields = dict(zip(needed, chosen, strict=True))
            if isinstance(trials.of(who, word, {**fields, **given}), tuple):
                break


def reading(rounds: int) -> list[Measure]:
    """While players bet, by someone of the highest rank who is on duty."""
    table = steady([])
    play_coups(table, COUPS)
    for person, wager, cents in stakes(COUPS):
        table.do("place-wager", person, wager=wager, amount_cents=cents)
    state, rules = table.table, table.rules
    at, ladder = table.now, rules.edition.ranks.ladder
    staff = state.present("staff")
    who = max(staff, key=lambda one: ladder.index(staff[one].rank or ladder[0]))

    def fresh() -> Trials:
        return Trials(rules, state, at)

    ours, all_ = best_seconds(
        rounds, (lambda: _read(fresh(), who), 5), (lambda: _try_everything(fresh(), who), 1)
    )
    asked, everything = fresh(), fresh()
    _read(asked, who)
    _try_everything(everything, who)
    beside = "an attempt of every act with every value"
    return [
        measure(
            "decisions of a reading of a console",
            "decisions",
            asked.count,
            (beside, everything.count),
            MOST_DECISIONS,
            lower=True,
        ),
        measure("a reading of a console", "ms", ours * 1e3, (f"{beside}, ms", all_ * 1e3)),
    ]
