import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256, written } from "./sha256";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("sha256", () => {
  it("is that of Node, written out or the browser's, about every length of a block", async () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 448, 1000]) {
      const data = Uint8Array.from({ length }, (_, place) => (place * 7 + length) % 256);
      const wanted = createHash("sha256").update(data).digest("hex");
      expect(hex(written(data))).toBe(wanted);
      expect(await sha256(data)).toBe(wanted);
    }
  });
});
