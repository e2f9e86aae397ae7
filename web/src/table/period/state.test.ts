import { expect, it } from "vitest";
import { clockOf, stateOf } from "./state";

const plain = { malfunction: null, shut: false, frozen: false };

it("tells what matters most first", () => {
  expect(stateOf(plain)).toBe("open");
  expect(stateOf({ ...plain, frozen: true })).toBe("frozen");
  expect(stateOf({ ...plain, frozen: true, shut: true })).toBe("shut");
  expect(stateOf({ malfunction: 4, shut: true, frozen: true })).toBe("out-of-order");
});

it("counts down in hours, minutes and seconds", () => {
  expect(clockOf(72 * 3_600_000)).toBe("72:00:00");
  expect(clockOf(3_599_001)).toBe("1:00:00");
  expect(clockOf(39_000)).toBe("0:39");
  expect(clockOf(-1)).toBe("0:00");
});
