import { describe, expect, it } from "vitest";
import { beginning, moved } from "./steps";

describe("a replay", () => {
  it("stays between before the coup and its last step", () => {
    expect(moved(0, -1, 9)).toBe(0);
    expect(moved(3, 1, 9)).toBe(4);
    expect(moved(9, 1, 9)).toBe(9);
    expect(moved(4, 100, 9)).toBe(9);
  });

  it("begins where wagers or cards do, and at the front where there are none", () => {
    expect(beginning(["signed-on", "shoe-loaded", "wager-placed", "coup-started"])).toBe(2);
    expect(beginning(["notice-posted", "coup-started"])).toBe(1);
    expect(beginning(["signed-on"])).toBe(0);
    expect(beginning([])).toBe(0);
  });
});
