import { describe, expect, it } from "vitest";
import { ended, reasonText, rulebookWords, told } from "./told.svelte";

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
    expect(reasonText("It pays 19 to 20.", odds, "zh")).toBe("20 赔 19。");
  });

  it("is English where the catalogue does not have it", () => {
    expect(reasonText("So.", { key: "not-there" }, "zh")).toBe("So.");
    expect(reasonText("So.", null, "zh")).toBe("So.");
  });
});

describe("a text of a rulebook", () => {
  const title = "Cards dealt incorrectly, or so that their order is in doubt";

  it("is English until the words of its rulebook are there, and where they lack it", () => {
    expect(told(title, "zh")).toBe(title);
    rulebookWords.take("zh", { "cut the cards": "切牌" });
    expect(told(title, "zh")).toBe(title);
  });

  it("is said in the language chosen, whatever its first letter and its end", () => {
    rulebookWords.take("zh", { [title]: "发牌有误，或牌的次序存疑" });
    expect(told(title, "zh")).toBe("发牌有误，或牌的次序存疑");
    expect(told(`${title}.`, "zh")).toBe("发牌有误，或牌的次序存疑。");
    expect(told("Cut the cards", "zh")).toBe("切牌");
    expect(told("Cut the cards", "en")).toBe("Cut the cards");
  });

  it("stands in what is said of a ruling", () => {
    rulebookWords.take("zh", {
      "it was reported too late": "报告太迟",
      "it was reported while the coup was in play": "报告时该局正在进行",
      "the order of the cards is in doubt": "牌的次序存疑",
    });
    const why = {
      key: "ruling.why-not",
      params: {
        parts: [
          {
            key: "ruling.only-where",
            params: {
              wanted: ["it was reported too late", "the order of the cards is in doubt"],
              here: "it was reported while the coup was in play",
            },
          },
        ],
      },
    };
    expect(reasonText("only where …", why, "zh")).toBe(
      "仅当报告太迟或牌的次序存疑；此处报告时该局正在进行",
    );
    const result = {
      key: "ruling.then.result",
      params: {
        result: {
          key: "result-announced",
          params: { outcome: "tie", player: 6, banker: 6 },
          topic: "events",
        },
      },
    };
    expect(reasonText("Tie, 6 each.", result, "zh")).toBe("和，各 6 点。");
  });

  it("ends as its language does", () => {
    expect(ended("Stands on 6")).toBe("Stands on 6.");
    expect(ended("6 点停牌")).toBe("6 点停牌。");
  });
});
