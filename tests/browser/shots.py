"""Pictures of every page for the documentation: `python -m tests.browser.shots [name ...]`.

Each is taken in a real browser in the middle of play, and kept as WebP under `docs/screens/`.
`film` is a strip of one coup, as a player sees it on a phone, for the README.
"""

from __future__ import annotations

import base64
import re
import secrets
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import CHROMIUM, PATIENCE_MS, PITBOSS, ROOT, House, Pages, patiently
from tests.browser.played import area, hands_of, opened, place, void_shoe, wager

FOLDER = ROOT / "docs" / "screens"
QUALITY = 0.82
TABLE, PREMIUM, OPENED, RULED = "star-baccarat", "star-premium-baccarat", "shoe-two", "pit-one"
BOOK, OTHER, CHOICES = "star-baccarat", "crown-melbourne-baccarat", "star-blackjack"
MANAGER, SUPERVISOR = "gaming-manager", "gaming-supervisor"
THREE = ("phone", "tablet", "desktop")
FOUR = (*THREE, "wall")
FILM = "coup-film.webp"
FILMED = "filmed"
FRAME = 320
"""How wide a frame of the strip is, in pixels."""
SEED = "screens"
"""The shoes are the same each time, so that a new picture differs by what the page became."""
PACK = """async ([data, quality]) => {
  const picture = await createImageBitmap(await (await fetch(data)).blob());
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.toDataURL("image/webp", quality);
}"""


STRIP = """async ([frames, wide, quality]) => {
  const pictures = await Promise.all(
    frames.map(async (data) => createImageBitmap(await (await fetch(data)).blob())),
  );
  const gap = 12, high = Math.round((pictures[0].height * wide) / pictures[0].width);
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [pictures.length * (wide + gap) - gap, high];
  const drawn = canvas.getContext("2d");
  drawn.imageSmoothingQuality = "high";
  pictures.forEach((one, at) => drawn.drawImage(one, at * (wide + gap), 0, wide, high));
  return canvas.toDataURL("image/webp", quality);
}"""


class Shot(NamedTuple):
    """A page to be taken: when, whose, at which sizes, and what it shows."""

    when: str
    path: str
    login: str | None
    ready: str
    says: str
    sizes: tuple[str, ...] = THREE
    do: Callable[[Page], Any] | None = None
    theme: str = "felt"
    language: str = "en"


def _why(page: Page) -> None:
    if (page.viewport_size or {"width": 0})["width"] < 1200 and "/table/" in page.url:
        page.get_by_role("button", name="Settlement").click()
    page.get_by_role("button", name=re.compile("^why")).first.click()


def _end(page: Page) -> None:
    page.keyboard.press("End")
    page.get_by_role("button", name=re.compile("^why")).first.click()


def _refused(page: Page) -> None:
    page.locator('label:has(input[type=radio][value="500"])').click()
    area(page, "tie").click()
    page.wait_for_selector(".slip")


def _report(page: Page) -> None:
    page.keyboard.press("g")
    page.wait_for_selector("[type=search]")


