import { describe, expect, it } from "vitest";
import { among, byGroup, type Difference } from "./differences";

const row = (
  group: string,
  label: string,
  first: string | null,
  second: string | null,
): Difference => ({
  group,
  label,
  what: `${group}.${label}`,
  first,
  second,
  first_clauses: first === null ? [] : ["a.1"],
  second_clauses: second === null ? [] : ["b.2"],
  differs: true,
});
const rows = [
  row("shoe", "cut", "about one deck", "fourteen cards"),
  row("decks", "permitted", "six", null),
  row("shoe", "source", null, "Dealing shoe"),
];

describe("differences", () => {
  it("have every word written, in any column and in any case", () => {
    expect(among(rows, "dealing SOURCE", null).map((one) => one.label)).toEqual(["source"]);
    expect(among(rows, "b.2", null).map((one) => one.label)).toEqual(["cut", "source"]);
    expect(among(rows, "dealing cut", null)).toEqual([]);
    expect(among(rows, "  ", "shoe")).toHaveLength(2);
  });
  it("are grouped in the order of their first rows", () => {
    expect(byGroup(rows).map(([group, list]) => [group, list.length])).toEqual([
      ["shoe", 2],
      ["decks", 1],
    ]);
  });
});
