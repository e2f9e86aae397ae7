import { expect, it } from "vitest";
import {
  clock,
  dayAndTime,
  hourAndMinute,
  minuteZoned,
  momentIn,
  onlyZone,
  written,
  zoned,
} from "./clock";

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
  expect(dayAndTime("2026-11-16T16:00:00Z", "Australia/Perth", "en-AU")).toBe(
    "17 November 2026, 00:00:00 AWST",
  );
});

it("has one clock for tables in one zone, and none for tables in several", () => {
  expect(onlyZone(["Australia/Sydney", "Australia/Sydney"])).toBe("Australia/Sydney");
  expect(onlyZone(["Australia/Sydney", "Australia/Perth"])).toBeUndefined();
  expect(onlyZone([])).toBeUndefined();
});

it("reads what is written by the clocks of the house", () => {
  const at = (text: string, zone: string) => momentIn(text, zone)?.toISOString() ?? null;
  expect(at("2026-11-16T22:35", "Australia/Sydney")).toBe("2026-11-16T11:35:00.000Z");
  expect(at("2026-07-16T22:35", "Australia/Sydney")).toBe("2026-07-16T12:35:00.000Z");
  expect(at("2026-01-01T00:10:30", "Australia/Perth")).toBe("2025-12-31T16:10:30.000Z");
  expect(at("2026-11-16T22:35", "America/St_Johns")).toBe("2026-11-17T02:05:00.000Z");
  expect(at("22:35", "Australia/Sydney")).toBeNull();
  expect(at("2026-13-16T22:35", "Australia/Sydney")).toBeNull();
});

it("takes the first of two times when the clocks go back, and none that they leap over", () => {
  const zone = "Australia/Sydney";
  expect(momentIn("2026-04-05T02:30", zone)?.toISOString()).toBe("2026-04-04T15:30:00.000Z");
  expect(momentIn("2026-04-05T03:30", zone)?.toISOString()).toBe("2026-04-04T17:30:00.000Z");
  expect(momentIn("2026-10-04T02:30", zone)).toBeNull();
  expect(momentIn("2026-10-04T03:30", zone)?.toISOString()).toBe("2026-10-03T16:30:00.000Z");
});

it("writes a moment as a field has it, and reads the same again", () => {
  for (const zone of ["Australia/Sydney", "Australia/Perth", "UTC", "Asia/Kathmandu"]) {
    const moment = new Date("2026-11-16T23:59:00Z");
    expect(momentIn(written(moment, zone), zone)).toEqual(moment);
  }
  expect(written(new Date("2026-11-16T13:00:00Z"), "Australia/Sydney")).toBe("2026-11-17T00:00");
});

it("has the zone beside hours and minutes too", () => {
  expect(minuteZoned("2026-11-16T09:34:00Z", "Australia/Sydney")).toBe("20:34 AEDT");
});
