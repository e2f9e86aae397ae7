import { describe, expect, it } from "vitest";
import type { SeenEvent, View } from "../../api/types";
import { arcOf, inFrame, type Placed, rowsOf } from "./geometry";
import {
  cardOf,
  endsCoup,
  inOrder,
  type Line,
  marksAfter,
  marksNow,
  moving,
  seatsTaken,
  type Sheet,
  strays,
  type Why,
} from "./seen";
import { closeText, resultText, sideName, tell, wagerTitle } from "./told";

const main = ["player", "banker", "tie"].map((id) => ({ id, group: "main", short: id }));
const side = (group: string, ...shorts: string[]): Placed[] =>
  shorts.map((short) => ({ id: short, group, short }));
const areas: Placed[] = [...main, ...side("pairs", "P Pair", "B Pair"), ...side("six", "Six")];
const room = { width: 1040, height: 844, top: 430, bottom: 778 };

const numbers = (path: string) => path.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];

describe("the arc of seats", () => {
  it.each([3, 5, 6, 9, 14])("has every area of %i seats inside the room, none over another", (seats) => {
    const arc = arcOf(areas, seats, room);
    expect(arc.cells).toHaveLength(seats * areas.length);
    expect(arc.seats.map((one) => one.seat)).toEqual(Array.from({ length: seats }, (_, n) => n + 1));
    for (const cell of arc.cells) {
      expect(cell.x).toBeGreaterThan(0);
      expect(cell.x + cell.width).toBeLessThan(room.width);
      expect(cell.y + cell.height).toBeLessThan(room.height);
      expect(cell.width).toBeGreaterThan(30);
      expect(cell.height).toBeGreaterThan(20);
    }
    const row = arc.cells.filter((one) => one.area === "player");
    for (let n = 1; n < row.length; n++) {
      const [before, here] = [row[n - 1], row[n]];
      if (before && here) expect(here.x).toBeGreaterThanOrEqual(before.x + before.width * 0.97);
    }
  });

  it("is symmetric, with the middle nearest the players", () => {
    const arc = arcOf(areas, 6, room);
    const [first, , third, fourth, , last] = arc.seats;
    expect((first?.x ?? 0) + (last?.x ?? 0)).toBeCloseTo(room.width, 5);
    expect(first?.y).toBeCloseTo(last?.y ?? 0, 5);
    expect(third?.y).toBeGreaterThan(first?.y ?? 0);
    expect(third?.turn).toBeCloseTo(-(fourth?.turn ?? 0), 5);
    expect(first?.turn).toBeGreaterThan(0);
  });

  it("draws closed outlines of finite numbers", () => {
    for (const cell of arcOf(areas, 9, room).cells) {
      expect(cell.path.endsWith("Z")).toBe(true);
      expect(numbers(cell.path).every(Number.isFinite)).toBe(true);
    }
  });
});

describe("the rows of a seat", () => {
  it("are the main wagers one by one, then groups as wide as words allow", () => {
    expect(rowsOf(areas, 150).map((row) => row.map((one) => one.id))).toEqual([
      ["player"],
      ["banker"],
      ["tie"],
      ["P Pair", "B Pair"],
      ["Six"],
    ]);
    expect(rowsOf(areas, 200).at(-1)).toHaveLength(3);
    expect(rowsOf(areas, 60).every((row) => row.length === 1)).toBe(true);
  });

  it("share a group of five as three and two", () => {
    const five = side("tiger", "a", "b", "c", "d", "e");
    expect(rowsOf(five, 180).map((row) => row.length)).toEqual([3, 2]);
  });
});

it("turns a way into a turned frame", () => {
  const [x, y] = inFrame(10, 0, 90);
  expect(x).toBeCloseTo(0);
  expect(y).toBeCloseTo(-10);
});

it("reads cards by their number", () => {
  expect([0, 16, 22, 35, 51].map(cardOf)).toEqual(["Ac", "5c", "6h", "9s", "Ks"]);
});

const line = (number: number, box: number, wager: string, outcome: string, stake: number, paid = 0) =>
  ({
    number,
    box,
    wager,
    outcome,
    stake_cents: stake,
    paid_cents: paid,
  }) as unknown as Line;

describe("marks", () => {
  it("add what several people have on one area", () => {
    const wagers = [
      { number: 1, person: "a", wager: "tie", stake_cents: 500, box: 2 },
      { number: 2, person: "b", wager: "tie", stake_cents: 700, box: 2 },
      { number: 3, person: "b", wager: "tie", stake_cents: 900, box: 3 },
    ];
    expect(marksNow(wagers, true).get("2/tie")).toEqual({ state: "placed", stake: 1200, paid: 0 });
    expect(marksNow(wagers, false).get("3/tie")?.state).toBe("locked");
  });

  it("say what became of each area", () => {
    const marks = marksAfter([
      line(1, 1, "banker", "win", 2500, 2400),
      line(2, 1, "player", "stand-off", 100),
      line(3, 2, "tie", "lose", 500),
      line(4, 2, "tie", "lose", 300),
    ]);
    expect(marks.get("1/banker")).toEqual({ state: "won", stake: 2500, paid: 2400 });
    expect(marks.get("1/player")?.state).toBe("stand-off");
    expect(marks.get("2/tie")).toEqual({ state: "lost", stake: 800, paid: 0 });
  });
});

