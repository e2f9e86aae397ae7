import { expect, it } from "vitest";
import { themeFor } from "./theme.svelte";

it("is what was chosen, or what the system asks for", () => {
  expect(themeFor("felt", () => true)).toBe("felt");
  expect(themeFor("contrast", () => false)).toBe("contrast");
  expect(themeFor("auto", () => false)).toBe("felt");
  expect(themeFor("auto", (query) => query.includes("light"))).toBe("light");
  expect(themeFor("auto", () => true)).toBe("contrast");
});
