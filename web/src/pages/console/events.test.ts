import { describe, expect, it } from "vitest";
import type { SeenEvent } from "../../api/types";
import { cardNumbered, eventText } from "./events";

const event = (kind: string, fields: Record<string, unknown> = {}): SeenEvent => ({
  sequence: 1,
  event: kind,
  at: "2026-11-16T20:15:31Z",
  rank: "Dealer",
  by: "p-1",
  fields,
});

describe("a card of an event", () => {
  it("is numbered rank by rank, clubs first", () => {
    expect([0, 3, 5, 31, 51].map(cardNumbered)).toEqual(["Ac", "As", "2d", "8s", "Ks"]);
  });

  it("is nothing where it is face down", () => {
    expect(cardNumbered(undefined)).toBeNull();
    expect(cardNumbered(52)).toBeNull();
  });
});

describe("an event in words", () => {
  it("says which card went where", () => {
    const dealt = event("card-dealt", { hand: "banker", place: 1, card: 16 });
    expect(eventText(dealt, "en")).toBe("Banker second card 5♣");
  });

  it("says a card that lies face down is so", () => {
    expect(eventText(event("card-dealt", { hand: "player", place: 0 }), "en")).toBe(
      "Player first card face down",
    );
  });

  it("has amounts as money", () => {
    const bought = event("bought-in", { person: "p-2", amount_cents: 50_000 });
    expect(eventText(bought, "en", (id) => (id === "p-2" ? "seat 2" : id))).toBe(
      "Buy-in $500.00, seat 2",
    );
  });

  it("that has no sentence is its name", () => {
    expect(eventText(event("something-new"), "en")).toBe("Something new");
  });
});
