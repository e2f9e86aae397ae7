import { describe, expect, it } from "vitest";
import { drawnFor } from "./drawn.svelte";

describe("drawnFor", () => {
  it("takes the choice, or what the system asks for", () => {
    expect(drawnFor("felt", () => true)).toBe("dark");
    expect(drawnFor("contrast", () => false)).toBe("contrast");
    expect(drawnFor("auto", () => false)).toBe("dark");
    expect(drawnFor("auto", (query) => query.includes("light"))).toBe("light");
    expect(drawnFor("auto", () => true)).toBe("contrast");
  });
});
