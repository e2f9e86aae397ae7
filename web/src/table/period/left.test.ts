import { describe, expect, it } from "vitest";
import { msLeft } from "./left.svelte";

const period = {
  opened_at: "2026-11-16T12:00:00Z",
  closes_at: "2026-11-16T12:00:15Z",
  seconds: 15,
  no_more: false,
};
const at = (clock: string) => Date.parse(`2026-11-16T${clock}Z`);

describe("the time to bet", () => {
  it("runs down to its end and not below it", () => {
    expect(msLeft(period, at("12:00:05"))).toBe(10_000);
    expect(msLeft(period, at("12:00:14.999"))).toBe(1);
    expect(msLeft(period, at("12:00:15"))).toBe(0);
    expect(msLeft(period, at("12:09:00"))).toBe(0);
  });

  it("is never longer than it was called for, whatever a clock says", () => {
    expect(msLeft(period, at("11:59:30"))).toBe(15_000);
  });

  it("is over with the call of no more bets", () => {
    expect(msLeft({ ...period, no_more: true }, at("12:00:05"))).toBe(0);
  });

  it("is nothing where none was called for", () => {
    expect(msLeft(null, at("12:00:05"))).toBeNull();
  });
});
