import { expect, it } from "vitest";
import { clock, dayAndTime, hourAndMinute, onlyZone, zoned } from "./clock";

it("tells the time where the house stands", () => {
  expect(clock("2026-11-16T09:14:05Z", "Australia/Sydney")).toBe("20:14:05");
  expect(clock(new Date("2026-11-16T16:00:00Z"), "Australia/Perth")).toBe("00:00:00");
});

it("leaves the seconds out where they are too much", () => {
  expect(hourAndMinute("2026-11-16T09:14:59Z", "Australia/Sydney")).toBe("20:14");
  expect(hourAndMinute(new Date("2026-11-16T00:05:00Z"), "UTC")).toBe("00:05");
});

it("names the zone, summer and winter", () => {
  expect(zoned("2026-11-16T09:14:05Z", "Australia/Sydney")).toBe("20:14:05 AEDT");
  expect(zoned("2026-07-16T09:14:05Z", "Australia/Sydney")).toBe("19:14:05 AEST");
  expect(zoned("2026-11-16T16:00:00Z", "Australia/Perth")).toBe("00:00:00 AWST");
});

it("says the day that it is at the house", () => {
  expect(dayAndTime("2026-11-16T16:00:00Z", "Australia/Perth", "en-AU")).toBe("17 November 2026, 00:00:00 AWST");
});

it("has one clock for tables in one zone, and none for tables in several", () => {
  expect(onlyZone(["Australia/Sydney", "Australia/Sydney"])).toBe("Australia/Sydney");
  expect(onlyZone(["Australia/Sydney", "Australia/Perth"])).toBeUndefined();
  expect(onlyZone([])).toBeUndefined();
});
