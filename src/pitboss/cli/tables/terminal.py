"""A table in the terminal: lines in, the table out."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from typing import Any

from rich.markup import escape

from pitboss.book import Rulebook
from pitboss.cards import parse
from pitboss.cli.tables.lines import SHORT, Actors, Unclear, full_word, read_line
from pitboss.cli.tables.run import save
from pitboss.cli.term.commands import command_lines
from pitboss.cli.term.events import event_lines, refusal_line, say
from pitboss.cli.term.output import console
from pitboss.cli.term.play import print_end
from pitboss.cli.term.settlement import heading
from pitboss.cli.term.table import draw, draw_acts, draw_offers
from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.scenarios.amounts import WORDS
from pitboss.scenarios.session import Session
from pitboss.table import Table
from pitboss.table.betting.offer import on_offer
from pitboss.table.machine import Query, replace
from pitboss.table.state import Placed
from pitboss.table.usual.matrix import describe
from pitboss.table.usual.next_act import Proposal
from pitboss.table.usual.offers import Offer, offers
from pitboss.table.usual.trial import trial

SPAN = re.compile(r"(\d+)\s*(s|m|h)?")
SECONDS = {"s": 1, "m": 60, "h": 3600, None: 60}
HELP = """\
Enter             the next house act        1, 2, ...   an act from the list
shoe              make a shoe ready         coup        deal and settle a whole coup
bet player 100    a wager by the player chosen; Ben bet tie 25 by another; again: the last ones
report SITUATION  something went wrong; then the rulings that are permitted have numbers
as Sue            Sue acts from now on, where her role may
acts              all that may be done now  state       the table again, with its staff
wait 20m          let time pass             wagers      what may be bet on here
WORD VALUE ...    any command; FIELD=VALUE where the order does not say which
help WORD         what a command takes and who gives it; help words lists them all
save [FILE]       write what was done       quit        save and end"""


class Terminal:
    """Takes lines until the end, shows the table, and saves what was done."""

    def __init__(self, book: Rulebook, session: Session, save: str | None) -> None:
        self.book = book
        self.session = session
        self.save_to = save
        self.out = console()
        first = next(iter(session.play.table.present("staff")))
        self.actors = Actors(first, {"staff": first})
        self.keyed: list[Offer] = []
        self.proposal: Proposal | None = None
        self.last_wagers: tuple[Placed, ...] = ()
        self.since = time.monotonic()

    @property
    def table(self) -> Table:
        """The state now."""
        return self.session.play.table

    def run(self) -> None:
        """Take lines until `quit` or the end of the input."""
        setting = self.session.setting
        house = self.table.house
        if house is not None:
            self.out.print(heading(self.book, house.game, house.decks, house.layout))
        cards = "cards are typed" if self.session.physical else f"seed {setting.seed}"
        self.out.print(f"method {setting.method}, {cards}; 'help' says what can be typed")
        self.wagers()
        self.show(staff=True)
        while (line := self.read("> ")) is not None:
            word = line.strip()
            if word in ("quit", "exit", "q"):
                break
            try:
                if self.take(word):
                    self.show()
            except Unclear as unclear:
                self.out.print(f"[red]{escape(str(unclear))}[/]")
        print_end(self.out, self.table)
        if self.save_to is not None:
            self.save(self.save_to)

    def read(self, prompt: str) -> str | None:
        """The next line; nothing at the end of the input."""
        if sys.stdin.isatty():
            try:
                line = input(prompt)
            except (EOFError, KeyboardInterrupt):  # either ends the table, which is then saved
                self.out.print()
                return None
            # At a terminal the table's clock follows the one on the wall.
            passed, self.since = int(time.monotonic() - self.since), time.monotonic()
            self.session.wait(max(0, passed - 1))
            return line
        text = sys.stdin.readline()
        return text.rstrip("\n") if text else None

    def show(self, *, staff: bool = False) -> None:
        """The state and what may come next."""
        play = self.session.play
        draw(self.out, play.rules, self.table, staff=staff)
        self.proposal = self.session.proposal()
        found = offers(play.rules, self.table, play.now)
        self.keyed = [offer for offer in found if self.presses(offer)][:9]
        if self.proposal is None:
            self.out.print(self.why_waiting())
        draw_acts(self.out, self.proposal, self.keyed, self.hints())

    def presses(self, offer: Offer) -> bool:
        """Whether someone waits for this act: a request, a duty, or what a situation asks for."""
        if {"ruling", "approval", "duty"} & set(offer.fields):
            return True
        if self.table.trouble is None:
            return False
        # What could not be done without the situation is what it waits for.
        play, calm = self.session.play, replace(self.table, trouble=None)
        done = trial(play.rules, calm, offer.who, offer.word, offer.fields, play.now)
        return isinstance(done, Refusal)

    def hints(self) -> list[str]:
        """What is usually typed in this phase."""
        table, always = self.table, ["acts", "help", "quit"]
        if table.trouble is not None:
            return ["a number of the list", *always]
        if table.phase == "between":
            return ["shoe to make one ready", *always]
        if table.phase != "betting":
            return ["coup to deal it all", "report SITUATION", *always]
        if table.wagers:
            return ["bet WAGER DOLLARS", "coup to deal it all", *always]
        return ["bet WAGER DOLLARS", *(["again"] if self.last_wagers else []), *always]

    def wagers(self) -> bool:
        """The wagers that this table takes."""
        if self.table.house is not None:
            taken = on_offer(Query(self.session.play.rules, self.table))
            self.out.print(f"wagers: {', '.join(taken)}")
        return False

    def acts(self) -> bool:
        """Everything that may be done now."""
        draw_offers(self.out, offers(self.session.play.rules, self.table, self.session.play.now))
        return False

    def take(self, line: str) -> bool:
        """One line; whether the table is to be shown again."""
        first, _, rest = line.partition(" ")
        ways: dict[str, Callable[[str], bool]] = {
            "": lambda _: self.go_on(),
            "as": self.choose,
            "shoe": lambda _: self.make_ready(),
            "coup": lambda _: self.whole_coup(),
            "again": lambda _: self.again(),
            "wait": self.wait,
            "wagers": lambda _: self.wagers(),
            "acts": lambda _: self.acts(),
            "state": lambda _: self.state(),
            "help": self.help,
            "?": self.help,
            "save": self.save,
        }
        if first in ways:
            return ways[first](rest.strip())
        if first.isdigit():
            return self.by_key(int(first))
        card = one_card(line)
        if card is not None and self.proposal is not None and self.proposal.ask:
            return self.house(self.proposal, card)
        typed = read_line(line, self.table, self.actors)
        fields = dict(typed.fields)
        if fields.get("card") == "next":
            shoe = self.table.shoe
            fields["card"] = self.session.face(len(shoe.drawn)) if shoe is not None else None
        if fields.get("card") is None:
            fields.pop("card", None)
        return self.act(typed.who, typed.word, fields)

    def act(self, who: str, word: str, fields: dict[str, Any]) -> bool:
        """One command, and what came of it."""
        if self.table.coup is None and self.table.wagers:
            self.last_wagers = tuple(self.table.wagers.values())
        told = self.session.do(who, word, fields)
        if told.refusal is not None:
            say(self.out, refusal_line(told.at, who, word, told.refusal))
            return False
        for event in told.events:
            for line in event_lines(event):
                say(self.out, line)
        return True

    def state(self) -> bool:
        """The table again, with its staff."""
        self.show(staff=True)
        return False

    # House acts -------------------------------------------------------------------------

    def go_on(self) -> bool:
        """The next house act."""
        proposal = self.session.proposal()
        if proposal is None:
            self.out.print(self.why_waiting())
            return False
        return self.house(proposal)

    def why_waiting(self) -> str:
        """Why the house does nothing by itself now."""
        trouble = self.table.trouble
        if trouble is not None and trouble.ruling is not None:
            return f"Play waits for {trouble.awaits}, as was ruled: see the list."
        if trouble is not None:
            return "A ruling comes first: see the list."
        if self.table.phase == "betting":
            return "The house waits for wagers: for example 'bet player 100'."
        return "The house waits; 'help' says what can be typed."

    def house(self, proposal: Proposal, card: str | None = None) -> bool:
        """Do what was proposed, asking for its card where nobody has told it."""
        fields = dict(proposal.fields)
        if proposal.ask:
            card = card or one_card(self.read("which card? ") or "")
            if card is None:
                raise Unclear("Say which card it is, for example 9h or Td.")
            fields["card"] = card
        return self.act(proposal.who, proposal.word, fields)

    def until(self, done: Callable[[], bool]) -> bool:
        """House acts one after another until something is done or the house must wait."""
        acted = False
        while not done():
            proposal = self.session.proposal()
            if proposal is None or not self.house(proposal):
                if proposal is None:
                    self.out.print(self.why_waiting())
                return acted
            acted = True
        return acted

    def make_ready(self) -> bool:
        """A shoe from introduction to burn."""
        shoe = self.table.shoe
        if shoe is not None and shoe.over is None:
            self.out.print("A shoe is in play.")
            return False
        return self.until(
            lambda: (
                (shoe := self.table.shoe) is not None
                and shoe.over is None
                and shoe.burn_done is not None
            )
        )

    def whole_coup(self) -> bool:
        """A coup from its first card to its settlement."""
        before = len(self.table.results)
        return self.until(lambda: len(self.table.results) > before)

    # Other lines ------------------------------------------------------------------------

    def again(self) -> bool:
        """The wagers of the last coup once more."""
        if not self.last_wagers:
            self.out.print("There are no wagers to repeat yet.")
        wagers, acted = self.last_wagers, False
        for placed in wagers:
            fields = {"wager": placed.wager, "amount": dollars(placed.stake_cents).replace(",", "")}
            acted = self.act(placed.person, "place-wager", fields) or acted
        return acted

    def choose(self, name: str) -> bool:
        """Someone else acts from now on."""
        self.actors.choose(self.table, name)
        person = self.table.people[name]
        self.out.print(f"{name} acts ({person.rank or person.role}).")
        return False

    def wait(self, text: str) -> bool:
        """Time passes."""
        span = SPAN.fullmatch(text)
        if span is None:
            raise Unclear("Say how long: wait 90s, wait 20m, wait 2h.")
        self.session.wait(int(span[1]) * SECONDS[span[2]])
        self.out.print(f"{text} pass before the next act.")
        return False

    def by_key(self, key: int) -> bool:
        """An act from the list."""
        if not 1 <= key <= len(self.keyed):
            raise Unclear(f"There is no act {key} in the list.")
        offer = self.keyed[key - 1]
        fields = {
            name.removesuffix("_cents"): dollars(value) if name.endswith("_cents") else value
            for name, value in offer.fields.items()
        }
        for name in offer.say:
            fields[name] = (self.read(f"{name}? ") or "").strip() or "done"
        return self.act(offer.who, offer.word, fields)

    def help(self, text: str) -> bool:
        """What can be typed, or what one command takes."""
        if text in ("", "words"):
            self.out.print(HELP if not text else ", ".join(sorted(WORDS)), markup=False)
            return False
        word = full_word(text)
        if word is None:
            raise Unclear(f"There is no '{text}'; 'help words' lists the commands.")
        for line in command_lines(describe(WORDS[word], self.book.edition)):
            self.out.print(line)
        short = [short for short, full in SHORT.items() if full == word]
        if short:
            self.out.print(f"    short: {', '.join(short)}")
        if "situation" in WORDS[word].kind.__struct_fields__:
            self.list_situations()
        return False

    def list_situations(self) -> None:
        """What may be reported in this phase, and which facts are to be told."""
        for name, found in self.book.edition.situations.items():
            if self.table.phase in found.phase:
                told = "; ".join(f"{fact}: {' | '.join(all_)}" for fact, all_ in found.told.items())
                self.out.print(f"    [bold]{name}[/]  {escape(found.title)}", end="")
                self.out.print(f"  [dim]told={escape(told)}[/]" if told else "")

    def save(self, file: str) -> bool:
        """Write what was done as a scenario."""
        to = file or self.save_to
        if not to:
            raise Unclear("Say where: save evening.scenario.")
        self.save_to = to
        save(self.session.scenario(), to)
        return False


def one_card(text: str) -> str | None:
    """A card as people type it (`9h`, `10d`, `AH`), in plain notation; nothing if it is none."""
    word = text.strip().replace("10", "T")
    if len(word) != 2:
        return None
    found = parse(word[0].upper() + word[1].lower())
    return None if isinstance(found, Refusal) else word[0].upper() + word[1].lower()
