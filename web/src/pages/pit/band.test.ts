import { expect, it } from "vitest";
import { MIDDLE, place } from "./band";

it("is in the middle where the hold is as expected", () => {
  expect(place(0)).toBe(MIDDLE);
  expect(place(2)).toBe(191);
  expect(place(-2)).toBe(55);
});

it("stays on the line", () => {
  expect(place(9)).toBeCloseTo(231.8);
  expect(place(-9)).toBeCloseTo(14.2);
});
