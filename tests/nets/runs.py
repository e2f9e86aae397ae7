"""The runs that are digested: every scenario, and commands that the chaos dealer once gave."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec

from pitboss.book import Rulebook
from pitboss.chaos.dealer import Chaos
from pitboss.conformity.scenes import scenes_of
from pitboss.refusal import Refusal
from pitboss.scenarios.run import Play
from pitboss.scenarios.streams import Answer
from pitboss.table import Command, Rules, Table, act, read_command
from tests.nets.content import Digest

HERE = Path(__file__).parent
SEEDS = range(10)
STEPS = 600


class Watched(Play):
    """A scenario of which every command is digested."""

    digest: Digest

    def act(self, who: str, do: str, **fields: Any) -> Answer:
        """As ever, and digested."""
        done = super().act(who, do, **fields)
        self.digest.add(self.rules.play, done, self.table)
        return done


def of_scenarios(book: Rulebook) -> dict[str, list[str]]:
    """The digests of every scenario of a rulebook."""
    found = {}
    for scene in scenes_of(book.edition.folder):
        play = Watched(book, scene.scenario)
        play.digest = Digest()
        play.run()
        found[scene.name] = play.digest.told(play.table)
    return found


class Recording(Chaos):
    """The chaos dealer, of which every command is kept; an empty line begins another table."""

    def __init__(self, rules: Rules, seed: int) -> None:
        super().__init__(rules, seed)
        self.lines: list[bytes] = []

    def give(self, word: str, command: Command) -> None:
        """As ever, and kept."""
        if not self.world.table.events and (not self.lines or self.lines[-1]):
            self.lines.append(b"")
        self.lines.append(msgspec.json.encode(command))
        super().give(word, command)


def path_of(book: Rulebook) -> Path:
    """Where the commands of the chaos dealer lie."""
    return HERE / f"{book.edition.identity.rulebook}.commands.gz"


def record(book: Rulebook) -> None:
    """Let the chaos dealer play, and keep its commands."""
    lines: list[bytes] = []
    for seed in SEEDS:
        chaos = Recording(book.rules, seed)
        broken = chaos.run(STEPS)
        if broken is not None:
            raise AssertionError(broken)
        lines += (b"#%d" % seed, *chaos.lines)
    path_of(book).write_bytes(gzip.compress(b"\n".join(lines), mtime=0))


def of_chaos(book: Rulebook) -> dict[str, list[str]]:
    """The digests of the recorded commands, by seed."""
    rules = book.rules
    found: dict[str, list[str]] = {}
    seed, digest, table = "", Digest(), Table()
    for line in gzip.decompress(path_of(book).read_bytes()).split(b"\n"):
        if line.startswith(b"#"):
            seed, digest = f"seed {line[1:].decode()}", Digest()
        elif not line:
            table = Table()
        else:
            done = act(rules, table, read_command(msgspec.json.decode(line)))
            if not isinstance(done, Refusal):
                table = done[0]
            digest.add(rules.play, done if isinstance(done, Refusal) else done[1], table)
            found[seed] = digest.told(table)
    return found
