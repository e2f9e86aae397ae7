import { describe, expect, it } from "vitest";
import { lines, shape, worthOf } from "./strategy";

const share = (value: number) => ({ exact: null, percent: String(value * 100), value });
const row = (hand: string, acts: string[]) => ({
  hand,
  acts,
  shorts: acts.map(() => ""),
  worths: acts.map((_, up) => ({ hit: share(-0.5), stand: share(up === 0 ? 0.25 : -0.75) })),
});
const tables = [
  {
    kind: "hard",
    rows: [
      row("20", ["stand", "stand"]),
      row("19", ["stand", "stand"]),
      row("12", ["stand", "hit"]),
      row("8", ["hit", "hit"]),
    ],
  },
  {
    kind: "pair",
    rows: [
      row("A", ["split", "split"]),
      row("6", ["split", "total"]),
      row("T", ["total", "total"]),
    ],
  },
];

describe("lines", () => {
  it("join neighbours that play alike", () => {
    expect(lines("hard", tables).map((one) => [one.from, one.to])).toEqual([
      ["20", "19"],
      ["12", "12"],
      ["8", "8"],
    ]);
  });
  it("play a pair as its hard total where the server says so", () => {
    expect(lines("pair", tables).map((one) => one.acts)).toEqual([
      ["split", "split"],
      ["split", "hit"],
      ["stand", "stand"],
    ]);
  });
  it("are none where there is no such table", () => {
    expect(lines("soft", tables)).toEqual([]);
  });
});

describe("worth", () => {
  it("is told best first, of every hand that a line joins", () => {
    const [joined] = lines("hard", tables);
    expect(joined?.hands.map((one) => one.hand)).toEqual(["20", "19"]);
    const worths = joined?.hands[0]?.worths ?? [];
    expect(worthOf(worths, 0).map((one) => one.act)).toEqual(["stand", "hit"]);
    expect(worthOf(worths, 1).map((one) => one.act)).toEqual(["hit", "stand"]);
    expect(worthOf(worths, 0)[0]?.percent).toBe("25");
    expect(worthOf([], 3)).toEqual([]);
  });
});

describe("shape", () => {
  it("is that of the first thing done", () => {
    expect(shape("double else hit")).toBe("double");
    expect(shape("surrender")).toBe("other");
  });
});
