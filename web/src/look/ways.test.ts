import { expect, it } from "vitest";
import { houseWays, nearWays } from "./ways";

const pages = (ways: { page: string }[]) => ways.map((one) => one.page);
const console_ = { page: "console", params: { name: "seven" } };

it("leads a dealer from the console to the rest of the table", () => {
  const ways = nearWays("staff", { ...console_, rulebook: "book", coup: 12, shoe: 3 });
  expect(pages(ways)).toEqual([
    "console",
    "table",
    "display",
    "replay",
    "verify",
    "rulebook",
    "odds",
  ]);
  expect(ways.filter((one) => one.here).map((one) => one.page)).toEqual(["console"]);
  expect(ways.find((one) => one.page === "replay")?.href).toBe("/replay/seven/12");
});

it("leads nowhere that is not known yet", () => {
  expect(pages(nearWays("staff", console_))).toEqual(["console", "table", "display"]);
  expect(nearWays("staff", { page: "pit", params: {} })).toEqual([]);
});

it("offers nobody a page that is not for them", () => {
  const at = { page: "table", params: { name: "seven" }, rulebook: "book" };
  expect(pages(nearWays("player", at))).toEqual(["terminal", "table", "display", "rulebook"]);
  expect(pages(nearWays("inspector", at))).toEqual(["table", "display", "rulebook", "odds"]);
  expect(pages(houseWays("player", at))).toEqual(["tables", "rules", "compare", "draws"]);
  expect(pages(houseWays(null, at))).toEqual(["rules", "compare", "draws"]);
  expect(pages(houseWays("surveillance", at))[0]).toBe("pit");
});

it("knows a coup replayed from the last one", () => {
  const at = { page: "replay", params: { table: "seven", coup: "4" }, coup: 12 };
  expect(nearWays("staff", at).some((one) => one.here)).toBe(false);
});
