import { expect, it } from "vitest";
import { said } from "../../words/words.svelte";
import { PLACES } from "./places";

it("says a place and what one does there, for everyone, in both languages", () => {
  for (const language of ["en", "zh"] as const) {
    const who = PLACES.map((one) => said(one.who, language));
    expect(new Set(who).size).toBe(PLACES.length);
    for (const one of PLACES) {
      expect(said(one.place, language)).not.toBe("");
      expect(said(one.does, language)).toMatch(/[.。]$/);
    }
  }
});
