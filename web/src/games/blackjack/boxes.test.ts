import { describe, expect, it } from "vitest";
import type { SheetArea } from "../../table/sheet";
import type { Stake } from "../../table/marks";
import type { Coup, CoupTold, Draws } from "../../table/view";
import { desk } from "./arc";
import { boxOf, hands, handText, placeIn, totalText } from "./boxes";
import { phaseText, questionText, result, resultText, slot, stageText } from "./said";
import { onBox, sideAreas } from "./stakes";

const hand = (id: string, cards: string[], count: number, decision: string | null = null) => ({
  id,
  title: id,
  cards,
  count,
  decision,
  sentence: null,
  said: null,
  clauses: [],
});
const coup = (list: ReturnType<typeof hand>[], stage: object = {}) =>
  ({ number: 3, complete: false, hands: list, stage }) as unknown as Coup;

describe("the hands of a round", () => {
  it("stand as boxes do, the dealer's first and split ones beside each other", () => {
    const list = [hand("2", [], 0), hand("1b", [], 0), hand("dealer", [], 0), hand("1", [], 0)];
    expect(hands(coup(list), null, "en").map((one) => one.id)).toEqual(["dealer", "1", "1b", "2"]);
    expect([boxOf("7c"), boxOf("dealer"), placeIn("7c")]).toEqual([7, null, 2]);
  });

  it("have the card of a double across, in play and when it is over", () => {
    const list = [hand("1", ["6h", "5s", "9c"], 20), hand("2", ["Td", "7c", "4h"], 21)];
    const stage = { hands: { "1": { doubled: true }, "2": {} } };
    expect(hands(coup(list, stage), null, "en").map((one) => one.across)).toEqual([2, null]);
    const lines = [{ wager: "double", box: 2, hand: "" }];
    const told = { hands: list, lines } as unknown as CoupTold;
    expect(hands(told, null, "en").map((one) => one.across)).toEqual([null, 2]);
  });

  it("say whether a total is soft, and who decides", () => {
    const list = [hand("dealer", ["6d"], 6), hand("3", ["Ah", "6c"], 17, "soft")];
    const draws = { hands: list, turn: "3" } as unknown as Draws;
    const [dealer, box] = hands(draws, null, "en");
    expect(dealer && [totalText(dealer, "en"), dealer.turn]).toEqual(["6", false]);
    expect(box && [totalText(box, "en"), box.turn, box.box]).toEqual(["soft 17", true, 3]);
    expect(handText("3b", "en")).toBe("Box 3, second hand");
    expect(handText("3", "zh")).toBe("3 号位");
  });
});

describe("what lies on a box", () => {
  const stake = (number: number, person: string, wager: string, more: Partial<Stake> = {}) => ({
    number,
    person,
    wager,
    box: 1,
    hand: "",
    position: 0,
    state: "locked" as const,
    stake: 100,
    paid: 0,
    ...more,
  });
  it("is in the line of its bettors, on each hand by itself", () => {
    const lying = onBox(
      [
        stake(1, "b", "main", { position: 2 }),
        stake(2, "a", "main", { position: 1 }),
        stake(3, "a", "double"),
        stake(4, "b", "split", { hand: "1b" }),
        stake(5, "a", "insurance"),
        stake(6, "a", "any-pairs"),
        stake(7, "c", "main", { box: 2 }),
      ],
      1,
      ["1", "1b"],
    );
    const found = lying.hands.map((one) => [
      one.hand,
      one.bettors.map((each) => [each.person, each.stakes.map((each) => each.number)]),
    ]);
    expect(found).toEqual([
      [
        "1",
        [
          ["a", [2, 3]],
          ["b", [1]],
        ],
      ],
      ["1b", [["b", [4]]]],
    ]);
    expect(lying.insurance.map((one) => one.number)).toEqual([5]);
    expect(lying.side.map((one) => one.number)).toEqual([6]);
  });
  it("has areas beside it only for what is placed before a round", () => {
    const areas = [
      { id: "main", by_choice: false },
      { id: "double", by_choice: true },
      { id: "any-pairs", by_choice: false },
    ] as SheetArea[];
    expect(sideAreas(areas).map((one) => one.id)).toEqual(["any-pairs"]);
  });
});

describe("what is said", () => {
  it("is the dealer's hand", () => {
    const told = { outcome: "19", hands: [hand("dealer", [], 19)] } as unknown as CoupTold;
    expect(result(told)).toEqual({ outcome: "19", totals: { dealer: 19 } });
    expect(result({ ...told, outcome: "void" })).toBeNull();
    expect(resultText({ outcome: "19", totals: {} }, null, "en")).toBe("Dealer has 19");
    expect(resultText({ outcome: "bust", totals: {} }, null, "zh")).toBe("庄家爆牌");
  });
  it("is what somebody is asked", () => {
    expect(questionText(["double", "no-double"], "en")).toContain("double too");
    expect(questionText(["insure", "no-insurance"], "en")).toContain("insure");
    expect(questionText(["draw", "stand"], "en")).toBeNull();
  });
  it("is where a card goes and what the table waits for", () => {
    expect(slot("1b", 1, "en")).toEqual({
      hand: "Box 1, second hand",
      place: "second",
      only: true,
    });
    expect(slot(null, 0, "en")).toBeNull();
    expect(phaseText({ turn: "2" } as Draws, coup([]))).toBe("Box 2 to decide");
    expect(phaseText(null, coup([], { insurance: "open" }))).toBe("Insurance is open");
    expect(stageText({ step: "boxes", state: "now", hand: "4" })).toBe("Box 4");
    expect(stageText({ step: "settle", state: "now", hand: null })).toBeNull();
  });
});

it("lays boxes in an arc, the first on the right, none over another", () => {
  for (const count of [5, 7, 9]) {
    const { boxes, pitch } = desk(count, 1040, 848);
    expect(boxes).toHaveLength(count);
    for (let place = 1; place < count; place++) {
      const [one, next] = [boxes[place - 1], boxes[place]];
      expect((one?.x ?? 0) - (next?.x ?? 0)).toBeGreaterThan(pitch * 0.8);
    }
    expect(boxes[0]?.turn).toBeLessThan(0);
    expect(boxes.at(-1)?.x).toBeGreaterThan(0);
  }
});
