"""A house with its anchor at work, signing now and then, for tests that kill it."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Iterator
from pathlib import Path

from pitboss.cli.house.trust import trusted
from pitboss.journal.trust import anchor as anchors
from tests.attack.journal.house import SIGNER, sign
from tests.crashing import Told
from tests.service.house_script import Script
from tests.service.play import SECRET, Rig

EVERY = 12
"""So many commands between two signings."""


@contextlib.contextmanager
def anchored(url: str, folder: Path) -> Iterator[Rig]:
    """The house on its store; it shuffles the same way each time."""
    folder.mkdir(exist_ok=True)
    (folder / "signing.key").write_bytes(SECRET)
    chance = random.Random(5)
    held = trusted(url, folder, SIGNER, None)
    rig = Rig(
        held.store, words=lambda: chance.getrandbits(32), anchor=held.anchor, aside=held.aside
    )
    try:
        yield rig
    finally:
        rig.close()
        held.anchor.close()


def work(url: str, folder: Path, told: Told) -> None:
    """Do it all and sign now and then; tell of each command that was acknowledged."""
    with anchored(url, folder) as rig:
        number = 0

        def acknowledged(*words: object) -> None:
            nonlocal number
            told(*words)
            number += 1
            if number % EVERY == 0:
                sign(rig)

        Script(rig, acknowledged).run()
        sign(rig)


def in_anchor(at: int) -> None:
    """The process ends in the n-th write of the anchor, when half of it is in the file."""
    left = [at]
    whole = os.write

    def half(descriptor: int, body: bytes) -> int:
        left[0] -= 1
        if left[0] <= 0:
            whole(descriptor, body[: len(body) // 2])
            os._exit(9)
        return whole(descriptor, body)

    class System:
        """The system as the anchor knows it; only its writes are counted."""

        write = staticmethod(half)

        def __getattr__(self, name: str) -> object:
            return getattr(os, name)

    vars(anchors)["os"] = System()
