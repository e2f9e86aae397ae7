import { describe, expect, it } from "vitest";
import { RANKS } from "../../look/cards";
import { byteOf, committed, places, wholeDecks } from "./check";

const deck = RANKS.flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));

describe("committed", () => {
  it("is the nonce and a byte for each card", () => {
    expect([...(committed("00ff", ["Ac", "As", "2c", "Ks"]) ?? [])]).toEqual([0, 255, 0, 3, 4, 51]);
  });
  it("is nothing where the nonce or a card cannot be read", () => {
    expect(committed("0", ["Ac"])).toBeNull();
    expect(committed("xx", ["Ac"])).toBeNull();
    expect(committed("00", ["1c"])).toBeNull();
  });
  it("numbers every card of a deck once", () => {
    expect(deck.map(byteOf)).toEqual(Array.from({ length: 52 }, (_, place) => place));
  });
});

describe("wholeDecks", () => {
  it("counts whole decks and nothing else", () => {
    expect(wholeDecks([...deck, ...deck])).toBe(2);
    expect(wholeDecks(deck.slice(1))).toBeNull();
    expect(wholeDecks([...deck.slice(1), "Ks"])).toBeNull();
    expect(wholeDecks([])).toBeNull();
  });
});

describe("places", () => {
  const runs = [
    ["9h", "4c", "Kd", "3c"],
    ["2h", "Tc", "3d", "6c", "5s", "Ah"],
  ];
  it("finds coups one after the other, after what was burned", () => {
    const order = ["7s", ...runs.flat(), "8d"];
    expect(places(order, runs)).toEqual([1, 5]);
    expect(places(order, [...runs].reverse())).toEqual([5, null]);
  });
});
