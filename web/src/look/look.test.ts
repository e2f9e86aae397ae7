import { describe, expect, it } from "vitest";
import { areaName } from "./area";
import { cardName, cardOf } from "./cards";
import { breakdown, chipLabel, chipSet } from "./chips";
import { sorted } from "./datatable";
import { PIPS, RANK_LINES } from "./figures";
import { register, shortcuts } from "./keys";
import { money, spoken } from "./money";

describe("amounts", () => {
  it.each([
    [2400, {}, "$24.00"],
    [2375, { felt: true }, "$23.75"],
    [20_000, { felt: true }, "$200"],
    [19_000, { sign: true, felt: true }, "+$190"],
    [-10_500, {}, "−$105.00"],
    [0, { sign: true }, "$0.00"],
    [123_456_789, {}, "$1,234,567.89"],
    [5, {}, "$0.05"],
  ])("%i %o is %s", (cents, how, text) => {
    expect(money(cents, how)).toBe(text);
  });

  it("are read out in words", () => {
    expect(spoken(20_000, "en")).toBe("200 dollars");
    expect(spoken(-2350, "en")).toBe("minus 23.50 dollars");
    expect(spoken(500, "zh")).toBe("5 元");
  });
});

describe("cards", () => {
  it.each([
    ["8h", "8 of hearts", "红心8"],
    ["Td", "10 of diamonds", "方块10"],
    ["As", "ace of spades", "黑桃A"],
    ["Qc", "queen of clubs", "梅花Q"],
    [null, "face down", "牌面朝下"],
  ])("%s is %s", (card, english, chinese) => {
    expect(cardName(card, "en")).toBe(english);
    expect(cardName(card, "zh")).toBe(chinese);
  });

  it("are read by their number, rank by rank, clubs first", () => {
    expect([0, 16, 22, 35, 51].map(cardOf)).toEqual(["Ac", "5c", "6h", "9s", "Ks"]);
  });

  it("have as many pips as their rank says, as many turned as the lower half has", () => {
    for (const [rank, pips] of Object.entries(PIPS)) {
      expect(pips.length).toBe(rank === "T" ? 10 : Number(rank));
      expect(pips.filter(([, y, turned]) => turned !== y > 70)).toEqual([]);
      expect(pips.filter(([x]) => x === 33).length).toBe(pips.filter(([x]) => x === 67).length);
    }
  });

  it("have a drawn figure for every rank", () => {
    expect(Object.keys(RANK_LINES).sort().join("")).toBe([..."23456789AJKQT"].join(""));
  });
});

describe("chips", () => {
  const set = chipSet([2500, 50, 500, 100, 500]);

  it("are a set: smallest first, each value once, each its own colour", () => {
    expect(set.map((chip) => chip.cents)).toEqual([50, 100, 500, 2500]);
    expect(new Set(set.map((chip) => chip.face)).size).toBe(4);
  });

  it("keep colours apart for values that are not usual", () => {
    const odd = chipSet([200, 500, 1000, 2000]);
    expect(new Set(odd.map((chip) => chip.face)).size).toBe(4);
  });

  it.each([
    [50, "50c"],
    [100, "1"],
    [250, "2.50"],
    [2500, "25"],
    [100_000, "1K"],
    [150_000, "1500"],
    [100_000_000, "1M"],
  ])("%i is printed %s", (cents, label) => {
    expect(chipLabel(cents)).toBe(label);
  });

  it("add up to the amount, largest first, or are not drawn", () => {
    expect(breakdown(3150, set)?.map((chip) => chip.cents)).toEqual([2500, 500, 100, 50]);
    expect(breakdown(3175, set)).toBeNull();
    expect(breakdown(0, set)).toBeNull();
  });
});

describe("a wager area", () => {
  const told = { name: "Banker", stake: 20_000, paid: 19_000 };
  it.each([
    ["empty", "Banker, a to b, empty"],
    ["placed", "200 dollars on Banker"],
    ["won", "Banker wins 190 dollars"],
    ["lost", "Banker loses 200 dollars"],
    ["stand-off", "Banker, stand-off, returned"],
    ["locked", "200 dollars on Banker, locked"],
  ] as const)("%s is said as %s", (state, text) => {
    expect(areaName({ ...told, state, odds: "a to b" }, "en")).toBe(text);
  });

  it("says the refusal's own sentence", () => {
    const reason = "The table is closed.";
    expect(areaName({ ...told, state: "refused", reason }, "en")).toContain(reason);
  });
});

describe("a table of data", () => {
  it("sorts numbers by size and names as people count", () => {
    const rows = [
      { n: 10, s: "table-10" },
      { n: 9, s: "table-9" },
    ];
    expect(sorted(rows, "n", false).map((row) => row["n"])).toEqual([9, 10]);
    expect(sorted(rows, "s", true).map((row) => row["s"])).toEqual(["table-10", "table-9"]);
  });
});

describe("keys", () => {
  it("do what the newest registration says, then again what the older said", () => {
    const older = { key: "d", text: "older", run: () => {} };
    const newer = { key: "D", text: "newer", run: () => {} };
    const endOlder = register(older);
    const endNewer = register(newer);
    expect(shortcuts.get("D")?.text).toBe("newer");
    endNewer();
    expect(shortcuts.get("D")?.text).toBe("older");
    endOlder();
    expect(shortcuts.has("D")).toBe(false);
  });
});
