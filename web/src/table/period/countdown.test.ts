import { describe, expect, it } from "vitest";
import { leftOf } from "./countdown.svelte";

const period = { milliseconds: 20_000, ends: "2026-11-16T12:00:20Z", at: "2026-11-16T12:00:05Z" };

describe("what is left of a period", () => {
  it("is counted from what the server said, not by this screen's clock", () => {
    expect(leftOf(period, 0)).toBe(15_000);
    expect(leftOf(period, 14_999)).toBe(1);
    expect(leftOf(period, 15_000)).toBe(0);
    expect(leftOf(period, 60_000)).toBe(0);
  });

  it("is never more than was told", () => {
    expect(leftOf(period, -500)).toBe(15_000);
  });

  it("is nothing where no period runs", () => {
    expect(leftOf({ ...period, ends: null }, 0)).toBeNull();
    expect(leftOf(undefined, 0)).toBeNull();
  });
});
