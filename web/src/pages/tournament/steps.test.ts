import { describe, expect, it } from "vitest";
import { dueSteps } from "./steps";

const conditions = {
  limit_steps: [
    { after: 2, minimum: "50.00", maximum: "1000.00" },
    { after: 4, minimum: "100.00", maximum: "2000.00" },
  ],
};
const session = (coups: number, minimum_cents = 2_500, maximum_cents = 50_000) => ({
  coups,
  minimum_cents,
  maximum_cents,
});

describe("limits that change", () => {
  it("waits until the stage has come", () => {
    expect(dueSteps(conditions, session(1))).toEqual([]);
    expect(dueSteps(conditions, session(2)).map((one) => one.after)).toEqual([2]);
    expect(dueSteps(conditions, session(5)).map((one) => one.after)).toEqual([4]);
  });
  it("offers nothing that holds already, and nothing without steps", () => {
    expect(dueSteps(conditions, session(3, 5_000, 100_000))).toEqual([]);
    expect(dueSteps({}, session(9))).toEqual([]);
  });
});
