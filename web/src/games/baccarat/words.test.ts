import { describe, expect, it } from "vitest";
import type { SeenEvent, View } from "../../api/types";
import { announcement } from "../../table/announcements";
import type { Drawn } from "../../table/sheet";
import type { Consequence, Trouble } from "../game";
import { aside, stageText } from "./console";
import { resultText } from "./result";
import { sideName } from "./sides";
import { SIDES } from "./seen";

const result = (outcome: string, player: number, banker: number) => ({
  outcome,
  totals: { player, banker },
});

const event = (kind: string, fields: Record<string, unknown> = {}): SeenEvent => ({
  sequence: 1,
  event: kind,
  at: "",
  rank: "Dealer",
  fields,
});
const dealt = (hand: string, place: number, card?: number) =>
  event("card-dealt", { hand, place, ...(card === undefined ? {} : { card }) });

const sheet = {
  identity: { play: "baccarat" },
  areas: [
    { id: "player", group: "main", hue: "player", short: "Player", zh: "闲" },
    { id: "banker", group: "main", hue: "banker", short: "Banker", zh: null },
    { id: "tie", group: "main", hue: "tie", short: "Tie", zh: "和" },
  ],
} as unknown as Drawn;

describe("what is said", () => {
  it("of a result, the higher count first", () => {
    expect(resultText(result("banker", 4, 6), sheet, "en")).toBe("Banker wins, 6 to 4");
    expect(resultText(result("player", 8, 0), sheet, "zh")).toBe("闲赢，8 比 0");
    expect(resultText(result("tie", 6, 6), sheet, "en")).toBe("Tie, 6 each");
    expect(resultText(result("void", 0, 0), sheet, "en")).toBeNull();
  });
  it("of a third card and the count with it", () => {
    const view = {
      role: "player",
      table: { coup: { hands: [{ id: "player" }, { id: "banker", cards: [], count: 6 }] } },
    } as unknown as View;
    expect(announcement(dealt("banker", 2, 9), view, sheet, "en")).toBe(
      "Banker draws 3 of diamonds. Banker 6.",
    );
    expect(announcement(dealt("player", 0), view, sheet, "en")).toBe(
      "Player is dealt a card face down.",
    );
    expect(announcement(event("signed-on"), view, sheet, "en")).toBeNull();
  });
});

describe("a hand", () => {
  const bare = {
    areas: [
      {
        id: "banker",
        group: "main",
        hue: "banker",
        name: "Banker's Hand",
        short: "Banker",
        zh: null,
      },
    ],
  } as unknown as Parameters<typeof sideName>[0];
  it("has a word of ours for a hand where the layout has none in it", () => {
    expect(sideName(bare, "banker", "en")).toBe("Banker");
    expect(sideName(bare, "banker", "zh")).toBe("庄");
    expect(sideName(null, "player", "zh")).toBe("闲");
  });
});

describe("a card in question", () => {
  const hands = (...counts: number[]) =>
    SIDES.map((id, place) => ({ id, cards: new Array<string>(counts[place] ?? 0).fill("2c") }));
  const trouble = (player: number, banker: number, ...set: (string | null)[]) =>
    ({ hands: hands(player, banker), aside: set }) as unknown as Trouble;
  const ruled = (player: number, banker: number) =>
    ({ hands: hands(player, banker) }) as unknown as Consequence;

  it("lies by the hand that does not get it", () => {
    expect(aside(trouble(2, 2, "9s"), ruled(3, 2))).toEqual({
      hand: "banker",
      card: "9s",
      goesTo: "player",
    });
    expect(aside(trouble(3, 2, "9s"), ruled(3, 3))).toEqual({
      hand: "player",
      card: "9s",
      goesTo: "banker",
    });
  });
  it("lies by the other hand than the one that has three cards, while nothing is chosen", () => {
    expect(aside(trouble(3, 2, null), null)).toEqual({ hand: "banker", card: null, goesTo: null });
    expect(aside(trouble(2, 2, null), null)?.hand).toBe("player");
  });
  it("is none where none was set aside", () => {
    expect(aside(trouble(2, 2), ruled(3, 2))).toBeNull();
  });
});

it("has words for its own stages only", () => {
  expect(stageText({ step: "third", hand: "banker", state: "now" })).toBe("Banker third card");
  expect(stageText({ step: "counts", hand: null, state: "now" })).toBe("Point counts");
  expect(stageText({ step: "settle", hand: null, state: "now" })).toBeNull();
});
