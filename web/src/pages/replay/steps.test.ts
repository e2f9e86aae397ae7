import { describe, expect, it } from "vitest";
import { beginning, moved, preparing, stepAsked } from "./steps";

describe("a replay", () => {
  it("stays between before the coup and its last step", () => {
    expect(moved(0, -1, 9)).toBe(0);
    expect(moved(3, 1, 9)).toBe(4);
    expect(moved(9, 1, 9)).toBe(9);
    expect(moved(4, 100, 9)).toBe(9);
  });

  it("opens at the first card, at the betting without one, and at the front without either", () => {
    expect(
      beginning(["signed-on", "shoe-loaded", "wager-placed", "coup-started", "card-dealt"]),
    ).toBe(5);
    expect(beginning(["signed-on", "shoe-loaded", "wager-placed", "coup-started"])).toBe(2);
    expect(beginning(["notice-posted", "coup-started"])).toBe(1);
    expect(beginning(["signed-on"])).toBe(0);
    expect(beginning([])).toBe(0);
  });

  it("knows which steps only make the table ready", () => {
    expect(preparing(["signed-on", "shoe-loaded", "wager-placed", "card-dealt"])).toBe(2);
    expect(preparing(["wager-placed", "card-dealt"])).toBe(0);
    expect(preparing(["signed-on"])).toBe(0);
  });
});

it("begins at the step of the address, no further than there is", () => {
  expect(stepAsked("?step=4", 9)).toBe(4);
  expect(stepAsked("?step=40", 9)).toBe(9);
  expect(stepAsked("?step=0", 9)).toBe(0);
  for (const search of ["", "?step=", "?step=-1", "?step=two"])
    expect(stepAsked(search, 9)).toBeNull();
});
