import { describe, expect, it } from "vitest";
import en from "./en.json";
import zh from "./zh.json";
import { filled, said } from "./words.svelte";

const places = (sentence: string) => (sentence.match(/\{\w+\}/g) ?? []).sort();

describe("the catalogues", () => {
  it("have the same keys", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  it("have the same places in each sentence, and no empty one", () => {
    for (const [key, sentence] of Object.entries(en)) {
      const other = (zh as Record<string, string>)[key] ?? "";
      expect(places(other), key).toEqual(places(sentence));
      expect(sentence.trim() && other.trim(), key).toBeTruthy();
    }
  });

  it("keep to the tone: no exclamation, no apology, no error", () => {
    for (const sentence of Object.values(en)) {
      const said = sentence.replace("standard error", ""); // a figure of statistics
      expect(said).not.toMatch(/!|please|sorry|invalid|\berror\b|oops/i);
    }
  });
});

describe("a sentence", () => {
  it("takes its values, and shows a place that has none", () => {
    expect(filled("{a} of {b}", { a: 1 })).toBe("1 of {b}");
  });

  it("is said in the language asked for", () => {
    expect(said("close", "zh")).toBe("关闭");
  });
});
