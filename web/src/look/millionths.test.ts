import { expect, it } from "vitest";
import { fine } from "./millionths";

it("writes what is there, to the last millionth", () => {
  expect(fine(405_000_000_000)).toBe("$405,000.00");
  expect(fine(10_000_037_500)).toBe("$10,000.0375");
  expect(fine(75_000)).toBe("$0.075");
  expect(fine(1)).toBe("$0.000001");
  expect(fine(0)).toBe("$0.00");
  expect(fine(-1_250_000)).toBe("−$1.25");
});
