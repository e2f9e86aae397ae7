import { describe, expect, it } from "vitest";
import { cardOf, type Entry, NOTHING, readCard, typed } from "./entry";

const keys = (text: string): Entry =>
  [...text].reduce<Entry>((entry, key) => typed(entry, key) ?? entry, NOTHING);

describe("card entry by keys", () => {
  it("takes a rank, then a suit, in either case", () => {
    expect(cardOf(keys("8h"))).toBe("8h");
    expect(cardOf(keys("KS"))).toBe("Ks");
  });

  it("takes ten as T and as 10", () => {
    expect(cardOf(keys("td"))).toBe("Td");
    expect(cardOf(keys("10c"))).toBe("Tc");
  });

  it("has no card before the suit, and none from a suit alone", () => {
    expect(cardOf(keys("9"))).toBeNull();
    expect(cardOf(keys("h"))).toBeNull();
    expect(cardOf(keys("1h"))).toBeNull();
  });

  it("begins anew with another rank, so that the last card typed counts", () => {
    expect(cardOf(keys("8hQd"))).toBe("Qd");
    expect(cardOf(keys("8hQ"))).toBeNull();
  });

  it("takes back the suit, then the rank", () => {
    const whole = keys("8h");
    const first = typed(whole, "Backspace");
    expect(first).toEqual({ rank: "8", suit: null });
    expect(typed(first as Entry, "Backspace")).toEqual(NOTHING);
    expect(typed(NOTHING, "Backspace")).toBeNull();
  });

  it("leaves keys that are none of a card's to others", () => {
    expect(typed(NOTHING, "G")).toBeNull();
    expect(typed(NOTHING, "s")).toBeNull();
    expect(typed(NOTHING, "Enter")).toBeNull();
  });
});

describe("a card read as text", () => {
  it("is one card or none", () => {
    expect(readCard(" 10S ")).toBe("Ts");
    expect(readCard("ah")).toBe("Ah");
    expect(readCard("1h")).toBeNull();
    expect(readCard("8hh")).toBeNull();
    expect(readCard("")).toBeNull();
  });
});
