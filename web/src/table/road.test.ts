import { expect, it } from "vitest";
import type { Hue } from "../look/area";
import { marks } from "./road";

const HUES: Record<string, Hue> = { a: "side-1", b: "side-2", e: "even" };
const of = (results: string) =>
  marks([...results], (side) => HUES[side]).map(
    ({ hue, column, row, even }) => `${hue === "side-1" ? "a" : "b"}${column}${row}${even || ""}`,
  );

it("puts a run in a column, and what is even on the mark before it", () => {
  expect(of("aabeeb")).toEqual(["a00", "a01", "b102", "b11"]);
  expect(of("eab")).toEqual(["a00", "b10"]);
});

it("turns a run that is longer than the column is deep", () => {
  expect(of("aaaaaaaa")).toEqual(["a00", "a01", "a02", "a03", "a04", "a05", "a15", "a25"]);
  expect(of("aaaaaaab").at(-1)).toBe("b10");
});

it("has no mark for a result without a side", () => {
  expect(of("17")).toEqual([]);
});
