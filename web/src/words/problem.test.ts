import { describe, expect, it } from "vitest";
import { problemText } from "./problem";

const low = {
  code: "below-minimum",
  sentence: "The minimum is $25.00.",
  clauses: ["6.1"],
  key: "below-minimum",
  params: { least: "$25.00" },
};

describe("why something was not done", () => {
  it("is said in the language chosen", () => {
    expect(problemText(low, "en")).toBe("The minimum is $25.00.");
    expect(problemText(low, "zh")).toBe("下限为 $25.00。");
  });

  it("says what a value is called", () => {
    const problem = {
      code: "wrong-role",
      sentence: "Ann is at the table as player, not as staff.",
      key: "wrong-role.person",
      params: { name: "Ann", role: "player", role_2: "staff" },
    };
    expect(problemText(problem, "zh")).toBe("Ann 以 玩家 身份在桌，不是 员工。");
  });

  it("leaves out what nobody meant", () => {
    const problem = (nearest: string) => ({
      code: "unknown-wager",
      sentence: "There is no wager 'x'.",
      key: "unknown-wager.complete",
      params: { value: "x", nearest },
    });
    expect(problemText(problem(""), "zh")).toBe("没有投注“x”。");
    expect(problemText(problem("tie"), "zh")).toBe("没有投注“x”。是否指“tie”？");
  });

  it("is English where the catalogue does not have it", () => {
    expect(problemText({ code: "x", sentence: "No.", key: "not-there" }, "zh")).toBe("No.");
    expect(problemText({ code: "x", sentence: "No." }, "zh")).toBe("No.");
  });
});
