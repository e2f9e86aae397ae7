"""A process of its own in which the core has switches: jobs come in by line, answers go out."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

Job = tuple[str, str, list[Any]]
"""What is to be done, in which edition's folder, with what."""


def serve() -> None:
    """Answer jobs until there are no more."""
    from pitboss.conformity.behaviour.bench import Bench, Change  # noqa: PLC0415 - switched on

    benches: dict[str, Bench] = {}
    read, write = msgspec.json.Decoder(Job), msgspec.json.Encoder()
    for line in sys.stdin.buffer:
        do, folder, given = read.decode(line)
        bench = benches.get(folder)
        if bench is None:
            bench = benches[folder] = Bench(Path(folder))
        answer: Any
        if do == "trace":
            answer = [bench.trace(number) for number in given]
        elif do == "steps":
            bench.steps = dict(enumerate(given))
            answer = True
        else:
            tries = msgspec.convert(given, list[tuple[Change, list[int]]])
            answer = [None] * len(tries)
            for number, (change, proofs) in enumerate(tries):
                answer[number] = bench.attempt(change, proofs)
                if do == "first" and isinstance(answer[number], int):
                    break
        sys.stdout.buffer.write(write.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


def main() -> None:
    """Load the core with switches, then serve."""
    from pitboss.conformity.behaviour.hook import install  # noqa: PLC0415 - before the core

    install()
    import_module(f"{__package__}.worker").serve()  # this module again, with switches


if __name__ == "__main__":
    main()