SHOTS = {
    "front": Shot(
        "living", "/", None, "[data-table] [data-road], li[data-table]", "The living house", FOUR
    ),
    "sign-in": Shot("settled", "/sign-in", None, "form", "Signing in, and where each role begins"),
    "tables": Shot("settled", "/tables", "player1", "li[data-table]", "The tables of the floor"),
    "table": Shot(
        "settled", f"/table/{TABLE}", "dealer", ".plate", "A coup settled, one why open", FOUR, _why
    ),
    "table-light": Shot(
        "dealing",
        f"/table/{TABLE}",
        "inspector",
        ".hand",
        "Mid-coup, light",
        ("desktop",),
        None,
        "light",
    ),
    "table-contrast": Shot(
        "dealing",
        f"/table/{TABLE}",
        "inspector",
        ".hand",
        "Mid-coup, high contrast",
        ("desktop",),
        None,
        "contrast",
    ),
    "display": Shot(
        "settled",
        f"/display/{TABLE}",
        "display",
        "[data-road=cockroach_pig]",
        "Result, five roads, limits sign",
        FOUR,
    ),
    "replay": Shot(
        "settled",
        f"/replay/{TABLE}/5",
        "dealer",
        "[data-step-now]",
        "A coup of the past, step by step",
        THREE,
        _end,
    ),
    "verify": Shot(
        "settled",
        f"/verify/{OPENED}/1",
        None,
        "[data-verdict=holds]",
        "A shoe's commitment checked in the browser",
    ),
    "terminal": Shot(
        "betting", f"/terminal/{TABLE}", "player1", "[data-area]", "Wagers being placed", FOUR
    ),
    "terminal-refused": Shot(
        "betting",
        f"/terminal/{TABLE}",
        "player1",
        "[data-area]",
        "A refused wager explained",
        ("phone",),
        _refused,
    ),
    "terminal-zh": Shot(
        "betting",
        f"/terminal/{TABLE}",
        "player2",
        "[data-area]",
        "The terminal in Chinese",
        ("tablet",),
        None,
        "felt",
        "zh",
    ),
    "console": Shot(
        "dealing", f"/console/{TABLE}", "dealer", ".next button", "The dealer's console", FOUR
    ),
    "console-report": Shot(
        "dealing",
        f"/console/{TABLE}",
        "dealer",
        ".next button",
        "What can have gone wrong",
        ("desktop",),
        _report,
    ),
    "console-payout": Shot(
        "complete",
        f"/console/{TABLE}",
        "dealer",
        "aside [data-sum]",
        "The payout helper",
        ("desktop",),
    ),
    "ruling": Shot("dealing", f"/console/{RULED}", SUPERVISOR, ".options .pick", "A guided ruling"),
    "pit": Shot("dealing", "/pit", SUPERVISOR, ".queue li", "Queue and tables at a glance", FOUR),
    "shift": Shot("dealing", "/pit/shift", SUPERVISOR, "[data-shift]", "A shift in figures"),
    "history": Shot("dealing", "/history", "player1", "main h2", "A player's own days"),
    "rules": Shot("dealing", "/rules", None, ".shelf > li", "The rulebooks"),
    "rulebook": Shot("dealing", f"/rules/{BOOK}", None, "[data-section] li", "Every clause"),
    "payouts": Shot(
        "dealing",
        f"/rules/{BOOK}?show=payouts",
        MANAGER,
        ".payouts td.pays",
        "Payout table with exact edges",
    ),
    "rule-card": Shot(
        "dealing", f"/rules/{BOOK}?show=card", None, "article.printed", "The rule card to print"
    ),
    "clause": Shot(
        "dealing",
        f"/rules/{BOOK}/11.1.3?beside={OTHER}",
        None,
        ".two .paper >> nth=1",
        "One clause in two casinos",
    ),
    "compare": Shot(
        "dealing", f"/compare?first={BOOK}&second={OTHER}", None, "tbody tr", "What differs"
    ),
    "odds": Shot(
        "dealing",
        f"/odds/{BOOK}",
        MANAGER,
        "#panel-edges tbody strong",
        "Exact edges",
        THREE,
        None,
        "light",
    ),
    "odds-strategy": Shot(
        "dealing",
        f"/odds/{CHOICES}",
        MANAGER,
        "[role=grid]",
        "The strategy chart",
        ("desktop",),
        None,
        "light",
    ),
    "parts": Shot("dealing", "/parts", None, "[role=tab]", "Every part in one place", ("desktop",)),
}
BETS = (
    (("player1", "banker", 10_000), ("player1", "super-six", 500), ("player2", "player", 2_500)),
    (("player1", "player", 2_500), ("player2", "banker", 12_500), ("player2", "tie", 2_500)),
    (("player1", "banker", 2_500), ("player1", "banker-pair", 500), ("player2", "banker", 5_000)),
)


def bets(house: House, number: int, table: str = TABLE) -> None:
    """Two players' wagers of a coup."""
    for login, what, cents in BETS[number % len(BETS)]:
        wager(house, login, table, what, cents)


