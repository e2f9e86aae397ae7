import { describe, expect, it } from "vitest";
import { grouped } from "./moments";

describe("wins by their moments", () => {
  it("are one moment until somebody says otherwise", () => {
    expect(grouped([3, 4, 7], new Map())).toEqual([[3, 4, 7]]);
  });
  it("stand in the order of their moments, whichever win came first", () => {
    const of = new Map([
      [3, 2],
      [4, 1],
      [7, 2],
    ]);
    expect(grouped([3, 4, 7], of)).toEqual([[4], [3, 7]]);
  });
  it("pass over a moment that none of them has", () => {
    expect(
      grouped(
        [1, 2],
        new Map([
          [1, 1],
          [2, 5],
        ]),
      ),
    ).toEqual([[1], [2]]);
  });
});
