import { expect, it } from "vitest";
import { themeFor } from "./theme.svelte";

const light = (query: string) => query.includes("light");

it("is dark felt for a newcomer, on a light system too", () => {
  expect(themeFor(null, () => false)).toBe("felt");
  expect(themeFor(null, light)).toBe("felt");
});

it("has more contrast for whoever needs it, unless another was chosen", () => {
  expect(themeFor(null, () => true)).toBe("contrast");
  expect(themeFor("auto", () => true)).toBe("contrast");
  expect(themeFor("felt", () => true)).toBe("felt");
});

it("is what was chosen, or what the system asks for where that was chosen", () => {
  expect(themeFor("contrast", () => false)).toBe("contrast");
  expect(themeFor("light", () => false)).toBe("light");
  expect(themeFor("auto", light)).toBe("light");
  expect(themeFor("auto", () => false)).toBe("felt");
});