def acts(house: House, table: str, until: str | None = None) -> None:
    """The acts of the house by its people, until it waits or this one is the next."""
    for _ in range(20):
        following = house.get("dealer", f"/tables/{table}/console")["next"]
        if following is None or following["do"] == until:
            return
        login = "dealer" if following["yours"] else SUPERVISOR
        done = house.do(login, table, following["do"], **following["fields"])
        assert done.is_success, done.text


def prepare(house: House) -> None:
    """A floor in the middle of an evening."""
    for seat, login in ((2, "player1"), (5, "player2")):
        for table in (TABLE, PREMIUM):
            assert house.do(login, table, "arrive", seat=seat).is_success
    for table in (TABLE, PREMIUM):
        for login in ("dealer", SUPERVISOR):
            house.do(login, table, "sign-on")
        house.deal(table)
    for number in range(26):
        bets(house, number)
        house.deal(TABLE, until="coup-settled")
        house.deal(TABLE)
    for number in range(5):
        wager(house, "player1", PREMIUM, "banker", 10_000)
        wager(house, "player2", PREMIUM, "tie", 2_500 * (1 + number % 2))
        house.deal(PREMIUM, until="coup-settled")
        house.deal(PREMIUM)
    for table in (OPENED, RULED):
        opened(house, table, BOOK, "player1", "player2")
    bets(house, 0, OPENED)
    acts(house, OPENED)
    void_shoe(house, OPENED, 1)
    unneeded(house)
    asked = patiently(
        lambda: house.client("player1").post(
            f"/api/tables/{PREMIUM}/approvals",
            json={"key": "both-hands"},
            headers={"Idempotency-Key": secrets.token_hex(8)},
        )
    )
    assert asked.is_success, asked.text


def detain(house: House) -> None:
    """A player found with a device is detained; who is detained may not wager any more."""
    person = house.get("player2", "/session")["person"]
    told = house.do(SUPERVISOR, TABLE, "report-device", person=person, device="a small computer")
    matter = next(one["fields"]["matter"] for one in told.json()["events"])
    fields = {"reason": "it was in use", "responsible": "security"}
    assert house.do(SUPERVISOR, TABLE, "detain", matter=matter, **fields).is_success


def unneeded(house: House) -> None:
    """A card dealt to Player that is not due, while Banker is to draw."""
    for number in range(40):
        bets(house, number, RULED)
        for _ in range(14):
            following = house.get("dealer", f"/tables/{RULED}/console")["next"]
            if following is None:
                break
            coup = house.get("dealer", f"/tables/{RULED}")["view"]["table"]["coup"]
            third = following["place"] == 2 and following["hand"] == "banker"
            if third and len(hands_of(coup)["player"]["cards"]) == 2:
                told = {"situation": "unneeded-player-card", "card": "As"}
                assert house.do("dealer", RULED, "report-irregularity", **told).is_success
                return
            assert house.do("dealer", RULED, following["do"], **following["fields"]).is_success


def bring(house: House, moment: str) -> None:
    """Bring the floor to the next moment; they follow one another."""
    if moment == "settled":
        bets(house, 1)
        house.deal(TABLE, until="coup-settled")
    elif moment == "betting":
        house.deal(TABLE)
        bets(house, 0)
    elif moment == "dealing":
        house.deal(TABLE, until="counts-announced")
        detain(house)
    else:
        acts(house, TABLE, until="settle")


def kept(name: str, data: str) -> None:
    """A picture of the browser's, in its file."""
    file = FOLDER / name
    file.write_bytes(base64.b64decode(data.partition(",")[2]))
    print(f"{file.name} {file.stat().st_size:,}")


def taken(page: Page) -> str:
    """The page as it stands, when nothing on it moves."""
    page.wait_for_function("() => document.getAnimations().length === 0")
    return "data:image/png;base64," + base64.b64encode(page.screenshot()).decode("ascii")


