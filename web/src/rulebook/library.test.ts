import { describe, expect, it } from "vitest";
import { type Found, ranked } from "./library";

const found = (clause: string): Found => ({
  rulebook: "book",
  clause: {
    clause,
    section: "",
    kind: "",
    summary: "",
    expects: "",
    status: "",
    how: "",
    open: "",
  },
});

describe("ranked", () => {
  it("puts the clause of the number first, then its parts, and keeps the order otherwise", () => {
    const order = ranked([found("x.1"), found("y.1.z"), found("y.2"), found("y.1")], "Y.1 ");
    expect(order.map((one) => one.clause.clause)).toEqual(["y.1", "y.1.z", "x.1", "y.2"]);
  });
});
