import { expect, it } from "vitest";
import { MOST, named } from "./names";

it("reads each table once, in order, and no more than are seen at once", () => {
  expect(named("b,a,,b")).toEqual(["b", "a"]);
  expect(named(null)).toEqual([]);
  expect(named("a,b,c,d,e,f")).toHaveLength(MOST);
});