def shoot(browser: Browser, house: House, moment: str, wanted: set[str]) -> None:
    """Take the pictures of a moment that are wanted; all where nothing is said."""
    packer = browser.new_page()
    for name, shot in SHOTS.items():
        if shot.when != moment or (wanted and name not in wanted):
            continue
        for size in shot.sizes:
            pages = Pages(browser)
            page = pages.make(
                house,
                shot.path,
                shot.login,
                size=size,
                theme=shot.theme,
                language=shot.language,
            )
            page.wait_for_selector(shot.ready)
            if shot.do is not None:
                shot.do(page)
            page.wait_for_timeout(500)
            kept(f"{name}-{size}.webp", packer.evaluate(PACK, [taken(page), QUALITY]))
            pages.close()
    packer.close()


def take(browser: Browser, house: House, wanted: set[str]) -> None:
    """The pictures of an evening, moment after moment."""
    for moment in ("settled", "betting", "dealing", "complete"):
        bring(house, moment)
        shoot(browser, house, moment, wanted)


def filmed(page: Page, house: House) -> Iterator[str]:
    """The frames of a coup: its bets, each pair of cards, a third card, the result, the payment."""
    place(page, "banker", 10_000)
    yield taken(page)
    cards = 0
    while True:
        heard = house.deal(FILMED, most=1)
        page.wait_for_timeout(400)
        cards += heard.count("card-dealt")
        if ("card-dealt" in heard and cards in (2, 4, 5)) or "result-announced" in heard:
            yield taken(page)
        if "coup-settled" in heard or not heard:
            yield taken(page)
            return


def film(browser: Browser, house: House) -> None:
    """The strip of a coup: the first in which a third card is drawn."""
    opened(house, FILMED, BOOK, "player1")
    pages = Pages(browser)
    page = pages.make(house, f"/terminal/{FILMED}", "player1", size="phone")
    page.wait_for_selector("[data-area]")
    for _ in range(10):
        frames = list(filmed(page, house))
        if len(frames) >= 6:
            break
        house.deal(FILMED)
    pages.close()
    packer = browser.new_page()
    kept(FILM, packer.evaluate(STRIP, [frames, FRAME, QUALITY]))
    packer.close()


def write_index() -> None:
    """Lay the pictures beside what they show."""
    lines = [
        "# Screens",
        "",
        "Every page in a real browser, in the middle of play. Taken by",
        "`.venv/bin/python -m tests.browser.shots`; phone 390 by 844, tablet 1024 by 768, desktop",
        "1440 by 900, wall 1920 by 1080.",
        "",
        "## A coup, frame by frame",
        "",
        "A wager, the cards, the result and the payment at a terminal on a phone.",
        "",
        f"![A coup at a terminal on a phone, frame by frame]({FILM})",
        "",
    ]
    for name, shot in SHOTS.items():
        path = shot.path.partition("?")[0]
        lines += [f"## {name}", "", f"{shot.says}. `{path}`, as {shot.login or 'anyone'}.", ""]
        lines += [f"![{shot.says}, {size}]({name}-{size}.webp)" for size in shot.sizes]
        lines += [""]
    (FOLDER / "index.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


@contextmanager
def served(*how: str) -> Iterator[House]:
    """A house of this evening's own."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), command=[*PITBOSS, *how], seed=SEED)
        try:
            yield house
        finally:
            house.close()


def main(wanted: set[str]) -> None:
    """Serve, play, take the pictures."""
    FOLDER.mkdir(exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    evening = {name for name, shot in SHOTS.items() if shot.when != "living"}
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        if not wanted or "front" in wanted:
            with served("--living") as house:
                shoot(browser, house, "living", wanted)
        if not wanted or wanted & (evening | {"film"}):
            with served() as house:
                if not wanted or "film" in wanted:
                    film(browser, house)
                if not wanted or wanted & evening:
                    prepare(house)
                    take(browser, house, wanted)
        browser.close()
    write_index()
    files = {f"{name}-{size}.webp" for name, shot in SHOTS.items() for size in shot.sizes} | {FILM}
    missing = files - {file.name for file in FOLDER.glob("*.webp")}
    if missing:
        sys.exit(f"Not taken: {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main(set(sys.argv[1:]))
