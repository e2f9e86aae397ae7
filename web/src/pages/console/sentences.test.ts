import { describe, expect, it } from "vitest";
import { pieces } from "./sentences";

const cards = (sentence: string) =>
  pieces(sentence).flatMap((one) => ("card" in one ? [one.card] : []));
const whole = (sentence: string) =>
  pieces(sentence)
    .map((one) => ("card" in one ? one.card : one.text))
    .join("");

describe("cards in a sentence", () => {
  it("are found as the server writes them", () => {
    expect(cards("The card is 8h, and it was seen.")).toEqual(["8h"]);
    expect(cards("Player has As Td 2c.")).toEqual(["As", "Td", "2c"]);
  });

  it("are not words that begin a sentence", () => {
    expect(cards("As Banker must draw, the card is 8h.")).toEqual(["8h"]);
    expect(cards("It stands. As Player has a natural, no card is due.")).toEqual([]);
  });

  it("leave the sentence as it is", () => {
    const sentence = "Banker: 0 + 5 + 8 = 13 with 8h. As it is.";
    expect(whole(sentence)).toBe(sentence);
  });
});
