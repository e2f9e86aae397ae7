import { describe, expect, it } from "vitest";
import { reasonText } from "./told.svelte";

const facts = {
  key: "facts",
  params: {
    facts: { key: "points.won", params: { result: "banker", high: 6, low: 4, cards: 3 } },
    outcome: "win",
    label: "3 Card Tiger",
  },
};

describe("why a stake was settled as it was", () => {
  it("is said in the language chosen, with the facts that came true", () => {
    const english = "Banker wins 6 to 4 with 3 cards: 3 Card Tiger, so the wager wins.";
    expect(reasonText(english, facts, "en")).toBe(english);
    expect(reasonText(english, facts, "zh")).toBe(
      "庄家以 6 比 4 赢，3 张牌：3 Card Tiger，因此此注赢。",
    );
  });

  it("leaves out what has no value", () => {
    const odds = { key: "odds.at", params: { to: 19, of: 20 } };
    expect(reasonText("It pays 19 to 20.", odds, "zh")).toBe("赔率 19 赔 20。");
  });

  it("is English where the catalogue does not have it", () => {
    expect(reasonText("So.", { key: "not-there" }, "zh")).toBe("So.");
    expect(reasonText("So.", null, "zh")).toBe("So.");
  });
});
