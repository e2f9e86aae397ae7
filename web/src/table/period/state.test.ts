import { expect, it } from "vitest";
import { stateOf } from "./state";

const plain = { malfunction: null, shut: false, frozen: false };

it("tells what matters most first", () => {
  expect(stateOf(plain)).toBe("open");
  expect(stateOf({ ...plain, frozen: true })).toBe("frozen");
  expect(stateOf({ ...plain, frozen: true, shut: true })).toBe("shut");
  expect(stateOf({ malfunction: 4, shut: true, frozen: true })).toBe("out-of-order");
});
