import { expect, test } from "vitest";
import { inMinutes, nextAt, timeIn, whenOf } from "./when";

const SYDNEY = "Australia/Sydney";
// 22:10:30 in Sydney, where it is summer.
const NOW = Date.parse("2026-11-16T11:10:30Z");

test("a preset is never sooner than it says", () => {
  expect(inMinutes(20, NOW).toISOString()).toBe("2026-11-16T11:31:00.000Z");
  expect(timeIn(20, SYDNEY, NOW)).toBe("22:31");
  expect(whenOf("+0", SYDNEY, NOW)?.toISOString()).toBe("2026-11-16T11:11:00.000Z");
});

test("a time is the next one that the table's clock will show", () => {
  expect(nextAt("22:35", SYDNEY, NOW)?.toISOString()).toBe("2026-11-16T11:35:00.000Z");
  expect(nextAt("2235", SYDNEY, NOW)?.toISOString()).toBe("2026-11-16T11:35:00.000Z");
  // Gone by here: it is tomorrow's.
  expect(nextAt("22:10", SYDNEY, NOW)?.toISOString()).toBe("2026-11-17T11:10:00.000Z");
  expect(nextAt("0:05", SYDNEY, NOW)?.toISOString()).toBe("2026-11-16T13:05:00.000Z");
});

test("what is no time is none", () => {
  for (const text of ["", "25:70", "soon", "22:3", "24:00", "+"]) {
    expect(nextAt(text, SYDNEY, NOW)).toBeNull();
  }
});

test("a time that the clocks leave out comes on another day", () => {
  // On 4 October 2026 Sydney's clocks go from 2:00 to 3:00.
  const before = Date.parse("2026-10-03T15:00:00Z");
  expect(nextAt("02:30", SYDNEY, before)?.toISOString()).toBe("2026-10-04T15:30:00.000Z");
});
