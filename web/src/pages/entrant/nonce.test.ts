import { describe, expect, it } from "vitest";
import { freshNonce } from "./nonce";

describe("a nonce", () => {
  it("has 64 hexadecimal digits, and never the same", () => {
    const some = new Set(Array.from({ length: 100 }, freshNonce));
    expect(some.size).toBe(100);
    for (const one of some) expect(one).toMatch(/^[0-9a-f]{64}$/);
  });
});
