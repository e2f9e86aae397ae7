import { afterEach, expect, it } from "vitest";
import { heardAt, serverNow } from "./time";

const at = (time: number) => new Date(time).toUTCString();
const noon = Date.parse("2026-11-19T12:00:00Z");
afterEach(() => heardAt(at(Date.now())));

it("is this screen's where both clocks agree to the second", () => {
  heardAt(at(noon), noon + 700);
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(50);
});

it("is the server's where a screen is an hour late, or early", () => {
  heardAt(at(noon), noon - 3_600_000);
  expect(serverNow() - Date.now()).toBeGreaterThan(3_599_000);
  heardAt(at(noon), noon + 3_600_000);
  expect(serverNow() - Date.now()).toBeLessThan(-3_598_000);
});

it("stays what it was where an answer has no date", () => {
  heardAt(at(noon), noon - 60_000);
  heardAt(null);
  heardAt("soon");
  expect(serverNow() - Date.now()).toBeGreaterThan(59_000);
});
