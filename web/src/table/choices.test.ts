import { expect, it } from "vitest";
import { Amounts, byHand, type Choice, choiceText, spans } from "./choices.svelte";

const choice = (word: string, hand: string | null, least = 0, most = 0): Choice => ({
  choice: word,
  hand,
  least_cents: least,
  most_cents: most,
  clauses: [],
  refused: null,
});

it("stakes all that is allowed, and never more or less than the bounds", () => {
  const amounts = new Amounts();
  const one = choice("raise", "2", 500, 10_000);
  expect(amounts.of(one)).toBe(10_000);
  amounts.step(one, -2_500);
  expect(amounts.of(one)).toBe(7_500);
  amounts.step(one, -20_000);
  expect(amounts.of(one)).toBe(500);
  amounts.set(one, 99_900);
  expect(amounts.of(one)).toBe(10_000);
  amounts.step(one, -500);
  amounts.clear();
  expect(amounts.of(one)).toBe(10_000);
});

it("keeps the amounts of two hands apart", () => {
  const amounts = new Amounts();
  const [first, second] = [choice("raise", "2", 0, 900), choice("raise", "4", 0, 900)];
  amounts.set(first, 300);
  expect([amounts.of(first), amounts.of(second)]).toEqual([300, 900]);
});

it("has an amount to choose only where its bounds differ and it is open", () => {
  expect(spans(choice("raise", null, 100, 900))).toBe(true);
  expect(spans(choice("raise", null, 900, 900))).toBe(false);
  const refused = { code: "late", sentence: "Too late." };
  expect(spans({ ...choice("raise", null, 100, 900), refused })).toBe(false);
});

it("stands together by hands, in the order of the server", () => {
  const list = [choice("a", "2"), choice("b", "1"), choice("c", "2")];
  expect(byHand(list).map(([hand, found]) => [hand, found.map((one) => one.choice)])).toEqual([
    ["2", ["a", "c"]],
    ["1", ["b"]],
  ]);
});

it("is called as the game calls it, where there is no word for it", () => {
  expect(choiceText("turn-round")).toBe("Turn round");
});