it("keeps the order in which lines are done", () => {
  const why = {
    lines: [line(1, 1, "a", "lose", 1), line(2, 1, "b", "win", 1), line(3, 2, "c", "lose", 1)],
    collect: [3, 1],
    pay: [2],
    return: [],
  } as unknown as Why;
  const lists = inOrder(why);
  expect(lists.collect.map((one) => one.number)).toEqual([3, 1]);
  expect(lists.pay.map((one) => one.number)).toEqual([2]);
  expect(lists.back).toEqual([]);
});

it("knows who sits where for players and for staff", () => {
  const player = { role: "player", players: [{ person: "a", seat: 2 }, { person: "b" }] };
  expect([...seatsTaken(player as unknown as View)]).toEqual([[2, "a"]]);
  const staff = {
    role: "staff",
    people: {
      a: { role: "player", seat: 4 },
      b: { role: "player", seat: 5, present: false },
      c: { role: "staff" },
    },
  };
  expect([...seatsTaken(staff as unknown as View)]).toEqual([[4, "a"]]);
});

const event = (kind: string, fields: Record<string, unknown> = {}): SeenEvent => ({
  sequence: 1,
  event: kind,
  at: "",
  rank: "Dealer",
  fields,
});
const dealt = (hand: string, place: number, card?: number) =>
  event("card-dealt", { hand, place, ...(card === undefined ? {} : { card }) });

describe("movement", () => {
  it("is of the cards just dealt or turned", () => {
    expect([...moving([dealt("player", 0, 3)], false)]).toEqual([["player/0", "deal"]]);
    expect([...moving([event("card-turned", { hand: "banker", place: 1 })], false)]).toEqual([
      ["banker/1", "turn"],
    ]);
  });
  it("is skipped after a gap and where more than a second of it would wait", () => {
    expect(moving([dealt("player", 0)], true).size).toBe(0);
    const four = [0, 1].flatMap((place) => [dealt("player", place), dealt("banker", place)]);
    expect(moving(four.slice(0, 2), false).size).toBe(2);
    expect(moving(four, false).size).toBe(0);
  });
});

it("reads a settlement when a coup ends", () => {
  expect(endsCoup([event("card-dealt")])).toBe(false);
  expect(endsCoup([event("card-dealt"), event("coup-settled")])).toBe(true);
});

const sheet = {
  areas: [
    { id: "player", group: "main", hue: "player", short: "Player", zh: "闲" },
    { id: "banker", group: "main", hue: "banker", short: "Banker", zh: null },
    { id: "tie", group: "main", hue: "tie", short: "Tie", zh: "和" },
  ],
} as unknown as Sheet;

describe("what is said", () => {
  it("of a result, the higher count first", () => {
    expect(resultText(sheet, "banker", 4, 6, "en")).toBe("Banker wins, 6 to 4");
    expect(resultText(sheet, "player", 8, 0, "zh")).toBe("闲赢，8 比 0");
    expect(resultText(sheet, "tie", 6, 6, "en")).toBe("Tie, 6 each");
    expect(resultText(sheet, "void", 0, 0, "en")).toBeNull();
  });
  it("of a third card and the count with it", () => {
    const view = {
      role: "player",
      table: { coup: { banker: { cards: [], count: 6 }, player: {} } },
    } as unknown as View;
    expect(tell(dealt("banker", 2, 9), view, sheet, "en")).toBe(
      "Banker draws 3 of diamonds. Banker 6.",
    );
    expect(tell(dealt("player", 0), view, sheet, "en")).toBe("Player is dealt a card face down.");
    expect(tell(event("signed-on"), view, sheet, "en")).toBeNull();
  });
});

describe("names in the language chosen", () => {
  const bare = {
    areas: [{ id: "banker", group: "main", hue: "banker", name: "Banker's Hand", short: "Banker", zh: null }],
  } as unknown as Parameters<typeof sideName>[0];
  it("has a word of ours for a hand where the layout has none in it", () => {
    expect(sideName(bare, "banker", "en")).toBe("Banker");
    expect(sideName(bare, "banker", "zh")).toBe("庄");
    expect(sideName(null, "player", "zh")).toBe("闲");
  });
  it("calls a wager as the layout does, and as the server does where it is not on it", () => {
    const both = { areas: [{ id: "six", zh: "超级六" }] } as unknown as typeof bare;
    expect(wagerTitle(both, "six", "Super Six", "zh")).toBe("超级六");
    expect(wagerTitle(both, "six", "Super Six", "en")).toBe("Super Six");
    expect(wagerTitle(both, "gone", "Gone", "zh")).toBe("Gone");
  });
  it("says what closes betting by the key the server gives", () => {
    const close = (at: string) => ({ at, sentence: "As sent.", seconds: null, clauses: [] });
    expect(closeText(close("call"), "zh")).toBe("庄荷宣布时停止投注。");
    expect(closeText(close("something-new"), "zh")).toBe("As sent.");
  });
});

it("what no box of the layout shows is found", () => {
  const mark = { state: "placed" as const, stake: 2500, paid: 0 };
  const marks = new Map(
    ["2/banker", "0/tie", "9/player", "1/gone"].map((key) => [key, mark]),
  );
  const found = strays(marks, [{ id: "banker" }, { id: "tie" }, { id: "player" }], 6);
  expect(found.map((one) => [one.seat, one.wager, one.stake])).toEqual([
    [0, "tie", 2500],
    [9, "player", 2500],
    [1, "gone", 2500],
  ]);
});
