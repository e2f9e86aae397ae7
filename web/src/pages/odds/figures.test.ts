import { describe, expect, it } from "vitest";
import { deviations, edgeOf, large, part, share } from "./figures";

describe("figures", () => {
  it("writes shares with a proper minus, and none for nothing", () => {
    expect(share(-0.010579057)).toBe("−1.0579 %");
    expect(share(0.00004, 4)).toBe("0.0040 %");
    expect(share(-0.0000000001)).toBe("0.0000 %");
  });
  it("writes millions", () => {
    expect(large(812_500_000, "{count} million")).toBe("812.5 million");
    expect(large(1_000_000_000, "{count} million")).toBe("1,000 million");
    expect(large(126_863.9, "{count} million")).toBe("126,864");
  });
  it("is never more than done", () => {
    expect(part(1_006_611, 1_000_000)).toBe(1);
    expect(part(0, 0)).toBe(0);
    expect(part(1, 4)).toBe(0.25);
  });
});

it("a simulated edge has the sign of the edge beside it", () => {
  expect(share(edgeOf(-0.012034))).toBe("1.2034 %");
  expect(share(edgeOf(0.01))).toBe("−1.0000 %");
  expect(share(edgeOf(0))).toBe("0.0000 %");
  expect([deviations(edgeOf(1.234)), deviations(-0.001), deviations(2)]).toEqual([
    "−1.23",
    "0.00",
    "2.00",
  ]);
});
