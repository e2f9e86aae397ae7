import { describe, expect, it } from "vitest";
import { label, labels, parted } from "./clauses";

describe("a clause", () => {
  it("is read with its term in words", () => {
    expect(label("a.b:casino-supervisor")).toBe("a.b Casino Supervisor");
    expect(label("a.b:round-of-play")).toBe("a.b Round of Play");
    expect(label("a.b:burn-ed")).toBe("a.b Burn(ed)");
    expect(label("a.b:two-words:x-y")).toBe("a.b Two Words, x y");
  });
  it("is its number where it has no more", () => {
    expect(label("a.b")).toBe("a.b");
    expect(label("table-2")).toBe("Table 2");
    expect(parted("a.b")).toEqual(["a.b", ""]);
    expect(parted("a.b:two-words")).toEqual(["a.b", "Two Words"]);
  });
  it("stands beside others", () => {
    expect(labels(["a.b", "c:term"])).toBe("a.b, c Term");
  });
});
