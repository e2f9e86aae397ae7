import { describe, expect, it } from "vitest";
import { payText } from "./odds";
import { rulebookWords } from "./told.svelte";

describe("odds", () => {
  it.each([
    ["11 to 1", "1 赔 11"],
    ["19 to 20", "20 赔 19"],
    ["1 to 1 less 5%", "1 赔 1，扣 5% 佣金"],
    ["up to 200 to 1", "最高 1 赔 200"],
    ["up to 100% of jackpot", "最高 累积奖金的 100%"],
    ["5% of stake", "注码的 5%"],
    ["no: 8 to 1; yes: 16 to 1", "否：1 赔 8；是：1 赔 16"],
    ["2 to 1 for $1, 5 to 1 for $5", "$1：1 赔 2，$5：1 赔 5"],
    ["", ""],
  ])("%s is %s", (english, chinese) => {
    expect(payText(english, "zh")).toBe(chinese);
    expect(payText(english, "en")).toBe(english);
  });
  it("have the name of their row beside them", () => {
    rulebookWords.take("zh", { "blackjack paid at once": "黑杰克当场赔付" });
    expect(payText("1 to 1, blackjack paid at once 3 to 2", "zh")).toMatch(/^1 赔 1，.*2 赔 3$/);
  });
});
