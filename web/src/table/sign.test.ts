import { expect, it } from "vitest";
import { noticeText, rowTitle } from "./sign";

const areas = [
  { id: "a", zh: "甲" },
  { id: "b", zh: "乙" },
  { id: "c", zh: null },
] as unknown as Parameters<typeof rowTitle>[1];
const row = (names: string[]) => ({
  areas: names,
  title: "A, B",
  minimum_cents: 1,
  maximum_cents: 2,
});

it("is the server's title in English", () => {
  expect(rowTitle(row(["a", "b"]), areas, "en")).toBe("A, B");
});

it("is Chinese where every name has one, and the server's title otherwise", () => {
  expect(rowTitle(row(["a", "b"]), areas, "zh")).toBe("甲、乙");
  expect(rowTitle(row(["a", "c"]), areas, "zh")).toBe("A, B");
  expect(rowTitle(row([]), areas, "zh")).toBe("A, B");
});

it("says what a notice changes, in both languages", () => {
  const sheet = {
    areas: [{ id: "a", short: "A", zh: "甲" }],
    games: [{ id: "other", title: "Other Game", clauses: [] }],
  } as unknown as Parameters<typeof noticeText>[1];
  const notice = (kind: string, value: string, minimum: number | null) =>
    ({ kind, value, minimum_cents: minimum, sentence: "as sent" }) as Parameters<
      typeof noticeText
    >[0];
  const both = (one: ReturnType<typeof notice>) =>
    (["en", "zh"] as const).map((language) => noticeText(one, sheet, language));
  expect(both(notice("raise-minimum", "", 5000))).toEqual(["Minimum $50", "最低 $50"]);
  expect(both(notice("raise-minimum", "a", 5000))).toEqual(["Minimum $50 on A", "甲 最低 $50"]);
  expect(both(notice("close-table", "", null))).toEqual(["The table closes", "关台"]);
  expect(both(notice("change-game", "other", null))).toEqual(["Other Game", "Other Game"]);
  expect(both(notice("something-new", "", null))).toEqual(["as sent", "as sent"]);
});
