import { expect, it } from "vitest";
import { timeIn } from "./zone";

const at = new Date("2026-11-16T09:14:05Z");

it("tells the time where the table stands", () => {
  expect(timeIn("Australia/Sydney", at)).toBe("20:14");
  expect(timeIn("Australia/Perth", at, true)).toBe("17:14:05");
});

it("counts the hours of a day from zero", () => {
  expect(timeIn("UTC", new Date("2026-11-16T00:05:00Z"))).toBe("00:05");
});
