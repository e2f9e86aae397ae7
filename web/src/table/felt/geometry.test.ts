import { describe, expect, it } from "vitest";
import { arcOf, inFrame, type Placed, rowsOf } from "./geometry";

const main = ["player", "banker", "tie"].map((id) => ({ id, group: "main", short: id }));
const side = (group: string, ...shorts: string[]): Placed[] =>
  shorts.map((short) => ({ id: short, group, short }));
const areas: Placed[] = [...main, ...side("pairs", "P Pair", "B Pair"), ...side("six", "Six")];
const room = { width: 1040, height: 844, top: 430, bottom: 778 };

const numbers = (path: string) => path.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];

describe("the arc of seats", () => {
  it.each([3, 5, 6, 9, 14])(
    "has every area of %i seats inside the room, none over another",
    (seats) => {
      const arc = arcOf(areas, seats, room);
      expect(arc.cells).toHaveLength(seats * areas.length);
      expect(arc.seats.map((one) => one.seat)).toEqual(
        Array.from({ length: seats }, (_, n) => n + 1),
      );
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
    },
  );

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
