import { expect, it } from "vitest";
import { endsOf, hours, lastHours, spanOf, today } from "./spans";

const NOW = "2026-11-16T14:30:20Z"; // half past one in the night in Sydney
const ZONE = "Australia/Sydney";

it("reads what a form says, and gives it back", () => {
  expect(spanOf("2026-11-04T14:00", "2026-11-04T22:00")).toBe("2026-11-04T14:00/2026-11-04T22:00");
  expect(spanOf("2026-11-04T14:00", "")).toBe("2026-11-04T14:00/");
  expect(spanOf("", "")).toBeNull();
  expect(spanOf("2026-11-04T14:00", "22:00")).toBeNull();
  expect(endsOf("2026-11-04T14:00/")).toEqual(["2026-11-04T14:00", ""]);
});

it("goes by the casino's clock, not by this screen's", () => {
  expect(lastHours(8, NOW, ZONE)).toBe("2026-11-16T17:30/");
  expect(lastHours(1, NOW, ZONE)).toBe("2026-11-17T00:30/");
  expect(today(NOW, ZONE)).toBe("2026-11-17T00:00/");
});

it("writes how long something was", () => {
  expect([0, 59, 3_660, 36_000].map(hours)).toEqual(["0:00", "0:00", "1:01", "10:00"]);
});
