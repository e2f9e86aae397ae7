import { describe, expect, it } from "vitest";
import { columnsFor, rowsFor } from "./layout";

const one = (id: string, group: string, hue = "none") => ({ id, group, hue });
const areas = [
  one("player", "main", "player"),
  one("banker", "main", "banker"),
  one("tie", "main", "tie"),
  one("pp", "pairs"),
  one("bp", "pairs"),
  one("six", "six"),
];

describe("the layout of a terminal", () => {
  it("has pairs at the ends, the tie across, the hands large", () => {
    expect(rowsFor(areas).map((row) => [row.kind, row.areas.map((area) => area.id)])).toEqual([
      ["side", ["pp", "six", "bp"]],
      ["even", ["tie"]],
      ["main", ["player", "banker"]],
    ]);
  });
  it("puts other groups below, in rows of at most four", () => {
    const five = ["a", "b", "c", "d", "e"].map((id) => one(id, "tiger"));
    expect(
      rowsFor([...areas, ...five])
        .slice(3)
        .map((row) => row.areas.length),
    ).toEqual([3, 2]);
  });
  it("begins with the hands in two columns", () => {
    expect(
      columnsFor([...areas].reverse())
        .slice(0, 2)
        .map((area) => area.id),
    ).toEqual(["banker", "player"]);
  });
});
