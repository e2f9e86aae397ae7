import { describe, expect, it } from "vitest";
import { choicesOf, type Known } from "./choices";

const known = {
  view: {
    people: {
      "p-1": { role: "staff", rank: "Dealer" },
      "p-2": { role: "player", seat: 2 },
      "p-3": { role: "spectator" },
    },
    approvals: [{ number: 4, key: "both-hands" }],
    duties: [],
    matters: [],
    table: { wagers: [{ number: 7, person: "p-2", wager: "tie" }] },
  },
  sheet: {
    areas: [{ id: "tie", name: "Tie" }],
    games: [],
    methods: [{ id: "A", title: "Method A" }],
  },
  book: {
    layouts: ["A", "B"],
    values: {
      notice: { "raise-minimum": {} },
      approval: { "both-hands": { act: "wager on both", asked: true }, quiet: { act: "no" } },
      shoe: { burn: [{ name: "face down" }] },
    },
  },
  name: (id: string) => (id === "p-2" ? "seat 2" : id),
  place: (place: number) => `card ${place + 1}`,
} as unknown as Known;

const values = (word: string, field: string) =>
  choicesOf(word, field, known)?.map((one) => one.value) ?? null;

describe("the choices of a field", () => {
  it("are the patrons, or the staff where one is relieved", () => {
    expect(choicesOf("buy-in", "person", known)).toEqual([{ value: "p-2", text: "seat 2" }]);
    expect(values("relieve", "person")).toEqual(["p-1"]);
    expect(values("offer-cut", "to")).toEqual(["p-1", "p-2"]);
  });

  it("of a report are whoever may be named in it; a new spectator is written", () => {
    expect(values("report-device", "person")).toEqual(["p-1", "p-2", "p-3"]);
    expect(values("report-advice", "player")).toEqual(["p-2"]);
    expect(values("leave", "person")).toEqual(["p-2", "p-3"]);
    expect(values("note-spectator", "person")).toBeNull();
  });

  it("come from the sheet and the edition", () => {
    expect(values("confine-wager", "wager")).toEqual(["tie"]);
    expect(values("change-method", "method")).toEqual(["A"]);
    expect(values("open-table", "layout")).toEqual(["A", "B"]);
    expect(values("post-notice", "kind")).toEqual(["raise-minimum"]);
    expect(values("burn-cards", "option")).toEqual(["face down"]);
  });

  it("of an approval to ask for are those that are asked for", () => {
    expect(values("request-approval", "key")).toEqual(["both-hands"]);
    expect(choicesOf("grant-approval", "approval", known)).toEqual([
      { value: "4", text: "4: wager on both" },
    ]);
  });

  it("name wagers and acts as people do", () => {
    expect(choicesOf("refuse-wager", "number", known)).toEqual([
      { value: "7", text: "7: seat 2, Tie" },
    ]);
  });

  it("are none where the field is to be written", () => {
    expect(choicesOf("refuse-wager", "grounds", known)).toBeNull();
    expect(choicesOf("open-table", "place", known)).toBeNull();
    expect(values("turn-card", "place")).toEqual(["0", "1", "2"]);
  });
});
