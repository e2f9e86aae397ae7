"""A coup as a file: its lines as a table, itself as a picture; of a player their own lines."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pitboss.book import Rulebook
from pitboss.decision.space import TOPIC
from pitboss.editions.texts import words_in
from pitboss.money import dollars, sum_of
from pitboss.paper import Paper, PaperTable
from pitboss.refusal import Refusal
from pitboss.scenarios.again.coup import coup_scenario
from pitboss.scenarios.files import ENDING, text_as
from pitboss.views.coups import Coup, History
from pitboss.views.files.picture import DrawnHand, DrawnLine, picture
from pitboss.views.follower import Follower
from pitboss.views.parts.coup import Why, finished
from pitboss.views.parts.shown import Shown, Viewer
from pitboss.views.parts.statement import reason
from pitboss.views.states import States
from pitboss.views.stays import Stays
from pitboss.words.catalogue import Said, spoken, words_of

WORDS = "coup"
COLUMNS = ("person", "wager", "stake", "outcome", "paid", "returned", "clauses", "why")


@dataclass(frozen=True)
class _Words:
    """What a coup is told in: a language, and what the texts of the edition are in it."""

    language: str
    texts: dict[str, str]

    def text(self, text: str) -> str:
        """A text of the edition."""
        return self.texts.get(text, text)

    def say(self, said: Said, topic: str = TOPIC) -> str:
        """A sentence of the house."""
        return spoken(topic, said, self.language, lambda _, value: self.text(str(value)))

    def own(self, key: str, **params: object) -> str:
        """A sentence of these files."""
        return self.say(Said(key, params), WORDS)


def _words(shown: Shown, language: str) -> _Words:
    return _Words(language, {} if language == "en" else words_in(shown.rules.edition, language))


def _title(shown: Shown, why: Why, words: _Words) -> str:
    return words.own("title", table=shown.name, coup=why.coup, result=words.say(why.result_said))


def coup_paper(shown: Shown, coup: Coup, viewer: Viewer, language: str) -> Paper:
    """How the coup was settled, line by line; a wager keeps its name of the rulebook."""
    words, why = _words(shown, language), finished(Why, shown, coup, viewer)
    say: Callable[[Said], str] = words.say
    reasons = {line.number: reason(line, say) for line in why.lines}
    settled = shown.follower.so_far(History).settlement(coup, viewer.own).lines
    heads = words_of(WORDS, language)
    rows = [
        (
            *(one.person, one.line.wager, dollars(one.line.stake_cents), str(one.line.outcome)),
            *(dollars(one.line.paid_cents), dollars(one.line.returned_cents)),
            ", ".join(one.line.clauses),
            one.line.why if language == "en" else reasons.get(one.number, ""),
        )
        for one in settled
    ]
    hands = [f"{words.text(hand.title)}: {_cards(hand.cards)}" for hand in why.hands]
    return Paper(
        title=_title(shown, why, words),
        lines=(coup.row.at, *hands),
        tables=(
            PaperTable(
                heads=[heads[name] for name in COLUMNS],
                rows=rows,
                figures=(2, 4, 5),
                empty=heads["none"],
            ),
        ),
    )


def _cards(cards: tuple[str | None, ...]) -> str:
    return " ".join(card for card in cards if card is not None)


def coup_picture(shown: Shown, coup: Coup, viewer: Viewer, language: str) -> str:
    """The coup as SVG: its hands, its result, and how each wager was settled."""
    words, why = _words(shown, language), finished(Why, shown, coup, viewer)
    edition = shown.rules_of(coup_edition(shown.follower, coup)).edition
    at = edition.identity.there(dt.datetime.fromisoformat(coup.row.at))
    lines = [
        DrawnLine(
            head=words.own(
                "line",
                stake=sum_of(line.stake_cents),
                wager=words.text(line.name),
                outcome=words.own(f"outcome.{line.outcome}"),
            ),
            net=_signed(line.back_cents - line.stake_cents),
            says=reason(line, words.say),
        )
        for line in why.lines
    ]
    return picture(
        title=_title(shown, why, words),
        under=f"{words.text(edition.identity.title)}, {at:%Y-%m-%d %H:%M:%S %Z}",
        result=words.say(why.result_said),
        hands=[
            DrawnHand(
                title=words.text(hand.title),
                cards=hand.cards,
                total="" if hand.count is None else str(hand.count),
            )
            for hand in why.hands
        ],
        lines=lines,
        net=(words.own("net"), _signed(why.net_cents)) if len(lines) > 1 else None,
        language=language,
    )


def coup_edition(follower: Follower, coup: Coup) -> str:
    """The edition that a coup was dealt under."""
    return follower.so_far(Stays).coups[coup.row.coup].house.edition


def _signed(cents: int) -> str:
    return f"+{sum_of(cents)}" if cents > 0 else sum_of(cents)


def coup_text(book: Rulebook, shown: Shown, coup: Coup, person: str | None) -> str | Refusal:
    """The coup as a scenario that `pitboss run` plays; why there is none, where there is none."""
    states, row = shown.follower.of(States), coup.row
    events = states.events(row.first - 1, row.last)
    found = coup_scenario(book, states.before(row.first), events, person)
    return found if isinstance(found, Refusal) else text_as(found, Path(f"coup{ENDING}"))
