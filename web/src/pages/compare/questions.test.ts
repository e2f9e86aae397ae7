import { describe, expect, it } from "vitest";
import { asking, parts, type Question } from "./questions";

const line = (sentence: string) => ({
  sentence,
  said: { key: "paid" },
  games: [],
  clauses: ["5.1"],
});
const row = (key: string, differs: boolean): Question => ({
  key,
  question: `What of ${key}?`,
  asked: { key: `ask.${key}` },
  first: [line("$95.00")],
  second: [],
  differs,
});
const rows = [row("pays", true), row("close", true), row("cut", true), row("decks", false)];

describe("questions", () => {
  it("stand in three parts, the most asked differences first", () => {
    const found = parts(rows, 2).map((part) => [part.name, part.rows.map((one) => one.key)]);
    expect(found).toEqual([
      ["first", ["pays", "close"]],
      ["more", ["cut"]],
      ["same", ["decks"]],
    ]);
    expect(parts(rows.slice(3), 2).map((part) => part.name)).toEqual(["same"]);
  });
  it("have every word written, in question, answer or clause", () => {
    expect(asking(rows, "of CUT 5.1").map((one) => one.key)).toEqual(["cut"]);
    expect(asking(rows, "95.00")).toHaveLength(4);
    expect(asking(rows, "nothing such")).toEqual([]);
  });
});
