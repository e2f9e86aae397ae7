import { describe, expect, it } from "vitest";
import { centsOf } from "../../look/money";
import { readable } from "../../words/format";
import { bodyOf, type Described, dollarsOf, nameOf, takesOf, unreadOf } from "./forms";

const described = (fields: [string, string, boolean][]): Described => ({
  word: "some-act",
  does: "",
  who: ["staff"],
  while_closed: false,
  while_troubled: false,
  fields: fields.map(([name, takes, required]) => ({ name, takes, required })),
});

describe("what a field takes", () => {
  it("is read from the server's words", () => {
    expect(takesOf("cash | digital")).toEqual({ kind: "choice", values: ["cash", "digital"] });
    expect(takesOf("list of number")).toEqual({ kind: "list", of: "number" });
    expect(takesOf("table of dollars")).toEqual({ kind: "map", of: "dollars" });
    expect(takesOf("table of table (minimum, maximum)")).toEqual({ kind: "map", of: "span" });
    expect(takesOf("table (minimum, maximum)")).toEqual({
      kind: "part",
      names: ["minimum", "maximum"],
    });
    expect(takesOf("yes or no")).toEqual({ kind: "yes-no" });
    expect(takesOf("text")).toEqual({ kind: "text" });
  });
});

describe("dollars", () => {
  it("are read as cents, exactly", () => {
    expect(centsOf("25")).toBe(2500);
    expect(centsOf("$1,000.50")).toBe(100_050);
    expect(centsOf("0.5")).toBe(50);
    expect(centsOf("1.15")).toBe(115);
  });

  it("are no amount otherwise", () => {
    for (const text of ["", "-5", "1.234", "five", "1e3", "."]) expect(centsOf(text)).toBeNull();
  });

  it("are written as they are read", () => {
    for (const cents of [0, 50, 2500, 100_050]) expect(centsOf(dollarsOf(cents))).toBe(cents);
  });
});

describe("the body of a command", () => {
  it("has amounts in cents under the interface's names, and leaves out what is empty", () => {
    const act = described([
      ["person", "text", true],
      ["amount", "dollars", true],
      ["means", "cash | digital", false],
    ]);
    expect(bodyOf(act, { person: "p-1", amount: "500", means: "" })).toEqual({
      ok: true,
      body: { do: "some-act", person: "p-1", amount_cents: 50_000 },
    });
  });

  it("says which field is missing, and which cannot be read", () => {
    const act = described([["amount", "dollars", true]]);
    expect(bodyOf(act, {})).toEqual({ ok: false, field: "amount", why: "missing" });
    expect(bodyOf(act, { amount: "much" })).toEqual({ ok: false, field: "amount", why: "unread" });
  });

  it("makes numbers, yes and no, times, lists and tables", () => {
    const act = described([
      ["box", "number", false],
      ["correct", "yes or no", false],
      ["change_at", "time", false],
      ["wagers", "list of number", false],
      ["area_maximum", "table of dollars", false],
      ["spans", "table of table (minimum, maximum)", false],
      ["card", "text", false],
    ]);
    const moment = "2026-11-16T20:34";
    const made = bodyOf(
      act,
      {
        box: "3",
        correct: "no",
        change_at: moment,
        wagers: "1, 2",
        area_maximum: [{ key: "tie", value: "50", most: "" }],
        spans: [{ key: "tie", value: "5", most: "200" }],
        card: "10h",
      },
      "Australia/Sydney",
    );
    expect(made).toEqual({
      ok: true,
      body: {
        do: "some-act",
        box: 3,
        correct: false,
        change_at: "2026-11-16T09:34:00.000Z",
        wagers: [1, 2],
        area_maximum_cents: { tie: 5000 },
        spans: { tie: { minimum_cents: 500, maximum_cents: 20_000 } },
        card: "Th",
      },
    });
  });

  it("reads no time where it is not known whose clocks show it, nor one that they never show", () => {
    const act = described([["change_at", "time", true]]);
    const unread = { ok: false, field: "change_at", why: "unread" };
    expect(bodyOf(act, { change_at: "2026-11-16T20:34" })).toEqual(unread);
    expect(bodyOf(act, { change_at: "2026-10-04T02:30" }, "Australia/Sydney")).toEqual(unread);
  });

  it("refuses a list of numbers with a word in it, and a card that is none", () => {
    const list = described([["wagers", "list of number", true]]);
    expect(bodyOf(list, { wagers: "1, two" }).ok).toBe(false);
    const card = described([["card", "text", true]]);
    expect(bodyOf(card, { card: "11h" })).toEqual({ ok: false, field: "card", why: "unread" });
  });
});

it("says what a field should look like", () => {
  expect(unreadOf(takesOf("dollars"))).toBe("console.field.unread.dollars");
  expect(unreadOf(takesOf("list of number"))).toBe("console.field.unread.number");
  expect(unreadOf(takesOf("text"))).toBe("console.field.unread");
});

describe("names", () => {
  it("of money fields end in cents", () => {
    expect(nameOf({ name: "float", takes: "dollars", required: false })).toBe("float_cents");
    expect(nameOf({ name: "slip", takes: "text", required: false })).toBe("slip");
  });

  it("are read as words", () => {
    expect(readable("post-notice")).toBe("Post notice");
    expect(readable("change_at")).toBe("Change at");
  });
});
