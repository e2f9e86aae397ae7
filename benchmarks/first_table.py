"""How long until a table is drawn: `python -m benchmarks.first_table [rounds]`.

A browser that has nothing of ours opens a table, signed in: from the click to the picture that
shows the felt with its areas. Beside it, in turn, what the same browser takes to draw an answer
of the same server that is all but empty.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import CHROMIUM, House, Pages

ROUNDS = 15
GOAL_MS = 1_000
TABLE, EMPTY = "/table/star-baccarat", "/api/health"
# The frame after the one in which the first area is there has been painted.
DRAWN = """([wanted]) => new Promise(done => {
  const look = () => document.querySelector(wanted)
    ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
    : requestAnimationFrame(look);
  look();
})"""


def drawn(page: Page, path: str, wanted: str) -> float:
    """Milliseconds from the navigation to the picture."""
    page.goto(path, wait_until="commit")
    page.wait_for_selector(wanted, state="attached")
    taken: float = page.evaluate(DRAWN, [wanted])
    return taken


def main(rounds: int) -> None:
    """Measure by turns, and print the medians, the slowest and the goal."""
    times: dict[str, list[float]] = {TABLE: [], EMPTY: []}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        house = House(Path(folder))
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        pages = Pages(browser)
        for _ in range(rounds):
            for path, wanted in ((TABLE, "[data-cell]"), (EMPTY, "body")):
                page = pages.blank(house, "player1")
                times[path].append(drawn(page, path, wanted))
                page.context.close()
                pages.contexts.clear()
        browser.close()
        house.close()
    table, empty = median(times[TABLE]), median(times[EMPTY])
    print(f"first table drawn: {table:,.0f} ms, slowest of {rounds} {max(times[TABLE]):,.0f} ms")
    print(f"an empty page:     {empty:,.0f} ms; ratio {table / empty:.1f}")
    print(f"goal {GOAL_MS:,} ms: {'met' if table < GOAL_MS else 'not met'}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
