import { expect, it } from "vitest";
import { clock } from "./clock";

it("tells the time where the house stands", () => {
  expect(clock("2026-11-16T09:14:05Z", "Australia/Sydney")).toBe("20:14:05");
  expect(clock(new Date("2026-11-16T16:00:00Z"), "Australia/Perth")).toBe("00:00:00");
});
