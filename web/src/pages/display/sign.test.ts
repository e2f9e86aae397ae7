import { expect, it } from "vitest";
import { rowTitle } from "./sign";

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
