import { describe, expect, it } from "vitest";
import { grid, placed, pushedOff } from "./road";

const cells = [
  { column: 1, row: 1, name: "a" },
  { column: 1, row: 2, name: "b" },
  { column: 3, row: 6, name: "c" },
];

describe("a road", () => {
  it("keeps everything while it fits", () => {
    expect(pushedOff(cells, 3)).toBe(0);
    expect(pushedOff([], 3)).toBe(0);
    expect(placed(cells, 3, 10).map(({ x, y }) => [x, y])).toEqual([
      [5, 5],
      [5, 15],
      [25, 55],
    ]);
  });

  it("pushes old columns off on the left", () => {
    expect(pushedOff(cells, 2)).toBe(1);
    expect(placed(cells, 2, 10)).toEqual([{ mark: cells[2], x: 15, y: 55 }]);
  });

  it("counts columns by the furthest, not by the last mark", () => {
    const tail = [
      { column: 5, row: 6 },
      { column: 2, row: 1 },
    ];
    expect(pushedOff(tail, 4)).toBe(1);
    expect(placed(tail, 4, 2).map(({ x }) => x)).toEqual([7, 1]);
  });

  it("keeps the tail of a streak whose first column is gone", () => {
    // Nine of Banker, one of Player, two of Banker: drawn on three columns, the second to the fourth.
    const banker = [1, 2, 3, 4, 5, 6].map((row) => ({ column: 1, row, name: `b${row}` }));
    const tail = [2, 3, 4].map((column) => ({ column, row: 6, name: `b${column + 5}` }));
    const later = [
      { column: 2, row: 1, name: "p1" },
      { column: 3, row: 1, name: "c1" },
      { column: 3, row: 2, name: "c2" },
    ];
    const marks = [...banker, ...tail, ...later];
    expect(pushedOff(marks, 3)).toBe(1);
    expect(placed(marks, 3, 2).map(({ mark, x, y }) => [mark.name, x, y])).toEqual([
      ["b7", 1, 11],
      ["b8", 3, 11],
      ["b9", 5, 11],
      ["p1", 1, 1],
      ["c1", 3, 1],
      ["c2", 3, 3],
    ]);
  });

  it("shows the newest mark after a tail longer than the road", () => {
    const tail = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((column) => ({ column, row: 6 }));
    const marks = [...tail, { column: 2, row: 1 }];
    expect(pushedOff(marks, 4)).toBe(0);
    expect(placed(marks, 4, 2).map(({ mark }) => mark.column)).toEqual([1, 2, 3, 4, 2]);
  });

  it("draws a line on each side of every cell", () => {
    expect(grid(2, 1, 10)).toBe("M0 0v10M10 0v10M20 0v10M0 0h20M0 10h20");
  });
});
