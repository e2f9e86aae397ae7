import { expect, it } from "vitest";
import { signed } from "./signed";

it("has the sign of a deviation, and none of nothing", () => {
  expect([0.44, -2.06, 0.04, -0.04].map(signed)).toEqual(["+0.4", "−2.1", "0.0", "0.0"]);
});
